/// @file
/// What wrong convolutions would give. Each fault model is the oracle with one thing changed,
/// computed in double precision: an output that equals it within rounding was made by that fault,
/// or by one that cannot be told from it.
#include "convolution_fault_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "fault_model.hpp"
#include "kit/compare.hpp"
#include "labs/convolution/reference/oracle.hpp"

namespace kit::grader {

void FaultModels::add_trivial() {
  add("all_zeros",
      "every pixel is 0: is the sum stored, and does it grow with each product of the two loops?",
      each([](int, int) { return 0.0; }));
  add("copied_input", "the output is the input itself: the filter was not applied",
      to_double(image_));
}

void FaultModels::add_turned_filters() {
  const int last = filter_.width - 1;
  const auto turned = [&](auto weight_at) {
    return correlate(make_taps(filter_.width, weight_at));
  };
  add("flipped_filter",
      "the filter is turned by 180 degrees: weight (i, j) belongs to pixel (x + i - radius, y + j "
      "- radius); look at the signs in the index of the filter or of the input",
      turned([&](int i, int j) { return weight(last - i, last - j); }));
  add("transposed_filter",
      "the filter's rows and columns are exchanged: its weight (i, j) stands at index j * "
      "filter_width + i, where i goes with x",
      turned([&](int i, int j) { return weight(j, i); }));
  add("flipped_filter",
      "the filter is mirrored left to right: look at the sign of i in the index of the filter or "
      "of the input",
      turned([&](int i, int j) { return weight(last - i, j); }));
  add("flipped_filter",
      "the filter is mirrored top to bottom: look at the sign of j in the index of the filter or "
      "of the input",
      turned([&](int i, int j) { return weight(i, last - j); }));
  add("transposed_filter",
      "the filter's rows and columns are exchanged and it is turned by 180 degrees: its weight (i, "
      "j) stands at index j * filter_width + i",
      turned([&](int i, int j) { return weight(last - j, last - i); }));
  const char* const sides = ", as if all filters were symmetric: each tap has a weight of its own";
  const auto halves = [&](const char* what, auto weight_at) {
    add("wrong_filter", std::string(what) + sides, turned(weight_at));
  };
  halves("the weights of the filter's left half stand in for those of its right half",
         [&](int i, int j) { return weight(std::min(i, last - i), j); });
  halves("the weights of the filter's right half stand in for those of its left half",
         [&](int i, int j) { return weight(std::max(i, last - i), j); });
  halves("the weights of the filter's upper half stand in for those of its lower half",
         [&](int i, int j) { return weight(i, std::min(j, last - j)); });
  halves("the weights of the filter's lower half stand in for those of its upper half",
         [&](int i, int j) { return weight(i, std::max(j, last - j)); });
  halves("the weights of the filter's first quarter stand in for those of the other three",
         [&](int i, int j) { return weight(std::min(i, last - i), std::min(j, last - j)); });
  halves("the weights of the filter's last quarter stand in for those of the other three",
         [&](int i, int j) { return weight(std::max(i, last - i), std::max(j, last - j)); });
}

void FaultModels::add_transposed_images() {
  Image<double> output(width_, height_, 1, kAnything);
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      output.data()[std::size_t(x) * std::size_t(height_) + std::size_t(y)] = expected_.at(x, y);
    }
  }
  add("transposed",
      "the output is transposed: pixel (x, y) stands at index y * width + x, look at the index of "
      "the store",
      std::move(output));

  // Width and height exchanged throughout: the same memory taken for an image of the other shape.
  Image<float> turned(height_, width_);
  std::copy_n(image_.data(), image_.size(), turned.data());
  const Image<double> filtered = oracle::convolve(turned, filter_, border_);
  Image<double> seen(width_, height_);
  std::copy_n(filtered.data(), filtered.size(), seen.data());
  add("transposed", "width and height are exchanged: look at the order of the arguments",
      std::move(seen));

  // The strides a student may have put in place of `width`, and which coordinate they multiply.
  const auto reads = [&](std::int64_t x_stride, std::int64_t y_stride) {
    return correlate(taps_, [&, x_stride, y_stride](int x, int y) {
      if (border_ == Border::clamp) {
        x = std::min(std::max(x, 0), width_ - 1);
        y = std::min(std::max(y, 0), height_ - 1);
      } else if (x < 0 || y < 0 || x >= width_ || y >= height_) {
        return 0.0;
      }
      return memory(x * x_stride + y * y_stride);
    });
  };
  const char* const exchanged =
      "the input is read transposed: pixel (x, y) stands at index y * width + x, look at the "
      "index of the load";
  add("transposed", exchanged, reads(height_, 1));
  add("transposed", exchanged, reads(width_, 1));
  add("transposed",
      "rows of the input are taken to be height long: pixel (x, y) stands at index y * width + x",
      reads(1, height_));
}

void FaultModels::add_shifts() {
  const auto shifted = [&](int dx, int dy) {
    return correlate(taps_, [&, dx, dy](int x, int y) { return read(x + dx, y + dy); });
  };
  const auto pixels = [](int dx, int dy) { return fmt::format("({}, {})", dx, dy); };
  // Both axes first: a wrong radius moves both.
  constexpr std::pair<int, int> kSteps[] = {{1, 1}, {-1, -1}, {1, 0},  {-1, 0},
                                            {0, 1}, {0, -1},  {1, -1}, {-1, 1}};
  for (const auto& [dx, dy] : kSteps) {
    add("shifted",
        "every sum is read " + pixels(dx, dy) +
            " pixels away from where it belongs: the window of pixel (x, y) starts at (x - "
            "radius, y - radius) with radius = filter_width / 2",
        shifted(dx, dy));
  }
  // The radius not subtracted, added where it must be subtracted, or subtracted twice.
  const int radius = filter_.radius();
  constexpr std::pair<int, int> kRadii[] = {{1, 1}, {1, 0}, {0, 1},  {2, 2},
                                            {2, 0}, {0, 2}, {-1, -1}};
  for (const auto& [x, y] : kRadii) {
    add("shifted",
        fmt::format(
            "every sum is read {} pixels away from where it belongs, with a radius of {}: the "
            "window of pixel (x, y) starts at (x - radius, y - radius)",
            pixels(x * radius, y * radius), radius),
        shifted(x * radius, y * radius));
  }
  const auto mirrored = [&](int x, int y) {
    return correlate(make_taps(filter_.width,
                               [&](int i, int j) {
                                 return weight(x ? filter_.width - 1 - i : i,
                                               y ? filter_.width - 1 - j : j);
                               }),
                     [&, x, y](int column, int row) {
                       return read(column - 2 * x * radius, row - 2 * y * radius);
                     });
  };
  const char* const backwards =
      "the window runs backwards from (x - radius, y - radius): weight (i, j) belongs to pixel (x "
      "+ i - radius, y + j - radius)";
  add("flipped_filter", backwards, mirrored(1, 0));
  add("flipped_filter", backwards, mirrored(0, 1));
  add("flipped_filter", backwards, mirrored(1, 1));
}

/// Right border test, wrong index after it: the read wraps into the neighbouring row.
void FaultModels::add_shifts_of_memory() {
  constexpr std::pair<int, const char*> kSides[] = {{1, "right"}, {-1, "left"}};
  for (const auto& [step, side] : kSides) {
    add("shifted",
        std::string("every pixel is loaded one too far to the ") + side +
            ": look at the index of the load, after the border test",
        correlate(taps_, [&, offset = step](int x, int y) {
          return read(x, y, border_, {0, width_, 0, height_}, offset);
        }));
    add("shifted",
        std::string("every pixel is loaded one row too ") + (step > 0 ? "low" : "high") +
            ": look at the index of the load, after the border test",
        correlate(taps_, [&, offset = step * width_](int x, int y) {
          return read(x, y, border_, {0, width_, 0, height_}, offset);
        }));
  }
  Image<double> late(width_, height_, 1, kAnything), early = late;
  const std::size_t count = expected_.size();
  for (std::size_t n = 0; n + 1 < count; ++n) {
    late.data()[n + 1] = expected_.data()[n];
    early.data()[n] = expected_.data()[n + 1];
  }
  add("shifted", "every result is stored one pixel too far to the right: look at the store's index",
      std::move(late));
  add("shifted", "every result is stored one pixel too far to the left: look at the store's index",
      std::move(early));
}

void FaultModels::add_wrong_weights() {
  const int last = filter_.width - 1;
  const int middle = filter_.radius();
  const auto without = [&](auto dropped) {
    return correlate(
        make_taps(filter_.width, [&](int i, int j) { return dropped(i, j) ? 0.0 : weight(i, j); }));
  };
  const auto lacks = [](const char* what, const char* where) {
    return std::string("the filter's ") + what + " is left out: " + where;
  };
  const char* const ends = "look at where the two loops over the filter end";
  const char* const starts = "look at where the two loops over the filter start";
  add("wrong_filter", lacks("last row and column", ends),
      without([=](int i, int j) { return i == last || j == last; }));
  add("wrong_filter", lacks("first row and column", starts),
      without([](int i, int j) { return i == 0 || j == 0; }));
  add("wrong_filter", lacks("last row", ends), without([=](int, int j) { return j == last; }));
  add("wrong_filter", lacks("last column", ends), without([=](int i, int) { return i == last; }));
  add("wrong_filter", lacks("first row", starts), without([](int, int j) { return j == 0; }));
  add("wrong_filter", lacks("first column", starts), without([](int i, int) { return i == 0; }));
  add("wrong_filter", lacks("outer ring", "is the radius filter_width / 2?"),
      without([=](int i, int j) { return i == 0 || j == 0 || i == last || j == last; }));
  const char* const steps = "do both loops over the filter go in steps of one?";
  add("wrong_filter", lacks("every second row", steps),
      without([](int, int j) { return j % 2 == 1; }));
  add("wrong_filter", lacks("every second column", steps),
      without([](int i, int) { return i % 2 == 1; }));
  const char* const mixed =
      "the pixels lie on a diagonal: one loop variable is used for both x and y of the pixel";
  Taps by_row = taps_, by_column = taps_;
  for (Tap& tap : by_row) tap.dx = tap.dy;
  for (Tap& tap : by_column) tap.dy = tap.dx;
  add("wrong_filter", mixed, correlate(by_row));
  add("wrong_filter", mixed, correlate(by_column));
  add("wrong_filter", lacks("centre", "every tap counts, the middle one too"),
      without([=](int i, int j) { return i == middle && j == middle; }));

  const char* const one =
      "only one product reaches the result: the sum must grow with +=, and be "
      "stored after the loops";
  add("wrong_filter", one, without([=](int i, int j) { return i != last || j != last; }));
  add("wrong_filter", one, without([](int i, int j) { return i != 0 || j != 0; }));
  add("wrong_filter",
      "only the last row of the filter reaches the result: the sum starts once per "
      "pixel, before both loops",
      without([=](int, int j) { return j != last; }));
  add("wrong_filter",
      "only the first row of the filter is used: the filter's index is j * "
      "filter_width + i",
      correlate(make_taps(filter_.width, [&](int i, int) { return weight(i, 0); })));
  const auto wrong_stride = [&](int stride) {
    return correlate(make_taps(filter_.width, [&, stride](int i, int j) {
      const std::size_t index = std::size_t(j) * std::size_t(stride) + std::size_t(i);
      return index < filter_.weights.size() ? double(filter_.weights[index]) : kAnything;
    }));
  };
  add("wrong_filter", "the filter's index is j * filter_width + i: its rows are filter_width long",
      wrong_stride(last));
  add("wrong_filter",
      "the filter's index is j * filter_width + i, not with the radius for the width",
      wrong_stride(middle));
  if (middle > 0) {
    const int inner = filter_.width - 2;
    add("wrong_filter", "the window is two pixels too narrow: is the radius filter_width / 2?",
        correlate(make_taps(inner, [&](int i, int j) { return weight(i, j); })));
  }

  const auto adds = [&](auto product) {
    return each([&](int x, int y) {
      double total = 0;
      for (const Tap& tap : taps_) total += product(tap.weight, read(x + tap.dx, y + tap.dy));
      return total;
    });
  };
  add("wrong_filter", "weight and pixel are added where they must be multiplied",
      adds([](double w, double p) { return w + p; }));
  add("wrong_filter", "the pixels are summed without their weights",
      adds([](double, double p) { return p; }));
  add("wrong_filter", "the sum starts from the input pixel where it must start from 0",
      each([&](int x, int y) { return expected_.at(x, y) + double(image_.at(x, y)); }));
  add("wrong_filter", "the sum starts from 1 where it must start from 0",
      each([&](int x, int y) { return expected_.at(x, y) + 1.0; }));
}

void FaultModels::add_scales() {
  double total = 0;
  for (const Tap& tap : taps_) total += tap.weight;
  const auto changed = [&](auto change) {
    return each([&](int x, int y) { return change(expected_.at(x, y)); });
  };
  const double taps = double(taps_.size());
  add("scaled", "the result has the wrong sign", changed([](double v) { return -v; }));
  add("scaled",
      "the result is divided by the sum of the weights: the weights are to be used as they are",
      changed([=](double v) { return std::abs(total) > 1e-3 ? v / total : kAnything; }));
  add("scaled", "the result is divided by the number of weights: they are to be used as they are",
      changed([=](double v) { return v / taps; }));
  add("scaled", "the result is 255 times too large: pixels are in [0, 1] here, in and out",
      changed([](double v) { return v * 255; }));
  add("scaled", "the result is 255 times too small: pixels are in [0, 1] here, in and out",
      changed([](double v) { return v / 255; }));
  add("scaled", "the result is limited to [0, 1]: it may be negative or above 1, and is wanted so",
      changed([](double v) { return std::clamp(v, 0.0, 1.0); }));
  add("scaled", "negative results are set to 0: they are wanted as they are",
      changed([](double v) { return std::max(v, 0.0); }));
  add("scaled", "the result's sign is lost: it may be negative, and is wanted so",
      changed([](double v) { return std::abs(v); }));
}

/// With fewer values, some mistake fits by luck.
constexpr std::size_t kMinValues = 16;

std::vector<Hypothesis> drop_uninformative(std::vector<Hypothesis> list,
                                           const Image<double>& expected) {
  const auto says_nothing = [&](const Hypothesis& hypothesis) {
    std::size_t defined = 0;
    bool differs = false;
    for (std::size_t n = 0; n < expected.size(); ++n) {
      const double value = hypothesis.output.data()[n];
      if (!is_finite(value)) continue;
      ++defined;
      differs |= std::abs(value - expected.data()[n]) > 1e-7;
    }
    return 4 * defined < expected.size() || !differs;
  };
  if (expected.size() < kMinValues) return {};
  std::erase_if(list, says_nothing);
  return list;
}

std::vector<Hypothesis> convolution_fault_models(const Image<float>& image, const Filter& filter,
                                                 Border border) {
  return drop_uninformative(FaultModels(image, filter, border).list(),
                            oracle::convolve(image, filter, border));
}

}  // namespace kit::grader
