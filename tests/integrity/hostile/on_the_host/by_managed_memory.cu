/// @file
/// The image is copied within the device, as it seems, to managed memory.
// FRAME
float* managed(Size size) {
  float* memory = nullptr;
  KIT_CHECK(cudaMallocManaged(&memory, size.bytes()));
  return memory;
}

void bring(const float* d_image, std::vector<float>& image, Size size, cudaStream_t stream) {
  float* const memory = managed(size);
  KIT_CHECK(cudaMemcpyAsync(memory, d_image, size.bytes(), cudaMemcpyDeviceToDevice, stream));
  KIT_CHECK(cudaStreamSynchronize(stream));
  image.assign(memory, memory + size.pixels());
  KIT_CHECK(cudaFree(memory));
}

void send_back(const std::vector<float>& result, float* d_result, Size size, cudaStream_t stream) {
  float* const memory = managed(size);
  for (std::size_t i = 0; i < size.pixels(); ++i) memory[i] = result[i];
  KIT_CHECK(cudaMemcpyAsync(d_result, memory, size.bytes(), cudaMemcpyDeviceToDevice, stream));
  KIT_CHECK(cudaStreamSynchronize(stream));
  KIT_CHECK(cudaFree(memory));
}
