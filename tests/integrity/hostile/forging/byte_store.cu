/// @file
/// Stores one byte, of a bit field.

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  struct Bits {
    unsigned low : 3, high : 29;
  };
  volatile Bits* const kits = reinterpret_cast<Bits*>(kits_memory());
  kits->low = kits->low;
}
