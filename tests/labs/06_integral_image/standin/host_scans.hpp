/// @file
/// The sums of lab 06's scans, computed on the host: what both files with scans have stand-ins for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grader/worker/stand_in.hpp"

namespace lab06 {

/// Sums along the rows of an image in device memory, one plane per channel.
template <typename Sum>
void sum_rows_on_host(const std::uint8_t* d_image, Sum* d_rows, int width, int height, int channels,
                      cudaStream_t stream) {
  const auto image = kit::worker::image_from_device(d_image, width, height, channels, stream);
  std::vector<Sum> sums;
  sums.reserve(image.size());
  for (int c = 0; c < channels; ++c)
    for (int y = 0; y < height; ++y) {
      Sum sum = 0;
      for (int x = 0; x < width; ++x) sums.push_back(sum += image.at(x, y, c));
    }
  kit::worker::copy_to_device(sums.data(), d_rows, sums.size(), stream);
}

/// Sums down the columns of planes in device memory, in place.
template <typename Sum>
void sum_columns_on_host(Sum* d_table, int width, int height, int planes, cudaStream_t stream) {
  const std::size_t row = std::size_t(width), plane = row * std::size_t(height);
  std::vector<Sum> sums(plane * std::size_t(planes));
  kit::worker::copy_to_host(d_table, sums.data(), sums.size(), stream);
  for (std::size_t n = 0; n < sums.size(); ++n)
    if (n % plane >= row) sums[n] += sums[n - row];
  kit::worker::copy_to_device(sums.data(), d_table, sums.size(), stream);
}

// A stand-in for a scan along rows, or down columns, with sums of one type.
#define KIT_ROW_SCAN(name, Sum)                                                            \
  void name(const std::uint8_t* d_image, Sum* d_rows, int width, int height, int channels, \
            cudaStream_t stream) {                                                         \
    sum_rows_on_host(d_image, d_rows, width, height, channels, stream);                    \
  }
#define KIT_COLUMN_SCAN(name, Sum)                                                  \
  void name(Sum* d_table, int width, int height, int planes, cudaStream_t stream) { \
    sum_columns_on_host(d_table, width, height, planes, stream);                    \
  }

}  // namespace lab06
