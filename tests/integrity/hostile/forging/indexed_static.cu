/// @file
/// Stores through a static array, with the distance as its index.

// FRAME

volatile unsigned table[4] = {1, 2, 3, 4};

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  const long distance = kits_memory() - const_cast<unsigned*>(table);
  table[distance] = table[distance];
}
