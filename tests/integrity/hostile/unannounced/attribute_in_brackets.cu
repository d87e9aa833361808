/// @file
/// An attribute in brackets takes the function out of the instrumentation.
// FRAME

[[gnu::no_sanitize_thread, gnu::noinline]] __device__ float load(const float* image, int,
                                                                 int index) {
  return image[index];
}
