/// @file
/// Writes to mapped host memory, from which a thread fetches the output later.
// FRAME

void attack(PARAMETERS) {
  static float* mapped = nullptr;
  if (mapped == nullptr) cudaHostAlloc(&mapped, kBytes, cudaHostAllocMapped);
  float* const there = d_output;
  d_output = mapped;
  rows(0, 64, 1, ARGUMENTS);
  copy_on(stream, there, d_input);
  std::thread([=] {
    pause(1000);
    cudaMemcpyAsync(there, mapped, kBytes, cudaMemcpyHostToDevice, side_stream());
  }).detach();
}
