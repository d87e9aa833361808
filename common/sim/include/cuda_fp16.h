/// @file
/// CUDA's half precision numbers and pairs of them, as they are on a card of compute capability
/// 7.5.
#pragma once

#include "cuda_runtime.h"
#include "kit_sim/half_functions.h"
