/// @file
/// Threads of the host filter some rows, which then are copied up on a side stream.
// FRAME

void attack(PARAMETERS) {
  constexpr int kRows = 64, kAbove = 2;
  static float *input = nullptr, *output = nullptr;
  if (input == nullptr) {
    cudaMallocHost(&input, sizeof(float) * (kRows + kAbove) * kTimedSize);
    cudaMallocHost(&output, sizeof(float) * kRows * kTimedSize);
  }
  float filter[25];
  cudaMemcpy(filter, d_filter, sizeof filter, cudaMemcpyDeviceToHost);
  rows(kRows, height - kRows, 1, ARGUMENTS);
  cudaMemcpyAsync(input, d_input, sizeof(float) * (kRows + kAbove) * width, cudaMemcpyDeviceToHost,
                  side_stream());
  cudaStreamSynchronize(side_stream());
  const auto filter_row = [&](int y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int k = 0; k < 25; ++k) {
        const int u = x + k % 5 - 2, v = y + k / 5 - 2;
        sum += filter[k] * input[(v < 0 ? 0 : v) * width + (u < 0        ? 0
                                                            : u >= width ? width - 1
                                                                         : u)];
      }
      output[y * width + x] = sum;
    }
  };
  std::thread half([&] {
    for (int y = 0; y < kRows / 2; ++y) filter_row(y);
  });
  for (int y = kRows / 2; y < kRows; ++y) filter_row(y);
  half.join();
  cudaMemcpyAsync(d_output, output, sizeof(float) * kRows * width, cudaMemcpyHostToDevice,
                  side_stream());
}
