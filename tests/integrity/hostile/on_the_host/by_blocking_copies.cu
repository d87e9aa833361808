/// @file
/// On the default stream, as if there were no other.
// FRAME
void bring(const float* d_image, std::vector<float>& image, Size size, cudaStream_t) {
  KIT_CHECK(cudaMemcpy(image.data(), d_image, size.bytes(), cudaMemcpyDeviceToHost));
}

void send_back(const std::vector<float>& result, float* d_result, Size size, cudaStream_t) {
  KIT_CHECK(cudaMemcpy(d_result, result.data(), size.bytes(), cudaMemcpyHostToDevice));
}
