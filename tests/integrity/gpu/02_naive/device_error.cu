/// @file
/// Leaves an error that stays.
// FRAME

__global__ void writes_nowhere(float* output) {
  output[std::size_t(1) << 40] = 1.0f;
}

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  writes_nowhere<<<1, 1, 0, stream>>>(d_output);
}
