/// @file
/// Saved by an editor with other line ends.

// FRAME

void submission(const Call& call) {
  honest(call);
}
