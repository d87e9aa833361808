/// @file
/// The lines of an image in device memory, on the host: what lab 08's stand-ins for files that
/// filter lines have in common.
#pragma once

#include <cstddef>
#include <vector>

#include "grader/worker/stand_in.hpp"
#include "lab.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"

namespace lab08 {

using Samples = std::vector<double>;

/// Copies of pixels and spacings, to read line by line.
class HostLines {
 public:
  HostLines(const float4* d_pixels, const float* d_spacing, Lines lines, cudaStream_t stream)
      : lines_(lines), pixels_(count()), spacing_(count()) {
    kit::worker::copy_to_host(d_pixels, pixels_.data(), count(), stream);
    kit::worker::copy_to_host(d_spacing, spacing_.data(), count(), stream);
  }

  std::size_t count() const { return std::size_t(lines_.count) * std::size_t(lines_.length); }
  /// Where pixel k of a line stands.
  std::size_t index(int line, int k) const {
    return std::size_t(line) * std::size_t(lines_.line_step) +
           std::size_t(k) * std::size_t(lines_.pixel_step);
  }
  /// The pixels [part.begin, part.end) of one channel.
  Samples samples(int line, int channel, Section part) const {
    Samples result;
    for (int k = part.begin; k < part.end; ++k) {
      const float4& pixel = pixels_[index(line, k)];
      result.push_back(channel == 0 ? pixel.x : channel == 1 ? pixel.y : pixel.z);
    }
    return result;
  }
  Samples spacing(int line, Section part) const {
    Samples result;
    for (int k = part.begin; k < part.end; ++k) result.push_back(spacing_[index(line, k)]);
    return result;
  }
  Section whole() const { return {0, lines_.length}; }

 private:
  Lines lines_;
  std::vector<float4> pixels_;
  std::vector<float> spacing_;
};

/// Sets one channel of a pixel.
inline void set_channel(float4& pixel, int channel, double value) {
  (channel == 0 ? pixel.x : channel == 1 ? pixel.y : pixel.z) = float(value);
}

/// The reference for the sigma that these constants were made for.
inline kit::oracle::EdgeAwareLine line_filter(const Recursion& recursion) {
  return kit::oracle::EdgeAwareLine(kit::oracle::gaussian_poles().lambda[0].real() /
                                    double(recursion.pole[0].rate.re));
}

}  // namespace lab08
