/// @file
/// An array whose object file would take a gigabyte, of values that the compiler has to compute.
#include "lab.hpp"

struct Values {
  int values[1 << 28];
  constexpr Values() : values() {
    for (int i = 0; i < (1 << 28); ++i) values[i] = i;
  }
};
constexpr int kSome[1 << 28] = {1};
constexpr Values kValues;
