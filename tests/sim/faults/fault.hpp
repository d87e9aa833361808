/// What the faulty programs share. The first lines of each say what its output must hold.
#pragma once

#include <cstdio>

/// Prints the error that the program ends with.
inline int report(cudaError_t error) {
  std::printf("error %s\n", cudaGetErrorName(error));
  return 0;
}
