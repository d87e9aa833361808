#include <vector>

#include "catch.hpp"
#include "kit/synthetic.hpp"
#include "labs/03_constant_memory/polynomial_cases.hpp"

using kit::Image;

namespace {

std::vector<double> polynomial_of(const std::vector<float>& values,
                                  const std::vector<float>& coefficients) {
  Image<float> image(int(values.size()), 1);
  std::copy(values.begin(), values.end(), image.data());
  const Image<double> result = kit::oracle::polynomial(image, coefficients);
  return {result.values().begin(), result.values().end()};
}

}  // namespace

TEST_CASE("oracle::polynomial equals sums worked out by hand") {
  using Values = std::vector<double>;
  CHECK(polynomial_of({0, 0.5f, 1}, {3}) == Values{3, 3, 3});
  CHECK(polynomial_of({0, 0.5f, 1}, {0, 1}) == Values{0, 0.5, 1});
  // 1 - 2 v + 4 v^3
  CHECK(polynomial_of({0, 0.5f, 0.25f}, {1, -2, 0, 4}) == Values{1, 0.5, 0.5625});
  // The geometric sum: 1 + 1/2 + ... + 1/2^15.
  CHECK(polynomial_of({0.5f}, std::vector<float>(16, 1.0f)) == Values{2 - 0x1p-15});
}

TEST_CASE("polynomial_cases: coefficients differ, and so do the answers of the usual mistakes") {
  for (const kit::grader::Case& one : kit::grader::lab03::polynomial_cases(7)) {
    INFO(one.name);
    CHECK(one.tolerance < 2e-5);
    for (const kit::grader::Hypothesis& wrong : one.hypotheses()) {
      // A single coefficient has no order, and its first byte may be 0 as in memory before.
      if (one.expected.size() < 16 || one.call.inputs[0][1].shape.values() == 1) continue;
      double largest = 0;
      for (std::size_t n = 0; n < one.expected.size(); ++n)
        largest = std::max(largest, std::abs(wrong.output.data()[n] - one.expected.data()[n]));
      CHECK(largest > 100 * one.tolerance);
    }
  }
}

TEST_CASE("polynomial_tolerance bounds Horner's rule in float32") {
  kit::Random random(5);
  for (const int count : {1, 4, 16}) {
    const std::vector<float> c = kit::grader::lab03::random_coefficients(count, random.next());
    const Image<float> image = kit::noise(50, 40, random.next());
    const Image<double> expected = kit::oracle::polynomial(image, c);
    double largest = 0;
    for (std::size_t n = 0; n < image.size(); ++n) {
      float sum = 0;
      for (int k = count - 1; k >= 0; --k) sum = sum * image.data()[n] + c[std::size_t(k)];
      largest = std::max(largest, std::abs(double(sum) - expected.data()[n]));
    }
    CHECK(largest <= kit::grader::lab03::polynomial_tolerance(c));
  }
}
