/// @file
/// Lab 07's grading: coefficients at work on a line, and the filter one-way, transposed, two-way
/// and in parts on images of telling sizes; fading peaks for the bug to find.
#include <fmt/format.h>

#include <charconv>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/evidence.hpp"
#include "grader/lab/suite.hpp"
#include "kit/compare.hpp"
#include "kit/error.hpp"
#include "kit/synthetic.hpp"
#include "labs/07_recursive_gaussian/baseline/recursive_baseline.hpp"
#include "labs/07_recursive_gaussian/reference/recursive.hpp"
#include "peak_cases.hpp"
#include "problems.hpp"

namespace kit::grader {
namespace {

constexpr int kTimedSize = 2048, kTimedLargeSize = 4096;  // pixels per side
constexpr int kCheckedColumns = 24;

std::vector<Case> cases(Backend, std::uint64_t seed) {
  Cases list(seed);
  for (const double sigma : {5.0, 100.0, 30.0, 0.5, 1.0, 2.4, 2.5}) list.coefficients(sigma);
  list.coefficients(list.random_sigma());
  add_one_way(list);
  add_transposed(list);
  add_two_way(list);
  for (const Rung& rung : kRungs) add_parts(list, rung);
  std::vector<Case> all = list.take();
  for (Case& one : lab07::peak_cases(seed + 1)) all.push_back(std::move(one));
  return all;
}

/// One plan: `call` makes the call for an image, `line` is what the filter does to a line.
TimingPlan plan_of(const std::string& what, const std::string& stage, int size, double sigma,
                   double tolerance, const oracle::LineFilter& line,
                   const std::function<Call(const Problem&)>& call) {
  TimingPlan plan = square_plan(fmt::format("{0}, sigma {1:g}, {2}x{2}", what, sigma, size), stage,
                                size, 2 * sizeof(float));
  plan.call = [=](std::uint64_t seed) {
    Call timed = call({"noise", Image<float>(1, 1), sigma, LineEnds::exact});
    take_noise(timed, {DType::f32, size, size, 1}, seed);
    timed.outputs = {{DType::f32, size, size, 1}};
    return timed;
  };
  plan.lines = [=](std::uint64_t choice) {
    return picked_lines(size, kCheckedColumns, choice, true);
  };
  plan.baseline_name = fmt::format("recursive, sigma {}, {}", sigma, size);
  plan.verify = [=](const Call& asked, const Lines& lines, const Tensor& picked) {
    const std::vector<int>& columns = lines.numbers;
    const Image<double> expected =
        oracle::filter_picked_columns(to_float_image(asked.inputs.at(0).at(0)), columns, line);
    Image<float> got(expected.width(), expected.height());
    for (int y = 0; y < size; ++y) {
      for (int n = 0; n < got.width(); ++n)
        got.at(n, y) = picked.as<float>()[std::size_t(n) * std::size_t(size) + std::size_t(y)];
    }
    const Comparison compared = compare(got, expected, tolerance);
    if (compared.within(tolerance)) return std::string();
    return fmt::format("pixel ({}, {}) is {:.9g} where {:.9g} is right (tolerance {:.2g})",
                       columns[std::size_t(compared.worst_x)], compared.worst_y, compared.got,
                       compared.expected, tolerance);
  };
  const auto output = std::make_shared<std::vector<float>>();
  plan.baseline = [=](const Call& asked, int threads) {
    output->resize(std::size_t(size) * std::size_t(size));
    baseline::recursive_gaussian(asked.inputs.at(0).at(0).as<float>(), output->data(), size, size,
                                 recursive_coefficients(sigma), threads);
  };
  return plan;
}

std::vector<TimingPlan> timing(Backend backend) {
  if (backend == Backend::sim) return {};
  constexpr double kSigma = 30;
  const int radius = gaussian_radius(kSigma);
  const auto line_of = [](double sigma) -> oracle::LineFilter {
    const RecursiveCoefficients c = recursive_coefficients(sigma);
    return [c](const Line& line) { return oracle::recursive_line(line, c, LineEnds::exact); };
  };
  const nlohmann::json one_way = {
      {"form", "cascade"}, {"scratch", "global"}, {"lines_per_block", 32}};
  const nlohmann::json transpose = {{"lines_per_block", 32}};
  const nlohmann::json two_way = {{"scratch", "global"}, {"lines_per_block", 32}};
  std::vector<TimingPlan> plans;
  plans.push_back(plan_of(
      "one-way", "one_way", kTimedSize, kSigma, cascade_tolerance(kSigma), line_of(kSigma),
      [=](const Problem& problem) { return filter_call("filter_one_way", problem, one_way); }));
  plans.push_back(plan_of("transposed", "transposed", kTimedSize, kSigma, cascade_tolerance(kSigma),
                          line_of(kSigma), [=](const Problem& problem) {
                            return filter_call("filter_transposed", problem, transpose);
                          }));
  plans.push_back(plan_of(
      "two-way", "two_way", kTimedSize, kSigma, two_way_tolerance(kSigma, radius),
      [=, c = recursive_coefficients(kSigma), weights = gaussian_weights(kSigma, radius)](
          const Line& line) { return oracle::two_way_line(line, c, weights, LineEnds::exact); },
      [=](const Problem& problem) { return two_way_call(problem, radius, two_way); }));
  const auto parts = [&](const Rung& rung, double sigma) {
    plans.push_back(plan_of("parts", rung.stage, kTimedLargeSize, sigma, kPromised, line_of(sigma),
                            [=](const Problem& problem) {
                              return filter_call(rung.function, problem, nlohmann::json::object());
                            }));
  };
  for (const Rung& rung : kRungs) parts(rung, 30);
  parts(kRungs[2], 5);
  return plans;
}

double read_sigma(const std::string& text) {
  double sigma = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, sigma);
  if (read.ec != std::errc() || read.ptr != end) {
    throw InputError("option sigma: \"" + text + "\" is not a number; give pixels, e.g. 5");
  }
  recursive_coefficients(sigma);  // throws unless it is from 0.5 to 100
  return sigma;
}

PictureFilter picture(const RunOptions& options) {
  double sigma = 5;
  LineEnds ends = LineEnds::exact;
  for (const auto& [name, value] : options.items()) {
    if (value.is_null()) continue;
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (name == "sigma") {
      sigma = read_sigma(text);
    } else if (name == "boundary") {
      ends = parse_line_ends(text);
    } else {
      throw InputError("unknown option \"" + name + "\" for this lab: it has sigma and boundary");
    }
  }
  PictureFilter result;
  result.description =
      fmt::format("recursive Gaussian, sigma {:g}, {} boundary", sigma, to_string(ends));
  result.call = [=](const Image<float>& channel) {
    return filter_call("filter_one_way", {"picture", channel, sigma, ends},
                       {{"form", "cascade"}, {"scratch", "global"}, {"lines_per_block", 32}});
  };
  result.reference = [=](const Image<float>& channel) {
    return oracle::recursive_gaussian(channel, sigma, ends);
  };
  result.tolerance = cascade_tolerance(sigma);
  return result;
}

/// The cases that evidence rests on have at least this many pixels.
bool large(const CaseResult& result, const std::string& stage) {
  return result.stage == stage && result.width * result.height >= 192 * 160;
}

EvidenceResult check_coalesced(const std::vector<CaseResult>& results) {
  return check_sectors(
      results, [](const CaseResult& result) { return large(result, "transposed"); }, 5,
      "a thread per row reads down a column of the image; filter the columns of the transposed "
      "image, and transpose through shared memory");
}

/// Threads that read or wrote global memory, for each line of the two passes of a stage.
EvidenceResult count_threads(const std::vector<CaseResult>& results, const std::string& stage,
                             double fewest, const char* asked, const char* advice) {
  const auto wanted = [&](const CaseResult& result) { return large(result, stage); };
  double lines = 0;
  for (const CaseResult& result : results)
    if (wanted(result)) lines += result.width + result.height;
  const double threads = total(results, wanted, &LaunchCounters::working_threads);
  if (lines == 0 || threads == 0) return nothing_seen();
  EvidenceResult evidence;
  evidence.passed = threads >= fewest * lines;
  evidence.measured = {at_least(fewest, "threads_per_line", threads / lines)};
  evidence.message = fmt::format("{:.2f} threads work on each line; {}{}", threads / lines, asked,
                                 evidence.passed ? "" : advice);
  return evidence;
}

/// Adds to what was counted how much of a line the busiest thread reads and writes, in units of one
/// read and one write of each pixel: others may be there for show.
EvidenceResult with_busiest(EvidenceResult evidence, const std::vector<CaseResult>& results,
                            const CasePredicate& wanted, double most, const char* advice) {
  if (!evidence.passed) return evidence;
  double largest = 0;
  for (const CaseResult& result : results) {
    if (!wanted(result)) continue;
    const double once = 2.0 * sizeof(float) * std::max(result.width, result.height);
    largest = std::max(largest, most_bytes_of_a_thread(result) / once);
  }
  if (largest == 0) return nothing_seen();
  evidence.passed = largest <= most;
  evidence.measured.push_back(at_most(most, "share_of_a_thread", largest));
  evidence.message += fmt::format(
      "; a thread reads and writes at most {:.2f} times the pixels of a line, {:.2f} should be "
      "enough{}",
      largest, most, evidence.passed ? "" : advice);
  return evidence;
}

/// With w[] in local memory a thread of a half reads and writes each of its pixels once.
EvidenceResult check_threads(const std::vector<CaseResult>& results) {
  constexpr double kMost = 0.8;
  const auto wanted = [](const CaseResult& result) {
    return large(result, "two_way") && result.params.value("scratch", "") == "local";
  };
  const char* const advice = ": one for each half and one for the central point";
  return with_busiest(count_threads(results, "two_way", 2.99, "three should", advice), results,
                      wanted, kMost, advice);
}

/// The rungs of the challenge have more parts than the two halves and their centre.
EvidenceResult check_parts_of(const std::vector<CaseResult>& results, const std::string& stage) {
  constexpr int kLong = 1000;  // pixels of a line
  constexpr double kMost = 0.9;
  const auto wanted = [&](const CaseResult& result) {
    return result.stage == stage && std::max(result.width, result.height) >= kLong;
  };
  const char* const advice = ": cut the lines into parts that work at the same time";
  return with_busiest(count_threads(results, stage, 4, "at least four should", advice), results,
                      wanted, kMost, advice);
}

/// Rung 1: also, neighbouring threads use neighbouring pixels.
EvidenceResult check_at_once(const std::vector<CaseResult>& results) {
  EvidenceResult evidence = check_parts_of(results, "in_parts");
  if (!evidence.passed) return evidence;
  return check_sectors(
      results, [](const CaseResult& result) { return large(result, "in_parts"); }, 5,
      "a thread per row reads down a column of the image; turn tiles in shared memory so that the "
      "threads of a warp use neighbouring pixels");
}

/// Floats that a rung loads and stores for each pixel of the large image, and states: 3 are two
/// reads and a write. What a thread keeps in memory of its own goes there and back too. 0 if
/// nothing was counted.
double floats_per_pixel(const std::vector<CaseResult>& results, const std::string& stage) {
  constexpr double kFloatsPerSector = 8;
  const auto wanted = [&](const CaseResult& result) { return large(result, stage); };
  double pixels = 0;
  for (const CaseResult& result : results)
    if (wanted(result)) pixels += double(result.width) * result.height;
  const double sectors =
      global_reads(results, wanted).sectors + global_writes(results, wanted).sectors;
  const double local = total(results, wanted, &LaunchCounters::local_bytes) / sizeof(float);
  return pixels == 0 ? 0 : (sectors * kFloatsPerSector + local) / pixels;
}

/// Rung 2: twice two reads and a write, 6 floats, and the states. One pass after another: 12.
EvidenceResult check_passes(const std::vector<CaseResult>& results) {
  constexpr double kMost = 9;
  EvidenceResult evidence = check_parts_of(results, "both_ways");
  if (!evidence.passed) return evidence;
  const double floats = floats_per_pixel(results, "both_ways");
  if (floats < 2) return forged_counts();
  evidence.passed = floats <= kMost;
  evidence.measured.push_back(at_most(kMost, "floats_per_pixel", floats));
  evidence.message = fmt::format(
      "{:.1f} floats are loaded or stored for each pixel; at most {:g} should{}", floats, kMost,
      evidence.passed ? ""
                      : ": sum what both passes need from one read, and filter there and back in "
                        "registers");
  return evidence;
}

/// Rung 3 says how many floats move, but asks for parts alone: what was right before there were
/// rungs still is.
EvidenceResult check_parts(const std::vector<CaseResult>& results) {
  EvidenceResult evidence = check_parts_of(results, "challenge");
  if (!evidence.passed) return evidence;
  const double floats = floats_per_pixel(results, "challenge");
  evidence.measured.push_back({"floats_per_pixel", floats});
  evidence.message += fmt::format("; {:.1f} floats are loaded or stored for each pixel", floats);
  return evidence;
}

const bool registered = register_suite({"07_recursive_gaussian",
                                        cases,
                                        {{"bounds", "one_way", check_bounds},
                                         {"order", "two_way", check_order},
                                         {"coalesced", "transposed", check_coalesced},
                                         {"threads", "two_way", check_threads},
                                         {"at_once", "in_parts", check_at_once},
                                         {"passes", "both_ways", check_passes},
                                         {"parts", "challenge", check_parts}},
                                        timing,
                                        picture});

}  // namespace
}  // namespace kit::grader
