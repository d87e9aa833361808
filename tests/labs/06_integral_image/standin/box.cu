/// @file
/// Lab 06's stand-in for box.cu: box filters on the host, of an image by the reference that the
/// cases use, of a table by the sums that it holds.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "grader/worker/stand_in.hpp"
#include "lab.hpp"
#include "labs/06_integral_image/reference/integral.hpp"

namespace lab06 {
namespace {

/// The window of `radius` around n, clipped to [0, size).
struct Window {
  Window(int n, int radius, int size)
      : begin(std::max(n - radius, 0)),
        end(int(std::min<std::int64_t>(n + std::int64_t(radius), size - 1)) + 1) {}
  int begin, end;
};

template <typename Sum>
void filter_table(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
                  int radius, cudaStream_t stream) {
  const std::size_t plane = std::size_t(width) * std::size_t(height);
  std::vector<Sum> table(plane * std::size_t(channels));
  kit::worker::copy_to_host(d_table, table.data(), table.size(), stream);
  // The sum over columns before x and rows before y.
  const auto corner = [&](int c, int x, int y) {
    const std::size_t at = std::size_t(y - 1) * std::size_t(width) + std::size_t(x - 1);
    return x == 0 || y == 0 ? Sum(0) : table[std::size_t(c) * plane + at];
  };
  kit::Image<std::uint8_t> output(width, height, channels);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c) {
        const Window across(x, radius, width), down(y, radius, height);
        const Sum sum = corner(c, across.end, down.end) - corner(c, across.end, down.begin) -
                        corner(c, across.begin, down.end) + corner(c, across.begin, down.begin);
        const std::uint64_t count =
            std::uint64_t(across.end - across.begin) * std::uint64_t(down.end - down.begin);
        output.at(x, y, c) = std::uint8_t((2 * std::uint64_t(sum) + count) / (2 * count));
      }
  kit::worker::copy_to_device(output.data(), d_output, output.size(), stream);
}

}  // namespace

bool needs_64_bits(int width, int height, int radius) {
  const std::int64_t side = 2 * std::int64_t(radius) + 1;
  return 255 * std::min<std::int64_t>(side, width) * std::min<std::int64_t>(side, height) >
         0xffffffff;
}

void box_from_table(const std::uint32_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  filter_table(d_table, d_output, width, height, channels, radius, stream);
}

void box_from_table(const std::uint64_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  filter_table(d_table, d_output, width, height, channels, radius, stream);
}

void box_filter(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                int channels, int radius, void* /*d_workspace*/, cudaStream_t stream) {
  const auto image = kit::worker::image_from_device(d_input, width, height, channels, stream);
  kit::worker::image_to_device(kit::oracle::box_filter(image, radius), d_output, stream);
}

}  // namespace lab06
