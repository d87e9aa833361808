/// @file
/// Names that look like forbidden ones: system_width, my_exit, read_pixel.

// FRAME

float read_pixel(const float* image, int at) {
  return image[at];
}
int my_exit(int system_width) {
  return system_width;
}

void submission(const Call& call) {
  honest(call);
  call.output[0] += 0 * read_pixel(call.input, my_exit(0));
}
