/// @file
/// Lab 05's stand-in for rolling.cu: separable_rolling() on the host, by the reference that the
/// cases use.
#include "grader/worker/stand_in.hpp"
#include "kit/filters.hpp"
#include "lab.hpp"
#include "labs/convolution/reference/separable.hpp"
#include "labs/convolution/reference/two_pass.hpp"

namespace lab05 {

void separable_rolling(const float* d_input, float* d_output, int width, int height,
                       const float* row_weights, const float* column_weights, int taps,
                       kit::Border border, cudaStream_t stream) {
  kit::worker::check_launch(dim3(1), "the kit's rolling.cu");
  const auto image = kit::worker::image_from_device(d_input, width, height, 1, stream);
  const kit::SeparableFilter filter{
      "", {row_weights, row_weights + taps}, {column_weights, column_weights + taps}};
  kit::worker::image_to_device(kit::oracle::separable(image, filter, border), d_output, stream);
}

}  // namespace lab05
