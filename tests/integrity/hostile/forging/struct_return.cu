/// @file
/// Lets a function return a structure right there.

// FRAME

struct Four {
  double a, b, c, d;
};

// What is read cannot be foreseen, so that the store stays, inlined or not.
__noinline__ Four same_as(const volatile double* from) {
  return {from[0], from[1], from[2], from[3]};
}

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  Four* const kits = reinterpret_cast<Four*>(kits_memory());
  *kits = same_as(reinterpret_cast<const volatile double*>(kits));
}
