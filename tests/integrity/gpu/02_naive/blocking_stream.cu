/// @file
/// Works on an ordinary stream of its own, which the default stream waits for.
// FRAME

void attack(PARAMETERS) {
  static cudaStream_t own = nullptr;
  if (own == nullptr) cudaStreamCreate(&own);
  stream = own;
  honest(ARGUMENTS);
}
