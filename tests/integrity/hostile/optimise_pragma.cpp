/// @file
/// Asks for fast-math, under which comparisons with NaN lie.

// FRAME

#pragma GCC optimize("fast-math")

void submission(const Call& call) {
  honest(call);
}
