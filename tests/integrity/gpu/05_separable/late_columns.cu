/// @file
/// Leaves the columns to a side stream, which the stop event does not wait for.
// FRAME

void attack(PARAMETERS) {
  static cudaStream_t side = nullptr;
  static cudaEvent_t rows_done = nullptr;
  if (side == nullptr) {
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&rows_done, cudaEventDisableTiming);
  }
  pass_over_rows(ARGUMENTS);
  cudaEventRecord(rows_done, stream);
  cudaStreamWaitEvent(side, rows_done, 0);
  stream = side;
  pass_over_columns(ARGUMENTS);
}
