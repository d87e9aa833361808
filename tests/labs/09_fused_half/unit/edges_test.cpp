#include "labs/09_fused_half/reference/edges.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "kit/synthetic.hpp"
#include "labs/09_fused_half/baseline/edge_baseline.hpp"

using kit::Image;
namespace oracle = kit::oracle;

namespace {

Image<double> image_of(int width, int height, const std::vector<double>& values) {
  Image<double> image(width, height);
  std::copy(values.begin(), values.end(), image.data());
  return image;
}

Image<double> noise(int width, int height, std::uint64_t seed) {
  Image<double> image(width, height);
  const Image<std::uint8_t> bytes = kit::to_bytes(kit::noise(width, height, seed));
  std::copy(bytes.values().begin(), bytes.values().end(), image.data());
  return image;
}

}  // namespace

TEST_CASE("oracle::grey_levels keeps greys and weighs colours") {
  Image<std::uint8_t> colours(4, 1, 3);
  const int rgb[][3] = {{137, 137, 137}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
  for (int x = 0; x < 4; ++x)
    for (int c = 0; c < 3; ++c) colours.at(x, 0, c) = std::uint8_t(rgb[x][c]);
  const Image<double> grey = oracle::grey_levels(colours);
  CHECK(grey.at(0, 0) == 137);
  CHECK(grey.at(1, 0) == 77);   // 76.70
  CHECK(grey.at(2, 0) == 149);  // 149.41
  CHECK(grey.at(3, 0) == 29);   // 28.89
}

TEST_CASE("oracle::blur spreads an impulse by the binomial weights") {
  Image<double> impulse(9, 9);
  impulse.at(4, 4) = 256;
  const Image<double> blurred = oracle::blur(impulse);
  const double weights[] = {0, 0, 1, 4, 6, 4, 1, 0, 0};
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 9; ++x) CHECK(blurred.at(x, y) == weights[x] * weights[y]);
}

TEST_CASE("oracle::sobel_gradient of a ramp is 8 times its slope, and smaller at the edge") {
  Image<double> ramp(6, 5);
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 6; ++x) ramp.at(x, y) = 3 * x - 2 * y;
  const Image<double> gradient = oracle::sobel_gradient(ramp);
  CHECK(gradient.at(2, 2, 0) == 24);
  CHECK(gradient.at(2, 2, 1) == -16);
  CHECK(gradient.at(0, 2, 0) == 12);
  CHECK(gradient.at(2, 4, 1) == -8);
  CHECK(oracle::magnitude(gradient).at(2, 2) == 40);
}

TEST_CASE("oracle::direction changes at 53/128 and 128/53") {
  const auto is = [](double gx, double gy, int dx, int dy) {
    const oracle::Step step = oracle::direction(gx, gy);
    return step.dx == dx && step.dy == dy;
  };
  CHECK(is(128, 53, 1, 0));
  CHECK(is(128, 54, 1, 1));
  CHECK(is(-128, 54, 1, -1));
  CHECK(is(-128, -54, 1, 1));
  CHECK(is(53, -128, 0, 1));
  CHECK(is(54, -128, 1, -1));
}

TEST_CASE("oracle::thin keeps one pixel of a crest, in two strengths") {
  // gx: a crest two pixels wide keeps the one whose neighbour before is smaller.
  Image<double> gradient(7, 1, 2);
  const double gx[] = {0, 10, 30, 30, 10, 50, 0};
  for (int x = 0; x < 7; ++x) gradient.at(x, 0, 0) = gx[x];
  const Image<double> states = oracle::thin(gradient, 20, 40);
  CHECK(states == image_of(7, 1, {0, 0, 128, 0, 0, 255, 0}));
  CHECK(oracle::thin(gradient, 30, 50) == image_of(7, 1, {0, 0, 128, 0, 0, 255, 0}));
  CHECK(oracle::thin(gradient, 30.5, 51) == image_of(7, 1, {0, 0, 0, 0, 0, 128, 0}));
}

TEST_CASE("oracle::hysteresis follows corners, and only weak pixels") {
  const Image<double> states = image_of(5, 3,
                                        {255, 0, 0, 128, 128,  //
                                         0, 128, 0, 0, 128,    //
                                         0, 0, 128, 0, 0});
  CHECK(oracle::hysteresis(states) == image_of(5, 3,
                                               {255, 0, 0, 0, 0,  //
                                                0, 255, 0, 0, 0,  //
                                                0, 0, 255, 0, 0}));
}

TEST_CASE("oracle::round_to_half has 11 bits and ties to even") {
  CHECK(oracle::round_to_half(0) == 0);
  CHECK(oracle::round_to_half(255) == 255);
  CHECK(oracle::round_to_half(128 + 1 / 16.0) == 128);
  CHECK(oracle::round_to_half(128 + 3 / 16.0) == 128.25);
  CHECK(oracle::round_to_half(127 + 15 / 16.0) == 127.9375);
  CHECK(oracle::round_to_half(-2049) == -2048);
}

TEST_CASE("oracle::half_magnitude is at most 1 away from the exact one") {
  const Image<double> grey = noise(61, 43, 5);
  const Image<double> exact = oracle::edge_magnitude(grey), rounded = oracle::half_magnitude(grey);
  double largest = 0;
  for (std::size_t n = 0; n < exact.size(); ++n)
    largest = std::max(largest, std::abs(exact.data()[n] - rounded.data()[n]));
  CHECK(largest > 0.05);
  CHECK(largest <= 1);
}

TEST_CASE("oracle::row_means") {
  Image<std::uint8_t> image(3, 2);
  const std::uint8_t values[] = {1, 2, 6, 255, 255, 255};
  std::copy(values, values + 6, image.data());
  CHECK(oracle::row_means(image) == image_of(1, 2, {3, 255}));
}

TEST_CASE("baseline::edge_magnitude and thin_edges are exact, on one thread and on several") {
  const int sizes[][2] = {{61, 43}, {1, 1}, {2, 9}, {40, 1}};
  for (const auto& [width, height] : sizes) {
    const Image<std::uint8_t> grey = kit::to_bytes(kit::noise(width, height, 11));
    Image<double> levels(width, height);
    std::copy(grey.values().begin(), grey.values().end(), levels.data());
    const Image<double> gradient = oracle::sobel_gradient(oracle::blur(levels));
    const Image<double> magnitude = oracle::magnitude(gradient);
    const Image<double> states = oracle::thin(gradient, 100, 300);
    for (const int threads : {1, 3}) {
      Image<float> m(width, height);
      kit::baseline::edge_magnitude(grey.data(), m.data(), width, height, threads);
      Image<std::uint8_t> s(width, height);
      kit::baseline::thin_edges(grey.data(), s.data(), width, height, 100, 300, threads);
      for (std::size_t n = 0; n < m.size(); ++n) {
        CHECK(m.data()[n] == magnitude.data()[n]);
        CHECK(s.data()[n] == states.data()[n]);
      }
    }
  }
}
