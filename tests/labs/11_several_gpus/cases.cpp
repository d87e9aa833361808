/// @file
/// Lab 11's grading: rows of a band, halos, passes in three ways, the table over several devices,
/// and the bug's largest number.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "band_evidence.hpp"
#include "band_fault_models.hpp"
#include "grader/lab/suite.hpp"
#include "labs/convolution/baseline/baseline.hpp"
#include "labs/convolution/convolution_cases.hpp"
#include "labs/convolution/reference/two_pass.hpp"
#include "labs/streams/picture_options.hpp"
#include "labs/streams/stream_evidence.hpp"
#include "problems.hpp"

namespace kit::grader {
namespace {

using lab11::BandRows;

std::string name_of(const BandRows& bands) {
  return bands.size() == 1 ? fmt::format("one band of {} rows", bands[0])
                           : fmt::format("bands of {} rows", fmt::join(bands, "+"));
}

/// All functions of bands get the image and the weights first.
Call bands_call(const std::string& function, const Image<float>& image,
                const std::vector<float>& weights, const BandRows& bands, int halo) {
  Call call;
  call.function = function;
  call.params = {{"bands", bands}, {"halo", halo}, {"filter_width", int(weights.size())}};
  call.inputs.push_back({to_tensor(image), to_tensor(weights)});
  return call;
}

Case rows_case(const lab11::RowsProblem& problem, std::uint64_t seed) {
  Random random(seed);
  const Image<float> image = noise(problem.width, lab11::height_of(problem.bands), random.next());
  const int rows = problem.bands[std::size_t(problem.number)];
  const Image<float> filler = noise(problem.width, rows + 2 * problem.halo, random.next());
  const std::vector<float> weights = lab11::random_weights(problem.radius, random.next());
  Case one;
  one.name = fmt::format("{} rows from {} on, band {}, {}, width {}, radius {}", problem.rows,
                         problem.first, problem.number, name_of(problem.bands), problem.width,
                         problem.radius);
  one.stage = "rows";
  one.call = bands_call("filter_rows", image, weights, problem.bands, problem.halo);
  one.call.params.update({{"band", problem.number},
                          {"from", problem.from},
                          {"first", problem.first},
                          {"rows", problem.rows}});
  one.call.inputs[0].push_back(to_tensor(filler));
  one.call.outputs.push_back({DType::f32, filler.width(), filler.height(), 1});
  one.expected = lab11::filter_rows(image, filler, weights, problem);
  one.tolerance = separable_tolerance(weights, weights);
  if (is_thin(problem.width, image.height())) return one;
  one.hypotheses = [=] { return lab11::rows_fault_models(image, filler, weights, problem); };
  return one;
}

Case exchange_case(const lab11::ExchangeProblem& problem, std::uint64_t seed) {
  Random random(seed);
  const Image<float> image = noise(problem.width, lab11::height_of(problem.bands), random.next());
  const int bands = int(problem.bands.size());
  const Image<float> filler =
      noise(problem.width, image.height() + 2 * problem.halo * bands, random.next());
  Case one;
  one.name = fmt::format("halos of {} rows, room for {}, {}, width {}", problem.depth, problem.halo,
                         name_of(problem.bands), problem.width);
  one.stage = "exchange";
  one.call = bands_call("exchange_halos", image, {1.0f}, problem.bands, problem.halo);
  one.call.params.update({{"buffer", problem.buffer}, {"depth", problem.depth}});
  one.call.inputs[0].push_back(to_tensor(filler));
  one.call.outputs.push_back({DType::f32, filler.width(), filler.height(), 1});
  one.expected = lab11::exchange_halos(image, filler, problem);
  one.tolerance = 0;  // nothing is computed
  one.by_kernels = false;
  if (is_thin(problem.width, image.height())) return one;
  one.hypotheses = [=] { return lab11::exchange_fault_models(image, filler, problem); };
  return one;
}

Call passes_call(const std::string& stage, const Image<float>& image,
                 const std::vector<float>& weights, const BandRows& bands, int passes, int calls,
                 int every) {
  const int radius = int(weights.size()) / 2;
  // More room than the halos need.
  Call call = bands_call("filter_" + stage, image, weights, bands, radius * every + 2);
  call.params.update({{"passes", passes}, {"calls", calls}});
  if (stage == "deep") call.params["every"] = every;
  call.outputs.push_back({DType::f32, image.width(), image.height(), 1});
  return call;
}

/// Errors of a pass go through the later ones, whose weights sum to 1 at most.
double passes_tolerance(const std::vector<float>& weights, int passes) {
  return separable_tolerance(weights, weights) * std::max(passes, 1);
}

Case passes_case(const std::string& stage, const lab11::PassesProblem& problem,
                 std::uint64_t seed) {
  Random random(seed);
  const Image<float> image = noise(problem.width, lab11::height_of(problem.bands), random.next());
  const std::vector<float> weights = lab11::random_weights(problem.radius, random.next());
  const int passes = problem.passes * problem.calls;
  Case one;
  one.name =
      fmt::format("{}: {}{} passes{}, {}, width {}, radius {}", stage,
                  problem.calls == 1 ? "" : fmt::format("{} times ", problem.calls), problem.passes,
                  stage == "deep" ? fmt::format(" by {}", problem.every) : "",
                  name_of(problem.bands), problem.width, problem.radius);
  one.stage = stage;
  one.call = passes_call(stage, image, weights, problem.bands, problem.passes, problem.calls,
                         problem.every);
  one.expected = lab11::filter_passes(image, weights, passes);
  one.tolerance = passes_tolerance(weights, passes);
  // Bands of one row prove nothing alone: much comes to the same there.
  const int tallest = *std::max_element(problem.bands.begin(), problem.bands.end());
  if (is_thin(problem.width, image.height()) || tallest == 1) return one;
  one.hypotheses = [=] { return lab11::passes_fault_models(image, weights, problem); };
  return one;
}

Image<std::uint8_t> random_bytes(int width, int height, std::uint64_t seed) {
  Random random(seed);
  Image<std::uint8_t> image(width, height);
  std::generate_n(image.data(), image.size(), [&] { return std::uint8_t(random.integer(0, 255)); });
  return image;
}

Case table_case(const lab11::TableProblem& problem, std::uint64_t seed) {
  const Image<std::uint8_t> image =
      random_bytes(problem.width, lab11::height_of(problem.bands), seed);
  Case one;
  one.name = fmt::format("table of {}, width {}", name_of(problem.bands), problem.width);
  one.stage = "challenge";
  one.call.function = "build_table";
  one.call.params = {{"bands", problem.bands}};
  one.call.inputs.push_back({to_tensor(image)});
  one.call.outputs.push_back({DType::u32, image.width(), image.height(), 1});
  one.expected = lab11::table_of(image);
  if (is_thin(problem.width, image.height())) return one;
  one.hypotheses = [=] { return lab11::table_fault_models(image, problem); };
  return one;
}

Case largest_case(const std::vector<int>& parts, std::uint64_t seed) {
  Random random(seed);
  Image<float> numbers = noise(lab11::height_of(parts), 1, random.next());
  for (float& number : numbers.values()) number /= 2;
  // In the last part, so that it counts whether that has arrived; no number that can be guessed.
  const int last = parts.back();
  const float largest = 0.5f + float(random.integer(1, 1 << 20)) / float(1 << 21);
  numbers.data()[numbers.size() - std::size_t(random.integer(1, last))] = largest;
  Case one;
  one.name = fmt::format("the largest of {} numbers", fmt::join(parts, "+"));
  one.stage = "bug";
  one.call.function = "find_largest";
  one.call.params = {{"parts", parts}};
  one.call.inputs.push_back({to_tensor(numbers)});
  one.call.outputs.push_back({DType::f32, 1, 1, 1});
  one.expected = Image<double>(1, 1);
  one.expected.at(0, 0) = largest;
  one.hypotheses = [=] { return lab11::largest_fault_models(numbers, parts); };
  return one;
}

std::vector<Case> cases(Backend, std::uint64_t seed) {
  std::vector<Case> list;
  Random random(seed);
  for (const auto& problem : lab11::kRowsProblems)
    list.push_back(rows_case(problem, random.next()));
  for (const auto& problem : lab11::kExchangeProblems)
    list.push_back(exchange_case(problem, random.next()));
  for (const char* stage : {"passes", "overlapped"})
    for (const auto& problem : lab11::kPassesProblems)
      list.push_back(passes_case(stage, problem, random.next()));
  for (const auto& problem : lab11::kDeepProblems)
    list.push_back(passes_case("deep", problem, random.next()));
  for (const auto& problem : lab11::kTableProblems)
    list.push_back(table_case(problem, random.next()));
  for (const auto& parts : lab11::kParts) list.push_back(largest_case(parts, random.next()));
  return list;
}

/// Rows for each of `count` bands of an image.
BandRows equal_bands(int height, int count) {
  BandRows bands;
  for (int n = 0; n < count; ++n) bands.push_back(height / count + (n < height % count ? 1 : 0));
  return bands;
}

constexpr int kTimedBands = 4, kTimedPasses = 4, kTimedEvery = 2;

/// Four passes over an image in four bands: on as many devices as there are.
TimingPlan passes_timing(const std::string& stage, int size) {
  constexpr int kRadius = 3;
  const int every = stage == "deep" ? kTimedEvery : 1;
  TimingPlan plan =
      square_plan(fmt::format("{}, {} passes, {}x{}", stage, kTimedPasses, size, size), stage, size,
                  2.0 * sizeof(float) * kTimedPasses);
  plan.call = [=](std::uint64_t seed) {
    Call call = passes_call(stage, Image<float>(1, 1), lab11::random_weights(kRadius, seed),
                            equal_bands(size, kTimedBands), kTimedPasses, 1, every);
    return with_noise(std::move(call), size, size, seed);
  };
  plan.lines = [=](std::uint64_t choice) { return some_rows(size, choice); };
  plan.verify = [](const Call& call, const Lines& lines, const Tensor& picked) {
    const Tensor& weights = call.inputs.at(0).at(1);
    const std::vector<float> taken(weights.as<float>(),
                                   weights.as<float>() + weights.shape.values());
    return check_rows(
        call.inputs.at(0).at(0), kTimedPasses * (int(taken.size()) / 2), lines, picked,
        passes_tolerance(taken, kTimedPasses), [&](const Image<float>& image, int row) {
          const Image<double> all = lab11::filter_passes(image, taken, kTimedPasses);
          Image<double> line(all.width(), 1);
          std::copy_n(all.data() + std::size_t(row) * line.size(), line.size(), line.data());
          return line;
        });
  };
  plan.baseline_name =
      fmt::format("separable, {} passes of 7 taps, {}x{}", kTimedPasses, size, size);
  const auto buffers = std::make_shared<std::vector<float>[]>(2);
  plan.baseline = [=](const Call& call, int threads) {
    const float* const weights = call.inputs.at(0).at(1).as<float>();
    const float* from = call.inputs.at(0).at(0).as<float>();
    for (int pass = 0; pass < kTimedPasses; ++pass) {
      std::vector<float>& to = buffers[pass % 2];
      to.resize(std::size_t(size) * std::size_t(size));
      constexpr int kTaps = 2 * kRadius + 1;
      if (threads == 1)
        baseline::separable(from, to.data(), size, size, weights, weights, kTaps, Border::clamp);
      else
        baseline::separable_parallel(from, to.data(), size, size, weights, weights, kTaps,
                                     Border::clamp, threads);
      from = to.data();
    }
  };
  return plan;
}

std::vector<TimingPlan> timing(Backend backend) {
  if (backend == Backend::sim) return {};
  constexpr int kSize = 4096;
  return {passes_timing("passes", kSize), passes_timing("overlapped", kSize),
          passes_timing("deep", kSize)};
}

PictureFilter picture(const RunOptions& options) {
  constexpr int kPasses = 8;
  const PictureOptions chosen =
      read_picture_options(options, {"overlapped", "2", {}}, {"passes", "overlapped", "deep"});
  PictureFilter result;
  result.description = fmt::format("{} passes of a Gaussian of {} taps over {} bands, stage {}",
                                   kPasses, chosen.weights.size(), kTimedBands, chosen.stage);
  result.call = [=](const Image<float>& channel) {
    return passes_call(chosen.stage, channel, chosen.weights,
                       equal_bands(channel.height(), std::min(kTimedBands, channel.height())),
                       kPasses, 1, chosen.stage == "deep" ? kTimedEvery : 1);
  };
  result.reference = [=](const Image<float>& channel) {
    return lab11::filter_passes(channel, chosen.weights, kPasses);
  };
  result.tolerance = passes_tolerance(chosen.weights, kPasses);
  return result;
}

const bool registered = register_suite({"11_several_gpus",
                                        cases,
                                        {{"bounds", "rows", check_bounds},
                                         {"order", "passes", check_stream_order},
                                         {"halos", "passes", lab11::check_halos},
                                         {"hidden", "overlapped", lab11::check_hidden},
                                         {"messages", "deep", lab11::check_messages},
                                         {"carries", "challenge", lab11::check_carries},
                                         {"bug_order", "bug", check_bug_order}},
                                        timing,
                                        picture});

}  // namespace
}  // namespace kit::grader
