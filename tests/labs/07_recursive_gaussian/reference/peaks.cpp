/// @file
/// Without a recursion: each pixel looks at all those above it.
#include "peaks.hpp"

#include <algorithm>

namespace kit::oracle {

Image<double> fade_peaks(const Image<float>& image, double fade) {
  Image<double> result(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      double largest = 0, weight = 1;
      for (int above = y; above >= 0; --above) {
        largest = std::max(largest, weight * double(image.at(x, above)));
        weight *= fade;
      }
      result.at(x, y) = largest;
    }
  }
  return result;
}

}  // namespace kit::oracle
