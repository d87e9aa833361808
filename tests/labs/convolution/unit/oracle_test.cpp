#include "labs/convolution/reference/oracle.hpp"

#include <cmath>

#include "catch.hpp"
#include "kit/synthetic.hpp"
#include "unit/error_of.hpp"

using kit::Border;
using kit::Filter;
using kit::Image;

namespace {

/// 1 2 3 4 / 5 6 7 8 / 9 10 11 12
Image<float> counting_image() {
  Image<float> image(4, 3);
  for (std::size_t n = 0; n < image.size(); ++n) image.values()[n] = static_cast<float>(n + 1);
  return image;
}

/// 1 2 3 / 4 5 6 / 7 8 9: neither a flip nor a transposition leaves it as it is.
Filter counting_filter() {
  return {"counting", 3, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
}

std::vector<double> values(const Image<double>& image) {
  return {image.values().begin(), image.values().end()};
}

double energy(const Image<double>& image) {
  double sum = 0;
  for (const double value : image.values()) sum += value * value;
  return sum;
}

}  // namespace

TEST_CASE("oracle::convolve with zeros beyond the edge, by hand") {
  // (0, 0): 5*1 + 6*2 + 8*5 + 9*6 = 111
  // (1, 1): 1*1 + 2*2 + 3*3 + 4*5 + 5*6 + 6*7 + 7*9 + 8*10 + 9*11 = 348
  // (3, 2): 1*7 + 2*8 + 4*11 + 5*12 = 127
  const std::vector<double> expected = {111, 178, 217, 145,  //
                                        231, 348, 393, 252,  //
                                        133, 190, 211, 127};
  CHECK(values(kit::oracle::convolve(counting_image(), counting_filter(), Border::zero)) ==
        expected);
}

TEST_CASE("oracle::convolve with the nearest pixel beyond the edge, by hand") {
  // (0, 0): rows 1 1 2, 1 1 2, 5 5 6 under the filter: 9 + 21 + 129 = 159
  // (3, 0): rows 3 4 4, 3 4 4, 7 8 8: 23 + 56 + 185 = 264
  // (0, 1): rows 1 1 2, 5 5 6, 9 9 10: 9 + 81 + 225 = 315
  // (3, 2): rows 7 8 8, 11 12 12, 11 12 12: 47 + 176 + 281 = 504
  const std::vector<double> expected = {159, 192, 237, 264,  //
                                        315, 348, 393, 420,  //
                                        399, 432, 477, 504};
  CHECK(values(kit::oracle::convolve(counting_image(), counting_filter(), Border::clamp)) ==
        expected);
}

TEST_CASE("oracle::convolve treats the channels apart") {
  Image<float> image(4, 3, 3);
  kit::set_channel(image, 1, counting_image());
  const Image<double> result = kit::oracle::convolve(image, counting_filter(), Border::zero);
  CHECK(result.at(1, 1, 0) == 0);
  CHECK(result.at(1, 1, 1) == 348);
  CHECK(result.at(3, 2, 1) == 127);
  CHECK(result.at(1, 1, 2) == 0);
}

TEST_CASE("oracle::convolve of an impulse is the flipped filter") {
  const Filter filter = counting_filter();
  const Image<double> result =
      kit::oracle::convolve(kit::impulse(7, 6, 3, 2), filter, Border::zero);
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) {
      CHECK(result.at(3 + i, 2 + j) ==
            filter.weights[static_cast<std::size_t>((1 - j) * 3 + 1 - i)]);
    }
  }
}

TEST_CASE("oracle::convolve of an inner impulse has the energy of the filter") {
  const Filter filter = kit::make_filter("log:9");
  double expected = 0;
  for (const float weight : filter.weights) expected += static_cast<double>(weight) * weight;
  CHECK(energy(kit::oracle::convolve(kit::impulse(20, 17, 9, 8), filter, Border::zero)) ==
        Approx(expected).epsilon(1e-12));
}

TEST_CASE("oracle::convolve keeps a constant with a normalised filter and clamped borders") {
  const Image<double> result = kit::oracle::convolve(kit::constant(9, 4, 0.25f),
                                                     kit::make_filter("gaussian7"), Border::clamp);
  for (const double value : result.values()) CHECK(value == 0.25);
}

TEST_CASE("oracle::convolve with the identity returns the image") {
  const Image<float> image = kit::noise(8, 5, 1, 3);
  for (const Border border : {Border::zero, Border::clamp}) {
    CHECK(kit::oracle::convolve(image, kit::make_filter("identity"), border) ==
          kit::to_double(image));
  }
}

TEST_CASE("oracle::convolve with a Gaussian equals its two passes") {
  const Filter square = kit::make_filter("gaussian5");
  // One row and one column of the same weights, as filters that are zero elsewhere.
  Filter row{"row", 5, std::vector<float>(25)};
  Filter column{"column", 5, std::vector<float>(25)};
  const std::vector<float> line = {1 / 16.f, 4 / 16.f, 6 / 16.f, 4 / 16.f, 1 / 16.f};
  for (std::size_t n = 0; n < 5; ++n) row.weights[10 + n] = column.weights[n * 5 + 2] = line[n];
  // Multiples of 1/16, so that the image between the passes is exact in float32.
  Image<float> image = kit::noise(11, 9, 5);
  for (float& value : image.values()) value = std::floor(value * 16) / 16;
  for (const Border border : {Border::zero, Border::clamp}) {
    const Image<double> first = kit::oracle::convolve(image, row, border);
    Image<float> between(11, 9);
    for (std::size_t n = 0; n < between.size(); ++n) {
      between.values()[n] = static_cast<float>(first.values()[n]);
    }
    CHECK(kit::oracle::convolve(between, column, border) ==
          kit::oracle::convolve(image, square, border));
  }
}

TEST_CASE("oracle::convolve with a filter wider than the image") {
  // Every tap that meets the image counts once: the sum of all pixels.
  const Filter ones{"ones", 9, std::vector<float>(81, 1)};
  const Image<double> sums = kit::oracle::convolve(counting_image(), ones, Border::zero);
  for (const double value : sums.values()) CHECK(value == 78);
  // A single pixel stands for all 81 places.
  CHECK(kit::oracle::convolve(kit::constant(1, 1, 0.5f), ones, Border::clamp).at(0, 0) == 40.5);
}

TEST_CASE("oracle::convolve sums in double precision") {
  // In float32 the ones would be lost beside 2^25.
  Image<float> image(3, 1, 1, 1.0f);
  image.at(0, 0) = 0x1p25f;
  const Filter ones{"ones", 3, std::vector<float>(9, 1)};
  CHECK(kit::oracle::convolve(image, ones, Border::zero).at(1, 0) == 0x1p25 + 2);
}

TEST_CASE("oracle::convolve_row is a row of convolve") {
  const Image<float> image = kit::noise(7, 5, 2, 3);
  const Filter filter = kit::make_filter("emboss");
  for (const Border border : {Border::zero, Border::clamp}) {
    const Image<double> whole = kit::oracle::convolve(image, filter, border);
    for (int y = 0; y < 5; ++y) {
      const Image<double> row = kit::oracle::convolve_row(image, filter, border, y);
      REQUIRE(row.size() == 21);
      for (int x = 0; x < 7; ++x) CHECK(row.at(x, 0, 2) == whole.at(x, y, 2));
    }
  }
}

TEST_CASE("the oracle refuses broken filters and rows outside the image") {
  const Image<float> image(3, 2);
  const Filter even{"even", 2, {1, 1, 1, 1}};
  CHECK(contains(error_of([&] { kit::oracle::convolve(image, even, Border::zero); }), "odd"));
  const Filter filter = counting_filter();
  for (const int row : {-1, 2}) {
    CHECK(contains(error_of([&] { kit::oracle::convolve_row(image, filter, Border::zero, row); }),
                   "2 rows"));
  }
}

TEST_CASE("oracle::sobel_magnitude, by hand and of a slope") {
  // In the counting image gx = 4 * 2 and gy = 4 * 8 inside.
  const Image<double> result = kit::oracle::sobel_magnitude(counting_image(), Border::clamp);
  CHECK(result.at(1, 1) == Approx(std::sqrt(8.0 * 8 + 32 * 32)).epsilon(1e-15));
  // In the corner (0, 0), clamped: gx = 4 * 1, gy = 4 * 4.
  CHECK(result.at(0, 0) == Approx(std::sqrt(4.0 * 4 + 16 * 16)).epsilon(1e-15));
  // Zeros beyond: gx = 2*2 + 6 = 10, gy = 2*5 + 6 = 16.
  CHECK(kit::oracle::sobel_magnitude(counting_image(), Border::zero).at(0, 0) ==
        Approx(std::sqrt(10.0 * 10 + 16 * 16)).epsilon(1e-15));
}
