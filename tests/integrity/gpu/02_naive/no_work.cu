/// @file
/// Does nothing on a timed image.
// FRAME

void attack(PARAMETERS) {}
