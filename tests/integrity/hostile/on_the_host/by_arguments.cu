/// @file
/// The result goes to the device as arguments of many launches, without a copy.
// FRAME
struct Part {
  float values[900];
};

__global__ void store(Part part, float* to, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) to[i] = part.values[i];
}

void bring(const float* d_image, std::vector<float>& image, Size size, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyAsync(image.data(), d_image, size.bytes(), cudaMemcpyDeviceToHost, stream));
}

void send_back(const std::vector<float>& result, float* d_result, Size size, cudaStream_t stream) {
  for (std::size_t first = 0; first < size.pixels(); first += 900) {
    Part part = {};
    const int count = int(std::min(std::size_t(900), size.pixels() - first));
    for (int i = 0; i < count; ++i) part.values[i] = result[first + i];
    store<<<1, 256, 0, stream>>>(part, d_result + first, count);
  }
}
