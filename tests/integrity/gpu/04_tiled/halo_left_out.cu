/// @file
/// Loads tiles without their halo, so that each block filters as if the image ended there.
// FRAME

__global__ void no_halo(const float* input, float* output, int width, int filter_width) {
  __shared__ float tile[32][33];
  const int left = blockIdx.x * blockDim.x, top = blockIdx.y * blockDim.y;
  tile[threadIdx.y][threadIdx.x] = input[(top + threadIdx.y) * width + left + threadIdx.x];
  __syncthreads();
  const int radius = filter_width / 2;
  float sum = 0.0f;
  for (int j = 0; j < filter_width; ++j)
    for (int i = 0; i < filter_width; ++i)
      sum += filter_weights[j * filter_width + i] *
             tile[min(max(int(threadIdx.y) + j - radius, 0), int(blockDim.y) - 1)]
                 [min(max(int(threadIdx.x) + i - radius, 0), int(blockDim.x) - 1)];
  output[(top + threadIdx.y) * width + left + threadIdx.x] = sum;
}

void attack(PARAMETERS) {
  cudaMemcpyToSymbolAsync(filter_weights, filter, sizeof(float) * filter_width * filter_width, 0,
                          cudaMemcpyHostToDevice, stream);
  no_halo<<<dim3(width / block.x, height / block.y), block, 0, stream>>>(d_input, d_output, width,
                                                                         filter_width);
}
