/// @file
/// CUDA's groups of threads. Clusters, several devices and tiles of more than one warp are not
/// there.
#pragma once

#include "cuda_runtime.h"
#include "kit_sim/group_partitions.h"
#include "kit_sim/groups.h"
