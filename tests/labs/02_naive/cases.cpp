/// @file
/// Lab 02's grading: the steps, the standard convolution cases in several block shapes, the host
/// function, Sobel's gradient magnitude, and the bug to find.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "grader/lab/block_shape.hpp"
#include "grader/lab/evidence.hpp"
#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "kit/error.hpp"
#include "kit/synthetic.hpp"
#include "labs/convolution/baseline/baseline.hpp"
#include "labs/convolution/convolution_cases.hpp"
#include "labs/convolution/convolution_fault_models.hpp"
#include "labs/convolution/reference/oracle.hpp"
#include "step_cases.hpp"

namespace kit::grader {
namespace {

// Usual shapes, flat and tall ones, the largest, and one that is no power of two and no whole
// number of warps. Seven, so that going round them meets every size and border in time.
constexpr BlockShape kBlocks[] = {{32, 8}, {16, 16}, {20, 5}, {8, 8}, {64, 1}, {1, 64}, {32, 32}};
// Gives the large image a grid of more than 1024 blocks, so that grid and block cannot be
// exchanged.
constexpr BlockShape kLargeImageBlock = {16, 16};
constexpr BlockShape kTimedBlock = {32, 8};
constexpr int kTimedSize = 4096;  // pixels per side

const BlockShape& block_number(std::size_t n) {
  return kBlocks[n % std::size(kBlocks)];
}

/// Filters wider than an array of a thread or a block is likely to be, in images of one row, one
/// column and a few pixels. The widest has positive weights, and the border repeats the pixels:
/// what it gives is far above the bound on rounding errors.
std::vector<ConvolutionProblem> wide_problems(std::uint64_t seed) {
  constexpr int kWide = 31, kWider = 63, kBeyondConstantMemory = 129, kWidest = 179;
  Random random(seed);
  std::vector<ConvolutionProblem> list = {
      random_problem(kWide, 67, 1, Border::zero, random),
      random_problem(any_width(kWide + 2, kWider, random), 1, 67, Border::clamp, random),
      random_problem(any_width(kBeyondConstantMemory, kWidest, random), 3, 2, Border::clamp,
                     random)};
  for (float& weight : list.back().filter.weights) weight = std::abs(weight);
  return list;
}

Call sobel_call(const Image<float>& image, Border border, const BlockShape& block) {
  Call call;
  call.function = "sobel_magnitude";
  call.params = {{"block", to_json(block)}};
  call.params["border"] = to_string(border);
  call.params["filter_width"] = 3;  // tells the judge how far the border reaches
  call.inputs.push_back({to_tensor(image), to_tensor(make_filter("sobel_x").weights),
                         to_tensor(make_filter("sobel_y").weights)});
  call.outputs.push_back({DType::f32, image.width(), image.height(), 1});
  return call;
}

Case sobel_case(const std::string& what, const Image<float>& image, Border border,
                const BlockShape& block) {
  Case result;
  result.name = fmt::format("Sobel magnitude of {}, {}x{}, {} border, block {}", what,
                            image.width(), image.height(), to_string(border), to_text(block));
  result.stage = "sobel";
  result.call = sobel_call(image, border, block);
  result.expected = oracle::sobel_magnitude(image, border);
  result.tolerance = sobel_tolerance(largest_magnitude(image));
  result.hypotheses = [=] { return sobel_fault_models(image, border); };
  return result;
}

std::vector<Case> sobel_cases(std::uint64_t seed) {
  std::vector<Case> list;
  const auto add = [&](const std::string& what, const Image<float>& image, Border border) {
    list.push_back(sobel_case(what, image, border, block_number(list.size())));
  };
  Random random(seed);
  add("noise", noise(37, 21, random.next()), Border::clamp);
  add("noise", noise(37, 21, random.next()), Border::zero);
  add("noise", noise(21, 37, random.next()), Border::clamp);
  add("noise", noise(65, 50, random.next()), Border::zero);
  add("an impulse", impulse(23, 17, 11, 7), Border::zero);
  add("a constant", constant(33, 29, 0.75f), Border::clamp);
  add("a gradient", gradient(41, 18), Border::zero);
  add("noise", noise(1, 1, random.next()), Border::zero);
  add("noise", noise(1, 67, random.next()), Border::clamp);
  add("noise", noise(67, 1, random.next()), Border::zero);
  add("a scene", scene(160, 120, 1, random.next()), Border::clamp);
  for (const auto& [width, height, block] : kThinImages) {
    list.push_back(sobel_case("noise", noise(width, height, random.next()), Border::clamp, block));
    list.back().hypotheses = nullptr;  // the small cases tell as much
  }
  // More columns than a grid has blocks in y: x has to go along the grid's x.
  constexpr int kMostBlocksInY = 65535;
  list.push_back(
      sobel_case("noise", noise(kMostBlocksInY + 5, 1, random.next()), Border::clamp, {64, 1}));
  list.back().hypotheses = nullptr;
  for (const BlockShape& block : kLongestBlocks) {
    const Image<float> image = noise(block.width + 6, block.height + 2, random.next());
    list.push_back(sobel_case("noise", image, Border::zero, block));
  }
  return list;
}

std::vector<Case> cases(Backend, std::uint64_t seed) {
  std::vector<Case> list = step_cases(seed + 3);
  const auto add_kernel_case = [&](const ConvolutionProblem& problem, const BlockShape& block) {
    list.push_back(convolution_case("kernel", "convolve", problem, {{"block", to_json(block)}}));
    list.back().name += ", block " + to_text(block);
  };
  std::size_t number = 0;
  for (const ConvolutionProblem& problem : standard_problems(seed)) {
    const bool large = problem.image.size() > 100000;
    add_kernel_case(problem, large ? kLargeImageBlock : block_number(number++));
  }
  for (const ConvolutionProblem& problem : thin_problems(seed + 5))
    add_kernel_case(problem, thin_block(problem.image.width(), problem.image.height()));
  for (const ConvolutionProblem& problem : wide_problems(seed + 6))
    add_kernel_case(problem, block_number(number++));
  Random limits(seed + 7);
  for (const BlockShape& block : kLongestBlocks) {
    const int width = block.width + 6, height = block.height + 2;
    add_kernel_case(random_problem(3, width, height, Border::zero, limits), block);
  }
  // First one of enough blocks that they meet on a GPU if they share a buffer.
  Random random(seed + 1);
  std::vector<ConvolutionProblem> from_host = {{"7x7 random, 320x200, clamp border",
                                                noise(320, 200, random.next()),
                                                random_filter(7, random.next()), Border::clamp}};
  for (ConvolutionProblem& problem : brief_problems(random.next())) {
    from_host.push_back(std::move(problem));
  }
  // The wide one alone: blocks of the usual shapes would idle over a single column.
  from_host.push_back(thin_problems(random.next()).front());
  for (ConvolutionProblem& problem : wide_problems(random.next()))
    from_host.push_back(std::move(problem));
  for (const ConvolutionProblem& problem : from_host) {
    list.push_back(convolution_case("host", "convolve_host", problem));
    list.back().name += ", from the host";
  }
  for (Case& one : sobel_cases(seed + 2)) list.push_back(std::move(one));
  for (Case& one : bug_cases(seed + 4)) list.push_back(std::move(one));
  return list;
}

/// Sobel magnitude on all cores: two parallel convolutions, and rows combined by as many threads.
void parallel_sobel(const float* input, std::vector<float>& output, std::vector<float>& gradient,
                    int width, int height) {
  const auto convolve = [&](const char* filter, std::vector<float>& result) {
    baseline::convolve_parallel(input, result.data(), width, height,
                                make_filter(filter).weights.data(), 3, Border::clamp);
  };
  convolve("sobel_x", output);
  convolve("sobel_y", gradient);
  const std::size_t workers = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t share = (output.size() + workers - 1) / workers;
  std::vector<std::jthread> threads;
  for (std::size_t begin = 0; begin < output.size(); begin += share) {
    threads.emplace_back([&, begin, end = std::min(begin + share, output.size())] {
      for (std::size_t n = begin; n < end; ++n) {
        output[n] = std::sqrt(output[n] * output[n] + gradient[n] * gradient[n]);
      }
    });
  }
}

TimingPlan sobel_timing() {
  // The input once and the output once, as one fused kernel would; the gradients are extra here.
  TimingPlan plan = square_plan(fmt::format("Sobel magnitude, {0}x{0}", kTimedSize), "sobel",
                                kTimedSize, 2 * sizeof(float));
  plan.call = [](std::uint64_t seed) {
    return with_noise(sobel_call(Image<float>(1, 1), Border::clamp, kTimedBlock), kTimedSize,
                      kTimedSize, seed);
  };
  plan.lines = [](std::uint64_t choice) { return some_rows(kTimedSize, choice); };
  plan.baseline_name = plan.name;
  plan.verify = [](const Call& call, const Lines& lines, const Tensor& picked) {
    const Filter sobel_x = make_filter("sobel_x"), sobel_y = make_filter("sobel_y");
    const auto magnitude = [&](const Image<float>& image, int row) {
      Image<double> result = oracle::convolve_row(image, sobel_x, Border::clamp, row);
      const Image<double> gy = oracle::convolve_row(image, sobel_y, Border::clamp, row);
      for (int x = 0; x < result.width(); ++x) {
        result.at(x, 0) = std::sqrt(result.at(x, 0) * result.at(x, 0) + gy.at(x, 0) * gy.at(x, 0));
      }
      return result;
    };
    return check_rows(call.inputs.at(0).at(0), 1, lines, picked, sobel_tolerance(), magnitude);
  };
  // Kept between runs, so that only the first pays for fresh memory.
  const auto output = std::make_shared<std::vector<float>>();
  const auto gradient = std::make_shared<std::vector<float>>();
  plan.baseline = [=](const Call& call, int threads) {
    const float* input = call.inputs.at(0).at(0).as<float>();
    output->resize(std::size_t(kTimedSize) * kTimedSize);
    gradient->resize(output->size());
    if (threads == 1) {
      baseline::sobel_magnitude(input, output->data(), kTimedSize, kTimedSize, Border::clamp);
    } else {
      parallel_sobel(input, *output, *gradient, kTimedSize, kTimedSize);
    }
  };
  return plan;
}

std::vector<TimingPlan> timing(Backend backend) {
  if (backend == Backend::sim) return {};
  return {convolution_timing("kernel", "convolve", "gaussian5", Border::clamp, kTimedSize,
                             kTimedSize, {{"block", to_json(kTimedBlock)}}),
          sobel_timing()};
}

PictureFilter picture(const RunOptions& options) {
  const ConvolutionOptions read = convolution_options(options, "sobel_magnitude", true);
  const BlockShape block{read.block_width, read.block_height};
  if (read.filter != "sobel_magnitude")
    return convolution_picture("convolve", read, {{"block", to_json(block)}});
  const Border border = read.border;
  PictureFilter result;
  result.description =
      fmt::format("Sobel magnitude, {} border, block {}", to_string(border), to_text(block));
  result.call = [=](const Image<float>& channel) { return sobel_call(channel, border, block); };
  result.reference = [=](const Image<float>& channel) {
    return oracle::sobel_magnitude(channel, border);
  };
  result.tolerance = sobel_tolerance();
  return result;
}

/// Over the convolution cases with many blocks. The reads of the filter (1 sector each) and warps
/// at the edge pull the mean down, never up.
EvidenceResult check_coalesced(const std::vector<CaseResult>& results) {
  const auto large = [](const CaseResult& result) {
    return result.stage == "kernel" && result.width * result.height >= 100000;
  };
  return check_sectors(
      results, large, 6,
      "neighbouring threads should use neighbouring pixels of a row (x from threadIdx.x)");
}

std::vector<CaseResult> without_steps(const std::vector<CaseResult>& results) {
  std::vector<CaseResult> kept;
  std::copy_if(results.begin(), results.end(), std::back_inserter(kept), counts_for_evidence);
  return kept;
}

EvidenceResult check_own_bounds(const std::vector<CaseResult>& results) {
  return check_bounds(without_steps(results));
}

EvidenceResult check_own_order(const std::vector<CaseResult>& results) {
  return check_order(without_steps(results));
}

std::vector<Case> hidden(const nlohmann::json& parameters, Backend, std::uint64_t seed) {
  std::vector<Case> list;
  for (const ConvolutionProblem& problem : hidden_problems(parameters, seed))
    list.push_back(
        convolution_case("kernel", "convolve", problem, {{"block", to_json(BlockShape{32, 8})}}));
  return list;
}

const bool registered = register_suite({"02_naive",
                                        cases,
                                        {{"bounds", "kernel", check_own_bounds},
                                         {"order", "kernel", check_own_order},
                                         {"sectors", "kernel", check_coalesced}},
                                        timing,
                                        picture,
                                        hidden});

}  // namespace
}  // namespace kit::grader
