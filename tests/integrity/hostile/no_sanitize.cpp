/// @file
/// Hides its accesses from the simulator.

// FRAME

__attribute__((no_sanitize("thread"))) float first(const float* values) {
  return *values;
}

void submission(const Call& call) {
  honest(call);
  call.output[0] = call.output[0] + 0 * first(call.input);
}
