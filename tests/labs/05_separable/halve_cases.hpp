/// @file
/// Lab 05's bug to find: images of half the size, in two passes.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/block_shape.hpp"
#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "grader/protocol/tensor.hpp"
#include "kit/synthetic.hpp"
#include "labs/05_separable/reference/halve.hpp"

namespace kit::grader::lab05 {

/// Two passes of which `first` makes the intermediate image's pixel (x, y) and `second` the
/// output's.
template <typename First, typename Second>
Image<double> two_halvings(const Image<float>& image, First first, Second second) {
  const int width = (image.width() + 1) / 2, height = (image.height() + 1) / 2;
  Image<double> between(width, image.height()), output(width, height);
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < width; ++x) between.at(x, y) = first(x, y);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) output.at(x, y) = second(between, x, y);
  return output;
}

inline std::vector<Hypothesis> halve_fault_models(const Image<float>& image) {
  const int width = image.width(), height = image.height();
  const auto at = [&](int x, int y) { return double(image.at(x, y)); };
  const auto row_mean = [&](int x, int y) {
    return (at(2 * x, y) + at(std::min(2 * x + 1, width - 1), y)) / 2;
  };
  const auto column_mean = [&](const Image<double>& between, int x, int y) {
    return (between.at(x, 2 * y) + between.at(x, std::min(2 * y + 1, height - 1))) / 2;
  };
  // Pixel (x, y) where rows are thought to have `pitch` pixels; beyond the end lies anything.
  const auto with_pitch = [](const auto& pixels, int x, int y, int pitch) {
    const std::size_t index = std::size_t(y) * std::size_t(pitch) + std::size_t(x);
    return index < pixels.size() ? double(pixels.data()[index])
                                 : std::numeric_limits<double>::quiet_NaN();
  };
  const int last = height - 1, half_width = (width + 1) / 2;
  std::vector<Hypothesis> list;
  list.push_back(
      {"wrong_pitch",
       "the second pass takes the rows of the intermediate image to be as long as those of the "
       "input: a row of what a pass reads begins at y times the width of that image",
       two_halvings(image, row_mean, [&](const Image<double>& between, int x, int y) {
         return (with_pitch(between, x, 2 * y, width) +
                 with_pitch(between, x, std::min(2 * y + 1, last), width)) /
                2;
       })});
  list.push_back(
      {"wrong_pitch",
       "the first pass takes the rows of the input to be as long as those of the intermediate "
       "image: a row of what a pass reads begins at y times the width of that image",
       two_halvings(
           image,
           [&](int x, int y) {
             return (with_pitch(image, 2 * x, y, half_width) +
                     with_pitch(image, std::min(2 * x + 1, width - 1), y, half_width)) /
                    2;
           },
           column_mean)});
  list.push_back({"wrong_formula",
                  "the second pass reads the input and not what the first pass wrote",
                  two_halvings(image, row_mean, [&](const Image<double>&, int x, int y) {
                    return (with_pitch(image, x, 2 * y, half_width) +
                            with_pitch(image, x, std::min(2 * y + 1, last), half_width)) /
                           2;
                  })});
  list.push_back({"wrong_border",
                  "an image of odd width has no pixel 2 x + 1 for its last x: there the last pixel "
                  "of the row counts twice, not the first of the next row",
                  two_halvings(
                      image,
                      [&](int x, int y) {
                        return (at(2 * x, y) + with_pitch(image, 2 * x + 1, y, width)) / 2;
                      },
                      column_mean)});
  list.push_back({"wrong_formula", "the second pass takes every other row and no mean",
                  two_halvings(image, row_mean, [](const Image<double>& between, int x, int y) {
                    return between.at(x, 2 * y);
                  })});
  const auto twice_row_mean = [&](int x, int y) { return 2 * row_mean(x, y); };
  list.push_back({"not_normalised", "a mean of two is half of their sum, in both passes",
                  two_halvings(image, twice_row_mean, column_mean)});
  return list;
}

struct HalveProblem {
  int width, height;
  BlockShape block;
};

// Odd and even sizes, single rows and columns, and blocks larger than the image.
inline constexpr HalveProblem kHalveProblems[] = {{38, 21, {16, 16}},
                                                  {37, 22, {20, 5}},
                                                  {65, 33, {32, 8}},
                                                  {1, 1, {32, 8}},
                                                  {67, 1, {8, 8}},
                                                  {1, 67, {64, 1}},
                                                  {2, 2, {32, 8}},
                                                  {2, 31, {32, 4}},
                                                  {3, 30, {1, 64}},
                                                  {30, 3, {16, 16}},
                                                  {9, 8, {32, 32}},
                                                  {128, 64, {32, 8}},
                                                  {97, 50, {1, 64}},
                                                  {160, 121, {256, 1}},
                                                  {kThinLength, 1, {128, 2}},
                                                  {1, kThinLength, {2, 128}},
                                                  {2061, 3, {1024, 1}},
                                                  {3, 2061, {1, 1024}}};

inline std::vector<Case> halve_cases(std::uint64_t seed) {
  std::vector<Case> list;
  Random random(seed);
  for (const auto& [width, height, block] : kHalveProblems) {
    const Image<float> image = noise(width, height, random.next());
    Case one;
    one.name = fmt::format("half of {}x{}, block {}", width, height, to_text(block));
    one.stage = "bug";
    one.call.function = "halve";
    one.call.params = {{"block", to_json(block)}};
    one.call.inputs.push_back({to_tensor(image)});
    one.expect_linear([](const Tensor& input) { return oracle::halve(to_float_image(input)); });
    one.call.outputs.push_back({DType::f32, one.expected.width(), one.expected.height(), 1});
    // Each pass rounds a sum below 2 once, to a multiple of 2^-23, and halves it exactly.
    one.tolerance = 2 * 0x1p-25;
    one.hypotheses = [image] { return halve_fault_models(image); };
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace kit::grader::lab05
