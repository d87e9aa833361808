/// @file
/// Lab 08, challenge: the exact parallel scan. A step of the recursion, h -> w h + v, followed by
/// another one is a step again. So every thread composes the steps of a segment of its line, the
/// block scans these, and each thread walks its segment from the state that really enters it.
/// Read README.md of this lab first.
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
  (void)step;
  return h;
  // END TODO
}

/// `first`, then `second`.
__device__ Step compose(const Step& first, const Step& second) {
  // TODO(lab08): one step that does what the two do one after the other (about 1 line)
  (void)apply;
  (void)first;
  return second;
  // END TODO
}

}  // namespace

void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
  // TODO(lab08): kernels that compose each thread's segment, scan the composed steps in shared
  // memory or with shuffles, and walk the segments; for rows, then for columns, in every iteration
  // (about 180 lines)
  (void)compose;
  (void)d_image;
  (void)d_output;
  (void)width;
  (void)height;
  (void)sigma_s;
  (void)sigma_r;
  (void)iterations;
  (void)d_workspace;
  (void)stream;
  // END TODO
}

}  // namespace lab08
