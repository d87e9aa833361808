/// @file
/// A thread watches the place of the last input and filters the next one before the launch.
#include <atomic>

// FRAME

std::atomic<int> done_for{0};  // the input whose output is ready, by its first pixel's bits

int first_bits(const float* image) {
  int bits = 0;
  cudaPointerAttributes what{};
  if (cudaPointerGetAttributes(&what, image) != cudaSuccess || what.type != cudaMemoryTypeDevice)
    return 0;
  cudaMemcpyAsync(&bits, image, sizeof bits, cudaMemcpyDeviceToHost, side_stream());
  cudaStreamSynchronize(side_stream());
  return bits;
}

void watch(PARAMETERS) {
  int last = first_bits(d_input);
  d_output = own_memory();
  stream = side_stream();
  for (int n = 0; n < 200000; ++n) {
    const int now = first_bits(d_input);
    if (now == 0 || now == last) continue;
    honest(ARGUMENTS);
    cudaStreamSynchronize(stream);
    last = now;
    done_for = now;
  }
}

void attack(PARAMETERS) {
  static float* filter = nullptr;
  if (filter == nullptr) {
    cudaMalloc(&filter, 25 * sizeof(float));
    cudaMemcpy(filter, d_filter, 25 * sizeof(float), cudaMemcpyDeviceToDevice);
    honest(ARGUMENTS);
    d_filter = filter;
    std::thread([=] { watch(ARGUMENTS); }).detach();
    return;
  }
  const int known = done_for;
  if (known != 0 && known == first_bits(d_input))
    copy_on(stream, d_output, own_memory());
  else
    honest(ARGUMENTS);
}
