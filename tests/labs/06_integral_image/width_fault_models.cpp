// The mistakes of lab 06 that have to do with how many bits a number has.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "integral_cases.hpp"

namespace kit::grader {
namespace {

constexpr std::uint64_t kLow32 = 0xffffffff;

/// Sums down the columns of 64-bit values, which stand in two numbers each. `of_part` is what the
/// rows below a part, of so many rows, hear of its sum.
Image<double> sums_of_pairs(const SumPlanes& values, int planes, int part,
                            const std::function<std::uint64_t(std::uint64_t)>& of_part) {
  Image<double> output(values.width(), values.height());
  const int height = values.height() / planes;
  for (int x = 0; x < values.width(); x += 2) {
    std::uint64_t above = 0, within = 0;
    for (int y = 0; y < values.height(); ++y) {
      const int row = y % height;
      if (row == 0) above = within = 0;
      if (row > 0 && row % part == 0) {
        above += of_part(within);
        within = 0;
      }
      within += values.at(x, y) | std::uint64_t(values.at(x + 1, y)) << 32;
      const std::uint64_t sum = above + within;
      output.at(x, y) = double(sum & kLow32);
      output.at(x + 1, y) = double(sum >> 32);
    }
  }
  return output;
}

/// What a program answers that compares this number of pixels, of windows that may be clipped to
/// the image, with a limit.
struct LimitVariant {
  double most = double(kLow32) / 255;
  bool clips = true;
  bool whole_image = false;
  bool but_radius_0 = false;  ///< of which the window is asked about all the same
  bool side_in_int = false;   ///< 2 * radius + 1 overflows
};

Image<double> answers(const std::vector<int>& questions, const LimitVariant& variant) {
  const int count = int(questions.size() / 3);
  Image<double> output(1, count);
  for (int n = 0; n < count; ++n) {
    const int* const asked = questions.data() + std::ptrdiff_t(3 * n);
    double window = 2.0 * asked[2] + 1;
    if (variant.side_in_int && window > std::numeric_limits<int>::max()) window -= 4294967296.0;
    const auto side = [&](int size) {
      if (variant.whole_image && !(variant.but_radius_0 && asked[2] == 0)) return double(size);
      return variant.clips ? std::min(window, double(size)) : window;
    };
    output.at(0, n) = side(asked[0]) * side(asked[1]) > variant.most ? 1 : 0;
  }
  return output;
}

}  // namespace

std::vector<Hypothesis> wide_column_fault_models(const SumPlanes& values, int planes) {
  std::vector<Hypothesis> list;
  const int height = values.height() / planes;
  for (int part = 8; part <= 256 && part < height; part *= 2)
    list.push_back(
        {"narrow_type",
         fmt::format("what {} rows sum up to goes to the rows below in 32 bits, where the "
                     "sums have 64",
                     part),
         sums_of_pairs(values, planes, part, [](std::uint64_t sum) { return sum & kLow32; })});
  list.push_back(
      {"narrow_type", "the sums have 32 bits: a template's type is not used somewhere",
       sums_of_pairs(values, planes, 1, [](std::uint64_t sum) { return sum & kLow32; })});
  return list;
}

std::vector<Hypothesis> limit_fault_models(const std::vector<int>& questions) {
  constexpr double kSigned = 0x7fffffff;
  const auto variant = [&](const char* cause, const char* sentence, const LimitVariant& one) {
    return Hypothesis{cause, sentence, answers(questions, one)};
  };
  return {
      variant("wrong_number",
              "the limit is that of signed 32-bit numbers: unsigned sums hold up to 2^32 - 1, "
              "twice as much",
              {.most = kSigned / 255}),
      variant("wrong_number", "the limit does not take into account that a pixel may be 255",
              {.most = double(kLow32)}),
      variant("wrong_operator",
              "the largest window whose sum still fits is taken for too large: compare by >",
              {.most = double(kLow32) / 255 - 1}),
      variant("wrong_bound",
              "the window is not clipped to the image: no more pixels than the image has count",
              {.clips = false}),
      variant(
          "wrong_variable",
          "the whole image is asked about: only sums over a window must fit, and differences of "
          "the table's sums are right though these wrap around",
          {.whole_image = true}),
      variant("wrong_variable",
              "the whole image is asked about wherever the radius is above 0: only sums over a "
              "window must fit, and differences of the table's sums are right though these wrap "
              "around",
              {.whole_image = true, .but_radius_0 = true}),
      variant("narrow_type",
              "2 * radius + 1 is computed in int, where it overflows for the largest radius",
              {.side_in_int = true}),
  };
}

std::vector<Hypothesis> band_fault_models(const SumPlanes& table, int radius, int skip) {
  const int width = table.width(), rows = table.height();
  Image<double> output(width, rows - skip);
  for (int y = skip; y < rows; ++y) {
    for (int x = 0; x < width; ++x) {
      const int left = std::max(x - radius, 0) - 1, right = std::min(x + radius, width - 1);
      const int above = std::max(y - radius, 0) - 1, below = std::min(y + radius, rows - 1);
      std::int64_t sum = table.at(right, below);
      if (above >= 0) sum -= table.at(right, above);
      if (left >= 0) sum -= table.at(left, below);
      if (above >= 0 && left >= 0) sum += table.at(left, above);
      const std::int64_t count = std::int64_t(right - left) * (below - above);
      const std::int64_t mean = sum / count, rest = sum - mean * count;
      output.at(x, y - skip) = std::uint8_t(mean + (rest >= count - rest ? 1 : 0));
    }
  }
  return {
      {"integer_type",
       "differences of the table's sums are taken in 64 bits, where they do not wrap around: sums "
       "modulo 2^32 have to be subtracted as unsigned 32-bit numbers",
       std::move(output)}};
}

}  // namespace kit::grader
