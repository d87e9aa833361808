// An image that answers for every coordinate. What it says beyond its edge is a type.
#pragma once

struct ZeroBeyond {
  static float at(const float* pixels, int width, int height, int x, int y) {
    const bool outside = x < 0 || y < 0 || x >= width || y >= height;
    return outside ? 0.0f : pixels[y * width + x];
  }
};

struct NearestBeyond {
  static int limited(int value, int size) {
    return value < 0 ? 0 : (value < size ? value : size - 1);
  }
  static float at(const float* pixels, int width, int height, int x, int y) {
    return pixels[limited(y, height) * width + limited(x, width)];
  }
};

template <typename Beyond>
struct ImageView {
  const float* pixels;
  int width, height;
  float operator()(int x, int y) const { return Beyond::at(pixels, width, height, x, y); }
};
