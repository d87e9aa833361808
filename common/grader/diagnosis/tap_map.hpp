/// @file
/// Which pixel each tap of a filter takes. A filter whose weights are 0 but for a single 1 moves
/// the image: its output holds, for each place, the pixel that this tap belongs to. Where all taps
/// of a wrong filter are asked so, it lies open which of them go wrong, where, and what they add.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/lab/tap_grid.hpp"
#include "kit/border.hpp"
#include "kit/image.hpp"

namespace kit::grader {

/// An image of one channel whose values differ: random odd integers below 2^23, so that the sum of
/// two of them is none of them, and exact in float32. Up to 2^16 pixels.
Image<float> image_of_places(int width, int height);

/// What one tap, the only one that is not 0 but 1, made of image_of_places().
struct TapAnswer {
  int column = 0, row = 0;  ///< of the tap
  Image<double> output;
};

/// A sentence that says which taps go wrong, where, and what they add.
struct TapWords {
  std::string text;
  bool one_rule = false;       ///< it describes all wrong taps and no right one
  bool of_the_border = false;  ///< the rule is about taps beyond an edge of the image
};

/// Compares what the taps of one grid made of the image with what they should have made. Nothing if
/// all are right. `answers` are of one size.
std::optional<TapWords> describe_taps(const TapGrid& grid, Border border,
                                      const std::vector<TapAnswer>& answers);

}  // namespace kit::grader
