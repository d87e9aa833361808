/// @file
/// What every simulated source includes first, as nvcc does by itself; `kit build-lab` has
/// it precompiled.
#pragma once

#include "../cuda_runtime.h"
