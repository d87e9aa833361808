/// @file
/// The same attribute in another spelling.
// FRAME

[[gnu::__no_sanitize__("thread"), gnu::noinline]] __device__ float load(const float* image, int,
                                                                        int index) {
  return image[index];
}
