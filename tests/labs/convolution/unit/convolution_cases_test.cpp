/// @file
/// Convolution cases: what a wrong program does must fail them and be called by its name.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "kit/compare.hpp"
#include "kit/error.hpp"
#include "kit/synthetic.hpp"
#include "labs/convolution/convolution_cases.hpp"
#include "labs/convolution/convolution_fault_models.hpp"
#include "labs/convolution/reference/oracle.hpp"
#include "unit/wrong_convolutions.hpp"

namespace {

using kit::Border;
using kit::Filter;
using kit::Image;
using wrong_convolutions::Program;
using wrong_convolutions::Wrong;
using wrong_convolutions::wrong_programs;
namespace grader = kit::grader;

/// As the judge decides: every defined value within the tolerance.
bool explains(const grader::Hypothesis& hypothesis, const Image<float>& got, double tolerance) {
  for (std::size_t n = 0; n < got.size(); ++n) {
    const double predicted = hypothesis.output.data()[n];
    if (!kit::is_finite(predicted)) continue;
    if (!kit::is_finite(got.data()[n])) return false;
    if (std::abs(predicted - double(got.data()[n])) > tolerance) return false;
  }
  return true;
}

/// The first hypothesis that explains the output; "passed" if it is right, "unknown" if none does.
std::string name_of(const grader::Case& problem, const std::vector<grader::Hypothesis>& hypotheses,
                    const Image<float>& output) {
  if (kit::compare(output, problem.expected, problem.tolerance).within(problem.tolerance)) {
    return "passed";
  }
  for (const grader::Hypothesis& hypothesis : hypotheses) {
    if (explains(hypothesis, output, problem.tolerance)) return hypothesis.cause;
  }
  return "unknown";
}

TEST_CASE("a right float32 convolution passes every standard case with room to spare") {
  const std::uint64_t seed = GENERATE(1, 20261120);
  for (const auto& problem : grader::standard_problems(seed)) {
    const grader::Case one = grader::convolution_case("stage", "convolve", problem);
    const Image<float> output = Program()(problem.image, problem.filter, problem.border);
    INFO(one.name << ", tolerance " << one.tolerance);
    CHECK(kit::compare(output, one.expected, one.tolerance).max_abs_error <= one.tolerance / 2);
    CHECK(one.tolerance <= 1e-5);
    CHECK(one.tolerance > 0);
  }
}

TEST_CASE("every wrong program is refused, and named in the first case that refuses it") {
  const std::uint64_t seed = GENERATE(1, 2, 20261120);
  std::vector<grader::Case> cases;
  std::vector<std::vector<grader::Hypothesis>> hypotheses;
  auto problems = grader::standard_problems(seed);
  problems.pop_back();  // the large one: too slow for this many programs, and nothing new
  for (const auto& problem : problems) {
    cases.push_back(grader::convolution_case("stage", "convolve", problem));
    hypotheses.push_back(cases.back().hypotheses());
  }
  int failures = 0, named = 0;
  for (const Wrong& version : wrong_programs()) {
    std::string first;
    for (std::size_t n = 0; n < problems.size(); ++n) {
      const auto& problem = problems[n];
      const std::string name = name_of(
          cases[n], hypotheses[n], version.program(problem.image, problem.filter, problem.border));
      if (name == "passed") continue;
      ++failures;
      named += name == version.cause;
      if (first.empty()) first = name;
    }
    INFO(version.name);
    CHECK(first == version.cause);
  }
  // Later cases may be ambiguous (one pixel, a symmetric filter); most are not.
  UNSCOPED_INFO(named << " of " << failures << " failures named as meant");
  CHECK(named >= failures * 3 / 4);
}

TEST_CASE("hypotheses never explain a right answer to a case that can tell them apart") {
  const auto problems = grader::standard_problems(7);
  for (std::size_t n = 0; n < 7; ++n) {
    const grader::Case one = grader::convolution_case("stage", "convolve", problems[n]);
    const Image<float> right = Program()(problems[n].image, problems[n].filter, problems[n].border);
    for (const grader::Hypothesis& hypothesis : one.hypotheses()) {
      // Those with undefined values may agree on the rest; all others must differ.
      const auto values = hypothesis.output.values();
      if (std::any_of(values.begin(), values.end(), [](double v) { return !kit::is_finite(v); }))
        continue;
      INFO(one.name << ": " << hypothesis.sentence);
      CHECK_FALSE(explains(hypothesis, right, one.tolerance));
    }
  }
}

TEST_CASE("no mistake is named where so few values could fit any") {
  const Filter filter = grader::random_filter(3, 4);
  CHECK(grader::convolution_fault_models(kit::noise(1, 1, 4), filter, Border::zero).empty());
  CHECK_FALSE(grader::convolution_fault_models(kit::noise(5, 4, 4), filter, Border::zero).empty());
}

TEST_CASE("Sobel magnitudes made in a wrong way are named") {
  const Image<float> image = kit::noise(37, 21, 5);
  const Image<double> expected = kit::oracle::sobel_magnitude(image, Border::clamp);
  const double tolerance = grader::sobel_tolerance(grader::largest_magnitude(image));
  CHECK(tolerance <= 1e-5);
  const auto gradient = [&](const char* name, Border border) {
    return Program()(image, kit::make_filter(name), border);
  };
  const auto combine = [](const Image<float>& a, const Image<float>& b, auto rule) {
    Image<float> output(a.width(), a.height());
    for (std::size_t n = 0; n < a.size(); ++n) output.data()[n] = rule(a.data()[n], b.data()[n]);
    return output;
  };
  const auto named = [&](const Image<float>& output) -> std::string {
    if (kit::compare(output, expected, tolerance).within(tolerance)) return "passed";
    for (const auto& hypothesis : grader::sobel_fault_models(image, Border::clamp)) {
      if (explains(hypothesis, output, tolerance)) return hypothesis.cause;
    }
    return "unknown";
  };
  const Image<float> gx = gradient("sobel_x", Border::clamp),
                     gy = gradient("sobel_y", Border::clamp);
  const auto length = [](float x, float y) { return std::sqrt(x * x + y * y); };
  CHECK(named(combine(gx, gy, length)) == "passed");
  CHECK(named(combine(gy, gx, length)) == "passed");
  CHECK(named(combine(gx, gy, [](float x, float y) { return std::hypot(x, y); })) == "passed");
  CHECK(named(combine(gx, gy, [](float x, float y) { return std::abs(x) + std::abs(y); })) ==
        "wrong_formula");
  CHECK(named(combine(gx, gy, [](float x, float y) { return x * x + y * y; })) == "wrong_formula");
  CHECK(named(combine(gx, gx, length)) == "wrong_formula");
  CHECK(named(gx) == "wrong_formula");
  CHECK(named(gy) == "wrong_formula");
  CHECK(named(combine(gx, gy, [&](float x, float y) { return length(x, y) / 8; })) == "scaled");
  CHECK(named(image) == "copied_input");
  CHECK(named(Image<float>(37, 21)) == "all_zeros");
  CHECK(named(combine(gradient("sobel_x", Border::zero), gradient("sobel_y", Border::zero),
                      length)) == "wrong_border");
}

TEST_CASE("separable convolution: the product of the vectors is exact, wrong passes are named") {
  const std::vector<float> row{1, 4, 6, 4, 2}, column{3, 1, 2, 5, 1};
  const Image<float> image = kit::noise(23, 17, 6);
  const Filter filter = grader::outer_product(row, column);
  CHECK(filter.weights[1 * 5 + 2] == 6.0f);
  const auto mistakes = grader::separable_fault_models(image, row, column, Border::zero);
  const double tolerance = grader::separable_tolerance(row, column);
  const auto named = [&](const Image<float>& output) -> std::string {
    for (const auto& mistake : mistakes) {
      if (explains(mistake, output, tolerance)) return mistake.cause;
    }
    return "unknown";
  };
  CHECK(named(Program()(image, grader::outer_product(row, row), Border::zero)) == "wrong_filter");
  CHECK(named(Program()(image, grader::outer_product(column, row), Border::zero)) ==
        "transposed_filter");
  CHECK(named(Program()(image, filter, Border::clamp)) == "wrong_border");
}

TEST_CASE("random filters: no two weights equal, magnitudes sum to one") {
  const Filter filter = grader::random_filter(7, 3);
  kit::validate(filter);
  double sum = 0;
  for (const float weight : filter.weights) sum += std::abs(double(weight));
  CHECK(std::abs(sum - 1) < 1e-6);
  std::vector<float> sorted = filter.weights;
  std::sort(sorted.begin(), sorted.end());
  CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
}

TEST_CASE("standard problems cover what the labs promise, under names of their own") {
  std::vector<std::string> names;
  for (const auto& problem : grader::standard_problems(1)) names.push_back(problem.name);
  const auto has = [&](const std::string& part) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return name.find(part) != std::string::npos;
    });
  };
  for (const std::string& filter : kit::filter_names()) CHECK(has(filter + ","));
  for (const char* part : {"impulse", "constant", "gradient", "log:9", " 1x1,", " 1x67,", " 67x1,",
                           "11x11 random, 7x4", "11x11 random, 4x7", "640x480"}) {
    INFO(part);
    CHECK(has(part));
  }
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
  // Fresh data for every seed, the same data for the same one.
  CHECK(grader::standard_problems(1)[0].image == grader::standard_problems(1)[0].image);
  CHECK_FALSE(grader::standard_problems(1)[0].image == grader::standard_problems(2)[0].image);
}

TEST_CASE("options of kit run are read, and refused when not understood") {
  const auto read = [](const nlohmann::json& options, bool with_block = true) {
    return grader::convolution_options(options, "gaussian7", with_block);
  };
  CHECK(read({}).filter == "gaussian7");
  CHECK(read({}).border == Border::clamp);
  CHECK(read({{"filter", ""}, {"border", "zero"}}).border == Border::zero);
  CHECK(read({{"block", "16x4"}}).block_width == 16);
  CHECK(read({{"block", "16x4"}}).block_height == 4);
  for (const char* block : {"16", "x", "16x", "x4", "0x4", "33x32", "ax4", "16x4x2", "-8x-8"}) {
    INFO(block);
    CHECK_THROWS_AS(read({{"block", block}}), kit::InputError);
  }
  CHECK_THROWS_AS(read({{"block", "16x4"}}, false), kit::InputError);
  CHECK_THROWS_AS(read({{"border", "mirror"}}), kit::InputError);
  CHECK_THROWS_AS(read({{"sigma", "2"}}), kit::InputError);
}

TEST_CASE("a timed output is checked by rows") {
  const grader::TimingPlan plan =
      grader::convolution_timing("stage", "convolve", "gaussian3", Border::clamp, 60, 40);
  grader::Call call = plan.call(9), other = plan.call(10);
  add_noise(call, 1);
  add_noise(other, 2);
  const Image<float> image = grader::to_float_image(call.inputs.at(0).at(0));
  CHECK_FALSE(image == grader::to_float_image(other.inputs.at(0).at(0)));
  kit::Filter filter = kit::make_filter("gaussian3");
  const auto* const weights = call.inputs.at(0).at(1).as<float>();
  CHECK(std::abs(weights[4] / filter.weights[4] - 1) <= 0.25f);
  CHECK(weights[4] / filter.weights[4] != weights[0] / filter.weights[0]);
  std::copy_n(weights, 9, filter.weights.begin());
  Image<float> output = Program()(image, filter, Border::clamp);
  const grader::Lines all = grader::all_rows(40);
  CHECK(plan.verify(call, all, grader::to_tensor(output)).empty());
  output.at(3, 39) += 1e-3f;
  CHECK(plan.verify(call, all, grader::to_tensor(output)).find("pixel (3, 39)") == 0);
  // Lines that are drawn hold the first and the last one.
  const grader::Lines some = plan.lines(9);
  CHECK(some.numbers.front() == 0);
  CHECK(some.numbers.back() == 39);
  CHECK(std::is_sorted(some.numbers.begin(), some.numbers.end()));
  CHECK(plan.bytes == 2.0 * 4 * 60 * 40);
}

}  // namespace
