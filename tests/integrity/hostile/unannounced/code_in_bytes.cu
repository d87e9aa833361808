/// @file
/// Machine code as a variable in a section of code.
// FRAME

[[gnu::section(".text.kx"), gnu::used]] extern const unsigned char code[] = {
    0xf3, 0x0f, 0x10, 0x07, 0xc3};  // movss (%rdi), %xmm0; ret

__device__ float load(const float* image, int, int index) {
  return reinterpret_cast<float (*)(const float*)>(reinterpret_cast<unsigned long>(&code[0]))(
      image + index);
}
