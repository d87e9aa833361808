#include "labs/05_separable/reference/halve.hpp"

#include <vector>

#include "catch.hpp"
#include "kit/synthetic.hpp"
#include "labs/05_separable/halve_cases.hpp"

using kit::Image;

namespace {

std::vector<double> half_of(int width, int height, const std::vector<float>& pixels) {
  Image<float> image(width, height);
  std::copy(pixels.begin(), pixels.end(), image.data());
  const Image<double> half = kit::oracle::halve(image);
  CHECK(half.width() == (width + 1) / 2);
  CHECK(half.height() == (height + 1) / 2);
  return {half.values().begin(), half.values().end()};
}

}  // namespace

TEST_CASE("oracle::halve equals means worked out by hand") {
  using Values = std::vector<double>;
  CHECK(half_of(2, 2, {1, 2, 3, 6}) == Values{3});
  CHECK(half_of(4, 2, {1, 2, 3, 6, 5, 4, 0, 7}) == Values{3, 4});
  // The last column and the last row count twice.
  CHECK(half_of(3, 3, {0, 4, 8, 2, 6, 1, 5, 3, 7}) == Values{3, 4.5, 4, 7});
  CHECK(half_of(1, 1, {0.25f}) == Values{0.25});
  CHECK(half_of(5, 1, {1, 3, 5, 7, 9}) == Values{2, 6, 9});
  CHECK(half_of(1, 3, {1, 3, 5}) == Values{2, 5});
}

TEST_CASE("oracle::halve keeps a constant, and a gradient's slope doubles") {
  const Image<double> same = kit::oracle::halve(kit::constant(17, 12, 0.375f));
  for (const double value : same.values()) CHECK(value == 0.375);
  const Image<float> gradient = kit::gradient(16, 8);  // rises by 1/128 from pixel to pixel
  const Image<double> half = kit::oracle::halve(gradient);
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x) CHECK(half.at(x, y) == (2 * x + 0.5 + 16 * (2 * y + 0.5)) / 128);
}

TEST_CASE("halve_cases: float32 in two passes is within the tolerance") {
  for (const kit::grader::Case& one : kit::grader::lab05::halve_cases(3)) {
    INFO(one.name);
    const Image<float> image = kit::grader::to_float_image(one.call.inputs[0][0]);
    const Image<double> rounded = kit::grader::lab05::two_halvings(
        image,
        [&](int x, int y) {
          return 0.5f * (image.at(2 * x, y) + image.at(std::min(2 * x + 1, image.width() - 1), y));
        },
        [&](const Image<double>& between, int x, int y) {
          const int below = std::min(2 * y + 1, image.height() - 1);
          return 0.5f * (float(between.at(x, 2 * y)) + float(between.at(x, below)));
        });
    for (std::size_t n = 0; n < rounded.size(); ++n)
      CHECK(std::abs(rounded.data()[n] - one.expected.data()[n]) <= one.tolerance);
  }
}
