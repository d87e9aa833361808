/// @file
/// Writes nothing and hopes that an earlier right answer lies there.

// FRAME

void submission(const Call&) {}
