/// @file
/// Never returns.

// FRAME

void submission(const Call&) {
  volatile bool forever = true;
  while (forever) {
  }
}
