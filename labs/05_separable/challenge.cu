/// @file
/// Lab 05, challenge: both passes in one kernel that keeps the intermediate image in registers. A
/// warp walks down a strip, filters every input row along x, and adds the result at once to all
/// output rows that it belongs to. Read README.md of this lab first.
#include "lab.hpp"

namespace lab05 {

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  // TODO(lab05): a kernel of your own above, launched here (about 150 lines)
  (void)d_input;
  (void)d_output;
  (void)width;
  (void)height;
  (void)row_weights;
  (void)column_weights;
  (void)taps;
  (void)border;
  (void)stream;
  // END TODO
}

}  // namespace lab05
