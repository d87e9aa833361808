#include <cuda_runtime.h>
#include <iostream>
#include <numeric>
#include <vector>

template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(size_t n) : n_(n) { cudaMalloc(&p_, n); }  // forgets sizeof(T)
  ~DeviceArray() { cudaFree(p_); }
  T* get() { return p_; }
  size_t size() const { return n_; }

 private:
  T* p_ = nullptr;
  size_t n_;
};

template <typename T>
__global__ void iota(T* p, size_t n, T start) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) p[i] = start + T(i);  // finds: out_of_bounds
}

int main() {
  DeviceArray<double> a(300);
  iota<double><<<3, 128>>>(a.get(), a.size(), 5.0);
  cudaError_t error = cudaDeviceSynchronize();
  std::cout << cudaGetErrorString(error) << "\n";
}
