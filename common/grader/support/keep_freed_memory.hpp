/// @file
/// The C library gives large blocks back to the system, which costs a page fault for each 4 KiB of
/// the next one. Gradings hold an image after another of the same sizes.
#pragma once

#include <malloc.h>

namespace kit::grader {

/// Lets freed memory wait for its next use. At the start of a program, before other threads.
inline void keep_freed_memory() {
  constexpr int kLargest = 32 << 20;  // bytes of a block; the C library takes no more
  constexpr int kSpare = 512 << 20;   // bytes at the heap's end
  mallopt(M_MMAP_THRESHOLD, kLargest);
  mallopt(M_TRIM_THRESHOLD, kSpare);
}

}  // namespace kit::grader
