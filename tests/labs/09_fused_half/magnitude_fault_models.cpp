/// @file
/// Mistakes in blur, gradient and magnitude that one function computes.
#include <cmath>
#include <utility>
#include <vector>

#include "edge_fault_models.hpp"
#include "step_models.hpp"
#include "wrong_blurs.hpp"

namespace kit::grader::lab09 {

std::vector<WrongBlur> wrong_blurs(const Exact& grey) {
  const Exact right = oracle::blur(grey);
  std::vector<WrongBlur> list;
  // The blur around a place that may lie outside, where it is not moved into the image first.
  const auto goes_on = [&](bool along_rows, bool down_columns) -> Read {
    return [&grey, along_rows, down_columns](const Exact& image, int x, int y) {
      const int u = along_rows ? x : std::clamp(x, 0, image.width() - 1);
      const int v = down_columns ? y : std::clamp(y, 0, image.height() - 1);
      if (u >= 0 && u < image.width() && v >= 0 && v < image.height()) return image.at(u, v);
      return blur_at(grey, u, v);
    };
  };
  list.push_back({"wrong_border",
                  "beyond the edge the blurred image goes on with what a blur of the grey image "
                  "gives there; its own nearest pixel belongs there",
                  right, goes_on(true, true)});
  list.push_back(
      {"wrong_border",
       "beyond its left and right edge the blurred image goes on with what a blur of the "
       "grey image gives there; its own nearest pixel belongs there",
       right, goes_on(true, false)});
  list.push_back({"wrong_border",
                  "above and below the blurred image goes on with what a blur of the grey image "
                  "gives there; its own nearest pixel belongs there",
                  right, goes_on(false, true)});
  list.push_back({"wrong_border",
                  "beyond the edge of the blurred image stands 0; its nearest pixel belongs there",
                  right, or_zero});
  list.push_back({"wrong_border",
                  "beyond the edge of the grey image stands 0; its nearest pixel belongs there",
                  blur_as(grey, kBinomial, kBinomial, or_zero)});
  list.push_back({"wrong_border",
                  "both images go on with 0 beyond their edges, not with the nearest pixel",
                  blur_as(grey, kBinomial, kBinomial, or_zero), or_zero});
  list.push_back({"wrong_border",
                  "both images are mirrored at their edges; the nearest pixel belongs there",
                  blur_as(grey, kBinomial, kBinomial, mirrored), mirrored});
  list.push_back(
      {"wrong_formula", "the image is not blurred before the differences are taken", grey});
  list.push_back(
      {"wrong_formula", "the image is blurred along rows only", blur_as(grey, kBinomial, kNone)});
  list.push_back(
      {"wrong_formula", "the image is blurred down columns only", blur_as(grey, kNone, kBinomial)});
  list.push_back({"wrong_filter",
                  "the blur takes a mean of 25 pixels: the weights are 1 4 6 4 1, over 16",
                  blur_as(grey, kMean, kMean)});
  return list;
}

namespace {

/// Values of a list of hypotheses divided by a number.
void divide(std::vector<Hypothesis>& list, double divisor) {
  for (Hypothesis& one : list)
    for (double& value : one.output.values()) value /= divisor;
}

/// The 16 bits of the half nearest to a value, as a number; the value is 0 or at least 2^-14.
double bits_of_half(double value) {
  if (value == 0) return 0;
  constexpr int kBias = 15, kSteps = 1024;  // of the exponent; in a power of two
  int exponent = 0;
  const double fraction = std::frexp(oracle::round_to_half(value), &exponent);  // from 0.5 to 1
  return (exponent - 1 + kBias + 2 * fraction - 1) * kSteps;
}

}  // namespace

std::vector<Hypothesis> magnitude_fault_models(const ByteImage& image, double divisor) {
  const Exact grey = levels_of(image);
  const Exact gradient = oracle::sobel_gradient(oracle::blur(grey));
  std::vector<Hypothesis> list;
  for (const WrongBlur& wrong : wrong_blurs(grey))
    list.push_back({wrong.cause, wrong.sentence,
                    oracle::magnitude(gradient_as(wrong.blurred, 2, wrong.read))});
  const auto add = [&](const char* sentence, double (*norm)(double, double)) {
    list.push_back({"wrong_formula", sentence, norm_of(gradient, norm)});
  };
  add("the magnitude is |gx| + |gy|, not the root of the sum of squares",
      [](double gx, double gy) { return std::hypot(gx, gy); });
  add("the magnitude is |gx| + |gy|, not the larger of both",
      [](double gx, double gy) { return std::max(std::abs(gx), std::abs(gy)); });
  add("the magnitude is |gx| + |gy|, not |gx + gy|",
      [](double gx, double gy) { return std::abs(gx + gy); });
  add("only |gx| is taken: the magnitude is |gx| + |gy|",
      [](double gx, double) { return std::abs(gx); });
  add("only |gy| is taken: the magnitude is |gx| + |gy|",
      [](double, double gy) { return std::abs(gy); });
  list.push_back({"wrong_filter",
                  "Sobel's middle row and column count twice: the weights are 1 2 1",
                  oracle::magnitude(gradient_as(oracle::blur(grey), 1))});
  divide(list, divisor);
  const Exact m = oracle::magnitude(gradient);
  if (divisor == 1) {
    list.push_back({"scaled", "the magnitude is divided by 8; the contract's is not",
                    each(m, [&](int x, int y) { return m.at(x, y) / 8; })});
  } else {
    list.push_back({"not_normalised", "the magnitude is not divided by 8, and cut to 255",
                    each(m, [&](int x, int y) { return std::min(m.at(x, y), 255.0); })});
    list.push_back(
        {"not_normalised", "the magnitude is not divided by 8, and its lower byte is stored",
         each(m, [&](int x, int y) { return std::fmod(std::nearbyint(m.at(x, y)), 256); })});
  }
  return list;
}

std::vector<Hypothesis> half_storage_fault_models(const ByteImage& image) {
  const Exact grey = levels_of(image);
  // Products and sums of a window, row by row, each rounded to a half.
  const Exact rounded = each(grey, [&](int x, int y) {
    double sum = 0;
    for (int j = 0; j < 5; ++j) {
      for (int i = 0; i < 5; ++i) {
        const double product = kBinomial[j] * kBinomial[i] * nearest(grey, x + i - 2, y + j - 2);
        sum = oracle::round_to_half(sum + oracle::round_to_half(product));
      }
    }
    return sum;
  });
  std::vector<Hypothesis> list = magnitude_fault_models(image, 1);
  const Exact blurred = oracle::blur(grey);
  const auto of_rounded = [&](double (*round)(double)) {
    return oracle::magnitude(oracle::sobel_gradient(
        each(blurred, [&](int x, int y) { return round(blurred.at(x, y)); })));
  };
  list.push_back({"wrong_rounding",
                  "the blurred pixels are rounded to whole numbers; a half below 256 has eighths",
                  of_rounded([](double value) { return std::nearbyint(value); })});
  list.push_back({"wrong_rounding",
                  "the blurred pixels are cut off to whole numbers; a half below 256 has eighths",
                  of_rounded([](double value) { return std::floor(value); })});
  list.push_back({"wrong_function",
                  "the bits of a half are taken for a whole number: __half2float converts",
                  of_rounded(bits_of_half)});
  list.push_back({"low_precision",
                  "the blur is added up in half precision: each of its sums is rounded. Add up in "
                  "float, and round the finished sum once",
                  oracle::magnitude(oracle::sobel_gradient(rounded))});
  return list;
}

}  // namespace kit::grader::lab09
