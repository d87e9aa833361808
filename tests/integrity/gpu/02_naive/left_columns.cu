/// @file
/// Filters the left half of each row.
// FRAME

__global__ void left_half(const float* input, float* output, int width, int height,
                          const float* filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  float sum = 0.0f;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i)
      sum += filter[j * 5 + i] *
             pixel_or_border(input, width, height, x + i - 2, y + j - 2, kit::Border::clamp);
  output[y * width + x] = sum;
}

void attack(PARAMETERS) {
  left_half<<<dim3(width / 512, height), 256, 0, stream>>>(d_input, d_output, width, height,
                                                           d_filter);
}
