/// @file
/// The model behind convolution_fault_models.hpp, and used only there: a convolution whose taps and
/// whose reads may each be wrong in a way that has a name.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/suite.hpp"
#include "kit/border.hpp"
#include "kit/error.hpp"
#include "kit/filters.hpp"
#include "kit/image.hpp"
#include "labs/convolution/reference/oracle.hpp"

namespace kit::grader {

/// "Any value": what a read outside the image gives is not known.
inline constexpr double kAnything = std::numeric_limits<double>::quiet_NaN();
/// Far enough outside to stand for "no limit", near enough not to overflow in sums.
inline constexpr int kUnlimited = 1 << 24;

/// One product of a convolution: weight times the pixel at (x + dx, y + dy).
struct Tap {
  int dx, dy;
  double weight;
};
using Taps = std::vector<Tap>;

/// The taps of a filter whose weight at column i, row j is weight(i, j).
template <typename Weight>
Taps make_taps(int width, Weight weight) {
  Taps taps;
  const int radius = width / 2;
  for (int j = 0; j < width; ++j) {
    for (int i = 0; i < width; ++i) taps.push_back({i - radius, j - radius, weight(i, j)});
  }
  return taps;
}

/// Columns [left, right) and rows [top, bottom) that the border code takes for the inside.
struct Limits {
  int left, right, top, bottom;
};

/// Everything the mistakes are made from, and the list of them.
class FaultModels {
 public:
  FaultModels(const Image<float>& image, const Filter& filter, Border border)
      : image_(image),
        filter_(filter),
        border_(border),
        width_(image.width()),
        height_(image.height()),
        expected_(oracle::convolve(image, filter, border)),
        taps_(make_taps(filter.width, [&](int i, int j) { return weight(i, j); })) {
    if (image.channels() != 1) throw HarnessError("convolution mistakes: one channel only");
  }

  /// All of them, the most telling first; call once.
  std::vector<Hypothesis> list() {
    add_trivial();
    add_turned_filters();
    add_transposed_images();
    add_shifts();
    add_wrong_weights();
    add_borders();
    add_shifts_of_memory();
    add_scales();
    return std::move(list_);
  }

 private:
  double weight(int i, int j) const {
    const int index = j * filter_.width + i;
    return filter_.weights[std::size_t(index)];
  }

  void add(const char* cause, std::string sentence, Image<double> output) {
    list_.push_back({cause, std::move(sentence), std::move(output)});
  }

  /// What stands in memory at index y * width + x, inside the row or not.
  double memory(std::int64_t index) const {
    const bool inside = index >= 0 && index < std::int64_t(image_.size());
    return inside ? double(image_.data()[index]) : kAnything;
  }

  /// A read under a border rule whose idea of the inside is `limits`.
  double read(int x, int y, Border border, const Limits& limits, std::int64_t offset = 0) const {
    if (border == Border::clamp) {
      x = std::min(std::max(x, limits.left), limits.right - 1);
      y = std::min(std::max(y, limits.top), limits.bottom - 1);
    } else if (x < limits.left || x >= limits.right || y < limits.top || y >= limits.bottom) {
      return 0;
    }
    return memory(std::int64_t(y) * width_ + x + offset);
  }
  double read(int x, int y) const { return read(x, y, border_, {0, width_, 0, height_}); }

  /// The sum over `taps` of what `source(x, y)` reads, for every pixel.
  template <typename Source>
  Image<double> correlate(const Taps& taps, Source source) const {
    Image<double> output(width_, height_);
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) output.at(x, y) = sum(taps, source, x, y);
    }
    return output;
  }
  Image<double> correlate(const Taps& taps) const {
    return correlate(taps, [&](int x, int y) { return read(x, y); });
  }

  /// The same for mistakes that show only where the window comes within a pixel of the edge or
  /// crosses it; elsewhere the output is right.
  template <typename Source>
  Image<double> correlate_near_edge(Source source) const {
    Image<double> output = expected_;
    const int margin = filter_.radius() + 1;
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) {
        if (near_edge(x, y, margin)) output.at(x, y) = sum(taps_, source, x, y);
      }
    }
    return output;
  }

  template <typename Source>
  static double sum(const Taps& taps, Source source, int x, int y) {
    double total = 0;
    for (const Tap& tap : taps) total += tap.weight * source(x + tap.dx, y + tap.dy);
    return total;
  }

  bool near_edge(int x, int y, int margin) const {
    return x < margin || y < margin || x >= width_ - margin || y >= height_ - margin;
  }

  /// value(x, y) for every pixel.
  template <typename Value>
  Image<double> each(Value value) const {
    Image<double> output(width_, height_);
    for (int y = 0; y < height_; ++y) {
      for (int x = 0; x < width_; ++x) output.at(x, y) = value(x, y);
    }
    return output;
  }

  void add_trivial();
  void add_turned_filters();
  void add_transposed_images();
  void add_shifts();
  void add_wrong_weights();
  void add_borders();
  void add_border_limits();
  void add_mixed_borders();
  void add_weights_in_order();
  void add_shifts_of_memory();
  void add_scales();

  const Image<float>& image_;
  const Filter& filter_;
  const Border border_;
  const int width_, height_;
  const Image<double> expected_;
  const Taps taps_;
  std::vector<Hypothesis> list_;
};

/// Keeps the hypotheses that say something: at least a quarter of the values are defined, and not
/// all of those are right. None for images of fewer than 16 values.
std::vector<Hypothesis> drop_uninformative(std::vector<Hypothesis> list,
                                           const Image<double>& expected);

}  // namespace kit::grader
