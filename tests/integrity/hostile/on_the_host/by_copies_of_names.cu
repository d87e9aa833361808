/// @file
/// By way of a variable of the device, which the host copies by its name.
// FRAME
constexpr std::size_t kMost = 1 << 20;
__device__ float carried[kMost];

__global__ void give(const float* from, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) carried[i] = from[i];
}

__global__ void take(float* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = carried[i];
}

void bring(const float* d_image, std::vector<float>& image, Size size, cudaStream_t stream) {
  give<<<(size.pixels() + 255) / 256, 256, 0, stream>>>(d_image, int(size.pixels()));
  KIT_CHECK(cudaStreamSynchronize(stream));
  std::memcpy(image.data(), carried, size.bytes());
}

void send_back(const std::vector<float>& result, float* d_result, Size size, cudaStream_t stream) {
  std::memcpy(carried, result.data(), size.bytes());
  take<<<(size.pixels() + 255) / 256, 256, 0, stream>>>(d_result, int(size.pixels()));
}
