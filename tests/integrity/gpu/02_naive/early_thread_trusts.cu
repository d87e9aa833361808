/// @file
/// As early_thread, but trusts without a look that the output is ready.
#include <atomic>

// FRAME

std::atomic<bool> ready{false};

void watch(PARAMETERS) {
  int last = 0, now = 0;
  cudaMemcpyAsync(&last, d_input, sizeof last, cudaMemcpyDeviceToHost, side_stream());
  cudaStreamSynchronize(side_stream());
  d_output = own_memory();
  stream = side_stream();
  for (int n = 0; n < 300000; ++n) {
    if (cudaMemcpyAsync(&now, d_input, sizeof now, cudaMemcpyDeviceToHost, stream) != cudaSuccess)
      cudaGetLastError();
    cudaStreamSynchronize(stream);
    if (now == last) continue;
    last = now;
    honest(ARGUMENTS);
    cudaStreamSynchronize(stream);
    ready = true;
  }
}

void attack(PARAMETERS) {
  static float* filter = nullptr;
  if (filter != nullptr && ready.exchange(false)) return copy_on(stream, d_output, own_memory());
  honest(ARGUMENTS);
  if (filter != nullptr) return;
  cudaMalloc(&filter, 25 * sizeof(float));
  cudaMemcpy(filter, d_filter, 25 * sizeof(float), cudaMemcpyDeviceToDevice);
  d_filter = filter;
  std::thread([=] { watch(ARGUMENTS); }).detach();
}
