/// @file
/// Images as rows that are taken and put somewhere, and the filter of the labs with streams.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kit/image.hpp"
#include "labs/convolution/reference/separable.hpp"
#include "labs/convolution/reference/two_pass.hpp"

namespace kit::grader {

/// Rows [first, first + rows) of an image.
template <typename T>
Image<T> rows_of(const Image<T>& image, int first, int rows) {
  Image<T> part(image.width(), rows);
  std::copy_n(image.data() + std::size_t(first) * std::size_t(image.width()), part.size(),
              part.data());
  return part;
}

template <typename From, typename To>
void put_rows(const Image<From>& part, int first, Image<To>& image) {
  std::copy_n(part.data(), part.size(),
              image.data() + std::size_t(first) * std::size_t(image.width()));
}

/// The filter with the same weights in both directions.
inline SeparableFilter both_ways(const std::vector<float>& weights) {
  return {"", weights, weights};
}

inline Image<double> filtered_both_ways(const Image<float>& image,
                                        const std::vector<float>& weights) {
  return oracle::separable(image, both_ways(weights), Border::clamp);
}

}  // namespace kit::grader
