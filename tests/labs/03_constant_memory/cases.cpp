/// @file
/// Lab 03's grading: the standard convolution cases in several block shapes, for the run-time
/// kernel and the unrolled ones, tone curves from constant and shared memory, and the polynomials
/// of the bug to find.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/block_shape.hpp"
#include "grader/lab/evidence.hpp"
#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "kit/error.hpp"
#include "kit/synthetic.hpp"
#include "labs/convolution/convolution_cases.hpp"
#include "labs/convolution/reference/oracle.hpp"
#include "polynomial_cases.hpp"
#include "tone_curve_cases.hpp"

namespace kit::grader {
namespace {

constexpr int kMaxFilterWidth = 127;  // kMaxFilterWidth of the contract

// As in lab 02: usual shapes, flat and tall ones, the largest, and one that is no power of two and
// no whole number of warps.
constexpr BlockShape kBlocks[] = {{32, 8}, {16, 16}, {20, 5}, {8, 8}, {64, 1}, {1, 64}, {32, 32}};
// Large images: more than 1024 blocks, so that grid and block cannot be exchanged.
constexpr BlockShape kLargeImageBlock = {16, 16};
constexpr BlockShape kTimedBlock = {32, 8};
constexpr int kTimedSize = 4096;  // pixels per side
constexpr int kMaxUnrolledWidth = 17;
constexpr int kLargePixels = 100000;

/// FaultModels in the copy to constant memory; what was never copied is 0 at the first call.
std::vector<Hypothesis> upload_fault_models(const ConvolutionProblem& problem) {
  std::vector<Hypothesis> list;
  const auto add = [&](const char* sentence, std::size_t weights) {
    Filter filter = problem.filter;
    std::fill(filter.weights.begin() + std::ptrdiff_t(weights), filter.weights.end(), 0.0f);
    list.push_back(
        {"wrong_filter", sentence, oracle::convolve(problem.image, filter, problem.border)});
  };
  if (problem.filter.width < 3 || is_thin(problem.image.width(), problem.image.height()))
    return list;
  add("only the first row of the weights is found: the filter was copied without gaps, so its "
      "weight (i, j) stands at index j * filter_width + i, whatever the size of the variable",
      std::size_t(problem.filter.width));
  return list;
}

/// Names a case of the challenge; the widths that it does not unroll are for stage constant.
void let_constant_take_over(Case& one, const ConvolutionProblem& problem) {
  one.name += ", unrolled";
  if (problem.filter.width > 1 && problem.filter.width <= kMaxUnrolledWidth) return;
  one.taken_over_by = "constant";
  one.why_taken_over = "filters of this width go to convolve()";
}

/// Convolution cases of one stage, in all block shapes.
std::vector<Case> convolution_list(const std::string& stage, const std::string& function,
                                   const std::vector<ConvolutionProblem>& problems) {
  std::vector<Case> list;
  for (const ConvolutionProblem& problem : problems) {
    const bool large = problem.image.size() > kLargePixels;
    const int width = problem.image.width(), height = problem.image.height();
    const BlockShape block = is_thin(width, height) ? thin_block(width, height)
                             : large                ? kLargeImageBlock
                                                    : kBlocks[list.size() % std::size(kBlocks)];
    list.push_back(convolution_case(stage, function, problem, {{"block", to_json(block)}}));
    list.back().name += ", block " + to_text(block);
    list.back().hypotheses = [problem, usual = list.back().hypotheses] {
      std::vector<Hypothesis> all = usual();
      for (Hypothesis& one : upload_fault_models(problem)) all.push_back(std::move(one));
      return all;
    };
    if (stage == "challenge") let_constant_take_over(list.back(), problem);
  }
  add_byte_count_hypothesis(list);
  return list;
}

/// An image of several blocks along the longer side of a block; the last hangs over the edge.
Case long_block_case(const std::string& stage, const std::string& function, int filter_width,
                     const BlockShape& block, Random& random) {
  const int beside = 2 * filter_width + 3;  // pixels: windows in the middle lie within the image
  const bool wide = block.width > block.height;
  const int blocks = block.width * block.height < kMaxBlockThreads ? 2 : 1;
  const ConvolutionProblem problem =
      random_problem(filter_width, wide ? blocks * block.width + 6 : beside,
                     wide ? beside : blocks * block.height + 6, Border::zero, random);
  Case one = convolution_case(stage, function, problem, {{"block", to_json(block)}});
  one.name += ", block " + to_text(block);
  if (stage == "challenge") let_constant_take_over(one, problem);
  return one;
}

std::vector<Case> cases(Backend, std::uint64_t seed) {
  Random random(seed + 1);
  std::vector<ConvolutionProblem> problems = standard_problems(seed);
  // The widest filter, in images smaller than itself. Before the last, which is the large one.
  problems.insert(problems.end() - 1,
                  {random_problem(kMaxFilterWidth, 11, 5, Border::clamp, random),
                   random_problem(kMaxFilterWidth, 5, 11, Border::zero, random)});
  for (ConvolutionProblem& problem : thin_problems(random.next()))
    problems.push_back(std::move(problem));
  std::vector<Case> list = convolution_list("constant", "convolve", problems);
  Random limits(seed + 5);
  for (const BlockShape& block : kLongestBlocks)
    list.push_back(long_block_case("constant", "convolve", 3, block, limits));
  for (Case& one : lab03::tone_curve_cases(seed + 2)) list.push_back(std::move(one));

  // Every width that has a kernel of its own, and some that have none.
  std::vector<ConvolutionProblem> unrolled = brief_problems(seed + 3);
  Border border = Border::zero;
  for (const int width : {7, 9, 11, 13, 15, 17, 1, 19, 33}) {
    unrolled.push_back(random_problem(width, 61, 45, border, random));
    border = border == Border::zero ? Border::clamp : Border::zero;
  }
  // The widest that has a kernel of its own and the widest at all, in images smaller than they are.
  unrolled.push_back(random_problem(kMaxUnrolledWidth, 9, 5, Border::clamp, random));
  unrolled.push_back(random_problem(kMaxUnrolledWidth, 5, 9, Border::zero, random));
  unrolled.push_back(random_problem(kMaxFilterWidth, 3, 2, Border::clamp, random));
  for (ConvolutionProblem& problem : thin_problems(random.next()))
    unrolled.push_back(std::move(problem));
  for (Case& one : convolution_list("challenge", "convolve_unrolled", unrolled)) {
    list.push_back(std::move(one));
  }
  // Blocks much higher than wide and much wider than high, several along each side of the image. A
  // window that leaves the image leaves some of them only.
  for (const BlockShape& block : {BlockShape{4, 32}, {1, 64}, {2, 128}, {64, 2}}) {
    const int filter_width = any_width(3, 9, limits);
    list.push_back(long_block_case("challenge", "convolve_unrolled", filter_width, block, limits));
  }
  for (const BlockShape& block : kLongestBlocks)
    list.push_back(long_block_case("challenge", "convolve_unrolled", 3, block, limits));
  for (Case& one : lab03::polynomial_cases(seed + 4)) list.push_back(std::move(one));
  return list;
}

std::vector<TimingPlan> timing(Backend backend) {
  if (backend == Backend::sim) return {};
  const nlohmann::json block = {{"block", to_json(kTimedBlock)}};
  std::vector<TimingPlan> plans = {
      convolution_timing("constant", "convolve", "gaussian5", Border::clamp, kTimedSize, kTimedSize,
                         block),
      lab03::tone_curve_timing("constant", kTimedSize, to_json(kTimedBlock)),
      lab03::tone_curve_timing("shared", kTimedSize, to_json(kTimedBlock)),
      convolution_timing("challenge", "convolve_unrolled", "gaussian5", Border::clamp, kTimedSize,
                         kTimedSize, block)};
  plans.back().name += ", unrolled";
  return plans;
}

/// The number in "gamma:0.5"; throws InputError.
double read_gamma(const std::string& filter) {
  double gamma = 0;
  const char* const begin = filter.data() + filter.find(':') + 1;
  const char* const end = filter.data() + filter.size();
  const auto read = std::from_chars(begin, end, gamma);
  if (read.ec != std::errc() || read.ptr != end) {
    throw InputError("filter \"" + filter + "\": a tone curve is gamma:NUMBER, e.g. gamma:0.5");
  }
  return gamma;
}

PictureFilter picture(const RunOptions& options) {
  const ConvolutionOptions read = convolution_options(options, "gaussian5", true);
  const nlohmann::json block = {read.block_width, read.block_height};
  if (read.filter.starts_with("gamma:")) {
    return lab03::tone_curve_picture(read_gamma(read.filter), block);
  }
  const int width = make_filter(read.filter).width;
  if (width > kMaxFilterWidth) {
    throw InputError("filter \"" + read.filter + "\" is " + std::to_string(width) +
                     " pixels wide: constant memory has room for " +
                     std::to_string(kMaxFilterWidth));
  }
  return convolution_picture("convolve", read, {{"block", block}});
}

/// Sectors of 32 bytes that the image of a case takes; the grader's buffers start at a sector.
double image_sectors(const CaseResult& result, double bytes_per_pixel) {
  return std::ceil(result.width * double(result.height) * bytes_per_pixel / 32);
}

bool is_large_convolution(const CaseResult& result) {
  return result.stage == "constant" && result.width * result.height > kLargePixels;
}

/// No launch may touch more sectors of global memory than the image has: a filter that is read from
/// there adds its own.
EvidenceResult check_filter(const std::vector<CaseResult>& results) {
  double requests = 0, warps = 0, taps = 0;
  std::vector<CaseResult> convolutions;
  for (const CaseResult& result : results) {
    if (result.stage != "constant") continue;
    convolutions.push_back(result);
    if (!is_large_convolution(result)) continue;
    const double fewest = image_sectors(result, sizeof(float));
    if (total(result, &LaunchCounters::unique_load_sectors) < fewest ||
        total(result, &LaunchCounters::unique_store_sectors) < fewest) {
      return forged_counts();
    }
    requests += global_reads(result).requests;
    warps += total(result, &LaunchCounters::working_warps);
    taps += result.params.at("filter_width").get<double>();
  }
  if (requests == 0) return nothing_seen();
  const std::string text = fmt::format(
      "nothing but the image is read from global memory, {:.0f} times by a warp for a "
      "{:.0f}x{:.0f} filter (lab 02: {:.0f} times)",
      requests / warps, taps, taps, 2 * taps * taps);
  EvidenceResult evidence = count_bad(
      convolutions,
      [](const CaseResult& result) {
        if (!result.observations) return false;
        const auto& launches = result.observations->launches;
        const double image = image_sectors(result, sizeof(float));
        return std::any_of(launches.begin(), launches.end(), [&](const LaunchObservations& launch) {
          // What atomic operations and textures read is no load: the image has come already.
          const LaunchCounters& counters = launch.counters;
          return double(counters.unique_load_sectors) > image ||
                 counters.global_atomic_requests + counters.texture_requests +
                         counters.surface_load_requests >
                     0;
        });
      },
      text,
      "more of global memory is read than the image has (the weights? they should come from a "
      "__constant__ variable)");
  evidence.measured.push_back({"load_requests_per_warp", requests / warps});
  return evidence;
}

/// Every weight is read from constant memory, and by all lanes of a warp at once; but near an edge,
/// where lanes may begin with different taps.
EvidenceResult check_broadcast(const std::vector<CaseResult>& results) {
  // A kernel may leave out taps beyond a border of zeros, and read four weights at once (float4).
  constexpr double kMin = 0.9 / 4;
  constexpr double kMostRepeated = 0.1;  // of the reads
  const auto constant = [](const CaseResult& result) { return result.stage == "constant"; };
  const double requests = total(results, constant, &LaunchCounters::constant_requests);
  double wanted = 0;  // weights that the warps of the large image need
  for (const CaseResult& result : results) {
    if (!is_large_convolution(result)) continue;
    const double width = result.params.at("filter_width").get<double>();
    wanted += width * width * total(result, &LaunchCounters::working_warps);
  }
  if (wanted == 0) return nothing_seen();
  const double large_requests =
      total(results, is_large_convolution, &LaunchCounters::constant_requests);
  const double replays = total(results, is_large_convolution, &LaunchCounters::constant_replays);
  const bool repeated = replays > kMostRepeated * large_requests;
  EvidenceResult evidence;
  evidence.measured = {{"constant_requests", requests},
                       at_most(kMostRepeated * large_requests, "constant_replays", replays),
                       at_least(kMin, "constant_requests_per_weight", large_requests / wanted)};
  evidence.passed = !repeated && large_requests >= kMin * wanted;
  if (repeated) {
    evidence.message = fmt::format(
        "{:.0f} reads of constant memory took {:.0f} repetitions: the index of a weight must be "
        "the same for all threads of a warp",
        large_requests, replays);
  } else if (!evidence.passed) {
    evidence.message = fmt::format(
        "{:.0f} reads of constant memory where the weights of the large image take {:.0f}: all "
        "should come from a __constant__ variable",
        large_requests, wanted);
  } else {
    evidence.message =
        replays == 0
            ? fmt::format("all {:.0f} reads of constant memory are broadcasts", large_requests)
            : fmt::format(
                  "{:.0f} reads of constant memory are broadcasts, but for {:.0f} "
                  "repetitions near the image's edges",
                  large_requests, replays);
  }
  return evidence;
}

/// One image's figures as "noise 25.4".
void add_figure(std::string& list, const std::string& image, double value) {
  list += fmt::format("{}{} {:.1f}", list.empty() ? "" : ", ", image, value);
}

/// How often the threads of a call's blocks store the table, in units of each entry once.
double copies_of_table(const CaseResult& result) {
  constexpr unsigned kEntries = 256, kLanes = 32;  // one entry a lane
  double least = 0;
  for (const LaunchObservations& launch : result.observations->launches) {
    const double blocks = double(launch.grid[0]) * launch.grid[1] * launch.grid[2];
    const unsigned threads = launch.block[0] * launch.block[1] * launch.block[2];
    const unsigned turns = (kEntries + threads - 1) / threads;
    const unsigned warps = (std::min(threads, kEntries) + kLanes - 1) / kLanes;
    least += blocks * turns * warps;
  }
  return total(result, &LaunchCounters::shared_store_requests) / std::max(least, 1.0);
}

/// The second tone curve: no serialised read of constant memory, look-ups in shared memory, and a
/// table that the block's threads fill together. What the first one pays is reported beside it.
EvidenceResult check_table(const std::vector<CaseResult>& results) {
  EvidenceResult evidence;
  constexpr double kMostCopies = 2;
  double replays = 0, missing = 0, missing_constant = 0, copies = 0;
  std::string constant_text, shared_text;
  for (const CaseResult& result : results) {
    if (result.stage != "lookup" || !gave_output(result)) continue;
    const bool shared = result.params.at("memory") == "shared";
    if (shared) replays += total(result, &LaunchCounters::constant_replays);
    if (result.width * result.height < lab03::kCountedPixels) continue;
    if (is_thin(result.width, result.height)) continue;
    if (total(result, &LaunchCounters::unique_load_sectors) < image_sectors(result, 1) ||
        total(result, &LaunchCounters::unique_store_sectors) < image_sectors(result, 1)) {
      return forged_counts();
    }
    const std::string image = result.params.at("image").get<std::string>();
    const Counter reads =
        shared ? &LaunchCounters::shared_load_requests : &LaunchCounters::constant_requests;
    const double requests = total(result, reads);
    const double times =
        shared ? total(result, &LaunchCounters::shared_load_wavefronts) / std::max(requests, 1.0)
               : 1 + total(result, &LaunchCounters::constant_replays) / std::max(requests, 1.0);
    // A look-up of 32 pixels is one request, however many of them a thread has.
    if (shared) copies = std::max(copies, copies_of_table(result));
    (shared ? missing : missing_constant) +=
        std::max(0.0, result.width * double(result.height) / 32 - requests);
    add_figure(shared ? shared_text : constant_text, image, times);
    evidence.measured.push_back({image, times, shared ? "shared_wavefronts" : "constant_passes"});
  }
  if (shared_text.empty()) return nothing_seen();
  evidence.passed = replays == 0 && missing == 0 && missing_constant == 0 && copies <= kMostCopies;
  if (replays > 0) {
    evidence.message = "tone_curve_shared reads different entries of constant memory at a time";
  } else if (missing > 0) {
    evidence.message = "tone_curve_shared does not look its pixels up in shared memory";
  } else if (missing_constant > 0) {
    evidence.message = "tone_curve_constant does not look its pixels up in constant memory";
  } else if (!evidence.passed) {
    evidence.message = fmt::format(
        "each block stores its table {:.0f} times: its threads are to copy it together, each entry "
        "once",
        copies);
  } else {
    evidence.message = fmt::format(
        "wavefronts for one look-up of a warp in shared memory: {}; passes from constant memory: "
        "{}",
        shared_text, constant_text);
  }
  return evidence;
}

const bool registered = register_suite({"03_constant_memory",
                                        cases,
                                        {{"bounds", "constant", check_bounds},
                                         {"order", "constant", check_order},
                                         {"filter", "constant", check_filter},
                                         {"broadcast", "constant", check_broadcast},
                                         {"table", "lookup", check_table}},
                                        timing,
                                        picture});

}  // namespace
}  // namespace kit::grader
