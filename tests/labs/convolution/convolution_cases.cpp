/// @file
/// The standard convolutions. Sizes, borders and filters are chosen so that every usual fault shows
/// in one case at least: odd sizes for exchanged extents, filters without symmetry for flipped
/// ones.
#include "convolution_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <utility>

#include "convolution_fault_models.hpp"
#include "grader/lab/thin_image.hpp"
#include "kit/compare.hpp"
#include "kit/error.hpp"
#include "kit/synthetic.hpp"
#include "labs/convolution/baseline/baseline.hpp"
#include "labs/convolution/reference/oracle.hpp"
#include "random_problem.hpp"

namespace kit::grader {
namespace {

constexpr double kUnitRoundoff = 0x1p-24;  // of float32
constexpr int kRandomRows = 48;

/// Higham's gamma_n for float32.
double gamma(double n) {
  return n * kUnitRoundoff / (1 - n * kUnitRoundoff);
}

double sum_of_magnitudes(const std::vector<float>& weights) {
  double sum = 0;
  for (const float weight : weights) sum += std::abs(double(weight));
  return sum;
}

std::string size_text(int width, int height) {
  return fmt::format("{}x{}", width, height);
}

/// Collects problems whose data all come from one seed.
class Problems {
 public:
  explicit Problems(std::uint64_t seed) : random_(seed) {}

  void add(const std::string& what, Image<float> image, Filter filter, Border border) {
    list_.push_back({fmt::format("{}, {}x{}, {} border", what, image.width(), image.height(),
                                 to_string(border)),
                     std::move(image), std::move(filter), border});
  }
  void add_random(const std::vector<RandomProblem>& list) {
    for (const auto& [taps, width, height, border] : list)
      add(size_text(taps, taps) + " random", kit::noise(width, height, random_.next()),
          random_filter(taps, random_.next()), border);
  }
  void add_fixed(const std::string& filter, int width, int height, Border border) {
    add(filter, kit::noise(width, height, random_.next()), make_filter(filter), border);
  }
  Filter any_filter(int width) { return random_filter(width, random_.next()); }

  std::vector<ConvolutionProblem> take() { return std::move(list_); }

 private:
  Random random_;
  std::vector<ConvolutionProblem> list_;
};

void add_telling(Problems& problems) {
  problems.add_random({{5, 37, 21, Border::zero},
                       {5, 37, 21, Border::clamp},
                       {3, 21, 37, Border::zero},
                       {3, 65, 33, Border::clamp}});
}

void add_small_sizes(Problems& problems) {
  problems.add_random({{3, 1, 1, Border::zero},
                       {3, 1, 1, Border::clamp},
                       {5, 67, 1, Border::zero},
                       {5, 1, 67, Border::clamp},
                       {11, 7, 4, Border::zero},
                       {11, 4, 7, Border::clamp},
                       // Larger than the radius and smaller than the filter, in both directions.
                       {11, 9, 8, Border::clamp}});
}

/// The option block, "32x8".
void read_block(const std::string& text, ConvolutionOptions& options) {
  const char* const end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, options.block_width);
  const bool has_height = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  const auto height =
      has_height ? std::from_chars(width.ptr + 1, end, options.block_height) : width;
  if (!has_height || height.ec != std::errc() || height.ptr != end) {
    throw InputError("option block: \"" + text + "\" is not WIDTHxHEIGHT, e.g. 32x8");
  }
  const auto fits = [](int threads) { return threads >= 1 && threads <= 1024; };
  if (!fits(options.block_width) || !fits(options.block_height) ||
      !fits(options.block_width * options.block_height)) {
    throw InputError("option block: \"" + text + "\" must have 1 to 1024 threads in all");
  }
}

/// What a convolution case and a timing plan have in common.
Call convolution_call(const std::string& function, const Image<float>& image, const Filter& filter,
                      Border border, const nlohmann::json& extra) {
  Call call;
  call.function = function;
  call.params = extra;
  call.params["filter_width"] = filter.width;
  call.params["border"] = to_string(border);
  call.inputs.push_back({to_tensor(image), to_tensor(filter.weights)});
  call.outputs.push_back({DType::f32, image.width(), image.height(), 1});
  return call;
}

}  // namespace

double convolution_tolerance(const std::vector<float>& weights, double largest_input) {
  return gamma(double(weights.size())) * sum_of_magnitudes(weights) * largest_input;
}

double separable_tolerance(const std::vector<float>& row, const std::vector<float>& column,
                           double largest_input) {
  return gamma(double(row.size() + column.size())) * sum_of_magnitudes(row) *
         sum_of_magnitudes(column) * largest_input;
}

double sobel_tolerance(double largest_input) {
  const double gradient = convolution_tolerance(make_filter("sobel_x").weights, largest_input);
  // Inputs are not negative, so a gradient is at most its positive (or negative) weights' sum, 4.
  const double largest = std::sqrt(2.0) * 4 * largest_input;
  return std::sqrt(2.0) * gradient + gamma(8) * largest;
}

double largest_magnitude(const Image<float>& image) {
  double largest = 0;
  for (const float value : image.values()) largest = std::max(largest, std::abs(double(value)));
  return largest;
}

Filter random_filter(int width, std::uint64_t seed) {
  Random random(seed);
  Filter filter{"random", width, {}};
  // Magnitudes 1, 2, 3 ... in random order with random signs, a little jittered.
  const int count = width * width;
  for (int n = 0; n < count; ++n) filter.weights.push_back(float(n + 1) + 0.5f * random.uniform());
  for (int n = count - 1; n > 0; --n) {
    std::swap(filter.weights[std::size_t(n)], filter.weights[std::size_t(random.integer(0, n))]);
  }
  const float scale = 1.0f / float(sum_of_magnitudes(filter.weights));
  for (float& weight : filter.weights) weight *= random.integer(0, 1) ? scale : -scale;
  return filter;
}

std::vector<ConvolutionProblem> standard_problems(std::uint64_t seed) {
  Problems problems(seed);
  add_telling(problems);
  problems.add_random(
      {{7, 97, 50, Border::zero}, {7, 50, 97, Border::clamp}, {11, 53, 40, Border::clamp}});
  problems.add("impulse, 5x5 random", kit::impulse(23, 17, 11, 7), problems.any_filter(5),
               Border::zero);
  problems.add("impulse in the corner, 3x3 random", kit::impulse(19, 22, 18, 21),
               problems.any_filter(3), Border::clamp);
  problems.add("constant, gaussian5", kit::constant(33, 29, 0.75f), make_filter("gaussian5"),
               Border::clamp);
  problems.add("constant, 5x5 random", kit::constant(33, 29, 0.5f), problems.any_filter(5),
               Border::zero);
  problems.add("gradient, 3x3 random", kit::gradient(21, 35), problems.any_filter(3),
               Border::clamp);
  problems.add("gradient, 7x7 random", kit::gradient(41, 18), problems.any_filter(7), Border::zero);
  problems.add_random({{1, 18, 9, Border::zero}});
  add_small_sizes(problems);
  Border border = Border::zero;
  for (const std::string& name : filter_names()) {
    problems.add_fixed(name, 34, 19, border);
    border = border == Border::zero ? Border::clamp : Border::zero;
  }
  problems.add_fixed("log:9", 39, 31, Border::clamp);
  problems.add_random({{5, 640, 480, Border::zero}});
  return problems.take();
}

ConvolutionProblem random_problem(int filter_width, int width, int height, Border border,
                                  Random& random) {
  return {fmt::format("{0}x{0} random, {1}x{2}, {3} border", filter_width, width, height,
                      to_string(border)),
          kit::noise(width, height, random.next()), random_filter(filter_width, random.next()),
          border};
}

int any_width(int least, int most, Random& random) {
  return least + 2 * random.integer(0, (most - least) / 2);
}

std::vector<ConvolutionProblem> brief_problems(std::uint64_t seed) {
  Problems problems(seed);
  add_telling(problems);
  add_small_sizes(problems);
  return problems.take();
}

std::vector<ConvolutionProblem> thin_problems(std::uint64_t seed) {
  Problems problems(seed);
  Border border = Border::zero;
  for (const ThinImage& image : kThinImages) {
    problems.add_random({{3, image.width, image.height, border}});
    border = Border::clamp;
  }
  problems.add_random({{3, 1, kMaxGridHeight, Border::zero}});
  return problems.take();
}

Case convolution_case(const std::string& stage, const std::string& function,
                      const ConvolutionProblem& problem, const nlohmann::json& extra) {
  Case result;
  result.name = problem.name;
  result.stage = stage;
  result.call = convolution_call(function, problem.image, problem.filter, problem.border, extra);
  result.expect_linear([filter = problem.filter, border = problem.border](const Tensor& image) {
    return oracle::convolve(to_float_image(image), filter, border);
  });
  result.weights = {problem.filter.width,
                    {problem.filter.weights.begin(), problem.filter.weights.end()}};
  result.taps = {{1, {"weights", problem.filter.width, problem.filter.width}}};
  result.tolerance =
      convolution_tolerance(problem.filter.weights, largest_magnitude(problem.image));
  result.hypotheses = [problem] {
    if (is_thin(problem.image.width(), problem.image.height())) return std::vector<Hypothesis>{};
    return convolution_fault_models(problem.image, problem.filter, problem.border);
  };
  return result;
}

void add_byte_count_hypothesis(std::vector<Case>& cases) {
  std::vector<float> memory;
  for (Case& one : cases) {
    const Tensor& weights = one.call.inputs.at(0).at(1);
    const std::size_t count = weights.bytes.size() / sizeof(float);
    memory.resize(std::max(memory.size(), count), 0.0f);
    std::copy_n(weights.bytes.data(), count, reinterpret_cast<std::byte*>(memory.data()));
    const Filter found{"what is found",
                       one.call.params.at("filter_width"),
                       {memory.begin(), memory.begin() + std::ptrdiff_t(count)}};
    const Border border = parse_border(one.call.params.at("border").get<std::string>());
    one.hypotheses = [=, usual = one.hypotheses, image = one.call.inputs[0][0]] {
      std::vector<Hypothesis> list = usual();
      list.push_back({"wrong_filter",
                      "only a quarter of the weights is copied, what was there before follows: "
                      "cudaMemcpyToSymbolAsync counts bytes, not floats",
                      oracle::convolve(to_float_image(image), found, border)});
      return list;
    };
  }
}

Lines some_rows(int height, std::uint64_t choice) {
  return picked_lines(height, kRandomRows, choice);
}

Call with_noise(Call call, int width, int height, std::uint64_t key) {
  take_noise(call, {call.inputs.at(0).at(0).shape.type, width, height, 1}, key);
  call.outputs.at(0).width = width;
  call.outputs.at(0).height = height;
  return call;
}

std::string check_rows(const Tensor& image, int reach, const Lines& lines, const Tensor& picked,
                       double tolerance, const ReferenceRow& reference_row) {
  const int width = picked.shape.width;
  for (std::size_t n = 0; n < lines.numbers.size(); ++n) {
    const int y = lines.numbers[n];
    Image<float> got(width, 1);
    std::copy_n(picked.as<float>() + n * std::size_t(width), width, got.data());
    const RowsAround around = rows_around(y, reach, image.shape.height);
    const Image<double> right =
        reference_row(to_float_rows(image, around.first, around.last), y - around.first);
    const Comparison comparison = compare(got, right, tolerance);
    if (comparison.within(tolerance)) continue;
    return fmt::format("pixel ({}, {}) is {:.9g} where {:.9g} is right (tolerance {:.2g})",
                       comparison.worst_x, y, comparison.got, comparison.expected, tolerance);
  }
  return {};
}

Filter varied(Filter filter, std::uint64_t seed) {
  Random random(seed);
  for (float& weight : filter.weights) weight *= 0.75f + 0.5f * random.uniform();
  return filter;
}

namespace {

/// The filter that a timed call has: its own weights, if it takes them as such.
Filter filter_of(const Call& call, Filter filter) {
  const Tensor& weights = call.inputs.at(0).at(1);
  if (weights.shape.values() == filter.weights.size())
    std::copy_n(weights.as<float>(), filter.weights.size(), filter.weights.begin());
  return filter;
}

}  // namespace

TimingPlan convolution_timing(const std::string& stage, const std::string& function,
                              const std::string& filter_name, Border border, int width, int height,
                              const nlohmann::json& extra) {
  const Filter filter = make_filter(filter_name);
  TimingPlan plan;
  plan.name = filter_name + ", " + size_text(width, height);
  plan.stage = stage;
  plan.width = width;
  plan.height = height;
  plan.bytes = 2.0 * sizeof(float) * width * height;
  plan.call = [=](std::uint64_t seed) {
    return with_noise(
        convolution_call(function, Image<float>(1, 1), varied(filter, seed), border, extra), width,
        height, seed);
  };
  plan.lines = [=](std::uint64_t choice) { return some_rows(height, choice); };
  plan.verify = [=](const Call& call, const Lines& lines, const Tensor& picked) {
    const Filter taken = filter_of(call, filter);
    return check_rows(call.inputs.at(0).at(0), filter.width / 2, lines, picked,
                      convolution_tolerance(taken.weights),
                      [&](const Image<float>& image, int row) {
                        return oracle::convolve_row(image, taken, border, row);
                      });
  };
  plan.baseline_name = fmt::format("convolution, {}, {}", filter_name, size_text(width, height));
  // Kept between runs, so that only the first pays for fresh memory.
  const auto scratch = std::make_shared<std::vector<float>>();
  plan.baseline = [=](const Call& call, int threads) {
    const float* input = call.inputs.at(0).at(0).as<float>();
    scratch->resize(std::size_t(width) * std::size_t(height));
    if (threads == 1) {
      baseline::convolve(input, scratch->data(), width, height, filter.weights.data(), filter.width,
                         border);
    } else {
      baseline::convolve_parallel(input, scratch->data(), width, height, filter.weights.data(),
                                  filter.width, border, threads);
    }
  };
  return plan;
}

ConvolutionOptions convolution_options(const RunOptions& options, const std::string& default_filter,
                                       bool with_block) {
  ConvolutionOptions result;
  result.filter = default_filter;
  for (const auto& [name, value] : options.items()) {
    if (value.is_null()) continue;
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (name == "filter") {
      result.filter = text;
    } else if (name == "border") {
      result.border = parse_border(text);
    } else if (name == "block" && with_block) {
      read_block(text, result);
    } else {
      throw InputError("unknown option \"" + name + "\" for this lab: it has filter, border" +
                       (with_block ? " and block" : ""));
    }
  }
  return result;
}

PictureFilter convolution_picture(const std::string& function, const ConvolutionOptions& options,
                                  const nlohmann::json& extra) {
  const Filter filter = make_filter(options.filter);
  const Border border = options.border;
  PictureFilter picture;
  picture.description = options.filter + ", " + to_string(border) + " border";
  picture.call = [=](const Image<float>& channel) {
    return convolution_call(function, channel, filter, border, extra);
  };
  picture.reference = [=](const Image<float>& channel) {
    return oracle::convolve(channel, filter, border);
  };
  picture.tolerance = convolution_tolerance(filter.weights);
  return picture;
}

}  // namespace kit::grader
