/// @file
/// Works on a stream that the stop event does not wait for.
// FRAME

void attack(PARAMETERS) {
  static cudaStream_t side = nullptr;
  if (side == nullptr) cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  stream = side;
  honest(ARGUMENTS);
}
