/// @file
/// Makes just less text than is compiled, of which the kit's own programs need much memory.
#include "lab.hpp"

__global__ void k() {}

#define A k<<<1, 1>>>();
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
#define E D D D D D D D D D D
#define F E E E E E E E E E E

static void many() {
  F F F F F F F F F F
}
