/// @file
/// As the contract words it, pixel by pixel.
#include "labs/04_tiled/reference/tile_steps.hpp"

#include <algorithm>

namespace kit::oracle {
namespace {

double nearest(const Image<float>& image, int x, int y) {
  return image.at(std::clamp(x, 0, image.width() - 1), std::clamp(y, 0, image.height() - 1));
}

}  // namespace

Image<double> tiles_side_by_side(const Image<float>& image, int radius, int block_width,
                                 int block_height) {
  const int across = (image.width() + block_width - 1) / block_width;
  const int down = (image.height() + block_height - 1) / block_height;
  const int tile_width = block_width + 2 * radius, tile_height = block_height + 2 * radius;
  Image<double> result(across * tile_width, down * tile_height);
  for (int j = 0; j < down; ++j) {
    for (int i = 0; i < across; ++i) {
      for (int n = 0; n < tile_height; ++n) {
        for (int m = 0; m < tile_width; ++m) {
          result.at(i * tile_width + m, j * tile_height + n) =
              nearest(image, i * block_width + m - radius, j * block_height + n - radius);
        }
      }
    }
  }
  return result;
}

Image<double> turned_pieces(const Image<float>& image, int block_width) {
  Image<double> result(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    for (int left = 0; left < image.width(); left += block_width) {
      // A piece is as long as the block, also where the image ends within it.
      for (int t = 0; t < block_width; ++t) {
        const int to = left + block_width - 1 - t;
        if (to < image.width()) {
          result.at(to, y) = left + t < image.width() ? double(image.at(left + t, y)) : 0;
        }
      }
    }
  }
  return result;
}

Image<double> mean_of_three(const Image<float>& image) {
  Image<double> result(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      result.at(x, y) =
          (nearest(image, x - 1, y) + nearest(image, x, y) + nearest(image, x + 1, y)) / 3;
    }
  }
  return result;
}

Image<double> smallest_in_row(const Image<float>& image, int radius) {
  Image<double> result(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      double smallest = image.at(x, y);
      for (int d = -radius; d <= radius; ++d) {
        smallest = std::min(smallest, nearest(image, x + d, y));
      }
      result.at(x, y) = smallest;
    }
  }
  return result;
}

}  // namespace kit::oracle
