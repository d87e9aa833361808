/// Each call of a function is made to fail in turn, with an error that fits it and without doing
/// its work; a function that looks at errors ends there. Programs that nobody observes run as ever.
#include "../programs/program.hpp"

extern "C" __attribute__((weak)) void kit_sim_fail_call(unsigned n);
extern "C" __attribute__((weak)) int kit_sim_call_failed();
extern "C" __attribute__((weak)) const char* kit_sim_take_observations();

namespace {

__constant__ int factor;

__global__ void scale(int* data) {
  data[threadIdx.x] *= factor;
}

cudaError_t scaled(int* values, int by) {
  int* data = nullptr;
  cudaError_t error = cudaMalloc(&data, 32 * sizeof(int));
  if (error == cudaSuccess)
    error = cudaMemcpy(data, values, 32 * sizeof(int), cudaMemcpyHostToDevice);
  if (error == cudaSuccess) error = cudaMemcpyToSymbol(factor, &by, sizeof by);
  if (error == cudaSuccess) {
    scale<<<1, 32>>>(data);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess)
    error = cudaMemcpy(values, data, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  if (cudaFree(data) != cudaSuccess) return cudaErrorUnknown;
  return error;
}

}  // namespace

int main() {
  const cudaError_t expected[] = {cudaErrorMemoryAllocation, cudaErrorInvalidValue,
                                  cudaErrorInvalidValue,     cudaErrorLaunchOutOfResources,
                                  cudaErrorInvalidValue,     cudaSuccess};
  const bool observed = kit_sim_take_observations != nullptr;
  for (unsigned n = 1; n <= 6; ++n) {
    int values[32];
    for (int i = 0; i < 32; ++i) values[i] = i;
    if (observed) kit_sim_fail_call(n);
    const cudaError_t error = scaled(values, 3);
    const bool failed = observed && kit_sim_call_failed() != 0;
    if (observed) kit_sim_fail_call(0);
    (void)cudaGetLastError();
    const bool fails = observed && n < 6;
    EXPECT(failed == fails);
    EXPECT(error == (fails ? expected[n - 1] : cudaSuccess));
    for (int i = 0; i < 32; ++i) EXPECT(values[i] == (fails ? i : 3 * i));
  }
  return finish();
}
