/// @file
/// Names a header through a macro.
#define HEADER <cstdio>
#include HEADER

#include "lab.hpp"
