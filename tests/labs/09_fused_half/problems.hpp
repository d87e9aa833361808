/// @file
/// What lab 09's stages are asked: images, thresholds, states and block shapes.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/block_shape.hpp"
#include "grader/lab/thin_image.hpp"
#include "kit/image.hpp"
#include "kit/synthetic.hpp"

namespace kit::grader::lab09 {

using ByteImage = Image<std::uint8_t>;

/// Evidence is judged on images of this size, and kernels with a block parameter with this block.
inline constexpr int kEvidenceWidth = 320, kEvidenceHeight = 240;
inline constexpr BlockShape kEvidenceBlock = {32, 8};

struct Shape2 {
  int width, height;
  BlockShape block;
};

// Odd sizes and even ones, single rows and columns, blocks larger than the image, the longest
// blocks, and images longer than a 16-bit integer counts.
inline constexpr Shape2 kShapes[] = {{37, 21, {16, 16}},
                                     {22, 38, {32, 8}},
                                     {65, 33, {20, 5}},
                                     {97, 50, {1, 64}},
                                     {1, 1, {32, 8}},
                                     {67, 1, {8, 8}},
                                     {1, 67, {64, 1}},
                                     {2, 3, {32, 4}},
                                     {5, 4, {32, 32}},
                                     {1030, 3, {1024, 1}},
                                     {3, 1030, {1, 1024}},
                                     {kEvidenceWidth, kEvidenceHeight, kEvidenceBlock},
                                     {kThinLength, 1, {128, 2}},
                                     {1, kThinLength, {2, 128}}};

struct Size {
  int width, height;
};
// For kernels that choose their own blocks: around usual widths of tiles and strips, with rows that
// begin at a word and such that do not. A column is shorter than a row: a warp that walks down it
// has one lane with a pixel.
inline constexpr Size kSizes[] = {
    {37, 21},         {40, 33},  {32, 32}, {33, 65}, {64, 31},   {121, 40},
    {120, 55},        {244, 61}, {1, 1},   {67, 1},  {1, 67},    {2, 3},
    {3, 2},           {4, 5},    {5, 4},   {6, 7},   {131, 262}, {kEvidenceWidth, kEvidenceHeight},
    {kThinLength, 1}, {1, 2061}};

inline ByteImage noise_levels(int width, int height, std::uint64_t seed, int channels = 1) {
  return to_bytes(noise(width, height, seed, channels));
}

/// The same with levels in [lowest, 255].
inline ByteImage bright_noise(int width, int height, int lowest, std::uint64_t seed) {
  ByteImage image = noise_levels(width, height, seed);
  for (std::uint8_t& value : image.values())
    value = std::uint8_t(lowest + value * (256 - lowest) / 256);
  return image;
}

/// Left half one level, right half another: a step in the middle.
inline ByteImage step_image(int width, int height, int left, int right) {
  ByteImage image(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) image.at(x, y) = std::uint8_t(2 * x < width ? left : right);
  return image;
}

/// A step along a diagonal, which gives crests of equal pixels: `rising` from the lower left to the
/// upper right.
inline ByteImage diagonal_step(int width, int height, bool rising) {
  ByteImage image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int across = rising ? 2 * (x - y) - (width - height) : 2 * (x + y) - (width + height);
      image.at(x, y) = std::uint8_t(across < 0 ? 20 : 200);
    }
  }
  return image;
}

/// A named image of grey levels.
struct Picture {
  std::string what;
  ByteImage image;
};

/// Images of which each shows another mistake; the rest of the sizes is noise.
inline std::vector<Picture> telling_pictures(Random& random) {
  ByteImage impulse_image = to_bytes(impulse(23, 17, 11, 7));
  return {{"impulse", std::move(impulse_image)},
          {"white", to_bytes(constant(33, 29, 1.0f))},
          {"step", step_image(48, 20, 10, 230)},
          {"falling step", diagonal_step(30, 26, false)},
          {"rising step", diagonal_step(26, 30, true)},
          {"ramp", to_bytes(gradient(41, 18))},
          {"bright noise", bright_noise(52, 39, 200, random.next())},
          {"scene", to_bytes(scene(160, 121, 1, random.next()))}};
}

struct Thresholds {
  float low, high;
};
// Multiples of 1/256, as the contract demands; noise has magnitudes of 0 to some 300.
inline constexpr Thresholds kThresholds[] = {
    {40.25f, 100.5f}, {60.0f, 60.0f}, {1 / 256.0f, 150.0f}, {90.0f, 2040.0f}};

/// States 0, 128 and 255 at random.
inline ByteImage random_states(int width, int height, double weak, double strong, Random& random) {
  ByteImage states(width, height);
  for (std::uint8_t& state : states.values()) {
    const double drawn = random.uniform();
    state = drawn < strong ? 255 : drawn < strong + weak ? 128 : 0;
  }
  return states;
}

/// A weak line that runs to and fro, every other row, over the whole image, strong at one end: the
/// longest way that strength can have.
inline ByteImage snake(int width, int height, bool from_below) {
  ByteImage states(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool turn = y % 4 == 1 ? x == width - 1 : y % 4 == 3 && x == 0;
      if (y % 2 == 0 || turn) states.at(x, y) = 128;
    }
  }
  const int last = (height - 1) / 2 * 2;
  states.at(from_below ? (last % 4 == 0 ? width - 1 : 0) : 0, from_below ? last : 0) = 255;
  return states;
}

/// Weak diagonals of both directions, each with a strong pixel at its upper or lower end.
inline ByteImage diagonals(int width, int height) {
  ByteImage states(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool falling = (x - y + 10 * height) % 10 == 0, rising = (x + y) % 10 == 5;
      if (falling != rising) states.at(x, y) = y == (falling ? 0 : height - 1) ? 255 : 128;
    }
  }
  return states;
}

}  // namespace kit::grader::lab09
