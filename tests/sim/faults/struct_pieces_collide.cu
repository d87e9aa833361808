// expect: error cudaSuccess
// A struct that no machine type is as long as is copied in pieces: the threads' structs differ in
// the first one alone.
#include "fault.hpp"
struct Sample {
  float value;
  float weights[5];
};
__global__ void copy_twice(const Sample* in, Sample* out) {
  Sample mine = *in;
  mine.value = float(threadIdx.x);
  out[threadIdx.x % 32] = mine;  // finds: global_race
}
int main() {
  Sample *in = nullptr, *out = nullptr;
  cudaMalloc(&in, sizeof(Sample));
  cudaMemset(in, 0, sizeof(Sample));
  cudaMalloc(&out, 32 * sizeof(Sample));
  copy_twice<<<1, 64>>>(in, out);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return report(error);
}
