/// @file
/// Leaves a capture open, in which most calls of the worker fail.
// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  static cudaStream_t own = nullptr;
  if (own == nullptr) {
    cudaStreamCreate(&own);
    cudaStreamBeginCapture(own, cudaStreamCaptureModeGlobal);
  }
}
