/// @file
/// Lab 10's grading: strips from a ring, whole images from pageable and pinned memory, strips in
/// several streams and as a graph, frames that arrive one at a time, and the bug's negatives.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "frame_fault_models.hpp"
#include "grader/lab/suite.hpp"
#include "labs/convolution/baseline/baseline.hpp"
#include "labs/convolution/convolution_cases.hpp"
#include "labs/convolution/reference/two_pass.hpp"
#include "labs/streams/image_rows.hpp"
#include "labs/streams/picture_options.hpp"
#include "problems.hpp"
#include "schedule_evidence.hpp"

namespace kit::grader {
namespace {

using lab10::FramesProblem;
using lab10::StripProblem;

/// What the ring holds: the image's rows that the strip needs, and elsewhere rows that nobody may
/// use.
Image<float> ring_of(const Image<float>& image, const StripProblem& problem, std::uint64_t seed) {
  Image<float> ring = noise(image.width(), problem.ring_rows, seed);
  const int from = std::max(problem.first - problem.radius, 0);
  const int to = std::min(problem.first + problem.rows + problem.radius, problem.height);
  for (int y = from; y < to; ++y)
    for (int x = 0; x < image.width(); ++x) ring.at(x, y % problem.ring_rows) = image.at(x, y);
  return ring;
}

Case strip_case(const StripProblem& problem, std::uint64_t seed) {
  Random random(seed);
  const Image<float> image = noise(problem.width, problem.height, random.next());
  const Image<float> ring = ring_of(image, problem, random.next());
  const std::vector<float> weights = lab10::random_weights(problem.radius, random.next());
  Case one;
  one.name = fmt::format("rows {} to {} of {}x{}, radius {}, ring of {}", problem.first,
                         problem.first + problem.rows - 1, problem.width, problem.height,
                         problem.radius, problem.ring_rows);
  one.stage = "strip";
  one.call.function = "filter_strip";
  one.call.params = {{"height", problem.height},
                     {"first", problem.first},
                     {"radius", problem.radius},
                     {"filter_width", 2 * problem.radius + 1}};
  one.call.inputs.push_back({to_tensor(ring), to_tensor(weights)});
  one.call.outputs.push_back({DType::f32, problem.width, problem.rows, 1});
  Image<double> expected(problem.width, problem.rows);
  for (int row = 0; row < problem.rows; ++row) {
    const Image<double> line =
        oracle::separable_row(image, both_ways(weights), Border::clamp, problem.first + row);
    std::copy_n(line.data(), line.size(), expected.data() + std::size_t(row) * line.size());
  }
  one.expected = std::move(expected);
  one.tolerance = separable_tolerance(weights, weights);
  if (is_thin(problem.width, problem.height)) return one;
  one.hypotheses = [=] { return lab10::strip_fault_models(image, ring, weights, problem); };
  return one;
}

std::string function_of(const std::string& stage) {
  if (stage == "graph") return "play_graph";
  return stage == "challenge" ? "play_frames" : "filter_" + stage;
}

Call frames_call(const std::string& stage, const Image<float>& frames,
                 const std::vector<float>& weights, int count, int strip_rows) {
  const int radius = int(weights.size()) / 2;
  Call call;
  call.function = function_of(stage);
  call.params = {{"radius", radius},
                 {"filter_width", 2 * radius + 1},  // how far the border reaches
                 {"frames", count}};
  if (strip_rows > 0) call.params["strip_rows"] = strip_rows;
  call.inputs.push_back({to_tensor(frames), to_tensor(weights)});
  call.outputs.push_back({DType::f32, frames.width(), frames.height(), 1});
  return call;
}

Case frames_case(const std::string& stage, const FramesProblem& problem, std::uint64_t seed) {
  Random random(seed);
  const Image<float> frames = noise(problem.width, problem.height * problem.frames, random.next());
  const std::vector<float> weights = lab10::random_weights(problem.radius, random.next());
  const bool whole = problem.strip_rows == 0;
  Case one;
  one.name = fmt::format("{}{}x{}, radius {}{}, {}",
                         problem.frames == 1 ? "" : fmt::format("{} times ", problem.frames),
                         problem.width, problem.height, problem.radius,
                         whole ? "" : fmt::format(", strips of {}", problem.strip_rows), stage);
  one.stage = stage;
  one.call = frames_call(stage, frames, weights, problem.frames, problem.strip_rows);
  one.expected = lab10::filter_frames(frames, problem.frames, weights);
  one.tolerance = separable_tolerance(weights, weights);
  if (is_thin(problem.width, problem.height)) return one;
  one.hypotheses = [=] { return lab10::frames_fault_models(frames, weights, problem); };
  return one;
}

Case negative_case(int pixels, int count, std::uint64_t seed) {
  const Image<float> frames = noise(pixels, count, seed);
  Case one;
  one.name =
      fmt::format("negatives of {} frame{} of {} pixels", count, count == 1 ? "" : "s", pixels);
  one.stage = "bug";
  one.call.function = "negative";
  one.call.params = {{"frames", count}};
  one.call.inputs.push_back({to_tensor(frames)});
  one.call.outputs.push_back({DType::f32, pixels, count, 1});
  one.expected = Image<double>(pixels, count);
  std::transform(frames.data(), frames.data() + frames.size(), one.expected.data(),
                 [](float value) { return 1 - double(value); });
  one.tolerance = 0x1p-24;  // one subtraction of values in [0, 1]
  one.hypotheses = [=] { return lab10::negative_fault_models(frames, count); };
  return one;
}

std::vector<Case> cases(Backend, std::uint64_t seed) {
  std::vector<Case> list;
  Random random(seed);
  for (const StripProblem& problem : lab10::kStripProblems)
    list.push_back(strip_case(problem, random.next()));
  const auto add = [&](const char* stage, const auto& problems) {
    for (const FramesProblem& problem : problems)
      list.push_back(frames_case(stage, problem, random.next()));
  };
  add("pageable", lab10::kWholeProblems);
  add("pinned", lab10::kWholeProblems);
  add("strips", lab10::kStripsProblems);
  add("graph", lab10::kGraphProblems);
  add("challenge", lab10::kChallengeProblems);
  for (const auto& [pixels, count] : lab10::kNegativeProblems)
    list.push_back(negative_case(pixels, count, random.next()));
  return list;
}

/// Weights that are not known before a launch.
std::vector<float> timed_weights(std::uint64_t seed) {
  constexpr int kRadius = 7;
  return lab10::random_weights(kRadius, seed);
}

/// Frames as they come over the link: an image of 4096x4096 pixels in strips of 256 rows, or twelve
/// frames of 1920x1080.
TimingPlan frames_timing(const std::string& stage, int width, int height, int frames) {
  constexpr int kStripRows = 256;
  const bool whole = stage != "strips" && stage != "graph";
  TimingPlan plan;
  plan.name = fmt::format("{}, {}{}x{}", stage, frames == 1 ? "" : fmt::format("{} of ", frames),
                          width, height);
  plan.stage = stage;
  plan.width = width;
  plan.height = height * frames;
  plan.bytes = 2.0 * sizeof(float) * width * height * frames;  // in, and out again
  plan.call = [=](std::uint64_t seed) {
    Call call = frames_call(stage, Image<float>(1, frames), timed_weights(seed), frames,
                            whole ? 0 : kStripRows);
    return with_noise(std::move(call), width, height * frames, seed);
  };
  plan.lines = [=](std::uint64_t choice) { return some_rows(height * frames, choice); };
  plan.verify = [=](const Call& call, const Lines& lines, const Tensor& picked) -> std::string {
    const Tensor& weights = call.inputs.at(0).at(1);
    const std::vector<float> taken(weights.as<float>(),
                                   weights.as<float>() + weights.shape.values());
    const int reach = int(taken.size()) / 2;
    for (std::size_t n = 0; n < lines.numbers.size(); ++n) {
      // The frame alone: its edge is one of the filter's.
      const int frame = lines.numbers[n] / height, y = lines.numbers[n] % height;
      const RowsAround around = rows_around(y, reach, height);
      const Image<float> rows = to_float_rows(
          call.inputs.at(0).at(0), frame * height + around.first, frame * height + around.last);
      Tensor line{{DType::f32, width, 1, 1}, {}};
      line.bytes.assign(picked.bytes.begin() + std::ptrdiff_t(n * line.shape.bytes()),
                        picked.bytes.begin() + std::ptrdiff_t((n + 1) * line.shape.bytes()));
      const std::string wrong =
          check_rows(to_tensor(rows), rows.height(), {false, {y - around.first}}, line,
                     separable_tolerance(taken, taken), [&](const Image<float>& image, int row) {
                       return oracle::separable_row(image, both_ways(taken), Border::clamp, row);
                     });
      if (!wrong.empty()) return fmt::format("frame {}, row {}: {}", frame, y, wrong);
    }
    return "";
  };
  plan.baseline_name = fmt::format("separable, 15 taps, {} of {}x{}", frames, width, height);
  const auto output = std::make_shared<std::vector<float>>();
  plan.baseline = [=](const Call& call, int threads) {
    const float* const input = call.inputs.at(0).at(0).as<float>();
    const float* const weights = call.inputs.at(0).at(1).as<float>();
    const int taps = int(call.inputs.at(0).at(1).shape.values());
    const std::size_t pixels = std::size_t(width) * std::size_t(height);
    output->resize(pixels * std::size_t(frames));
    for (std::size_t n = 0; n < std::size_t(frames); ++n) {
      const float* const in = input + n * pixels;
      float* const out = output->data() + n * pixels;
      if (threads == 1)
        baseline::separable(in, out, width, height, weights, weights, taps, Border::clamp);
      else
        baseline::separable_parallel(in, out, width, height, weights, weights, taps, Border::clamp,
                                     threads);
    }
  };
  return plan;
}

std::vector<TimingPlan> timing(Backend backend) {
  if (backend == Backend::sim) return {};
  constexpr int kSize = 4096;
  return {frames_timing("pageable", kSize, kSize, 1), frames_timing("pinned", kSize, kSize, 1),
          frames_timing("strips", kSize, kSize, 1), frames_timing("graph", kSize, kSize, 1),
          frames_timing("challenge", 1920, 1080, 12)};
}

PictureFilter picture(const RunOptions& options) {
  constexpr int kStripRows = 64;
  const PictureOptions chosen = read_picture_options(
      options, {"strips", "3", {}}, {"pageable", "pinned", "strips", "graph", "challenge"});
  const std::string stage = chosen.stage;
  const std::vector<float> weights = chosen.weights;
  const bool whole = stage != "strips" && stage != "graph";
  PictureFilter result;
  result.description = fmt::format("Gaussian of {} taps, stage {}{}", weights.size(), stage,
                                   whole ? "" : fmt::format(", strips of {} rows", kStripRows));
  result.call = [=](const Image<float>& channel) {
    return frames_call(stage, channel, weights, 1, whole ? 0 : kStripRows);
  };
  result.reference = [=](const Image<float>& channel) {
    return lab10::filter_frames(channel, 1, weights);
  };
  result.tolerance = separable_tolerance(weights, weights);
  return result;
}

const bool registered = register_suite({"10_streams",
                                        cases,
                                        {{"bounds", "strip", check_bounds},
                                         {"order", "strips", check_stream_order},
                                         {"pinned_copies", "pinned", lab10::check_pinned},
                                         {"link", "strips", lab10::check_link},
                                         {"overlap", "strips", lab10::check_overlap},
                                         {"frame_overlap", "graph", lab10::check_graph_overlap},
                                         {"latency", "challenge", lab10::check_latency},
                                         {"bug_order", "bug", check_bug_order}},
                                        timing,
                                        picture});

}  // namespace
}  // namespace kit::grader
