/// @file
/// Lab 08's stand-in for spacing.cu: the domain transform on the host, by the reference that the
/// cases use.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "grader/worker/stand_in.hpp"
#include "lab.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"

namespace lab08 {

void transform(const uchar4* d_image, float4* d_pixels, float* d_row_spacing,
               float* d_column_spacing, int width, int height, float sigma_s, float sigma_r,
               cudaStream_t stream) {
  const std::size_t count = std::size_t(width) * std::size_t(height);
  std::vector<uchar4> levels(count);
  kit::worker::copy_to_host(d_image, levels.data(), count, stream);
  kit::Image<std::uint8_t> guide(width, height, kChannels);
  std::vector<float4> pixels;
  pixels.reserve(count);
  for (std::size_t n = 0; n < count; ++n) {
    const std::uint8_t channels[kChannels] = {levels[n].x, levels[n].y, levels[n].z};
    for (int c = 0; c < kChannels; ++c) guide.data()[n * kChannels + std::size_t(c)] = channels[c];
    pixels.push_back(
        {float(channels[0] / 255.0), float(channels[1] / 255.0), float(channels[2] / 255.0), 0.0f});
  }
  kit::worker::copy_to_device(pixels.data(), d_pixels, count, stream);
  kit::worker::image_to_device(kit::oracle::row_spacing(guide, sigma_s, sigma_r), d_row_spacing,
                               stream);
  kit::worker::image_to_device(kit::oracle::column_spacing(guide, sigma_s, sigma_r),
                               d_column_spacing, stream);
}

}  // namespace lab08
