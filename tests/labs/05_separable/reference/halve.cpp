/// @file
/// In one pass over the squares, not in two over lines as the lab's kernels work.
#include "halve.hpp"

#include <algorithm>

namespace kit::oracle {

Image<double> halve(const Image<float>& image) {
  Image<double> result((image.width() + 1) / 2, (image.height() + 1) / 2);
  for (int y = 0; y < result.height(); ++y) {
    for (int x = 0; x < result.width(); ++x) {
      double sum = 0;
      for (const int row : {2 * y, std::min(2 * y + 1, image.height() - 1)})
        for (const int column : {2 * x, std::min(2 * x + 1, image.width() - 1)})
          sum += image.at(column, row);
      result.at(x, y) = sum / 4;
    }
  }
  return result;
}

}  // namespace kit::oracle
