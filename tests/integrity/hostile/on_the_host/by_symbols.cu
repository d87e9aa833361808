/// @file
/// By way of a variable of the device.
// FRAME
constexpr std::size_t kMost = 1 << 20;
__device__ float carried[kMost];

float* symbol() {
  void* address = nullptr;
  KIT_CHECK(cudaGetSymbolAddress(&address, carried));
  return static_cast<float*>(address);
}

void bring(const float* d_image, std::vector<float>& image, Size size, cudaStream_t stream) {
  copy_by_kernel(d_image, symbol(), size.width * size.height, stream);
  KIT_CHECK(cudaMemcpyFromSymbolAsync(image.data(), carried, size.bytes(), 0,
                                      cudaMemcpyDeviceToHost, stream));
}

void send_back(const std::vector<float>& result, float* d_result, Size size, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(carried, result.data(), size.bytes(), 0, cudaMemcpyHostToDevice,
                                    stream));
  copy_by_kernel(symbol(), d_result, size.width * size.height, stream);
}
