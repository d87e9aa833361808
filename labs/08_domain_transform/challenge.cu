/// @file
/// Lab 08, challenge: the exact parallel scan. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

/// The three channels of one pole's h or v.
struct Sums {
  Complex c[kChannels];
};

/// One step of the recursion or many composed: turns h into w h + v.
struct Step {
  Complex w;
  Sums v;
};

__device__ Sums apply(const Step& step, Sums h) {
  // TODO(lab08): w h + v for each channel (about 1 line)
  return h;
  // END TODO
}

/// `first`, then `second`.
__device__ Step compose(const Step& first, const Step& second) {
  // TODO(lab08): one step that does what the two do one after the other (about 1 line)
  return second;
  // END TODO
}

}  // namespace

void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
  // TODO(lab08): kernels that compose each thread's segment, scan the composed steps, and walk the
  // segments; for rows, then for columns, in every iteration (about 180 lines)
  // END TODO
}

}  // namespace lab08
