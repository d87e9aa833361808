/// @file
/// CUDA's bfloat16 numbers and pairs of them. What takes an address atomically (atomicAdd) is not
/// there.
#pragma once

#include "cuda_runtime.h"
#include "kit_sim/bfloat_arithmetic.h"
