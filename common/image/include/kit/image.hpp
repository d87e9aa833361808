/// @file
/// An image that owns its pixels: row-major, channels interleaved, no padding between rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kit/error.hpp"

namespace kit {

/// Width x height pixels of `channels` interleaved values each. Element (x, y, c) stands at
/// `(y * width + x) * channels + c`. Floating-point images hold values in [0, 1] unless a
/// function says otherwise; 8-bit images hold grey levels 0 to 255.
template <typename T>
class Image {
 public:
  /// No pixels.
  Image() = default;
  /// Every value is `fill`. Throws InputError if a number is negative.
  Image(int width, int height, int channels = 1, T fill = T{})
      : width_(width),
        height_(height),
        channels_(channels),
        values_(count(width, height, channels), fill) {}

  /// Pixels per row.
  int width() const { return width_; }
  /// Rows.
  int height() const { return height_; }
  /// Values per pixel.
  int channels() const { return channels_; }
  /// True without pixels.
  bool empty() const { return values_.empty(); }
  /// Number of values: width * height * channels.
  std::size_t size() const { return values_.size(); }

  /// The first value; the others follow without gaps.
  T* data() { return values_.data(); }
  /// The same, not to be changed.
  const T* data() const { return values_.data(); }
  /// All values in order.
  std::span<T> values() { return values_; }
  /// The same, not to be changed.
  std::span<const T> values() const { return values_; }

  /// Value at column x, row y, channel c; unchecked.
  T& at(int x, int y, int c = 0) { return values_[index(x, y, c)]; }
  /// The same, not to be changed.
  const T& at(int x, int y, int c = 0) const { return values_[index(x, y, c)]; }

  /// Equal if size, channels and all values are; a NaN equals nothing.
  bool operator==(const Image&) const = default;

 private:
  static std::size_t count(int width, int height, int channels) {
    if (width < 0 || height < 0 || channels < 0) {
      throw InputError("an image cannot have negative size: " + std::to_string(width) + " x " +
                       std::to_string(height) + " x " + std::to_string(channels));
    }
    return std::size_t(width) * std::size_t(height) * std::size_t(channels);
  }
  std::size_t index(int x, int y, int c) const {
    return (std::size_t(y) * std::size_t(width_) + std::size_t(x)) * std::size_t(channels_) +
           std::size_t(c);
  }

  int width_ = 0;
  int height_ = 0;
  int channels_ = 0;
  std::vector<T> values_;
};

/// Grey levels 0..255 to [0, 1], divided by 255.
Image<float> to_float(const Image<std::uint8_t>& image);

/// [0, 1] to grey levels: clamped, times 255, rounded half up. NaN becomes 0.
Image<std::uint8_t> to_bytes(const Image<float>& image);

/// The same values in double precision.
Image<double> to_double(const Image<float>& image);

/// Channel c (0-based) as an image of one channel. Throws InputError if there is no such channel.
Image<float> channel(const Image<float>& image, int c);

/// Copies a one-channel image of the same width and height into channel c of `image`. Throws
/// InputError if the sizes differ or there is no such channel.
void set_channel(Image<float>& image, int c, const Image<float>& values);

}  // namespace kit
