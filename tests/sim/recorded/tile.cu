// Prints what was recorded of block (2, 1) of 3 x 3, the right part of which is outside the image.
// setting: KIT_SIM_RECORD=0:5
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

extern "C" const char* kit_sim_take_observations();

constexpr int kWidth = 70, kHeight = 20;

__constant__ float weights[3];

__global__ void smooth(const float* in, float* out) {
  __shared__ float cells[8][32];
  const int x = int(blockIdx.x * 32 + threadIdx.x), y = int(blockIdx.y * 8 + threadIdx.y);
  const bool inside = x < kWidth && y < kHeight;
  cells[threadIdx.y][threadIdx.x] = inside ? in[y * kWidth + x] : 0.0f;
  __syncthreads();
  if (!inside) return;
  float sum = 0;
  for (int i = 0; i < 3; ++i) sum += weights[i] * cells[threadIdx.y][(threadIdx.x + i) % 32];
  out[y * kWidth + x] = sum;
}

int main() {
  std::vector<float> image(kWidth * kHeight);
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = float(i);
  const std::size_t bytes = image.size() * sizeof(float);
  const float filter[3] = {1, 2, 3};
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, image.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weights, filter, sizeof filter);
  smooth<<<dim3(3, 3), dim3(32, 8)>>>(in, out);
  cudaDeviceSynchronize();
  std::puts(kit_sim_take_observations());
  cudaFree(in);
  cudaFree(out);
}
