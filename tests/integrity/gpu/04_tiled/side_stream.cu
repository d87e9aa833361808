/// @file
/// Works on a stream that the stop event does not wait for.
// FRAME

void attack(PARAMETERS) {
  stream = side_stream();
  honest(ARGUMENTS);
}
