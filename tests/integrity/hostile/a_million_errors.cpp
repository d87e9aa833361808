/// @file
/// Fills the compiler's log.
#include "lab.hpp"

#define A x y z;
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
#define E D D D D D D D D D D
#define F E E E E E E E E E E
F
