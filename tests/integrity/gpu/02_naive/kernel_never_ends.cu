/// @file
/// A kernel that never ends stays on a side stream.
// FRAME

__global__ void stay(const volatile float* flag) {
  while (*flag != 1.5f) {
  }
}

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  stay<<<1, 1, 0, side_stream()>>>(own_memory());
}
