/// @file
/// Lets a function return a structure right there.

// FRAME

struct Four {
  double a, b, c, d;
};

__noinline__ Four same_as(const Four& four) {
  return four;
}

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  Four* const kits = reinterpret_cast<Four*>(kits_memory());
  *kits = same_as(*kits);
}
