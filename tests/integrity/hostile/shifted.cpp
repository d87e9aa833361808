/// @file
/// Right numbers, one pixel to the left.

// FRAME

void submission(const Call& call) {
  const std::vector<float> right = right_answer(call);
  for (int i = 0; i < call.pixels(); ++i) call.output[i] = right[i + 1 < call.pixels() ? i + 1 : i];
}
