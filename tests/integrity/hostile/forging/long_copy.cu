/// @file
/// Copies 64 bytes, which the compiler does in line.

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  struct Long {
    char bytes[64];
  };
  Long* volatile const kits = reinterpret_cast<Long*>(kits_memory());
  Long copy;
  __builtin_memcpy(&copy, kits, sizeof copy);
  __builtin_memcpy(kits, &copy, sizeof copy);
}
