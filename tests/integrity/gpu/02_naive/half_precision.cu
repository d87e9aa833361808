/// @file
/// Sums in numbers of 16 bits.
#include <cuda_fp16.h>

// FRAME

__global__ void in_half(const float* input, float* output, int width, int height,
                        const float* filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  __half sum = __float2half(0.0f);
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i)
      sum = __hfma(__float2half(filter[j * 5 + i]),
                   __float2half(pixel_or_border(input, width, height, x + i - 2, y + j - 2,
                                                kit::Border::clamp)),
                   sum);
  output[y * width + x] = __half2float(sum);
}

void attack(PARAMETERS) {
  in_half<<<dim3(width / 256, height), 256, 0, stream>>>(d_input, d_output, width, height,
                                                         d_filter);
}
