/// @file
/// Throws what is no std::exception.

// FRAME

void submission(const Call& call) {
  honest(call);
  throw 42;
}
