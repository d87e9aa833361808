/// @file
/// FaultModels in operations that are made of convolutions: two passes, and the gradient magnitude.
#include <algorithm>
#include <cmath>
#include <utility>

#include "convolution_fault_models.hpp"
#include "fault_model.hpp"
#include "labs/convolution/reference/oracle.hpp"

namespace kit::grader {

Filter outer_product(const std::vector<float>& row, const std::vector<float>& column) {
  Filter filter{"outer product", int(row.size()), {}};
  for (const float down : column) {
    for (const float across : row) filter.weights.push_back(down * across);
  }
  return filter;
}

std::vector<Hypothesis> separable_fault_models(const Image<float>& image,
                                               const std::vector<float>& row,
                                               const std::vector<float>& column, Border border) {
  std::vector<float> identity(row.size(), 0.0f);
  identity[identity.size() / 2] = 1.0f;
  const Filter filter = outer_product(row, column);
  std::vector<Hypothesis> list;
  list.push_back({"wrong_filter", "only the pass along the rows reaches the result",
                  oracle::convolve(image, outer_product(row, identity), border)});
  list.push_back({"wrong_filter", "only the pass along the columns reaches the result",
                  oracle::convolve(image, outer_product(identity, column), border)});
  list.push_back({"wrong_filter", "the row filter is used for both passes",
                  oracle::convolve(image, outer_product(row, row), border)});
  list.push_back({"wrong_filter", "the column filter is used for both passes",
                  oracle::convolve(image, outer_product(column, column), border)});
  for (auto& model : FaultModels(image, filter, border).list()) list.push_back(std::move(model));
  return drop_uninformative(std::move(list), oracle::convolve(image, filter, border));
}

namespace {

/// Each value from `step` places further in memory; any value where that lies outside.
Image<double> moved(const Image<double>& image, int step) {
  Image<double> output(image.width(), image.height(), 1, kAnything);
  for (int n = 0; n < int(image.size()); ++n) {
    if (n + step >= 0 && n + step < int(image.size())) output.data()[n] = image.data()[n + step];
  }
  return output;
}

}  // namespace

std::vector<Hypothesis> sobel_fault_models(const Image<float>& image, Border border) {
  const Filter sobel_x = make_filter("sobel_x"), sobel_y = make_filter("sobel_y");
  const auto combine = [](const Image<double>& a, const Image<double>& b, auto rule) {
    Image<double> output(a.width(), a.height());
    for (std::size_t n = 0; n < a.size(); ++n) output.data()[n] = rule(a.data()[n], b.data()[n]);
    return output;
  };
  const auto magnitude = [](double x, double y) { return std::sqrt(x * x + y * y); };
  const Image<double> gx = oracle::convolve(image, sobel_x, border);
  const Image<double> gy = oracle::convolve(image, sobel_y, border);
  std::vector<Hypothesis> list;
  const auto add = [&](const char* cause, const char* sentence, auto rule) {
    list.push_back({cause, sentence, combine(gx, gy, rule)});
  };
  add("all_zeros", "every pixel is 0: are both gradients computed and the result stored?",
      [](double, double) { return 0.0; });
  list.push_back({"copied_input", "the output is the input itself", to_double(image)});
  const char* const formula = "wrong_formula";
  add(formula, "the magnitude is the root of gx^2 + gy^2, not the sum of absolute values",
      [](double x, double y) { return std::abs(x) + std::abs(y); });
  add(formula, "the square root is missing", [](double x, double y) { return x * x + y * y; });
  add(formula, "the two gradients are added without squaring them",
      [](double x, double y) { return x + y; });
  add(formula, "the gradients must be squared and added before the root",
      [](double x, double y) { return std::sqrt(std::abs(x + y)); });
  add(formula, "the squares must be added, not subtracted",
      [](double x, double y) { return x * x >= y * y ? std::sqrt(x * x - y * y) : kAnything; });
  add(formula, "the gradients must be squared and added before the root",
      [](double x, double y) { return std::abs(x + y); });
  add(formula, "only Sobel X reaches the result: the magnitude needs both gradients",
      [](double x, double) { return x; });
  add(formula, "only Sobel X reaches the result: the magnitude needs both gradients",
      [](double x, double) { return std::abs(x); });
  add(formula, "only Sobel Y reaches the result: the magnitude needs both gradients",
      [](double, double y) { return y; });
  add(formula, "only Sobel Y reaches the result: the magnitude needs both gradients",
      [](double, double y) { return std::abs(y); });
  add(formula, "Sobel X is used twice: the second gradient is Sobel Y",
      [](double x, double) { return std::sqrt(2.0) * std::abs(x); });
  add(formula, "Sobel Y is used twice: the first gradient is Sobel X",
      [](double, double y) { return std::sqrt(2.0) * std::abs(y); });
  add(formula, "the gradients are multiplied: the magnitude is the root of gx^2 + gy^2",
      [](double x, double y) { return std::sqrt(std::abs(x * y)); });
  add(formula, "the squares are multiplied: they must be added before the root",
      [](double x, double y) { return std::abs(x * y); });
  add(formula, "the larger gradient is taken: the magnitude is the root of gx^2 + gy^2",
      [](double x, double y) { return std::max(std::abs(x), std::abs(y)); });
  for (const int step : {1, -1}) {
    const Image<double> next_x = moved(gx, step), next_y = moved(gy, step);
    const char* const apart =
        "the two gradients are taken from different pixels: both have index "
        "y * width + x";
    list.push_back({"shifted", apart, combine(gx, next_y, magnitude)});
    list.push_back({"shifted", apart, combine(next_x, gy, magnitude)});
  }
  for (const double scale : {4.0, 8.0, 255.0, 1 / std::sqrt(2.0)}) {
    add("scaled", "the magnitude is divided by a constant: it is wanted as it is",
        [=](double x, double y) { return std::sqrt(x * x + y * y) / scale; });
  }
  add("scaled", "the magnitude is limited to 1: it may be larger, and is wanted so",
      [=](double x, double y) { return std::min(1.0, magnitude(x, y)); });

  const auto in_x = FaultModels(image, sobel_x, border).list();
  const auto in_y = FaultModels(image, sobel_y, border).list();
  for (std::size_t n = 0; n < in_x.size(); ++n) {
    if (in_x[n].cause == "all_zeros" || in_x[n].cause == "copied_input") continue;
    list.push_back({in_x[n].cause, "in the gradients, " + in_x[n].sentence,
                    combine(in_x[n].output, in_y[n].output, magnitude)});
  }
  return drop_uninformative(std::move(list), combine(gx, gy, magnitude));
}

}  // namespace kit::grader
