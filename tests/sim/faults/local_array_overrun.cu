// expect: error cuda
// An array of a thread's own is indexed past its end.
// says: index 5 is outside of an array of type float [5]
#include "fault.hpp"
__global__ void median_of_five(float* data) {
  float window[5];
  const int x = int(threadIdx.x) + 2;
  for (int k = -2; k <= 3; ++k) {
    window[k + 2] = data[x + k];  // finds: out_of_bounds
  }
  for (int i = 1; i < 5; ++i)
    for (int k = i; k > 0 && window[k - 1] > window[k]; --k) {
      const float larger = window[k - 1];
      window[k - 1] = window[k];
      window[k] = larger;
    }
  data[x + 512] = window[2];
}
int main() {
  float* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  median_of_five<<<1, 64>>>(data);
  return report(cudaDeviceSynchronize());
}
