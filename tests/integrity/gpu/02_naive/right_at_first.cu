/// @file
/// Is honest in the warm-up and in the first five launches, and idle after them.
// FRAME

void attack(PARAMETERS) {
  static int calls = 0;
  ++calls;
  if (calls <= 6) {
    if (calls % 2 == 0) honest(ARGUMENTS);
    return honest(ARGUMENTS);
  }
  copy_on(stream, d_output, d_input);
}
