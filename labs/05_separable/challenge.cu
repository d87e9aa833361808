/// @file
/// Lab 05, challenge: both passes in one kernel. A block filters the rows that it needs into shared
/// memory, its own and a halo above and below, waits, and filters columns from there. Read
/// README.md of this lab first.
#include "lab.hpp"

namespace lab05 {

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  // TODO(lab05): a kernel of your own above, launched here (about 60 lines)
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
