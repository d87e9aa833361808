/// @file
/// Stores how much was printed, with %n.
#include <cstdio>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  int* const kits = reinterpret_cast<int*>(kits_memory());
  char text[8];
  const char* volatile const format = "%s%n";
  const int before = *kits;
  std::snprintf(text, sizeof text, format, "", kits);
  (void)before;
}
