/// @file
/// Two walks over the image: the smallest of each line, then the differences.
#include "black_level.hpp"

#include <algorithm>
#include <vector>

namespace kit::oracle {

Image<double> subtract_black(const Image<std::uint8_t>& image, bool rows) {
  std::vector<int> black(std::size_t(rows ? image.height() : image.width()), 255);
  const auto of_line = [&](int x, int y) -> int& { return black[std::size_t(rows ? y : x)]; };
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      of_line(x, y) = std::min(of_line(x, y), int(image.at(x, y)));
  Image<double> result(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) result.at(x, y) = image.at(x, y) - of_line(x, y);
  return result;
}

}  // namespace kit::oracle
