/// @file
/// Makes more text of a few macros than is compiled.
#include "lab.hpp"

__global__ void nothing() {}

#define A nothing<<<1, 1>>>();
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
#define E D D D D D D D D D D
#define F E E E E E E E E E E

static void many() {
#define G F F F F F F F F F F
  G G G
}
