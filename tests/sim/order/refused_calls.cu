// Calls and launches that CUDA refuses: the errors they leave behind, and that no harm lasts.
#include <cstring>
#include <vector>

#include "../programs/program.hpp"

__global__ void nothing() {}

// CUDA 12 says "invalid configuration", CUDA 13 "invalid value".
bool is_refused_launch(cudaError_t error) {
  return error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue;
}

int main() {
  std::vector<int> host(100);
  kit::DeviceBuffer<int> ints(100);
  // A refused launch is the last error once, and does no lasting harm.
  nothing<<<1, 2048>>>();
  EXPECT(is_refused_launch(cudaPeekAtLastError()));
  EXPECT(is_refused_launch(cudaGetLastError()));
  EXPECT(cudaGetLastError() == cudaSuccess);
  nothing<<<0, 32>>>();
  EXPECT(is_refused_launch(cudaGetLastError()));
  EXPECT(std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0);
  // More blocks than run at once on any card.
  EXPECT(cudaLaunchCooperativeKernel((void*)nothing, dim3(1 << 20), dim3(1024), nullptr, 0,
                                     nullptr) == cudaErrorCooperativeLaunchTooLarge);
  EXPECT(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
  EXPECT(cudaGetLastError() == cudaSuccess);
  void* huge = nullptr;
  EXPECT(cudaMalloc(&huge, std::size_t(1) << 50) == cudaErrorMemoryAllocation);
  EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
  try {
    KIT_CHECK(cudaMemcpy(host.data(), ints.data(), std::size_t(4) << 20, cudaMemcpyDeviceToHost));
    EXPECT(!"an oversized copy must fail");
  } catch (const kit::CudaError& error) {
    EXPECT(error.code() == cudaErrorInvalidValue);
    EXPECT(std::strstr(error.what(), "refused_calls.cu") != nullptr);
  }
  cudaGetLastError();
  nothing<<<3, 32>>>();
  KIT_CHECK(cudaDeviceSynchronize());
  return finish();
}
