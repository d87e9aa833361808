/// @file
/// Lab 07's bug to find: peaks that fade down the columns.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "grader/protocol/tensor.hpp"
#include "kit/synthetic.hpp"
#include "labs/07_recursive_gaussian/reference/peaks.hpp"

namespace kit::grader::lab07 {

inline constexpr int kPeakBlocks = 4;  // of the contract

/// The recursion with another start of column x and another step; before(x, out) is what stands
/// above the column's first pixel.
template <typename Before, typename Step>
Image<double> faded(const Image<float>& image, Before before, Step step) {
  Image<double> out(image.width(), image.height());
  for (int x = 0; x < image.width(); ++x) {
    double peak = before(x, out);
    for (int y = 0; y < image.height(); ++y) out.at(x, y) = peak = step(x, y, peak);
  }
  return out;
}

inline std::vector<Hypothesis> peak_fault_models(const Image<float>& image, double fade,
                                                 int threads) {
  std::vector<Hypothesis> list;
  const auto in = [&](int x, int y) { return double(image.at(x, y)); };
  const auto right_step = [&](int x, int y, double peak) {
    return std::max(in(x, y), fade * peak);
  };
  const auto nothing = [](int, const Image<double>&) { return 0.0; };
  if (image.width() > threads)
    list.push_back(
        {"wrong_border",
         fmt::format("columns from {} on are the second, third ... of their thread, and begin with "
                     "the peak at the end of the column before: the state of a recursion starts "
                     "anew with every line",
                     threads),
         faded(
             image,
             [&](int x, const Image<double>& out) {
               return x < threads ? 0.0 : out.at(x - threads, image.height() - 1);
             },
             right_step)});
  list.push_back(
      {"wrong_formula", "peaks do not fade",
       faded(image, nothing, [&](int x, int y, double peak) { return std::max(in(x, y), peak); })});
  list.push_back({"wrong_formula",
                  "each pixel is compared with the pixel above and not with what has become of it: "
                  "a peak reaches one pixel far",
                  faded(image, nothing, [&](int x, int y, double) {
                    return std::max(in(x, y), y > 0 ? fade * in(x, y - 1) : 0.0);
                  })});
  list.push_back({"wrong_formula", "the pixel itself fades, and not only what stands above it",
                  faded(image, nothing, [&](int x, int y, double peak) {
                    return fade * std::max(in(x, y), peak);
                  })});
  return list;
}

struct PeakProblem {
  int width, height;
  int lines_per_block;
  double fade;
};

// Fewer columns than threads, as many, and several times as many.
inline constexpr PeakProblem kPeakProblems[] = {
    {37, 21, 32, 0.875}, {40, 50, 8, 0.875},   {65, 33, 16, 0.5},  {16, 9, 4, 0.75},
    {67, 1, 8, 0.75},    {1, 67, 4, 0.96875},  {1, 1, 32, 0.5},    {150, 40, 20, 0.9375},
    {128, 30, 32, 0.75}, {129, 30, 32, 0.75},  {33, 2, 4, 0.625},  {97, 60, 64, 0.984375},
    {48, 25, 4, 0},      {320, 120, 16, 0.75}, {530, 3, 128, 0.5}, {kThinLength, 1, 128, 0.5}};

/// Noise whose first row is dark, so that what a column should not have begun with shows there.
inline Image<float> dark_above(int width, int height, std::uint64_t seed) {
  Image<float> image = noise(width, height, seed);
  for (int x = 0; x < width; ++x) image.at(x, 0) *= 0.125f;
  return image;
}

inline std::vector<Case> peak_cases(std::uint64_t seed) {
  std::vector<Case> list;
  Random random(seed);
  for (const auto& [width, height, lines_per_block, fade] : kPeakProblems) {
    const Image<float> image = dark_above(width, height, random.next());
    Case one;
    one.name = fmt::format("peaks, {}x{}, fade {:g}, {} threads per block", width, height, fade,
                           lines_per_block);
    one.stage = "bug";
    one.call.function = "fade_peaks";
    one.call.params = {{"fade", fade}, {"lines_per_block", lines_per_block}};
    one.call.inputs.push_back({to_tensor(image)});
    one.call.outputs.push_back({DType::f32, width, height, 1});
    one.expected = oracle::fade_peaks(image, fade);
    // A product below 1 is off by 2^-25, and what becomes of that fades too.
    one.tolerance = 0x1p-25 / (1 - fade);
    one.hypotheses = [=, fade = fade, threads = kPeakBlocks * lines_per_block] {
      return peak_fault_models(image, fade, threads);
    };
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace kit::grader::lab07
