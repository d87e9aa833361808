/// @file
/// Lab 04's stand-in for tiled.cu: convolve() on the host, by the reference that the cases use.
#include <cstddef>

#include "grader/worker/stand_in.hpp"
#include "kit/filters.hpp"
#include "lab.hpp"
#include "labs/convolution/reference/oracle.hpp"

namespace lab04 {

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  kit::worker::check_launch(block, "the kit's tiled.cu");
  // A launch with a larger tile is refused.
  const std::size_t halo = std::size_t(filter_width) - 1;
  KIT_CHECK(sizeof(float) * (block.x + halo) * (block.y + halo) <= kMaxTileBytes
                ? cudaSuccess
                : cudaErrorInvalidValue);
  const auto image = kit::worker::image_from_device(d_input, width, height, 1, stream);
  const std::size_t weights = std::size_t(filter_width) * filter_width;
  const kit::Filter whole{"", filter_width, {filter, filter + weights}};
  kit::worker::image_to_device(kit::oracle::convolve(image, whole, border), d_output, stream);
}

}  // namespace lab04
