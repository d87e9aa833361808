// expect: error cudaSuccess
// Both passes of a separable filter in one kernel with a barrier between: it waits for the threads
// of a block, and the second pass reads rows that other blocks write.
#include "fault.hpp"
constexpr int kWidth = 32, kHeight = 64;
__global__ void blur(const float* input, float* between, float* output) {
  const int x = threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int left = max(x - 1, 0), right = min(x + 1, kWidth - 1);
  const float sum = input[y * kWidth + left] + input[y * kWidth + x] + input[y * kWidth + right];
  between[y * kWidth + x] = sum;  // pair: global_race
  __syncthreads();
  float total = 0;
  for (int j = -1; j <= 1; ++j) {
    const int row = min(max(y + j, 0), kHeight - 1);
    total += between[row * kWidth + x];  // pair: global_race
  }
  output[y * kWidth + x] = total;
}
int main() {
  float* images[3];
  for (float*& image : images) {
    cudaMalloc(&image, sizeof(float) * kWidth * kHeight);
    cudaMemset(image, 0, sizeof(float) * kWidth * kHeight);
  }
  blur<<<dim3(1, kHeight / 8), dim3(kWidth, 8)>>>(images[0], images[1], images[2]);
  const cudaError_t error = cudaDeviceSynchronize();
  for (float* image : images) cudaFree(image);
  return report(error);
}
