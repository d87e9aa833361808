/// @file
/// What observed code without kernels starts with: the headers that most of it includes, in the
/// form that the compiler reads fastest. The plain build, which has none of it, says what is
/// missing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

// Student code does not see which build it is in: the plain one is position-independent.
#undef __SANITIZE_THREAD__
#ifndef __PIE__
#define __PIC__ 2
#define __PIE__ 2
#define __pic__ 2
#define __pie__ 2
#endif
