/// @file
/// No copy is called: kernels write to pinned memory, and read from it.
// FRAME
float* pinned(Size size) {
  float* memory = nullptr;
  KIT_CHECK(cudaMallocHost(&memory, size.bytes()));
  return memory;
}

void bring(const float* d_image, std::vector<float>& image, Size size, cudaStream_t stream) {
  float* const memory = pinned(size);
  copy_by_kernel(d_image, memory, size.width * size.height, stream);
  KIT_CHECK(cudaStreamSynchronize(stream));
  image.assign(memory, memory + size.pixels());
  KIT_CHECK(cudaFreeHost(memory));
}

void send_back(const std::vector<float>& result, float* d_result, Size size, cudaStream_t stream) {
  float* const memory = pinned(size);
  for (std::size_t i = 0; i < size.pixels(); ++i) memory[i] = result[i];
  copy_by_kernel(memory, d_result, size.width * size.height, stream);
  KIT_CHECK(cudaStreamSynchronize(stream));
  KIT_CHECK(cudaFreeHost(memory));
}
