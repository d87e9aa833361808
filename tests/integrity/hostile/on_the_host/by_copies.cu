/// @file
/// On the stream, so that no rule of streams is broken but the waiting.
// FRAME
void bring(const float* d_image, std::vector<float>& image, Size size, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyAsync(image.data(), d_image, size.bytes(), cudaMemcpyDeviceToHost, stream));
}

void send_back(const std::vector<float>& result, float* d_result, Size size, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyAsync(d_result, result.data(), size.bytes(), cudaMemcpyHostToDevice, stream));
}
