// The Makefile compiles this file with -O3, so that the loops over a row become vector
// instructions.
#include "box_baseline.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace kit::baseline {
namespace {

/// Where bands of rows begin, one for each thread; the last entry is the height.
std::vector<int> band_edges(int height, int threads) {
  const int wanted = threads > 0 ? threads : static_cast<int>(std::thread::hardware_concurrency());
  const int bands = std::clamp(wanted, 1, height);
  std::vector<int> edges;
  for (int band = 0; band <= bands; ++band) {
    edges.push_back(static_cast<int>(std::int64_t(height) * band / bands));
  }
  return edges;
}

/// Calls work(band) for every band, each in a thread of its own.
void in_bands(const std::vector<int>& edges, const std::function<void(std::size_t)>& work) {
  std::vector<std::jthread> others;
  for (std::size_t band = 1; band + 1 < edges.size(); ++band) others.emplace_back(work, band);
  work(0);
}

/// The table of one plane's rows [first, last) as if the plane began at row `first`.
void scan_band(const std::uint8_t* image, std::uint32_t* plane, int width, int channels, int first,
               int last) {
  for (int y = first; y < last; ++y) {
    std::uint32_t* const row = plane + std::ptrdiff_t(y) * width;
    const std::uint8_t* const pixels = image + std::ptrdiff_t(y) * width * channels;
    std::uint32_t sum = 0;
    for (int x = 0; x < width; ++x) row[x] = sum += pixels[std::ptrdiff_t(x) * channels];
    if (y == first) continue;
    for (int x = 0; x < width; ++x) row[x] += row[x - width];
  }
}

/// One band of the box filter; its column sums are worked out afresh.
class BoxBand {
 public:
  BoxBand(const std::uint8_t* input, std::uint8_t* output, int width, int height, int channels,
          int radius)
      : input_(input),
        output_(output),
        width_(width),
        height_(height),
        channels_(channels),
        radius_(std::min(radius, std::max(width, height))),
        columns_(std::size_t(width) * std::size_t(channels)),
        prefix_(std::size_t(width) + 1) {}

  void run(int first, int last) {
    for (int y = top(first); y <= bottom(first); ++y) add(y);
    for (int y = first; y < last; ++y) {
      if (y > first) {
        if (bottom(y) > bottom(y - 1)) add(bottom(y));
        if (top(y) > top(y - 1)) subtract(top(y - 1));
      }
      for (int c = 0; c < channels_; ++c) write_row(y, c);
    }
  }

 private:
  int top(int y) const { return std::max(y - radius_, 0); }
  int bottom(int y) const { return std::min(y + radius_, height_ - 1); }
  const std::uint8_t* row(int y) const { return input_ + columns_.size() * std::size_t(y); }
  void add(int y) {
    const std::uint8_t* const values = row(y);
    for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i] += values[i];
  }
  void subtract(int y) {
    const std::uint8_t* const values = row(y);
    for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i] -= values[i];
  }
  void write_row(int y, int channel) {
    // Doubles hold these sums exactly. A correctly rounded quotient of whole numbers below 2^53
    // reaches a whole number only if the exact one does, so that truncating it is exact.
    const double rows = bottom(y) - top(y) + 1;
    for (int x = 0; x < width_; ++x) {
      prefix_[std::size_t(x) + 1] =
          prefix_[std::size_t(x)] +
          columns_[std::size_t(x) * std::size_t(channels_) + std::size_t(channel)];
    }
    std::uint8_t* const out = output_ + columns_.size() * std::size_t(y) + channel;
    for (int x = 0; x < width_; ++x) {
      const int x0 = std::max(x - radius_, 0), x1 = std::min(x + radius_, width_ - 1);
      const double count = rows * (x1 - x0 + 1);
      const double sum = prefix_[std::size_t(x1) + 1] - prefix_[std::size_t(x0)];
      out[std::ptrdiff_t(x) * channels_] =
          static_cast<std::uint8_t>(static_cast<int>((2 * sum + count) / (2 * count)));
    }
  }

  const std::uint8_t* input_;
  std::uint8_t* output_;
  int width_, height_, channels_, radius_;
  std::vector<std::uint32_t> columns_;  // at most 255 * height
  std::vector<double> prefix_;
};

}  // namespace

void summed_area_table(const std::uint8_t* image, std::uint32_t* table, int width, int height,
                       int channels, int threads) {
  const std::ptrdiff_t pixels = std::ptrdiff_t(width) * height;
  const std::vector<int> edges = band_edges(height, threads);
  in_bands(edges, [&](std::size_t band) {
    for (int c = 0; c < channels; ++c) {
      scan_band(image + c, table + c * pixels, width, channels, edges[band], edges[band + 1]);
    }
  });
  if (edges.size() == 2) return;
  // What lies above each band, from the last rows of those before it; then everybody adds it.
  const std::size_t row_sums = std::size_t(width) * std::size_t(channels);
  std::vector<std::vector<std::uint32_t>> above{std::vector<std::uint32_t>(row_sums)};
  for (std::size_t band = 1; band + 1 < edges.size(); ++band) {
    std::vector<std::uint32_t> sums = above.back();
    for (int c = 0; c < channels; ++c) {
      const std::uint32_t* const last =
          table + c * pixels + std::ptrdiff_t(edges[band] - 1) * width;
      for (int x = 0; x < width; ++x)
        sums[std::size_t(c) * std::size_t(width) + std::size_t(x)] += last[x];
    }
    above.push_back(std::move(sums));
  }
  in_bands(edges, [&](std::size_t band) {
    for (int c = 0; c < channels; ++c) {
      const std::uint32_t* const sums = above[band].data() + std::ptrdiff_t(c) * width;
      for (int y = edges[band]; y < edges[band + 1]; ++y) {
        std::uint32_t* const row = table + c * pixels + std::ptrdiff_t(y) * width;
        for (int x = 0; x < width; ++x) row[x] += sums[x];
      }
    }
  });
}

void box_filter(const std::uint8_t* input, std::uint8_t* output, int width, int height,
                int channels, int radius, int threads) {
  const std::vector<int> edges = band_edges(height, threads);
  in_bands(edges, [&](std::size_t band) {
    BoxBand(input, output, width, height, channels, radius).run(edges[band], edges[band + 1]);
  });
}

}  // namespace kit::baseline
