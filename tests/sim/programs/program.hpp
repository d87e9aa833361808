/// What the valid programs share: a check that counts, and an exit code. Each program compiles with
/// nvcc and for the simulator, and must give the same answers on both.
#pragma once

#include <cstdio>

#include "kit/device_buffer.hpp"

inline int failures = 0;

#define EXPECT(condition)                                                   \
  do {                                                                      \
    if (!(condition) && ++failures <= 5) {                                  \
      std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                       \
  } while (false)

/// Exit code of the program: 0 if every check held.
inline int finish() {
  std::printf(failures == 0 ? "ok\n" : "%d checks failed\n", failures);
  return failures == 0 ? 0 : 1;
}
