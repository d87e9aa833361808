/// @file
/// One text of the two that a CUDA compiler reads.
#pragma once

#include <string>

namespace kit::rewriter {

/// nvcc preprocesses a file twice: for the host, and with __CUDA_ARCH__ defined for the device.
/// Takes both texts, as the preprocessor leaves them; gives the one for the host, in which what
/// runs on the device is as in the other: bodies of __global__ and __device__ functions, and
/// functions and variables that only one of the two has. A __host__ __device__ function whose body
/// differs gets both, and takes the one for where it runs. Lines keep their numbers. Throws
/// SyntaxError where a type or a constant differs, of which there can be only one here.
std::string merge_passes(const std::string& host, const std::string& device);

}  // namespace kit::rewriter
