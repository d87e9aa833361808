// What stands at (x, y), as one small class for each kind of border.
#pragma once

#include <algorithm>
#include <cstddef>

namespace samplers {

class Base {
 public:
  Base(const float* pixels, int width, int height)
      : pixels_(pixels), width_(width), height_(height) {}

 protected:
  float load(int x, int y) const {
    return pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                   static_cast<std::size_t>(x)];
  }
  const float* pixels_;
  int width_;
  int height_;
};

struct Zero : Base {
  using Base::Base;
  float operator()(int x, int y) const {
    // A negative number is a huge unsigned one, so one comparison tests both ends.
    const bool in_x = static_cast<unsigned>(x) < static_cast<unsigned>(width_);
    const bool in_y = static_cast<unsigned>(y) < static_cast<unsigned>(height_);
    return in_x && in_y ? load(x, y) : 0.0f;
  }
};

struct Clamp : Base {
  using Base::Base;
  float operator()(int x, int y) const {
    return load(std::clamp(x, 0, width_ - 1), std::clamp(y, 0, height_ - 1));
  }
};

}  // namespace samplers
