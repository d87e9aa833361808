#include <cuda_runtime.h>
#include <cstdio>
#include <memory>

struct CudaDelete {
  void operator()(void* p) const { cudaFree(p); }
};
template <typename T>
using DevicePtr = std::unique_ptr<T[], CudaDelete>;
template <typename T>
DevicePtr<T> make_device(size_t n) {
  void* p = nullptr;
  if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) p = nullptr;
  return DevicePtr<T>(static_cast<T*>(p));
}

__global__ void squares(long long* v, int n) {
  int i = threadIdx.x;
  if (i < n) v[i] = 1ll * i * i;
}

int main() {
  auto v = make_device<long long>(30);
  squares<<<1, 32>>>(v.get(), 30);
  long long h[30];
  if (cudaMemcpy(h, v.get(), sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  v.reset();
  v = make_device<long long>(10);
  printf("%lld\n", h[29]);
  return h[29] == 841 ? 0 : 1;
}
