/// @file
/// The simulator's cuda_runtime.h: the part of the CUDA 12/13 runtime that compute capability 7.5
/// offers and filters need, for a host compiler. Names, types and error codes are CUDA's; what is
/// not here does not compile, rather than behave differently. docs/simulator.md lists what differs.
#pragma once

#define CUDART_VERSION 13000
#define __CUDACC__ 1

// First: what kernels may call must be known before the library's headers declare the host's.
#include "kit_sim/c_library.h"

// The toolkit's own includes these, and programs come to rely on it.
#include <string.h>
#include <time.h>

#include "kit_sim/atomics.h"
#include "kit_sim/builtins.h"
#include "kit_sim/conversions.h"
#include "kit_sim/device_math.h"
#include "kit_sim/device_properties.h"
#include "kit_sim/graphs.h"
#include "kit_sim/host_api.h"
#include "kit_sim/host_memory.h"
#include "kit_sim/launch.h"
#include "kit_sim/memory_pools.h"
#include "kit_sim/qualifiers.h"
#include "kit_sim/rounding.h"
#include "kit_sim/shared.h"
#include "kit_sim/simd_words.h"
#include "kit_sim/special_functions.h"
#include "kit_sim/stream_callbacks.h"
#include "kit_sim/texture.h"
#include "kit_sim/volumes.h"
#include "kit_sim/warp.h"
#include "vector_types.h"
