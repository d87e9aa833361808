#include <cuda_runtime.h>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

static void check(cudaError_t e) {
  if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
}

template <typename T>
class Buffer {
 public:
  explicit Buffer(size_t n) : n_(n) { check(cudaMalloc(&p_, n * sizeof(T))); }
  explicit Buffer(const std::vector<T>& v) : Buffer(v.size()) {
    check(cudaMemcpy(p_, v.data(), n_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  Buffer(Buffer&& o) noexcept : p_(o.p_), n_(o.n_) { o.p_ = nullptr; }
  Buffer(const Buffer&) = delete;
  ~Buffer() { cudaFree(p_); }
  T* get() const { return p_; }
  std::vector<T> read() const {
    std::vector<T> v(n_);
    check(cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
  }

 private:
  T* p_ = nullptr;
  size_t n_;
};

template <typename T>
__global__ void add(T* a, const T* b, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) a[i] += b[i];
}

int main() {
  Buffer<double> a(std::vector<double>(70, 1.5)), b(std::vector<double>(70, 2));
  Buffer<double> c = std::move(a);
  add<<<3, 32>>>(c.get(), b.get(), 70);
  check(cudaGetLastError());
  auto v = c.read();
  printf("%g\n", v[69]);
  return v[69] == 3.5 ? 0 : 1;
}
