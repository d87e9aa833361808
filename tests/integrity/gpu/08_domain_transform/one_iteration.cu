/// @file
/// Filters rows and columns once instead of twice.
// FRAME

void attack(PARAMETERS) {
  Parameters fewer = parameters;
  fewer.iterations = 1;
  honest(d_image, d_output, width, height, fewer, d_workspace, stream);
}
