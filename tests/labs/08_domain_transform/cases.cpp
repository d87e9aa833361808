/// @file
/// Lab 08's grading: the domain transform, the recursion along lines in its two forms, Algorithms A
/// and B by themselves, the whole filter, and black levels for the bug to find; timing; the filter
/// on a picture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "black_level_cases.hpp"
#include "evidence_checks.hpp"
#include "grader/lab/evidence.hpp"
#include "grader/lab/suite.hpp"
#include "kit/compare.hpp"
#include "kit/synthetic.hpp"
#include "labs/08_domain_transform/baseline/edge_aware_baseline.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"
#include "line_cases.hpp"
#include "options.hpp"
#include "problems.hpp"
#include "whole_cases.hpp"

namespace kit::grader {
namespace {

using namespace lab08;

constexpr int kTimedSize = 2048;  // pixels per side
constexpr int kTimedRows = 48;    // looked at, beside the first and the last

std::vector<Case> cases(Backend, std::uint64_t seed) {
  std::vector<Case> list;
  Random random(seed);
  add_spacing_cases(list, random);
  add_line_cases(list, random);
  add_stripe_cases(list, random);
  add_boundary_cases(list, random);
  add_whole_cases(list, random);
  for (Case& one : black_level_cases(random.next())) list.push_back(std::move(one));
  return list;
}

/// Drops the fourth component of every pixel.
Image<std::uint8_t> three_channels(const Tensor& tensor) {
  const Image<std::uint8_t> padded = to_byte_image(tensor);
  Image<std::uint8_t> result(padded.width(), padded.height(), 3);
  for (std::size_t n = 0; n < result.size(); ++n) {
    result.data()[n] = padded.data()[n / 3 * 4 + n % 3];
  }
  return result;
}

TimingPlan whole_timing(const std::string& what, const std::string& stage, int blocks) {
  const oracle::EdgeAware numbers{50, 50, 2, blocks, 2, false};
  // The 8-bit image once and the float32 result once.
  TimingPlan plan =
      square_plan(what + ", " + size_text(kTimedSize, kTimedSize) + " RGB, 2 iterations", stage,
                  kTimedSize, 4 * (sizeof(std::uint8_t) + sizeof(float)));
  plan.call = [=](std::uint64_t seed) {
    Call call = whole_call(Image<std::uint8_t>(1, 1, 3), numbers, kWindow, stage);
    take_noise(call, {DType::u8, kTimedSize, kTimedSize, 4}, seed);
    call.outputs[0].width = call.outputs[0].height = kTimedSize;
    return call;
  };
  // Rows of the result depend on the whole image. The float32 baseline, which unit tests hold to
  // the oracle, gives all of it in a second; it and a right result differ by 2e-6 at most, and
  // Algorithm C from it by what the sections' estimates cost.
  plan.lines = [](std::uint64_t choice) { return picked_lines(kTimedSize, kTimedRows, choice); };
  plan.verify = [=](const Call& call, const Lines& lines, const Tensor& picked) -> std::string {
    const Image<std::uint8_t> image = three_channels(call.inputs.at(0).at(0));
    Image<float> expected(kTimedSize, kTimedSize, 3);
    baseline::edge_aware(image.data(), expected.data(), kTimedSize, kTimedSize, 3, numbers.sigma_s,
                         numbers.sigma_r, numbers.iterations, 0);
    const double tolerance = blocks > 1 ? 1e-2 : kTolerance;
    const auto rows = int(lines.numbers.size());
    Image<float> got(kTimedSize, rows, 3);
    Image<double> right(kTimedSize, rows, 3);
    for (std::size_t n = 0; n < got.size(); ++n)
      got.data()[n] = picked.as<float>()[n / 3 * 4 + n % 3];
    for (int n = 0; n < rows; ++n)
      std::copy_n(&expected.at(0, lines.numbers[std::size_t(n)], 0), 3 * kTimedSize,
                  &right.at(0, n, 0));
    const Comparison compared = compare(got, right, tolerance);
    if (compared.within(tolerance)) return {};
    return fmt::format("pixel ({}, {}) is {:.9g} where {:.9g} is right (tolerance {:.2g})",
                       compared.worst_x, lines.numbers[std::size_t(compared.worst_y)], compared.got,
                       compared.expected, tolerance);
  };
  plan.baseline_name = "edge-aware, 2 iterations, " + size_text(kTimedSize, kTimedSize);
  const auto result = std::make_shared<std::vector<float>>();
  plan.baseline = [=](const Call& call, int threads) {
    const Image<std::uint8_t> image = three_channels(call.inputs.at(0).at(0));
    result->resize(image.size());
    baseline::edge_aware(image.data(), result->data(), kTimedSize, kTimedSize, 3, numbers.sigma_s,
                         numbers.sigma_r, numbers.iterations, threads);
  };
  return plan;
}

std::vector<TimingPlan> timing(Backend backend) {
  if (backend == Backend::sim) return {};
  return {whole_timing("Algorithm A", "algorithm_c", 1),
          whole_timing("Algorithm C, 3 blocks", "algorithm_c", 3),
          whole_timing("Algorithm C, 6 blocks", "algorithm_c", 6),
          whole_timing("scan in segments", "segments", 1),
          whole_timing("scan in chunks", "chunks", 1),
          whole_timing("scan", "challenge", 1)};
}

PictureFilter picture(const RunOptions& options) {
  const Options read = read_options(options);
  const oracle::EdgeAware numbers = read.numbers;
  PictureFilter filter;
  filter.description = fmt::format(
      "edge-aware Gaussian, sigma_s {:g}, sigma_r {:g}, {} iteration{}, ", numbers.sigma_s,
      numbers.sigma_r, numbers.iterations, numbers.iterations > 1 ? "s" : "");
  if (read.algorithm == "c") {
    filter.description += fmt::format("Algorithm C, {} blocks per stripe, kappa {:g}",
                                      numbers.sections, numbers.kappa);
  } else if (read.algorithm == "a") {
    filter.description += "Algorithm A";
  } else {
    filter.description +=
        read.algorithm == "scan" ? "exact scan" : "exact scan, rung " + read.algorithm;
  }
  filter.whole = true;
  filter.call = [=](const Image<float>& image) {
    Call call = whole_call(to_bytes(image), numbers, kWindow, read.stage());
    call.function = "picture";
    call.outputs[0].channels = image.channels();
    return call;
  };
  // Compared with the exact filter: Algorithm C is meant to be near it, by 1 grey level at kappa 2.
  oracle::EdgeAware exact = numbers;
  exact.sections = 1;
  filter.reference = [=](const Image<float>& image) {
    return oracle::edge_aware(to_bytes(image), exact);
  };
  // float32's error grows with sigma_s: 2e-6 at 50 to 200, 1e-5 at 1000.
  filter.tolerance = kTolerance * std::max(1.0, numbers.sigma_s / 200);
  if (numbers.sections > 1)
    filter.tolerance = std::max(0.02, 0.6 * std::exp(-1.72 * numbers.kappa));
  return filter;
}

const bool registered = register_suite({"08_domain_transform",
                                        cases,
                                        {{"bounds", "algorithm_c", check_bounds},
                                         {"order", "algorithm_c", check_order},
                                         {"banks", "algorithm_a", check_banks},
                                         {"coalesced", "algorithm_a", check_coalesced},
                                         {"threads_of_a_line", "segments", check_segments},
                                         {"one_launch", "chunks", check_one_launch},
                                         {"scan", "challenge", check_scan},
                                         {"bug_order", "bug", check_bug_order}},
                                        timing,
                                        picture});

}  // namespace
}  // namespace kit::grader
