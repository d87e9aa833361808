/// @file
/// Takes the inner 3x3 weights of the filter.
// FRAME

__global__ void inner(const float* input, float* output, int width, int height,
                      const float* filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  float sum = 0.0f;
  for (int j = 1; j < 4; ++j)
    for (int i = 1; i < 4; ++i)
      sum += filter[j * 5 + i] *
             pixel_or_border(input, width, height, x + i - 2, y + j - 2, kit::Border::clamp);
  output[y * width + x] = sum;
}

void attack(PARAMETERS) {
  inner<<<dim3(width / 256, height), 256, 0, stream>>>(d_input, d_output, width, height, d_filter);
}
