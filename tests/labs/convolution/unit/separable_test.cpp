#include "labs/convolution/reference/separable.hpp"

#include <cmath>

#include "catch.hpp"
#include "kit/synthetic.hpp"
#include "labs/convolution/reference/oracle.hpp"
#include "labs/convolution/reference/two_pass.hpp"
#include "unit/error_of.hpp"

using kit::Border;
using kit::Filter;
using kit::Image;
using kit::SeparableFilter;

namespace {

/// 1 2 3 4 / 5 6 7 8 / 9 10 11 12
Image<float> counting_image() {
  Image<float> image(4, 3);
  for (std::size_t n = 0; n < image.size(); ++n) image.values()[n] = static_cast<float>(n + 1);
  return image;
}

/// Neither vector is symmetric, and they differ.
SeparableFilter counting_filter() {
  return {"counting", {1, 2, 4}, {1, 10, 100}};
}

std::vector<double> values(const Image<double>& image) {
  return {image.values().begin(), image.values().end()};
}

/// Whole numbers, so that every product and sum is exact.
SeparableFilter random_filter(int taps, std::uint64_t seed) {
  kit::Random random(seed);
  SeparableFilter filter{"random", {}, {}};
  for (int n = 0; n < taps; ++n) {
    filter.row.push_back(static_cast<float>(random.integer(-9, 9)));
    filter.column.push_back(static_cast<float>(random.integer(-9, 9)));
  }
  return filter;
}

Filter outer_product(const SeparableFilter& filter) {
  Filter result{"outer product", filter.taps(), {}};
  for (const float down : filter.column) {
    for (const float across : filter.row) result.weights.push_back(down * across);
  }
  return result;
}

Image<float> whole_numbers(int width, int height, std::uint64_t seed, int channels = 1) {
  Image<float> image = kit::noise(width, height, seed, channels);
  for (float& value : image.values()) value = std::floor(value * 256);
  return image;
}

}  // namespace

TEST_CASE("oracle::separable, by hand") {
  // Rows, zeros beyond: 1 2 3 4 gives 1*0 + 2*1 + 4*2 = 10, 1 + 4 + 12 = 17, 2 + 6 + 16 = 24,
  // 3 + 8 = 11; so 34 45 52 23 and 58 73 80 35. Columns: 10 * here + 100 * below + 1 * above.
  const std::vector<double> zeros = {3500, 4670, 5440, 2410,  //
                                     6150, 7767, 8544, 3741,  //
                                     614,  775,  852,  373};
  CHECK(values(kit::oracle::separable(counting_image(), counting_filter(), Border::zero)) == zeros);
  // Nearest pixel: rows 11 17 24 27, 39 45 52 55, 67 73 80 83.
  const std::vector<double> clamped = {4021, 4687, 5464, 5797,  //
                                       7101, 7767, 8544, 8877,  //
                                       7409, 8075, 8852, 9185};
  CHECK(values(kit::oracle::separable(counting_image(), counting_filter(), Border::clamp)) ==
        clamped);
}

TEST_CASE("oracle::separable equals the convolution with the outer product") {
  for (const int taps : {1, 3, 5, 9, 31}) {
    const SeparableFilter filter = random_filter(taps, 7 + static_cast<std::uint64_t>(taps));
    for (const auto& [width, height] : {std::pair{1, 1}, {17, 11}, {11, 17}, {1, 20}, {20, 1}}) {
      const Image<float> image = whole_numbers(width, height, 3, 2);
      for (const Border border : {Border::zero, Border::clamp}) {
        INFO(taps << " taps, " << width << " x " << height << ", " << to_string(border));
        CHECK(kit::oracle::separable(image, filter, border) ==
              kit::oracle::convolve(image, outer_product(filter), border));
      }
    }
  }
}

TEST_CASE("oracle::separable of an impulse is the flipped outer product") {
  const SeparableFilter filter = counting_filter();
  const Image<double> result =
      kit::oracle::separable(kit::impulse(7, 6, 3, 2), filter, Border::zero);
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) {
      CHECK(result.at(3 + i, 2 + j) == double(filter.column[static_cast<std::size_t>(1 - j)]) *
                                           filter.row[static_cast<std::size_t>(1 - i)]);
    }
  }
}

TEST_CASE("oracle::separable rounds nothing between the passes") {
  // The row's sum needs 26 bits, which float32 does not have.
  Image<float> image(3, 1, 1, 1.0f);
  image.at(0, 0) = 0x1p25f;
  const SeparableFilter ones{"ones", {1, 1, 1}, {1, 1, 1}};
  CHECK(kit::oracle::separable(image, ones, Border::zero).at(1, 0) == 0x1p25 + 2);
}

TEST_CASE("oracle::separable_row is a row of separable") {
  const Image<float> image = whole_numbers(7, 5, 2, 3);
  for (const int taps : {3, 13}) {
    const SeparableFilter filter = random_filter(taps, 5);
    for (const Border border : {Border::zero, Border::clamp}) {
      const Image<double> whole = kit::oracle::separable(image, filter, border);
      for (int y = 0; y < 5; ++y) {
        const Image<double> row = kit::oracle::separable_row(image, filter, border, y);
        REQUIRE(row.size() == 21);
        for (int x = 0; x < 7; ++x) CHECK(row.at(x, 0, 2) == whole.at(x, y, 2));
      }
    }
  }
  CHECK(contains(
      error_of([&] { kit::oracle::separable_row(image, random_filter(3, 1), Border::zero, 5); }),
      "5 rows"));
}

TEST_CASE("separate takes every separable filter apart, and refuses the others") {
  for (const char* name :
       {"identity", "gaussian3", "gaussian5", "gaussian7", "sobel_x", "sobel_y", "box3", "box5",
        "box:31", "gaussian:2", "gaussian:0.5:31", "gaussian:30:127"}) {
    INFO(name);
    const Filter square = kit::make_filter(name);
    const SeparableFilter filter = kit::separate(square);
    REQUIRE(filter.taps() == square.width);
    double magnitudes = 0, worst = 0, largest = 0;
    for (const float weight : filter.row) magnitudes += std::abs(double(weight));
    for (std::size_t n = 0; n < square.weights.size(); ++n) {
      const std::size_t width = filter.row.size();
      const double product = double(filter.column[n / width]) * filter.row[n % width];
      worst = std::max(worst, std::abs(product - square.weights[n]));
      largest = std::max(largest, std::abs(double(square.weights[n])));
    }
    CHECK(magnitudes == Approx(1).epsilon(1e-6));
    CHECK(worst <= largest * 0x1p-21);
  }
  CHECK(kit::separate(kit::make_filter("gaussian5")).row ==
        std::vector<float>{1 / 16.f, 4 / 16.f, 6 / 16.f, 4 / 16.f, 1 / 16.f});
  for (const char* name : {"laplacian", "sharpen", "emboss", "log:9"}) {
    INFO(name);
    CHECK(contains(error_of([&] { kit::separate(kit::make_filter(name)); }), "not separable"));
  }
  CHECK(contains(error_of([] { kit::separate(Filter{"none", 1, {0}}); }), "no weight but 0"));
}

TEST_CASE("a separated Gaussian is the Gaussian of one variable") {
  const SeparableFilter filter = kit::separate(kit::make_filter("gaussian:2:13"));
  double sum = 0;
  for (int i = -6; i <= 6; ++i) sum += std::exp(-i * i / 8.0);
  for (int i = -6; i <= 6; ++i) {
    const std::size_t place = std::size_t(i) + 6;
    CHECK(filter.row[place] == Approx(std::exp(-i * i / 8.0) / sum).epsilon(1e-6));
    CHECK(filter.column[place] == Approx(filter.row[place]).epsilon(1e-6));
  }
}

TEST_CASE("broken separable filters are refused") {
  const Image<float> image(3, 2);
  for (const SeparableFilter& filter :
       {SeparableFilter{"even", {1, 1}, {1, 1}}, SeparableFilter{"uneven", {1}, {1, 1, 1}},
        SeparableFilter{"none", {}, {}}}) {
    CHECK(contains(error_of([&] { kit::oracle::separable(image, filter, Border::zero); }),
                   "same odd number"));
  }
}
