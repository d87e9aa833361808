/// @file
/// The definitions of lab06's small stages, word for word. No sum of theirs leaves 64 bits.
#include "warp_tools.hpp"

#include <algorithm>
#include <cstddef>

namespace kit::oracle {
namespace {

constexpr int kPart = 32;  // pixels

}  // namespace

std::vector<std::uint32_t> histogram(const Image<std::uint8_t>& image) {
  std::vector<std::uint32_t> counts(256);
  for (const std::uint8_t level : image.values()) ++counts[level];
  return counts;
}

Image<std::uint8_t> differences_in_parts(const Image<std::uint8_t>& image) {
  Image<std::uint8_t> output(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (x % kPart == 0) continue;
      const auto [low, high] = std::minmax(image.at(x, y), image.at(x - 1, y));
      output.at(x, y) = static_cast<std::uint8_t>(high - low);
    }
  }
  return output;
}

Image<std::uint8_t> means_of_parts(const Image<std::uint8_t>& image) {
  Image<std::uint8_t> output(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    for (int begin = 0; begin < image.width(); begin += kPart) {
      const int end = std::min(begin + kPart, image.width());
      int sum = 0;
      for (int x = begin; x < end; ++x) sum += image.at(x, y);
      const int count = end - begin;
      for (int x = begin; x < end; ++x) {
        output.at(x, y) = static_cast<std::uint8_t>((2 * sum + count) / (2 * count));
      }
    }
  }
  return output;
}

std::vector<std::uint64_t> sums_of_frames(const Image<std::uint8_t>& image, int frames) {
  std::vector<std::uint64_t> sums;
  const int height = image.height() / frames;
  for (int frame = 0; frame < frames; ++frame) {
    std::uint64_t sum = 0;
    for (int y = frame * height; y < (frame + 1) * height; ++y) {
      for (int x = 0; x < image.width(); ++x) sum += image.at(x, y);
    }
    sums.push_back(sum);
  }
  return sums;
}

Image<std::uint8_t> stretched_rows(const Image<std::uint8_t>& image) {
  Image<std::uint8_t> output(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    const std::uint8_t* const row = image.data() + std::ptrdiff_t(y) * image.width();
    const auto [darkest, brightest] = std::minmax_element(row, row + image.width());
    const int range = *brightest - *darkest;
    for (int x = 0; x < image.width() && range > 0; ++x) {
      output.at(x, y) = static_cast<std::uint8_t>(255 * (row[x] - *darkest) / range);
    }
  }
  return output;
}

}  // namespace kit::oracle
