/// @file
/// Lab 02's stand-in for naive.cu: convolve() on the host, by the reference that the cases use.
#include <cstddef>
#include <vector>

#include "grader/worker/stand_in.hpp"
#include "kit/filters.hpp"
#include "lab.hpp"
#include "labs/convolution/reference/oracle.hpp"

namespace lab02 {

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  kit::worker::check_launch(block, "the kit's naive.cu");
  const auto image = kit::worker::image_from_device(d_input, width, height, 1, stream);
  kit::Filter filter{"", filter_width, {}};
  filter.weights.resize(std::size_t(filter_width) * filter_width);
  kit::worker::copy_to_host(d_filter, filter.weights.data(), filter.weights.size(), stream);
  kit::worker::image_to_device(kit::oracle::convolve(image, filter, border), d_output, stream);
}

}  // namespace lab02
