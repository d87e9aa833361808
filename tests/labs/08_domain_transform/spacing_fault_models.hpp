/// @file
/// The usual wrong domain transforms, computed on purpose, so that a wrong spacing can be named.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "grader/lab/suite.hpp"
#include "labs/08_domain_transform/line_model.hpp"

namespace kit::grader::lab08 {

/// FaultModels of a spacing; `dx` is 1 for that of rows, `dy` for that of columns.
inline std::vector<Hypothesis> spacing_fault_models(const Image<std::uint8_t>& image,
                                                    double sigma_s, double sigma_r, int dx,
                                                    int dy) {
  std::vector<Hypothesis> list;
  // `sum(differences)` and the ratio give the spacing; towards the next pixel if `ahead`.
  const auto add = [&](const char* sentence, double ratio, int x_step, int y_step, auto combine) {
    Image<double> output(image.width(), image.height(), 1, 1.0);
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const int x0 = x - x_step, y0 = y - y_step;
        if (x0 < 0 || y0 < 0 || x0 >= image.width() || y0 >= image.height()) continue;
        Samples differences;
        for (int c = 0; c < image.channels(); ++c) {
          differences.push_back(double(image.at(x, y, c)) - double(image.at(x0, y0, c)));
        }
        output.at(x, y) = combine(ratio, differences);
      }
    }
    list.push_back({"wrong_formula", sentence, std::move(output)});
  };
  const auto right = [](double ratio, const Samples& differences) {
    double sum = 0;
    for (const double difference : differences) sum += difference * difference;
    return std::sqrt(1 + ratio * ratio * sum);
  };
  const double ratio = sigma_s / sigma_r;
  add("sigma_s and sigma_r are exchanged: the factor is (sigma_s / sigma_r)^2.", 1 / ratio, dx, dy,
      right);
  add("The factor is sigma_s / sigma_r, not its square.", std::sqrt(ratio), dx, dy, right);
  add("The differences are those of pixels in [0, 1]: sigma_r counts grey levels, 0 to 255.",
      ratio / 255, dx, dy, right);
  add("Only the first channel counts: the sum goes over all three.", ratio, dx, dy,
      [&](double r, const Samples& differences) { return right(r, {differences[0]}); });
  add("The sum of the absolute differences is another metric; S0 takes the root of 1 plus the sum "
      "of squares.",
      ratio, dx, dy, [](double r, const Samples& differences) {
        double sum = 0;
        for (const double difference : differences) sum += std::abs(difference);
        return 1 + r * sum;
      });
  add("The root is missing.", ratio, dx, dy, [&](double r, const Samples& differences) {
    const double root = right(r, differences);
    return root * root;
  });
  add("The distance to the next pixel stands where that to the one before belongs.", ratio, -dx,
      -dy, right);
  add("The spacings of rows and columns are exchanged.", ratio, dy, dx, right);
  return list;
}

}  // namespace kit::grader::lab08
