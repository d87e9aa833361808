/// @file
/// Lab 01's grading: the standard convolution cases, and a few separable ones for the challenge.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "kit/error.hpp"
#include "kit/synthetic.hpp"
#include "labs/convolution/baseline/baseline.hpp"
#include "labs/convolution/convolution_cases.hpp"
#include "labs/convolution/convolution_fault_models.hpp"
#include "labs/convolution/reference/oracle.hpp"

namespace kit::grader {
namespace {

constexpr int kTimedSize = 1024;  // pixels per side
const char* const kTimedFilter = "gaussian5";

/// Two vectors whose products are exact in float32 (8-bit multiples of a power of two), magnitudes
/// at most 1 / width.
struct Separable {
  std::vector<float> row, column;
};

Separable random_separable(int width, std::uint64_t seed) {
  Random random(seed);
  const auto vector = [&] {
    std::vector<float> weights;
    float scale = 1.0f;
    while (scale * float(width) > 1.0f) scale /= 2;
    for (int n = 0; n < width; ++n) {
      const float magnitude = float(random.integer(64, 255)) / 256 * scale;
      weights.push_back(random.integer(0, 1) ? magnitude : -magnitude);
    }
    return weights;
  };
  Separable result;
  result.row = vector();
  result.column = vector();
  return result;
}

Call separable_call(const Image<float>& image, const Separable& filter, Border border) {
  Call call;
  call.function = "convolve_separable";
  call.params = {{"filter_width", filter.row.size()}, {"border", to_string(border)}};
  call.inputs.push_back({to_tensor(image), to_tensor(filter.row), to_tensor(filter.column)});
  call.outputs.push_back({DType::f32, image.width(), image.height(), 1});
  return call;
}

Case separable_case(int filter_width, int width, int height, Border border, std::uint64_t seed) {
  Random random(seed);
  const Image<float> image = noise(width, height, random.next());
  const Separable filter = random_separable(filter_width, random.next());
  Case result;
  result.name = fmt::format("separable {0} + {0} random, {1}x{2}, {3} border", filter_width, width,
                            height, to_string(border));
  result.stage = "challenge";
  result.call = separable_call(image, filter, border);
  const Filter square = outer_product(filter.row, filter.column);
  result.expect_linear([square, border](const Tensor& input) {
    return oracle::convolve(to_float_image(input), square, border);
  });
  result.weights = {
      square.width, {square.weights.begin(), square.weights.end()}, "product of weights"};
  result.taps = separable_taps(filter_width, "row_filter", "column_filter");
  result.tolerance = separable_tolerance(filter.row, filter.column);
  result.hypotheses = [=] {
    return separable_fault_models(image, filter.row, filter.column, border);
  };
  return result;
}

std::vector<Case> cases(Backend, std::uint64_t seed) {
  std::vector<Case> list;
  for (const ConvolutionProblem& problem : standard_problems(seed)) {
    list.push_back(convolution_case("convolve", "convolve", problem));
  }
  for (const ConvolutionProblem& problem : thin_problems(seed + 1)) {
    list.push_back(convolution_case("convolve", "convolve", problem));
  }
  struct Size {
    int filter_width, width, height;
  };
  // Odd sizes, one row, one column, one pixel, and filters wider than the image.
  constexpr Size kSizes[] = {{5, 37, 21}, {3, 21, 37}, {7, 50, 97}, {5, 67, 1}, {5, 1, 67},
                             {11, 7, 4},  {11, 4, 7},  {3, 1, 1},   {1, 18, 9}};
  for (const Size& size : kSizes) {
    for (const Border border : {Border::zero, Border::clamp}) {
      list.push_back(
          separable_case(size.filter_width, size.width, size.height, border, seed + list.size()));
    }
  }
  for (const ThinImage& image : kThinImages) {
    list.push_back(separable_case(3, image.width, image.height, Border::clamp, seed + list.size()));
    list.back().hypotheses = nullptr;  // the small cases tell as much
  }
  return list;
}

/// The challenge on the same filter and size as the plain convolution, so that the two compare.
TimingPlan separable_timing() {
  const Separable gaussian5{{1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f},
                            {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f}};
  // Bytes, output check and baseline are those of the plain convolution.
  TimingPlan plan = convolution_timing("challenge", "convolve", kTimedFilter, Border::clamp,
                                       kTimedSize, kTimedSize);
  plan.name = "separable " + plan.name;
  plan.call = [=](std::uint64_t seed) {
    return with_noise(separable_call(Image<float>(1, 1), gaussian5, Border::clamp), kTimedSize,
                      kTimedSize, seed);
  };
  return plan;
}

std::vector<TimingPlan> timing(Backend) {
  return {convolution_timing("convolve", "convolve", kTimedFilter, Border::clamp, kTimedSize,
                             kTimedSize),
          separable_timing()};
}

PictureFilter picture(const RunOptions& options) {
  const ConvolutionOptions read = convolution_options(options, "gaussian7", false);
  if (read.filter == "sobel_magnitude") {
    throw InputError(
        "lab 01 has no filter \"sobel_magnitude\", lab 02 has; here use sobel_x or sobel_y");
  }
  return convolution_picture("convolve", read);
}

std::vector<Case> hidden(const nlohmann::json& parameters, Backend, std::uint64_t seed) {
  std::vector<Case> list;
  for (const ConvolutionProblem& problem : hidden_problems(parameters, seed))
    list.push_back(convolution_case("convolve", "convolve", problem));
  return list;
}

const bool registered = register_suite({"01_cpu_baseline", cases, {}, timing, picture, hidden});

}  // namespace
}  // namespace kit::grader
