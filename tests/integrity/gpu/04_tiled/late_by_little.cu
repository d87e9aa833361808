/// @file
/// Leaves the lower quarter to a side stream, which ends within 0.1 ms of the stop event.
// FRAME

void attack(PARAMETERS) {
  static cudaEvent_t most = nullptr;
  if (most == nullptr) cudaEventCreateWithFlags(&most, cudaEventDisableTiming);
  // A few rows more on both sides, which the other part overwrites: the halves meet there.
  const int upper = height * 3 / 4, radius = filter_width / 2;
  const std::size_t from = std::size_t(upper - radius) * width;
  static float* part = nullptr;
  if (part == nullptr) cudaMalloc(&part, kBytes);
  honest(d_input, d_output, width, upper + radius, filter, filter_width, border, block, stream);
  cudaEventRecord(most, stream);
  cudaStreamWaitEvent(side_stream(), most, 0);
  honest(d_input + from, part, width, height - upper + radius, filter, filter_width, border, block,
         side_stream());
  cudaMemcpyAsync(d_output + std::size_t(upper) * width, part + std::size_t(radius) * width,
                  sizeof(float) * width * (height - upper), cudaMemcpyDeviceToDevice,
                  side_stream());
}
