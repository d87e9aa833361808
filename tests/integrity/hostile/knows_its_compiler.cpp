/// @file
/// Computes only where a certain compiler is at work.

// FRAME

void submission(const Call& call) {
#ifdef __GNUC__
  honest(call);
#endif
}
