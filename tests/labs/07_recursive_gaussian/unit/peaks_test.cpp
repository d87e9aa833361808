#include "labs/07_recursive_gaussian/reference/peaks.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "kit/synthetic.hpp"
#include "labs/07_recursive_gaussian/peak_cases.hpp"

using namespace kit;
using kit::grader::lab07::peak_cases;

TEST_CASE("oracle::fade_peaks equals lines worked out by hand") {
  const auto column = [](const std::vector<float>& values, double fade) {
    Image<float> image(1, int(values.size()));
    std::copy(values.begin(), values.end(), image.data());
    const Image<double> faded = oracle::fade_peaks(image, fade);
    return std::vector<double>(faded.values().begin(), faded.values().end());
  };
  using Line = std::vector<double>;
  CHECK(column({1, 0, 0, 0}, 0.5) == Line{1, 0.5, 0.25, 0.125});
  CHECK(column({0.25f, 1, 0.75f, 0.25f}, 0.5) == Line{0.25, 1, 0.75, 0.375});
  CHECK(column({0.5f, 0.25f, 0.75f}, 0) == Line{0.5, 0.25, 0.75});
  // An impulse stays in its column.
  const Image<double> image = oracle::fade_peaks(impulse(3, 3, 1, 1), 0.25);
  CHECK(Line(image.values().begin(), image.values().end()) == Line{0, 0, 0, 0, 1, 0, 0, 0.25, 0});
}

TEST_CASE("peak_cases: the recursion in float32 is within the tolerance, the mistakes are not") {
  for (const grader::Case& one : peak_cases(11)) {
    INFO(one.name);
    const Image<float> image = grader::to_float_image(one.call.inputs[0][0]);
    const float fade = one.call.params.at("fade");
    double largest = 0;
    for (int x = 0; x < image.width(); ++x) {
      float peak = 0;
      for (int y = 0; y < image.height(); ++y) {
        peak = std::max(image.at(x, y), fade * peak);
        largest = std::max(largest, std::abs(double(peak) - one.expected.at(x, y)));
      }
    }
    CHECK(largest <= one.tolerance);
    for (const grader::Hypothesis& wrong : one.hypotheses()) {
      if (image.height() < 8 || fade == 0) continue;  // mistakes take some rows to show
      double off = 0;
      for (std::size_t n = 0; n < image.size(); ++n)
        off = std::max(off, std::abs(wrong.output.data()[n] - one.expected.data()[n]));
      CHECK(off > 1000 * one.tolerance);
    }
  }
}
