// expect: error cudaSuccess
// A copy is made to fail: its result is thrown away in one function; the other one looks at it, and
// keeps what it had allocated.
#include "fault.hpp"
extern "C" __attribute__((weak)) void kit_sim_fail_call(unsigned n);
extern "C" __attribute__((weak)) int kit_sim_call_failed();
extern "C" __attribute__((weak)) void kit_sim_blame_failed_call(const char* text);
extern "C" __attribute__((weak)) void kit_sim_watch_allocations();
extern "C" __attribute__((weak)) void kit_sim_report_leaks();
int host[4] = {};
void throws_away() {
  int* data = nullptr;
  if (cudaMalloc(&data, sizeof host) != cudaSuccess) return;
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);  // finds: unchecked_error
  cudaFree(data);
}
// says: 16 bytes allocated here are not freed when cudaMemcpy fails
void keeps(int** kept) {
  if (cudaMalloc(kept, sizeof host) != cudaSuccess) return;  // finds: leak
  if (cudaMemcpy(*kept, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess) return;
  cudaFree(*kept);
}
int main() {
  kit_sim_fail_call(2);
  throws_away();
  if (kit_sim_call_failed() == 2) kit_sim_blame_failed_call("the function returned");
  if (kit_sim_watch_allocations != nullptr) kit_sim_watch_allocations();
  int* kept = nullptr;
  kit_sim_fail_call(2);
  keeps(&kept);
  if (kit_sim_call_failed() == 1 && kit_sim_report_leaks != nullptr) kit_sim_report_leaks();
  kit_sim_fail_call(0);
  if (kept != nullptr && cudaGetLastError() != cudaSuccess) cudaFree(kept);
  return report(cudaGetLastError());
}
