/// @file
/// By way of a variable template, which no list of the device's variables has: the host uses it by
/// name.
// FRAME
constexpr std::size_t kMost = 1 << 20;
template <int>
__device__ float carried[kMost];

__global__ void give(const float* from, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) carried<0>[i] = from[i];
}

__global__ void take(float* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = carried<1>[i];
}

void bring(const float* d_image, std::vector<float>& image, Size size, cudaStream_t stream) {
  give<<<(size.pixels() + 255) / 256, 256, 0, stream>>>(d_image, int(size.pixels()));
  KIT_CHECK(cudaStreamSynchronize(stream));
  for (std::size_t i = 0; i < size.pixels(); ++i) image[i] = carried<0>[i];
}

void send_back(const std::vector<float>& result, float* d_result, Size size, cudaStream_t stream) {
  for (std::size_t i = 0; i < size.pixels(); ++i) carried<1>[i] = result[i];
  take<<<(size.pixels() + 255) / 256, 256, 0, stream>>>(d_result, int(size.pixels()));
}
