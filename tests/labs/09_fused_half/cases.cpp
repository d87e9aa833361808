/// @file
/// Lab 09's grading: the steps of an edge detector, fused and in half precision. All that float32
/// computes here is exact, so that bytes have no tolerance, and floats next to none.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "counts.hpp"
#include "edge_cases.hpp"
#include "grader/lab/evidence.hpp"
#include "grader/lab/suite.hpp"
#include "grader/protocol/tensor.hpp"
#include "kit/error.hpp"
#include "labs/09_fused_half/baseline/edge_baseline.hpp"
#include "labs/09_fused_half/reference/edges.hpp"
#include "problems.hpp"
#include "step_models.hpp"

namespace kit::grader {
namespace {

using lab09::ByteImage;

constexpr int kTimedSize = 4096;  // pixels per side
std::vector<Case> cases(Backend, std::uint64_t seed) {
  return lab09::edge_cases(seed);
}

// -------------------------------------------------------------------------------------- timing

/// Compares rows of an output with those that `reference` gives for the rows of grey levels around
/// each, at most `reach` away. Empty if all are within the tolerance.
std::string check_rows(const Call& call, int reach, const Lines& lines, const Tensor& picked,
                       double tolerance,
                       const std::function<Image<double>(const Image<double>& grey)>& reference) {
  const Tensor& grey = call.inputs.at(0).at(0);
  const Image<double> got = to_double_image(picked);
  for (std::size_t n = 0; n < lines.numbers.size(); ++n) {
    const int row = lines.numbers[n];
    const RowsAround around = rows_around(row, reach, grey.shape.height);
    const Image<double> expected =
        reference(lab09::levels_of(to_byte_rows(grey, around.first, around.last)));
    for (int x = 0; x < got.width(); ++x) {
      const double right = expected.at(x, row - around.first), value = got.at(x, int(n));
      if (std::abs(value - right) <= tolerance) continue;
      return fmt::format("pixel ({}, {}) is {:.9g} where {:.9g} is right (tolerance {:.2g})", x,
                         row, value, right, tolerance);
    }
  }
  return {};
}

/// A plan on grey levels, whose output has values of `output`.
TimingPlan edge_timing(const std::string& stage, const std::string& function, DType output,
                       const nlohmann::json& params) {
  constexpr int kRows = 24;
  TimingPlan plan = square_plan(fmt::format("{0}, {1}x{1}", stage, kTimedSize), stage, kTimedSize,
                                1.0 + double(size_of(output)));
  plan.call = [=](std::uint64_t seed) {
    Call call;
    call.function = function;
    call.params = params;
    call.inputs.resize(1);
    call.inputs[0].resize(1);
    take_noise(call, {DType::u8, kTimedSize, kTimedSize, 1}, seed);
    call.outputs = {{output, kTimedSize, kTimedSize, 1}};
    return call;
  };
  plan.lines = [](std::uint64_t choice) { return picked_lines(kTimedSize, kRows, choice); };
  return plan;
}

TimingPlan magnitude_timing(const std::string& stage, const std::string& function, DType output,
                            double divisor, double tolerance) {
  TimingPlan plan = edge_timing(stage, function, output, {{"block", {32, 8}}});
  plan.verify = [=](const Call& call, const Lines& lines, const Tensor& picked) {
    constexpr int kReach = 3;
    return check_rows(call, kReach, lines, picked, tolerance, [=](const Image<double>& grey) {
      Image<double> magnitude = oracle::edge_magnitude(grey);
      for (double& value : magnitude.values()) value /= divisor;
      return magnitude;
    });
  };
  plan.baseline_name = fmt::format("edge magnitude, {}", kTimedSize);
  const auto result = std::make_shared<std::vector<float>>();
  plan.baseline = [=](const Call& call, int threads) {
    result->resize(std::size_t(kTimedSize) * kTimedSize);
    baseline::edge_magnitude(call.inputs.at(0).at(0).as<std::uint8_t>(), result->data(), kTimedSize,
                             kTimedSize, threads);
  };
  return plan;
}

TimingPlan one_pass_timing() {
  constexpr float kLow = 60, kHigh = 120;
  TimingPlan plan =
      edge_timing("challenge", "thin_in_one_pass", DType::u8, {{"low", kLow}, {"high", kHigh}});
  plan.verify = [=](const Call& call, const Lines& lines, const Tensor& picked) {
    constexpr int kReach = 4;
    return check_rows(call, kReach, lines, picked, 0, [=](const Image<double>& grey) {
      return oracle::thin(oracle::sobel_gradient(oracle::blur(grey)), kLow, kHigh);
    });
  };
  plan.baseline_name = fmt::format("thin edges, {}", kTimedSize);
  const auto result = std::make_shared<std::vector<std::uint8_t>>();
  plan.baseline = [=](const Call& call, int threads) {
    result->resize(std::size_t(kTimedSize) * kTimedSize);
    baseline::thin_edges(call.inputs.at(0).at(0).as<std::uint8_t>(), result->data(), kTimedSize,
                         kTimedSize, kLow, kHigh, threads);
  };
  return plan;
}

std::vector<TimingPlan> timing(Backend backend) {
  if (backend == Backend::sim) return {};
  return {magnitude_timing("fused", "magnitude_fused", DType::f32, 1, lab09::kFloatTolerance),
          magnitude_timing("half_storage", "magnitude_half_storage", DType::f32, 1,
                           lab09::kHalfStorageTolerance),
          magnitude_timing("half2", "magnitude_half2", DType::u8, 8, lab09::kHalf2Tolerance),
          one_pass_timing()};
}

// ------------------------------------------------------------------------------------- pictures

struct Options {
  double low = 60, high = 160;
  bool in_one_pass = false;
};

/// A threshold in units of the magnitude, to the nearest 1/256.
double read_threshold(const std::string& name, const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end || !(value >= 1 && value <= 2040))
    throw InputError(fmt::format("option {}: \"{}\" is not a number from 1 to 2040", name, text));
  return std::nearbyint(value * 256) / 256;
}

Options read_options(const RunOptions& options) {
  Options result;
  for (const auto& [name, value] : options.items()) {
    if (value.is_null()) continue;
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (name == "low") {
      result.low = read_threshold(name, text);
    } else if (name == "high") {
      result.high = read_threshold(name, text);
    } else if (name == "method") {
      if (text != "steps" && text != "one_pass")
        throw InputError(
            fmt::format("option method: \"{}\" is not one of steps and one_pass", text));
      result.in_one_pass = text == "one_pass";
    } else {
      throw InputError(
          fmt::format("unknown option \"{}\" for this lab: it has low, high and method", name));
    }
  }
  if (result.low > result.high)
    throw InputError(
        fmt::format("option low: {:g} is above high, which is {:g}", result.low, result.high));
  return result;
}

/// The picture's bytes in three channels.
ByteImage colours_of(const Image<float>& picture) {
  ByteImage bytes = to_bytes(picture);
  if (bytes.channels() == 3) return bytes;
  ByteImage colours(bytes.width(), bytes.height(), 3);
  for (std::size_t n = 0; n < colours.size(); ++n) colours.data()[n] = bytes.data()[n / 3];
  return colours;
}

PictureFilter picture(const RunOptions& typed) {
  const Options options = read_options(typed);
  PictureFilter filter;
  filter.description = fmt::format("edges, low {:g}, high {:g}, {}", options.low, options.high,
                                   options.in_one_pass ? "thinned in one pass" : "step by step");
  filter.whole = true;
  filter.call = [=](const Image<float>& picture) {
    Call call;
    call.function = "edges";
    call.params = {{"low", options.low},
                   {"high", options.high},
                   {"in_one_pass", options.in_one_pass ? 1 : 0},
                   {"block", {32, 8}}};
    call.inputs = {{to_tensor(colours_of(picture))}};
    call.outputs = {{DType::u8, picture.width(), picture.height(), 1}};
    return call;
  };
  filter.reference = [=](const Image<float>& picture) {
    const Image<double> gradient =
        oracle::sobel_gradient(oracle::blur(oracle::grey_levels(colours_of(picture))));
    Image<double> edges = oracle::hysteresis(oracle::thin(gradient, options.low, options.high));
    for (double& value : edges.values()) value /= 255;
    return edges;
  };
  filter.tolerance = 1e-7;
  return filter;
}

const bool registered =
    register_suite({"09_fused_half",
                    cases,
                    {{"bounds", "blur", check_bounds},
                     {"order", "hysteresis", check_order},
                     {"traffic", "fused", lab09::check_traffic},
                     {"half_sectors", "half_storage", lab09::check_half_sectors},
                     {"pairs", "half2", lab09::check_pairs},
                     {"one_pass", "challenge", lab09::check_one_pass}},
                    timing,
                    picture});

}  // namespace
}  // namespace kit::grader
