// Memory of the host that kernels use: allocated as mapped, or registered; hints about managed
// memory; what the runtime says of pointers.
#include <cstdlib>
#include <vector>

#include "program.hpp"

__global__ void add(int* values, int count, int number) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += number;
}

constexpr int kCount = 1000;

void expect_added(const int* values, int number) {
  for (int i = 0; i < kCount; ++i) EXPECT(values[i] == i + number);
}

void check_mapped() {
  int *host = nullptr, *device = nullptr;
  KIT_CHECK(cudaHostAlloc(&host, kCount * sizeof(int), cudaHostAllocMapped));
  KIT_CHECK(cudaHostGetDevicePointer(&device, host, 0));
  unsigned flags = 0;
  KIT_CHECK(cudaHostGetFlags(&flags, host));
  EXPECT((flags & cudaHostAllocMapped) != 0);
  for (int i = 0; i < kCount; ++i) host[i] = i;
  add<<<4, 256>>>(device, kCount, 7);
  KIT_CHECK(cudaDeviceSynchronize());
  expect_added(host, 7);
  cudaPointerAttributes attributes;
  KIT_CHECK(cudaPointerGetAttributes(&attributes, host));
  EXPECT(attributes.type == cudaMemoryTypeHost && attributes.devicePointer == device);
  KIT_CHECK(cudaFreeHost(host));
  EXPECT(cudaHostAlloc(&host, 64, 0x100) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
}

void check_registered() {
  std::vector<int> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = i;
  int* device = nullptr;
  KIT_CHECK(cudaHostRegister(values.data(), kCount * sizeof(int), cudaHostRegisterMapped));
  EXPECT(cudaHostRegister(values.data(), kCount * sizeof(int), cudaHostRegisterDefault) ==
         cudaErrorHostMemoryAlreadyRegistered);
  EXPECT(cudaGetLastError() == cudaErrorHostMemoryAlreadyRegistered);
  KIT_CHECK(cudaHostGetDevicePointer((void**)&device, values.data(), 0));
  add<<<4, 256>>>(device, kCount, 3);
  KIT_CHECK(cudaDeviceSynchronize());
  expect_added(values.data(), 3);
  // It can be copied from and to like any memory of the host.
  kit::DeviceBuffer<int> buffer(values.data(), kCount);
  add<<<4, 256>>>(buffer.data(), kCount, 1);
  KIT_CHECK(cudaMemcpyAsync(values.data(), buffer.data(), buffer.bytes(), cudaMemcpyDeviceToHost));
  KIT_CHECK(cudaDeviceSynchronize());
  expect_added(values.data(), 4);
  KIT_CHECK(cudaHostUnregister(values.data()));
  EXPECT(cudaHostUnregister(values.data()) == cudaErrorHostMemoryNotRegistered);
  EXPECT(cudaGetLastError() == cudaErrorHostMemoryNotRegistered);
  EXPECT(cudaHostRegister(nullptr, 64, 0) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  cudaPointerAttributes attributes;
  KIT_CHECK(cudaPointerGetAttributes(&attributes, values.data()));
  EXPECT(attributes.type == cudaMemoryTypeUnregistered);
  // The same memory can be registered again.
  KIT_CHECK(cudaHostRegister(values.data(), 64, cudaHostRegisterPortable));
  KIT_CHECK(cudaHostUnregister(values.data()));
}

void check_managed() {
  int concurrent = 0;
  KIT_CHECK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0));
  if (concurrent == 0) return;
  int* values = nullptr;
  const std::size_t bytes = kCount * sizeof(int);
  KIT_CHECK(cudaMallocManaged(&values, bytes));
  for (int i = 0; i < kCount; ++i) values[i] = i;
#if CUDART_VERSION >= 13000
  const cudaMemLocation device{cudaMemLocationTypeDevice, 0}, host{cudaMemLocationTypeHost, 0};
  KIT_CHECK(cudaMemAdvise(values, bytes, cudaMemAdviseSetPreferredLocation, device));
  KIT_CHECK(cudaMemPrefetchAsync(values, bytes, device, 0));
#endif
  add<<<4, 256>>>(values, kCount, 5);
#if CUDART_VERSION >= 13000
  KIT_CHECK(cudaMemPrefetchAsync(values, bytes, host, 0, 0));
  KIT_CHECK(cudaMemAdvise(values, bytes, cudaMemAdviseUnsetPreferredLocation, device));
  const cudaMemLocation nowhere{cudaMemLocationTypeDevice, 77};
  EXPECT(cudaMemPrefetchAsync(values, bytes, nowhere, 0) == cudaErrorInvalidDevice);
  EXPECT(cudaGetLastError() == cudaErrorInvalidDevice);
#endif
  KIT_CHECK(cudaDeviceSynchronize());
  expect_added(values, 5);
  KIT_CHECK(cudaFree(values));
}

int main() {
  check_mapped();
  check_registered();
  check_managed();
  return finish();
}
