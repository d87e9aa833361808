/// @file
/// A thread of the host launches the work 3 ms after the launch returned.
// FRAME

void attack(PARAMETERS) {
  copy_on(stream, d_output, d_input);
  std::thread([=] {
    pause(3000);
    honest(ARGUMENTS);
  }).detach();
}
