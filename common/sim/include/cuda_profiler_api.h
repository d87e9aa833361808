/// @file
/// Where a profiler begins and stops to look. Nothing does so here: common/tools and make profile
/// look at whole programs.
#pragma once

#include "cuda_runtime.h"

inline cudaError_t cudaProfilerStart() {
  return cudaSuccess;
}
inline cudaError_t cudaProfilerStop() {
  return cudaSuccess;
}
