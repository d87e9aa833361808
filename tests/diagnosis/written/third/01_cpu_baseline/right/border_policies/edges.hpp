/// @file
/// What stands beyond the edge, as types: the border is chosen once a call, not once a pixel.
#pragma once

#include <concepts>

namespace lab01::edges {

struct Zero {
  static constexpr int inside(int position, int length) {
    return static_cast<unsigned>(position) < static_cast<unsigned>(length) ? position : -1;
  }
};

struct Nearest {
  static constexpr int inside(int position, int length) {
    return position < 0 ? 0 : position < length ? position : length - 1;
  }
};

template <typename T>
concept Edge = requires(int number) {
  { T::inside(number, number) } -> std::same_as<int>;
};

}  // namespace lab01::edges
