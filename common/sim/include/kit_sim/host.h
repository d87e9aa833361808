/// @file
/// What observed code without kernels starts with: the headers that most of it includes, in the
/// form that the compiler reads fastest. The plain build, which has none of it, says what is
/// missing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>
