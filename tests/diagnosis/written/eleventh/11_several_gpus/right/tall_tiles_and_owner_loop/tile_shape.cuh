// Shape of a block's tile, and what it needs of shared memory.
#pragma once
#include <cstddef>

namespace lab11 {

template <int Columns, int Rows, int ThreadRows>
struct TileShape {
  static constexpr int columns = Columns, rows = Rows, thread_rows = ThreadRows;
  static constexpr std::size_t shared_bytes(int radius) {
    return sizeof(float) * Columns * (Rows + 2 * radius);
  }
};

constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }

}  // namespace lab11
