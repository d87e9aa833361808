/// Lab 04, wrong version of rung 2: rung 1's kernel does the work, one column of the filter after
/// the other.
#include "lab.hpp"

namespace lab04 {

void convolve_windows(const float* d_input, float* d_output, int width, int height,
                      const float* filter, int filter_width, kit::Border border,
                      cudaStream_t stream) {
  convolve_several(d_input, d_output, width, height, filter, filter_width, border, stream);
}

}  // namespace lab04
