/// @file
/// Right numbers, x and y exchanged.

// FRAME

void submission(const Call& call) {
  const std::vector<float> right = right_answer(call);
  for (int i = 0; i < call.pixels(); ++i)
    call.output[i] = right[(i % call.height) * call.width + i / call.height];
}
