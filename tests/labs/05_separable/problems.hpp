/// @file
/// What lab 05's stages are asked to filter: images, separable filters, borders and block shapes.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/block_shape.hpp"
#include "grader/lab/thin_image.hpp"
#include "kit/synthetic.hpp"
#include "labs/convolution/random_problem.hpp"
#include "labs/convolution/reference/separable.hpp"

namespace kit::grader::lab05 {

/// Whether the tiles of both passes fit into the shared memory that every GPU gives a block.
inline bool tiles_fit(const BlockShape& block, int taps) {
  constexpr long kMaxTileBytes = 48 * 1024;
  const long halo = taps / 2 * 2;
  return 4 * (block.width + halo) * block.height <= kMaxTileBytes &&
         4 * block.width * (block.height + halo) <= kMaxTileBytes;
}

// Usual shapes, flat and tall ones, the largest, and one that is no power of two and no whole
// number of warps.
inline constexpr BlockShape kBlocks[] = {{32, 8}, {16, 16}, {20, 5},  {8, 8},
                                         {64, 1}, {1, 64},  {32, 32}, {256, 1}};
/// That of the large images, on which evidence is judged.
inline constexpr BlockShape kEvidenceBlock = {32, 8};
inline constexpr int kEvidenceWidth = 320, kEvidenceHeight = 240;
inline constexpr int kFewTaps = 7, kManyTaps = 15;

struct Problem {
  std::string what;
  Image<float> image;
  SeparableFilter filter;
  Border border = Border::zero;
  BlockShape block{32, 8};
};

/// Two vectors without any symmetry. The magnitudes in a vector differ and sum to 1 at most; they
/// are multiples of a power of two with 8 bits, so that all products of two are exact in float32.
/// `negative`: signs are random, else all weights are positive.
inline SeparableFilter random_separable(int taps, std::uint64_t seed, bool negative = true) {
  constexpr int kMin = 96, kMax = 255;  // 160 magnitudes, more than there are taps
  Random random(seed);
  const auto vector = [&] {
    std::vector<int> magnitudes;
    for (int value = kMin; value <= kMax; ++value) magnitudes.push_back(value);
    float scale = 1.0f / 256;
    while (scale * kMax * float(taps) > 1.0f) scale /= 2;
    std::vector<float> weights;
    for (int n = 0; n < taps; ++n) {
      const int left = int(magnitudes.size());
      std::swap(magnitudes[std::size_t(random.integer(0, left - 1))], magnitudes.back());
      const float weight = float(magnitudes.back()) * scale;
      weights.push_back(negative && random.integer(0, 1) ? -weight : weight);
      magnitudes.pop_back();
    }
    return weights;
  };
  SeparableFilter filter{fmt::format("{} random taps", taps), {}, {}};
  filter.row = vector();
  filter.column = vector();
  return filter;
}

/// Collects problems whose data all come from one seed, each with the next block shape that fits.
class Problems {
 public:
  explicit Problems(std::uint64_t seed, bool negative = true)
      : random_(seed), negative_(negative) {}

  void add(const std::string& what, Image<float> image, SeparableFilter filter, Border border) {
    while (!tiles_fit(kBlocks[next_ % std::size(kBlocks)], filter.taps())) ++next_;
    const BlockShape block = kBlocks[next_++ % std::size(kBlocks)];
    list_.push_back({what, std::move(image), std::move(filter), border, block});
  }
  void add_random(const std::vector<RandomProblem>& list) {
    for (const RandomProblem& one : list) {
      const SeparableFilter filter = any_filter(one.taps);
      add(filter.name, kit::noise(one.width, one.height, random_.next()), filter, one.border);
    }
  }
  void add_named(const std::string& name, int width, int height, Border border) {
    add(name, kit::noise(width, height, random_.next()), separate(make_filter(name)), border);
  }
  void add_large(int taps) {
    const SeparableFilter filter = any_filter(taps);
    list_.push_back({filter.name, kit::noise(kEvidenceWidth, kEvidenceHeight, random_.next()),
                     filter, Border::clamp, kEvidenceBlock});
  }
  void add_thin() {
    Border border = Border::zero;
    for (const auto& [width, height, block] : kThinImages) {
      const SeparableFilter filter = any_filter(3);
      list_.push_back(
          {filter.name, kit::noise(width, height, random_.next()), filter, border, block});
      border = Border::clamp;
    }
  }
  /// The longest blocks, with as many taps as their tiles have room for, and tiles of exactly 48
  /// KiB, 96 x (10 + 118) floats, in one of the passes.
  void add_limits() {
    constexpr int kMostBeside = 11, kMostForTile = 119;  // taps
    const auto add_one = [&](int taps, int width, int height, Border border, BlockShape block) {
      const SeparableFilter filter = any_filter(taps);
      list_.push_back(
          {filter.name, kit::noise(width, height, random_.next()), filter, border, block});
    };
    for (const BlockShape& block : kLongestBlocks)
      add_one(kMostBeside, block.width + 6, block.height + 1, Border::zero, block);
    add_one(kMostForTile, 7, 5, Border::clamp, {96, 10});
    add_one(kMostForTile, 5, 7, Border::zero, {10, 96});
  }
  SeparableFilter any_filter(int taps) { return random_separable(taps, random_.next(), negative_); }

  std::vector<Problem> take() { return std::move(list_); }

 private:
  Random random_;
  bool negative_;
  std::size_t next_ = 0;
  std::vector<Problem> list_;
};

/// Those that tell mistakes apart, and the odd sizes.
inline void add_brief(Problems& problems) {
  problems.add_random({{5, 37, 21, Border::zero},
                       {5, 37, 21, Border::clamp},
                       {3, 21, 37, Border::zero},
                       {7, 65, 33, Border::clamp},
                       {9, 97, 50, Border::zero},
                       {15, 50, 97, Border::clamp},
                       {3, 1, 1, Border::clamp},
                       {5, 67, 1, Border::zero},
                       {5, 1, 67, Border::clamp},
                       {11, 7, 4, Border::zero},
                       {31, 9, 5, Border::clamp}});
}

/// All problems of a float stage: also an impulse, a constant and a gradient, the widest vectors,
/// the separable ones of the kit's filters, the large images, and thin ones last.
inline std::vector<Problem> standard_problems(std::uint64_t seed) {
  Problems problems(seed);
  add_brief(problems);
  problems.add("impulse, 5 random taps", impulse(23, 17, 11, 7), problems.any_filter(5),
               Border::zero);
  problems.add("impulse in the corner, 3 random taps", impulse(19, 22, 18, 21),
               problems.any_filter(3), Border::clamp);
  problems.add("constant, gaussian7", constant(33, 29, 0.75f), separate(make_filter("gaussian7")),
               Border::clamp);
  problems.add("constant, 5 random taps", constant(33, 29, 0.5f), problems.any_filter(5),
               Border::zero);
  problems.add("gradient, 7 random taps", gradient(41, 18), problems.any_filter(7), Border::clamp);
  problems.add_random({{1, 18, 9, Border::zero},
                       {17, 70, 45, Border::zero},
                       {31, 90, 70, Border::zero},
                       {31, 45, 66, Border::clamp},
                       {127, 40, 30, Border::clamp},
                       {127, 30, 140, Border::zero}});
  Border border = Border::zero;
  for (const char* name :
       {"identity", "gaussian3", "gaussian5", "sobel_x", "sobel_y", "box3", "box5", "gaussian:2"}) {
    problems.add_named(name, 34, 19, border);
    border = border == Border::zero ? Border::clamp : Border::zero;
  }
  problems.add_large(kFewTaps);
  problems.add_large(kManyTaps);
  problems.add_limits();
  problems.add_thin();
  return problems.take();
}

/// For the stage that repeats another with its weights elsewhere.
inline std::vector<Problem> brief_problems(std::uint64_t seed) {
  Problems problems(seed);
  add_brief(problems);
  problems.add_random({{127, 40, 30, Border::clamp}});
  problems.add_large(kFewTaps);
  problems.add_large(kManyTaps);
  problems.add_thin();
  return problems.take();
}

/// The same image in grey levels.
inline Image<float> grey_levels(const Image<float>& image) {
  Image<float> levels(image.width(), image.height());
  const Image<std::uint8_t> bytes = to_bytes(image);
  for (std::size_t n = 0; n < levels.size(); ++n) levels.data()[n] = bytes.data()[n];
  return levels;
}

/// For 8-bit images: positive weights, since half of the results would else be black; then one
/// filter that leaves [0, 255] on both sides.
inline std::vector<Problem> byte_problems(std::uint64_t seed) {
  Problems problems(seed, false);
  add_brief(problems);
  const SeparableFilter sharpen{"sharpening 3 taps", {-0.5f, 2.0f, -0.25f}, {-0.75f, 2.0f, -0.5f}};
  problems.add(sharpen.name, noise(47, 38, seed + 1), sharpen, Border::clamp);
  problems.add(sharpen.name, noise(38, 47, seed + 2), sharpen, Border::zero);
  // Half of its sums lie halfway between two levels, exactly.
  const SeparableFilter halves{"mean of two", {0.5f, 0.5f, 0.0f}, {0.0f, 1.0f, 0.0f}};
  problems.add(halves.name, noise(45, 27, seed + 4), halves, Border::clamp);
  problems.add("constant, gaussian5", constant(33, 29, 0.75f), separate(make_filter("gaussian5")),
               Border::clamp);
  problems.add("gradient, box3", gradient(50, 31), separate(make_filter("box3")), Border::clamp);
  problems.add_named("gaussian:2.5", 61, 40, Border::clamp);
  problems.add_random({{127, 40, 30, Border::clamp}});
  problems.add("scene, gaussian:1.5", scene(160, 120, 1, seed + 3),
               separate(make_filter("gaussian:1.5")), Border::clamp);
  problems.add_thin();
  std::vector<Problem> list = problems.take();
  for (Problem& problem : list) problem.image = grey_levels(problem.image);
  return list;
}

}  // namespace kit::grader::lab05
