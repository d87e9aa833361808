/// @file
/// What lab 11's stages are asked to do: bands of equal and of very different heights, bands
/// shorter than their halo, one band, eight of them, and more bands than devices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "grader/lab/thin_image.hpp"
#include "kit/image.hpp"
#include "kit/synthetic.hpp"
#include "labs/convolution/reference/separable.hpp"

namespace kit::grader::lab11 {

/// Rows of each band, from the top.
using BandRows = std::vector<int>;

inline int height_of(const BandRows& bands) {
  int height = 0;
  for (const int rows : bands) height += rows;
  return height;
}

/// First row of a band.
inline int first_of(const BandRows& bands, int number) {
  return height_of({bands.begin(), bands.begin() + number});
}

/// A kernel over rows [first, first + rows) of the image, of which band `number` holds what it
/// needs.
struct RowsProblem {
  int width;
  BandRows bands;
  int halo, radius, number, from, first, rows;
};

// A band's rows, its rim, rows of its halo, of an inner band, the first and the last one; none; a
// halo that holds more than is needed; tiles that are not full; the widest filter; one band.
inline const RowsProblem kRowsProblems[] = {
    {45, {20, 30, 25}, 5, 5, 1, 0, 20, 30},
    {45, {20, 30, 25}, 5, 5, 0, 1, 0, 20},
    {33, {20, 30, 25}, 4, 4, 2, 1, 50, 25},
    {37, {20, 30, 25}, 9, 3, 1, 0, 14, 42},
    {37, {20, 30, 25}, 9, 3, 1, 1, 50, 3},
    {40, {12, 40, 9}, 15, 15, 1, 0, 12, 40},
    {31, {5, 3, 40}, 12, 4, 1, 0, 0, 16},
    {70, {70}, 3, 3, 0, 0, 0, 70},
    {64, {16, 16, 16, 16}, 2, 0, 3, 0, 48, 16},
    {33, {20, 30, 25}, 4, 4, 1, 0, 30, 0},
    {1, {30, 20}, 6, 2, 1, 1, 26, 24},
    {90, {1}, 6, 6, 0, 0, 0, 1},
    {kThinLength, {2, 2}, 1, 1, 1, 0, 2, 2},
    {3, {kThinLength, 4}, 2, 2, 0, 1, 0, kThinLength},
    {2, {kThinLength, 9}, 3, 3, 1, 0, kThinLength, 9},
};

/// Halos of `depth` rows for all bands.
struct ExchangeProblem {
  int width;
  BandRows bands;
  int halo, buffer, depth;
};

// Neighbours alone; a place that is deeper than what is asked for; bands shorter than the depth,
// down to one row; a halo deeper than the image; one band; no depth; eight bands.
inline const ExchangeProblem kExchangeProblems[] = {
    {45, {20, 30, 25, 16}, 5, 0, 5}, {33, {20, 30, 25}, 8, 1, 3},
    {37, {9, 2, 3, 20}, 7, 0, 7},    {29, {1, 1, 1, 1, 1, 1, 1, 1}, 5, 1, 5},
    {31, {4, 3}, 20, 0, 20},         {50, {12}, 4, 0, 4},
    {22, {7, 9}, 3, 1, 0},           {17, {13, 8, 5, 21, 6, 9, 4, 10}, 6, 0, 6},
    {1, {10, 10, 10}, 2, 0, 2},      {kThinLength, {2, 3}, 2, 1, 2},
};

/// A number of passes over an image in bands, by so many calls that follow each other.
struct PassesProblem {
  int width;
  BandRows bands;
  int radius, passes, calls, every;
};

/// The one that evidence about messages and overlap is judged by: four bands of 4 radius rows, each
/// on a device of its own.
inline const PassesProblem kEvidencePasses = {64, {24, 24, 24, 24}, 6, 6, 1, 1};
/// And the one for deep halos.
inline const PassesProblem kEvidenceDeep = {48, {32, 32, 32, 32}, 2, 7, 1, 3};

// An even and an odd number of passes, called again at once; bands of different heights, shorter
// than the radius, of one row; one band; eight of them; no pass at all.
inline const PassesProblem kPassesProblems[] = {
    kEvidencePasses,
    {45, {20, 30, 25}, 5, 2, 2, 1},
    {37, {12, 25, 9, 31}, 4, 3, 2, 1},
    {29, {9, 2, 3, 20}, 6, 2, 2, 1},
    {23, {1, 1, 1, 1, 1, 1, 1, 1}, 3, 3, 2, 1},
    {33, {11, 5, 8, 14, 7, 9, 6, 10}, 4, 3, 1, 1},
    {41, {30}, 3, 3, 2, 1},
    {20, {12, 10}, 15, 1, 2, 1},
    {26, {9, 11}, 0, 2, 1, 1},
    {31, {10, 12, 9}, 2, 0, 1, 1},
    {1, {20, 30}, 3, 3, 1, 1},
    {kThinLength, {2, 2}, 1, 2, 1, 1},
};

// As many passes as one exchange serves, twice as many, a rest; more than there are passes; bands
// shorter than a deep halo; each pass with its own.
inline const PassesProblem kDeepProblems[] = {
    kEvidenceDeep,
    {45, {30, 40, 35}, 3, 4, 2, 2},
    {37, {28, 25, 29, 31}, 2, 5, 2, 4},
    {29, {9, 2, 3, 20}, 2, 6, 2, 3},
    {23, {1, 1, 1, 1, 1, 1, 1, 1}, 1, 5, 2, 3},
    {33, {20, 22}, 4, 3, 2, 5},
    {40, {17, 18, 19}, 4, 3, 2, 1},
    {41, {30}, 3, 4, 2, 2},
    {26, {9, 11}, 0, 3, 1, 2},
    {31, {10, 12, 9}, 2, 0, 1, 2},
    {1, {20, 30}, 3, 4, 1, 2},
};

/// An image of bytes, whose table is asked for.
struct TableProblem {
  int width;
  BandRows bands;
};

// Rows that are no whole number of anything; bands of one row; one band; eight.
inline const TableProblem kEvidenceTable = {150, {40, 33, 50, 27}};
inline const TableProblem kTableProblems[] = {
    kEvidenceTable,        {64, {64, 64}},
    {1100, {5, 40, 9}},    {37, {1, 1, 1, 1, 1, 1}},
    {300, {70}},           {45, {11, 5, 18, 34, 7, 9, 6, 40}},
    {1, {90, 45}},         {2100, {2, 1}},
    {kThinLength, {1, 2}}, {2, {kThinLength, 5}},
};

/// Numbers per part: the largest is asked for.
inline const std::vector<int> kParts[] = {
    {1000, 1000, 1000, 1000},         {700, 30, 2000}, {513}, {1, 1},
    {90, 80, 70, 60, 50, 40, 30, 20}, {20000, 5},
};

/// Positive weights without any symmetry that sum to 1 at most and nearly so: after many passes
/// the image still tells what was done. Multiples of 2^-12.
inline std::vector<float> random_weights(int radius, std::uint64_t seed) {
  constexpr int kLeast = 20, kMost = 100, kScale = 4096;
  Random random(seed);
  std::vector<int> parts;
  int sum = 0;
  for (int n = 0; n < 2 * radius + 1; ++n) {
    parts.push_back(random.integer(kLeast, kMost));
    sum += parts.back();
  }
  std::vector<float> weights(parts.size());
  std::transform(parts.begin(), parts.end(), weights.begin(), [&](int part) {
    const int whole = part * kScale / sum;
    return float(whole) / kScale;
  });
  return weights;
}

}  // namespace kit::grader::lab11
