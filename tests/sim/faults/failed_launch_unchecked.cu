// expect: error cudaSuccess
// The third call of the function is made to fail: its launch, which it does not ask about.
#include "fault.hpp"
extern "C" __attribute__((weak)) void kit_sim_fail_call(unsigned n);
extern "C" __attribute__((weak)) int kit_sim_call_failed();
extern "C" __attribute__((weak)) void kit_sim_blame_failed_call(const char* text);
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
}
// says: the launch of fill was made to fail, and the function returned: check cudaGetLastError()
int call() {
  int* data = nullptr;
  if (cudaMalloc(&data, 400) != cudaSuccess) return 1;
  if (cudaMemset(data, 0, 400) != cudaSuccess) return 2;
  fill<<<1, 100>>>(data);  // finds: unchecked_error
  if (cudaFree(data) != cudaSuccess) return 3;
  return 0;
}
int main() {
  kit_sim_fail_call(3);
  const bool returned = call() == 0;
  if (kit_sim_call_failed() == 2 && returned) kit_sim_blame_failed_call("the function returned");
  kit_sim_fail_call(0);
  cudaGetLastError();
  return report(cudaDeviceSynchronize());
}
