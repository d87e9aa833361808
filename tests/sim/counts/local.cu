// Local memory: a private array that lives in memory, because its address is taken.
#include "counts.hpp"

__device__ __noinline__ float sum(const float* values, int count) {
  float total = 0;
  for (int i = 0; i < count; ++i) total += values[i];
  return total;
}

__global__ void window(const float* in, float* out) {
  float values[8];
  for (int i = 0; i < 8; ++i) values[i] = in[i * 32 + threadIdx.x];
  out[threadIdx.x] = sum(values, 8);
}

__global__ void registers(const float* in, float* out) {
  float a = in[threadIdx.x], b = in[32 + threadIdx.x];
  if (a > b) {
    const float kept = a;
    a = b;
    b = kept;
  }
  out[threadIdx.x] = a - b;
}

int main() {
  auto in = zeros<float>(8 * 32), out = zeros<float>(32);
  window<<<1, 32>>>(in.data(), out.data());
  const Launch spilled = TAKE_LAUNCH();
  EXPECT_COUNT(spilled, "local_requests", 8 + 8);  // eight stores and eight loads
  EXPECT_COUNT(spilled, "local_bytes", 16 * 32 * 4);
  EXPECT_COUNT(spilled, "global_load_requests", 8);

  registers<<<1, 32>>>(in.data(), out.data());
  const Launch kept = TAKE_LAUNCH();
  EXPECT_COUNT(kept, "local_requests", 0);
  return finish();
}
