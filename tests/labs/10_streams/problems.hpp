/// @file
/// What lab 10's stages are asked to filter: images of few strips and many, with short strips, long
/// halos, and rows of a ring.
#pragma once

#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "grader/lab/thin_image.hpp"
#include "kit/synthetic.hpp"
#include "labs/convolution/reference/separable.hpp"

namespace kit::grader::lab10 {

/// Some rows of an image, of which a ring holds those that are needed.
struct StripProblem {
  int width, height, first, rows, radius, ring_rows;
};

// The whole image; its top, middle and end from a ring that has turned; strips shorter than the
// radius; a ring without a row to spare; tiles that are not full; rows beyond 65535.
inline constexpr StripProblem kStripProblems[] = {
    {37, 21, 0, 21, 3, 21},       {45, 100, 0, 16, 5, 64},
    {45, 100, 48, 16, 5, 64},     {70, 150, 64, 32, 7, 128},
    {33, 90, 60, 30, 4, 38},      {33, 90, 84, 6, 4, 24},
    {64, 200, 100, 33, 15, 63},   {31, 40, 5, 3, 9, 21},
    {50, 64, 32, 32, 0, 32},      {1, 50, 20, 10, 2, 14},
    {90, 1, 0, 1, 6, 1},          {1, 1, 0, 1, 15, 1},
    {20, 9, 0, 9, 15, 9},         {7, kThinLength, kThinLength - 20, 20, 3, 26},
    {kThinLength, 3, 1, 1, 1, 3},
};

/// Frames of one size that follow one another.
struct FramesProblem {
  int width, height, frames, radius, strip_rows;
};

/// The one that overlap is judged by: twelve strips.
inline constexpr FramesProblem kEvidenceFrames = {96, 384, 1, 7, 32};

// Many strips, whole and not; two in the ring's place of one; one strip; a last strip shorter than
// the radius; a radius as long as a strip; one row a strip; an image lower than the radius.
inline constexpr FramesProblem kStripsProblems[] = {
    {61, 150, 2, 5, 16}, {40, 96, 2, 8, 16},        kEvidenceFrames,     {33, 45, 2, 3, 11},
    {50, 67, 2, 7, 13},  {30, 30, 2, 4, 30},        {30, 31, 1, 4, 30},  {17, 61, 3, 6, 6},
    {23, 24, 1, 1, 1},   {64, 33, 1, 0, 5},         {20, 9, 2, 15, 15},  {1, 80, 1, 3, 9},
    {90, 1, 2, 6, 6},    {kThinLength, 5, 1, 1, 1}, {2, 4099, 1, 2, 64},
};

// Overlap is judged by the same image.
inline constexpr FramesProblem kGraphProblems[] = {
    {61, 150, 3, 5, 16}, kEvidenceFrames, {33, 45, 2, 3, 11}, {30, 30, 2, 4, 30}, {1, 80, 1, 3, 9},
};

// Whole images: no strips.
inline constexpr FramesProblem kWholeProblems[] = {
    {61, 53, 1, 5, 0}, {96, 70, 1, 7, 0},         {37, 21, 1, 15, 0},
    {50, 40, 1, 0, 0}, {1, 80, 1, 3, 0},          {90, 1, 1, 6, 0},
    {1, 1, 1, 2, 0},   {kThinLength, 2, 1, 1, 0}, {2, kThinLength, 1, 1, 0},
};

/// Those that latency and the overlap of frames are judged by.
inline constexpr FramesProblem kOneFrame = {96, 240, 1, 7, 0};
inline constexpr FramesProblem kManyFrames = {64, 192, 7, 4, 0};
inline constexpr FramesProblem kChallengeProblems[] = {
    {61, 75, 5, 5, 0}, kOneFrame,        kManyFrames,      {33, 45, 2, 3, 0}, {37, 20, 3, 15, 0},
    {50, 40, 4, 0, 0}, {1, 80, 2, 3, 0}, {90, 1, 3, 6, 0}, {1, 1, 4, 2, 0},
};

/// Pixels and frames of the bug's negatives.
inline constexpr std::pair<int, int> kNegativeProblems[] = {{200, 6}, {1000, 5}, {37, 1},
                                                            {256, 2}, {1, 9},    {513, 3}};

/// Weights without any symmetry, positive and negative, whose magnitudes differ and sum to 1 at
/// most; multiples of a power of two with 8 bits.
inline std::vector<float> random_weights(int radius, std::uint64_t seed) {
  constexpr int kMin = 96, kMax = 255;
  Random random(seed);
  std::vector<int> magnitudes;
  for (int value = kMin; value <= kMax; ++value) magnitudes.push_back(value);
  const int taps = 2 * radius + 1;
  float scale = 1.0f / 256;
  while (scale * kMax * float(taps) > 1.0f) scale /= 2;
  std::vector<float> weights;
  for (int n = 0; n < taps; ++n) {
    std::swap(magnitudes[std::size_t(random.integer(0, int(magnitudes.size()) - 1))],
              magnitudes.back());
    const float weight = float(magnitudes.back()) * scale;
    weights.push_back(random.integer(0, 2) == 0 ? -weight : weight);
    magnitudes.pop_back();
  }
  return weights;
}

}  // namespace kit::grader::lab10
