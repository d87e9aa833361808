// Lab 01. The border is a type that knows how to read; the loops are the same for both.
#include <algorithm>
#include <cstdint>

#include "lab.hpp"

namespace lab01 {
namespace {

struct Image {
  const float* pixels;
  int width;
  int height;

  float operator()(int x, int y) const {
    return pixels[static_cast<std::int64_t>(y) * width + x];
  }
  bool contains(int x, int y) const { return !(x < 0 || y < 0 || x >= width || y >= height); }
};

struct ZeroBeyond {
  static float read(const Image& image, int x, int y) {
    return image.contains(x, y) ? image(x, y) : 0.0f;
  }
};

struct NearestBeyond {
  static float read(const Image& image, int x, int y) {
    return image(std::clamp(x, 0, image.width - 1), std::clamp(y, 0, image.height - 1));
  }
};

template <class Beyond>
void run(const Image& image, float* output, const float* filter, int filter_width) {
  const int reach = filter_width / 2;
  const auto pixel_sum = [&](int x, int y) {
    double sum = 0.0;
    const float* weight = filter;
    for (int dy = -reach; dy <= reach; ++dy)
      for (int dx = -reach; dx <= reach; ++dx)
        sum += static_cast<double>(*weight++) * Beyond::read(image, x + dx, y + dy);
    return static_cast<float>(sum);
  };
  float* next = output;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) *next++ = pixel_sum(x, y);
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const Image image{input, width, height};
  if (border == kit::Border::clamp) {
    run<NearestBeyond>(image, output, filter, filter_width);
  } else {
    run<ZeroBeyond>(image, output, filter, filter_width);
  }
}

}  // namespace lab01
