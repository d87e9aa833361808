// expect: error cudaSuccess
// The program takes what was observed, even while it ends, and leaks after that.
#include "fault.hpp"
extern "C" __attribute__((weak)) const char* kit_sim_take_observations();
void take() {
  if (kit_sim_take_observations != nullptr) kit_sim_take_observations();
}
struct TakesAtExit {
  ~TakesAtExit() { take(); }
};
__global__ void fill(int* data) {
  data[threadIdx.x] = 1;
}
void run_once(bool release) {
  int* data = nullptr;
  cudaMalloc(&data, 400);  // finds: leak
  fill<<<1, 100>>>(data);
  if (release) cudaFree(data);
}
int main() {
  static TakesAtExit at_exit;
  run_once(true);
  take();
  run_once(false);
  return report(cudaDeviceSynchronize());
}
