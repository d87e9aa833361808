// The usual mistakes of a box filter whose windows slide over the image, each as the output that it
// would give.
#include <algorithm>
#include <cmath>
#include <vector>

#include "integral_cases.hpp"

namespace kit::grader {
namespace {

/// How a sliding window may be wrong: how much later it begins and ends in each direction, what the
/// sums of its columns, or its own, are modulo (0: exact), and the rows of a walk that begins with
/// nothing (0: it begins with the rows of its first window).
struct Slip {
  int left = 0, right = 0, above = 0, below = 0;
  double column_modulo = 0, modulo = 0;
  int walk = 0;
};

double wrapped(double sum, double modulo) {
  return modulo > 0 ? std::fmod(sum, modulo) : sum;
}

Image<double> slid(const ByteImage& image, int wanted_radius, const Slip& slip) {
  const int width = image.width(), height = image.height();
  const int radius = std::min(wanted_radius, std::max(width, height));
  Image<double> output(width, height, image.channels());
  Image<double> down(width, height + 1);  // sums of the rows before this one
  std::vector<double> along(std::size_t(width) + 1);
  for (int c = 0; c < image.channels(); ++c) {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) down.at(x, y + 1) = down.at(x, y) + image.at(x, y, c);
    for (int y = 0; y < height; ++y) {
      const int above = std::max(y - radius + slip.above, 0);
      const int below = std::max(std::min(y + radius + slip.below, height - 1) + 1, above);
      for (int x = 0; x < width; ++x) {
        double column = below > above ? down.at(x, below) - down.at(x, above) : 0;
        if (slip.walk > 0) {
          const int begin = y / slip.walk * slip.walk;
          column -= down.at(x, std::min(begin + radius, height)) -
                    down.at(x, std::max(begin - radius, 0));
        }
        along[std::size_t(x) + 1] = along[std::size_t(x)] + wrapped(column, slip.column_modulo);
      }
      const int rows = std::min(y + radius, height - 1) - std::max(y - radius, 0) + 1;
      for (int x = 0; x < width; ++x) {
        const int left = std::min(std::max(x - radius + slip.left, 0), width);
        const int right = std::max(std::min(x + radius + slip.right, width - 1) + 1, left);
        const int columns = std::min(x + radius, width - 1) - std::max(x - radius, 0) + 1;
        double sum = along[std::size_t(right)] - along[std::size_t(left)];
        if (sum < 0) sum += 4294967296.0;
        const double count = double(columns) * rows;
        output.at(x, y, c) = std::fmod(std::floor(0.5 + wrapped(sum, slip.modulo) / count), 256);
      }
    }
  }
  return output;
}

}  // namespace

std::vector<Hypothesis> sliding_fault_models(const ByteImage& image, int radius) {
  std::vector<Hypothesis> list = box_fault_models(image, radius);
  const auto add = [&](const char* cause, const char* sentence, const Slip& slip) {
    list.push_back({cause, sentence, slid(image, radius, slip)});
  };
  add("shifted",
      "Row y - radius is missing from the window: the row that leaves is y - radius - 1.",
      {.above = 1});
  add("shifted", "Row y - radius - 1 is still in the window: it leaves when row y is reached.",
      {.above = -1});
  add("shifted", "Row y + radius is missing from the window: it enters when row y is reached.",
      {.below = -1});
  add("shifted",
      "Column x - radius is missing from the window: its left end is the sum of the columns before "
      "it.",
      {.left = 1});
  add("shifted",
      "Column x - radius - 1 is still in the window: its left end is the sum of all columns before "
      "x - radius.",
      {.left = -1});
  add("shifted", "Column x + radius is missing from the window.", {.right = -1});
  add("shifted", "The windows lie one column too far to the right.", {.left = 1, .right = 1});
  add("shifted", "The windows lie one row too low.", {.above = 1, .below = 1});
  for (const int walk : {64, std::max(64, 2 * std::min(radius, image.height() - 1))})
    add("wrong_formula",
        "The sums of the columns begin a walk with 0: before its first row they must hold the rows "
        "of the window that have entered already.",
        {.walk = walk});
  add("narrow_type",
      "The sums of the columns wrap around at 65536: 16 bits hold 257 pixels of 255 and no more.",
      {.column_modulo = 65536});
  add("narrow_type",
      "The sums of the windows wrap around at 65536: 16 bits hold 257 pixels of 255 and no more.",
      {.modulo = 65536});
  return list;
}

}  // namespace kit::grader
