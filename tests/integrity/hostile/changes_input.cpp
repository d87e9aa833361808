/// @file
/// Right, and spoils the input for whoever reads it next.

// FRAME

void submission(const Call& call) {
  honest(call);
  const_cast<float*>(call.input)[0] += 1;
}
