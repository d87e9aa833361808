/// @file
/// Jumps to a label that it computed.

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  static void* const labels[] = {&&first, &&second};
  volatile int which = 1;
  goto* labels[which];
first:
  which = 2;
second:
  which = 3;
}
