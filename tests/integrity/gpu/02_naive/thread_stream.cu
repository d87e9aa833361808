/// @file
/// Works on the thread's own default stream.
// FRAME

void attack(PARAMETERS) {
  stream = cudaStreamPerThread;
  honest(ARGUMENTS);
}
