/// @file
/// Jumps by a table, past its end.

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile int value = 2;
  static volatile int sum = 0;
  switch (value) {
    case 0:
      sum += 1;
      break;
    case 1:
      sum += 3;
      break;
    case 2:
      sum -= 5;
      break;
    case 3:
      sum *= 7;
      break;
    case 4:
      sum /= 3;
      break;
    case 5:
      sum ^= 3;
      break;
    default:
      __builtin_unreachable();
  }
  volatile unsigned* const kits = kits_memory();
  *kits = *kits;
}
