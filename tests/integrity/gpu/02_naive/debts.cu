/// @file
/// Filters half of the rows now and the other half of the last image, into its output.
// FRAME

void attack(PARAMETERS) {
  static const float* last_input = nullptr;
  static float* last_output = nullptr;
  rows(0, height / 2, 2, ARGUMENTS);
  const float* const input = d_input;
  float* const output = d_output;
  if (last_output != nullptr) {
    d_input = last_input, d_output = last_output;
    rows(1, height / 2, 2, ARGUMENTS);
  }
  last_input = input, last_output = output;
}
