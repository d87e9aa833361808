/// @file
/// Takes so small a filter that all ends early.
// FRAME

void attack(PARAMETERS) {
  Parameters smaller = parameters;
  smaller.sigma_s /= 8;
  smaller.kappa = 0;
  honest(d_image, d_output, width, height, smaller, d_workspace, stream);
}
