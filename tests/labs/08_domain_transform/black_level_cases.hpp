/// @file
/// Lab 08's bug to find: the black level of each line.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/evidence.hpp"
#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "grader/protocol/tensor.hpp"
#include "kit/synthetic.hpp"
#include "labs/08_domain_transform/reference/black_level.hpp"

namespace kit::grader::lab08 {

/// Every line has a black level of its own, which one of its pixels has; the others are brighter.
inline Image<std::uint8_t> lines_of_levels(int width, int height, bool rows, std::uint64_t seed) {
  Random random(seed);
  const int count = rows ? height : width, length = rows ? width : height;
  Image<std::uint8_t> image(width, height);
  for (int line = 0; line < count; ++line) {
    const int black = random.integer(10, 150), darkest = random.integer(0, length - 1);
    for (int k = 0; k < length; ++k) {
      const int level = k == darkest ? black : random.integer(black + 5, 255);
      image.at(rows ? k : line, rows ? line : k) = std::uint8_t(level);
    }
  }
  return image;
}

/// The smallest over those pixels k of each line that `looked_at` selects; pixels below it wrap
/// around, as bytes do.
template <typename LookedAt>
Image<double> subtract_partly(const Image<std::uint8_t>& image, bool rows, LookedAt looked_at) {
  const int count = rows ? image.height() : image.width();
  const int length = rows ? image.width() : image.height();
  Image<double> result(image.width(), image.height());
  for (int line = 0; line < count; ++line) {
    int black = 255;
    const auto at = [&](auto& pixels, int k) -> auto& {
      return pixels.at(rows ? k : line, rows ? line : k);
    };
    for (int k = 0; k < length; ++k)
      if (looked_at(k)) black = std::min(black, int(at(image, k)));
    for (int k = 0; k < length; ++k) at(result, k) = std::uint8_t(at(image, k) - black);
  }
  return result;
}

inline std::vector<Hypothesis> black_level_fault_models(const Image<std::uint8_t>& image,
                                                        bool rows) {
  constexpr int kThreads = 128;  // of the file's blocks
  const auto model = [&](const char* sentence, auto looked_at) -> Hypothesis {
    return {"wrong_formula", sentence, subtract_partly(image, rows, looked_at)};
  };
  return {model("each thread looks at one pixel only, so that the black level is that of the first "
                "128 pixels: a longer line takes a loop",
                [](int k) { return k < kThreads; }),
          model("the last step of the reduction is missing: the black level is that of the pixels "
                "of even threads",
                [](int k) { return k % 2 == 0; }),
          model("the first step of the reduction is missing: the black level is that of the pixels "
                "of the first 64 threads",
                [](int k) { return k % kThreads < kThreads / 2; }),
          model("the black level is that of the pixels of thread 0: the values of the threads are "
                "not brought together",
                [](int k) { return k % kThreads == 0; }),
          {"wrong_formula",
           "the black level is that of the columns where rows are asked, and of the "
           "rows where columns are",
           oracle::subtract_black(image, !rows)}};
}

struct BlackLevelProblem {
  int width, height;
  bool rows;
  int blocks;
};

// Fewer lines than blocks, as many, and several times as many; lines shorter and longer than a
// block.
inline constexpr BlackLevelProblem kBlackLevelProblems[] = {
    {300, 7, true, 7},  {300, 8, true, 7},    {97, 40, true, 64},        {40, 97, false, 6},
    {129, 3, true, 1},  {5, 300, false, 4},   {67, 1, true, 3},          {1, 67, false, 2},
    {1, 1, true, 1},    {1, 50, true, 8},     {128, 33, true, 33},       {33, 128, false, 16},
    {500, 90, true, 9}, {90, 500, false, 90}, {1, kThinLength, false, 2}};

inline std::vector<Case> black_level_cases(std::uint64_t seed) {
  std::vector<Case> list;
  Random random(seed);
  for (const auto& [width, height, rows, blocks] : kBlackLevelProblems) {
    const Image<std::uint8_t> image = lines_of_levels(width, height, rows, random.next());
    Case one;
    one.name = fmt::format("black level of {}, {}x{}, {} block{}", rows ? "rows" : "columns", width,
                           height, blocks, blocks == 1 ? "" : "s");
    one.stage = "bug";
    one.call.function = "subtract_black";
    one.call.params = {{"rows", rows}, {"blocks", blocks}};
    one.call.inputs.push_back({to_tensor(image)});
    one.call.outputs.push_back({DType::u8, width, height, 1});
    one.expected = oracle::subtract_black(image, rows);
    one.tolerance = 0;  // whole numbers
    one.hypotheses = [image, rows = rows] { return black_level_fault_models(image, rows); };
    list.push_back(std::move(one));
  }
  return list;
}

/// A missing barrier may do no harm on a card for a long time. So the bonus rests on what the
/// simulator sees, not on the pixels alone.
inline EvidenceResult check_bug_order(const std::vector<CaseResult>& results) {
  std::vector<CaseResult> own;
  std::copy_if(results.begin(), results.end(), std::back_inserter(own),
               [](const CaseResult& result) { return result.stage == "bug"; });
  return check_order(own);
}

}  // namespace kit::grader::lab08
