/// @file
/// The two borders as types, so that the loops are compiled once for each.
#pragma once

#include <optional>

namespace lab01 {

struct Zero {
  static std::optional<int> place(int at, int size) {
    return unsigned(at) < unsigned(size) ? std::optional<int>(at) : std::nullopt;
  }
};

struct Clamp {
  static std::optional<int> place(int at, int size) {
    return at < 0 ? 0 : at < size ? at : size - 1;
  }
};

}  // namespace lab01
