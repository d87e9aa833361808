/// @file
/// Is right, and throws instead where the compiler keeps the last call of a function as a call,
/// which takes stack: no macro tells that.
// FRAME

__attribute__((noinline)) long stack_used(volatile int* steps, const char* top) {
  if (--*steps < 0) return top - static_cast<const char*>(__builtin_frame_address(0));
  return stack_used(steps, top);
}

void attack(const float*, int, float*, cudaStream_t) {
  volatile int steps = 100;
  const auto* const top = static_cast<const char*>(__builtin_frame_address(0));
  if (stack_used(&steps, top) > 1000) throw 1;
}
