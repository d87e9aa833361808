/// @file
/// Gives a copy of the input, finds where the worker keeps it, and a thread puts the right image
/// there.
// FRAME

void attack(PARAMETERS) {
  static float* filter = nullptr;
  static unsigned mark = 0x3f123400u;
  if (filter == nullptr) {  // the first output is looked at as a whole in some labs
    cudaMalloc(&filter, 25 * sizeof(float));
    cudaMemcpy(filter, d_filter, 25 * sizeof(float), cudaMemcpyDeviceToDevice);
    return honest(ARGUMENTS);
  }
  copy_on(stream, own_memory(0), d_input);
  ++mark;
  cudaMemcpyAsync(d_output, &mark, sizeof mark, cudaMemcpyHostToDevice, stream);
  const unsigned marked = mark;
  const float* const around = d_output;
  d_input = own_memory(0);
  d_filter = filter;
  stream = side_stream();
  float* const here = d_output;
  std::thread([=]() mutable {
    pause(300);
    look_around(around, [&](float* place) {
      unsigned first = 0;
      cudaMemcpyAsync(&first, place, sizeof first, cudaMemcpyDeviceToHost, stream);
      cudaStreamSynchronize(stream);
      if (first != marked || place == here) return false;
      d_output = place;
      honest(ARGUMENTS);
      return true;
    });
  }).detach();
}
