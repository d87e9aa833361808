// The Makefile compiles this file with -O3, so that the loops over a row become vector
// instructions.
#include "edge_baseline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace kit::baseline {
namespace {

/// Calls work(first, last) for a band of the rows in each of so many threads.
void in_bands(int height, int threads, const std::function<void(int, int)>& work) {
  const int wanted = threads > 0 ? threads : int(std::thread::hardware_concurrency());
  const int bands = std::clamp(wanted, 1, height);
  const auto edge = [&](int band) { return int(std::int64_t(height) * band / bands); };
  std::vector<std::jthread> others;
  for (int band = 1; band < bands; ++band) others.emplace_back(work, edge(band), edge(band + 1));
  work(0, edge(1));
}

/// A row of an image with one pixel more on each side: row[x + 1] is pixel x.
using Row = std::vector<float>;

/// Gradients of one row after the other, from rows of blurred pixels that are kept.
class GradientRows {
 public:
  GradientRows(const std::uint8_t* grey, int width, int height)
      : grey_(grey), width_(width), height_(height), columns_(std::size_t(width) + 4) {
    for (Row& row : blurred_) row.resize(std::size_t(width) + 2);
  }

  /// Magnitudes of row y to m[0] ... m[width - 1], and both differences where they are wanted.
  void run(int y, float* m, float* gx_out = nullptr, float* gy_out = nullptr) {
    const float* const above = blurred(y - 1);
    const float* const here = blurred(y);
    const float* const below = blurred(y + 1);
    for (int x = 0; x < width_; ++x) {
      const float gx =
          (above[x + 2] - above[x]) + 2 * (here[x + 2] - here[x]) + (below[x + 2] - below[x]);
      const float gy =
          (below[x] - above[x]) + 2 * (below[x + 1] - above[x + 1]) + (below[x + 2] - above[x + 2]);
      m[x] = std::fabs(gx) + std::fabs(gy);
      if (gx_out != nullptr) gx_out[x] = gx, gy_out[x] = gy;
    }
  }

 private:
  static constexpr std::size_t kKept = 4;

  const float* blurred(int y) {
    const int row = std::clamp(y, 0, height_ - 1);
    const std::size_t slot = std::size_t(row) % kKept;
    if (numbers_[slot] != row) blur(row, blurred_[slot]);
    numbers_[slot] = row;
    return blurred_[slot].data();
  }

  void blur(int y, Row& out) {
    const auto row = [&](int dy) {
      return grey_ + std::ptrdiff_t(std::clamp(y + dy, 0, height_ - 1)) * width_;
    };
    const std::uint8_t *r0 = row(-2), *r1 = row(-1), *r2 = row(0), *r3 = row(1), *r4 = row(2);
    float* const column = columns_.data() + 2;
    for (int x = 0; x < width_; ++x)
      column[x] = float((r0[x] + r4[x]) + 4 * (r1[x] + r3[x]) + 6 * r2[x]);
    column[-2] = column[-1] = column[0];
    column[width_] = column[width_ + 1] = column[width_ - 1];
    float* const result = out.data() + 1;
    for (int x = 0; x < width_; ++x) {
      result[x] =
          ((column[x - 2] + column[x + 2]) + 4 * (column[x - 1] + column[x + 1]) + 6 * column[x]) /
          256;
    }
    result[-1] = result[0];
    result[width_] = result[width_ - 1];
  }

  const std::uint8_t* grey_;
  int width_, height_;
  std::vector<float> columns_;
  std::array<Row, kKept> blurred_;
  std::array<int, kKept> numbers_{-1, -1, -1, -1};
};

/// Magnitudes with one pixel of 0 more on each side, and gradients.
struct Crests {
  explicit Crests(int width)
      : m(std::size_t(width) + 2), gx(std::size_t(width)), gy(std::size_t(width)) {}
  std::vector<float> m, gx, gy;
};

}  // namespace

void edge_magnitude(const std::uint8_t* grey, float* magnitude, int width, int height,
                    int threads) {
  in_bands(height, threads, [&](int first, int last) {
    GradientRows rows(grey, width, height);
    for (int y = first; y < last; ++y) rows.run(y, magnitude + std::ptrdiff_t(y) * width);
  });
}

void thin_edges(const std::uint8_t* grey, std::uint8_t* states, int width, int height, float low,
                float high, int threads) {
  in_bands(height, threads, [&](int first, int last) {
    GradientRows rows(grey, width, height);
    std::array<Crests, 3> kept{Crests(width), Crests(width), Crests(width)};
    const auto crests = [&](int y) -> Crests& { return kept[std::size_t(y + 3) % 3]; };
    const auto fill = [&](int y) {
      Crests& row = crests(y);
      if (y >= 0 && y < height)
        rows.run(y, row.m.data() + 1, row.gx.data(), row.gy.data());
      else
        std::fill(row.m.begin(), row.m.end(), 0.0f);
    };
    fill(first - 1);
    fill(first);
    for (int y = first; y < last; ++y) {
      fill(y + 1);
      const Crests& here = crests(y);
      const float* const lines[] = {crests(y - 1).m.data() + 1, here.m.data() + 1,
                                    crests(y + 1).m.data() + 1};
      for (int x = 0; x < width; ++x) {
        const float gx = here.gx[std::size_t(x)], gy = here.gy[std::size_t(x)];
        const float ax = std::fabs(gx), ay = std::fabs(gy), m = lines[1][x];
        int dx = 1, dy = 0;
        if (128 * ay > 53 * ax) {
          dx = 53 * ay >= 128 * ax ? 0 : 1;
          dy = dx == 0 || (gx > 0) == (gy > 0) ? 1 : -1;
        }
        const bool keep = m >= low && m > lines[1 - dy][x - dx] && m >= lines[1 + dy][x + dx];
        states[std::ptrdiff_t(y) * width + x] = keep ? m >= high ? 255 : 128 : 0;
      }
    }
  });
}

}  // namespace kit::baseline
