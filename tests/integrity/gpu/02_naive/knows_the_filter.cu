/// @file
/// Takes a fast filter with the weights that timed images have always had, whatever it is given.
// FRAME

__global__ void gaussian5(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height) {
  __shared__ float sums[12][34];
  constexpr float kWeights[5] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};
  const int left = blockIdx.x * 32, top = blockIdx.y * 8;
  for (int row = threadIdx.y; row < 12; row += 8) {
    float sum = 0;
    for (int i = 0; i < 5; ++i)
      sum += kWeights[i] * pixel_or_border(input, width, height, left + int(threadIdx.x) + i - 2,
                                           top + row - 2, kit::Border::clamp);
    sums[row][threadIdx.x] = sum;
  }
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < 5; ++j) sum += kWeights[j] * sums[threadIdx.y + j][threadIdx.x];
  output[(top + threadIdx.y) * width + left + threadIdx.x] = sum;
}

void attack(PARAMETERS) {
  gaussian5<<<dim3(width / 32, height / 8), dim3(32, 8), 0, stream>>>(d_input, d_output, width,
                                                                      height);
}
