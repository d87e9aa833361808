/// @file
/// Writes through a null pointer.

// FRAME

void submission(const Call&) {
  volatile int* nowhere = nullptr;
  *nowhere = 1;
}
