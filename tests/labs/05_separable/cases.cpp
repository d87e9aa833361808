/// @file
/// Lab 05's grading: separable filters in several block shapes, from global, constant and shared
/// memory, on grey levels, and in one kernel; images of half the size for the bug to find.
#include <fmt/format.h>
#include <cmath>

#include <charconv>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "counts.hpp"
#include "grader/lab/evidence.hpp"
#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "halve_cases.hpp"
#include "kit/error.hpp"
#include "labs/convolution/baseline/baseline.hpp"
#include "labs/convolution/convolution_cases.hpp"
#include "labs/convolution/convolution_fault_models.hpp"
#include "labs/convolution/reference/two_pass.hpp"
#include "problems.hpp"
#include "two_pass_fault_models.hpp"

namespace kit::grader {
namespace {

using lab05::Problem;

constexpr BlockShape kTimedBlock = {32, 8};
constexpr int kTimedSize = 4096;  // pixels per side
constexpr int kMaxTaps = 127;     // of the contract
constexpr double kWhite = 255;    // the largest grey level

/// Whether a stage is a rung of the challenge, whose blocks are its own affair.
bool is_rung(const std::string& stage) {
  return stage == "one_kernel" || stage == "rolling" || stage == "challenge";
}

std::string function_of(const std::string& stage) {
  return stage == "challenge" ? "separable_fused" : "separable_" + stage;
}

/// The images of the stage bytes hold grey levels here, and are sent as bytes.
Call separable_call(const std::string& stage, const Image<float>& image,
                    const SeparableFilter& filter, Border border, const BlockShape& block) {
  const bool bytes = stage == "bytes";
  Call call;
  call.function = function_of(stage);
  call.params = {{"taps", filter.taps()},
                 {"filter_width", filter.taps()},  // tells the judge how far the border reaches
                 {"border", to_string(border)}};
  if (!is_rung(stage)) call.params["block"] = to_json(block);
  Tensor pixels;
  if (bytes) {
    Image<std::uint8_t> levels(image.width(), image.height());
    for (std::size_t n = 0; n < levels.size(); ++n)
      levels.data()[n] = std::uint8_t(image.data()[n]);
    pixels = to_tensor(levels);
  } else {
    pixels = to_tensor(image);
  }
  call.inputs.push_back({std::move(pixels), to_tensor(filter.row), to_tensor(filter.column)});
  call.outputs.push_back({bytes ? DType::u8 : DType::f32, image.width(), image.height(), 1});
  return call;
}

/// True if float32 sums of grey levels are exact in any order: all weights are multiples of 1/16,
/// so that sums are multiples of 1/256, and small enough for 24 bits.
bool is_exact(const SeparableFilter& filter) {
  double largest = 255;
  for (const auto* weights : {&filter.row, &filter.column}) {
    double sum = 0;
    for (const float weight : *weights) {
      if (16 * weight != std::nearbyint(16 * weight)) return false;
      sum += std::abs(weight);
    }
    largest *= sum;
  }
  return largest < (1 << 16);
}

Case separable_case(const std::string& stage, const Problem& problem) {
  const auto& [what, image, filter, border, block] = problem;
  const bool bytes = stage == "bytes";
  Case result;
  result.name =
      fmt::format("{}, {}x{}, {} border{}, {}", what, image.width(), image.height(),
                  to_string(border), is_rung(stage) ? "" : ", block " + to_text(block), stage);
  result.stage = stage;
  result.call = separable_call(stage, image, filter, border, block);
  if (bytes) {  // which rounds
    result.expected = oracle::separable(image, filter, border);
  } else {
    result.expect_linear([filter = filter, border = border](const Tensor& input) {
      return oracle::separable(to_float_image(input), filter, border);
    });
    const Filter square = outer_product(filter.row, filter.column);
    result.weights = {
        square.width, {square.weights.begin(), square.weights.end()}, "product of weights"};
    result.taps = separable_taps(filter.taps(), "row_weights", "column_weights");
  }
  result.tolerance =
      separable_tolerance(filter.row, filter.column, bytes ? kWhite : largest_magnitude(image));
  result.rounding = bytes;
  if (bytes && is_exact(filter)) result.tolerance = 0;
  // The small cases speak for the thin ones, whose mistakes take longer to compute.
  if (is_thin(image.width(), image.height())) return result;
  result.hypotheses = [problem, bytes] {
    return lab05::TwoPassFaultModels(problem.image, problem.filter, problem.border).list(bytes);
  };
  return result;
}

std::vector<Case> cases(Backend, std::uint64_t seed) {
  std::vector<Case> list;
  const auto add = [&](const char* stage, const std::vector<Problem>& problems) {
    for (const Problem& problem : problems) list.push_back(separable_case(stage, problem));
  };
  Random random(seed);
  add("global", lab05::standard_problems(random.next()));
  add("constant", lab05::brief_problems(random.next()));
  add("shared", lab05::standard_problems(random.next()));
  add("bytes", lab05::byte_problems(random.next()));
  for (const char* rung : {"one_kernel", "rolling", "challenge"}) {
    std::vector<Problem> fused = lab05::standard_problems(random.next());
    fused.pop_back();  // blocks of the kernel's own shape would idle over a single column
    add(rung, fused);
  }
  for (Case& one : lab05::halve_cases(random.next())) list.push_back(std::move(one));
  return list;
}

/// The filter with other weights, which are not known before a launch: see varied(Filter).
SeparableFilter varied(SeparableFilter filter, std::uint64_t seed) {
  Random random(seed);
  for (std::vector<float>* weights : {&filter.row, &filter.column})
    for (float& weight : *weights) weight *= 0.75f + 0.5f * random.uniform();
  return filter;
}

/// A Gaussian as S2 takes it, whose window reaches three standard deviations.
TimingPlan separable_timing(const std::string& stage, int taps) {
  const SeparableFilter filter = separate(gaussian_filter(taps / 6.0, taps));
  // The input once and the output once, as one fused kernel would; the intermediate image is extra.
  TimingPlan plan = square_plan(fmt::format("{0}, {1} taps, {2}x{2}", stage, taps, kTimedSize),
                                stage, kTimedSize, 2 * sizeof(float));
  plan.call = [=](std::uint64_t seed) {
    return with_noise(
        separable_call(stage, Image<float>(1, 1), varied(filter, seed), Border::clamp, kTimedBlock),
        kTimedSize, kTimedSize, seed);
  };
  plan.lines = [](std::uint64_t choice) { return some_rows(kTimedSize, choice); };
  plan.baseline_name = fmt::format("separable, {} taps, {}", taps, kTimedSize);
  plan.verify = [=](const Call& call, const Lines& lines, const Tensor& picked) {
    SeparableFilter taken = filter;
    std::copy_n(call.inputs.at(0).at(1).as<float>(), taps, taken.row.begin());
    std::copy_n(call.inputs.at(0).at(2).as<float>(), taps, taken.column.begin());
    return check_rows(call.inputs.at(0).at(0), taps / 2, lines, picked,
                      separable_tolerance(taken.row, taken.column),
                      [&](const Image<float>& image, int row) {
                        return oracle::separable_row(image, taken, Border::clamp, row);
                      });
  };
  // Kept between runs, so that only the first pays for fresh memory.
  const auto output = std::make_shared<std::vector<float>>();
  plan.baseline = [=](const Call& call, int threads) {
    const float* input = call.inputs.at(0).at(0).as<float>();
    output->resize(std::size_t(kTimedSize) * kTimedSize);
    if (threads == 1) {
      baseline::separable(input, output->data(), kTimedSize, kTimedSize, filter.row.data(),
                          filter.column.data(), taps, Border::clamp);
    } else {
      baseline::separable_parallel(input, output->data(), kTimedSize, kTimedSize, filter.row.data(),
                                   filter.column.data(), taps, Border::clamp, threads);
    }
  };
  return plan;
}

std::vector<TimingPlan> timing(Backend backend) {
  if (backend == Backend::sim) return {};
  return {separable_timing("global", lab05::kManyTaps),
          separable_timing("constant", lab05::kManyTaps),
          separable_timing("shared", lab05::kFewTaps),
          separable_timing("shared", lab05::kManyTaps),
          separable_timing("one_kernel", lab05::kManyTaps),
          separable_timing("rolling", lab05::kManyTaps),
          separable_timing("challenge", lab05::kFewTaps),
          separable_timing("challenge", lab05::kManyTaps)};
}

/// The name of the Gaussian that SIGMA= and TAPS= ask for.
std::string gaussian_name(const std::string& sigma, const std::string& taps) {
  return "gaussian:" + (sigma.empty() ? "2" : sigma) + (taps.empty() ? "" : ":" + taps);
}

/// Takes an option out of those that were typed; "" if it is not there.
std::string take(RunOptions& options, const char* name) {
  if (!options.contains(name) || options[name].is_null()) return {};
  const nlohmann::json value = options[name];
  options.erase(name);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void check_known(const RunOptions& options) {
  for (const auto& [name, value] : options.items()) {
    bool known = value.is_null();
    for (const char* one : {"filter", "sigma", "taps", "border", "block", "stage"})
      known |= name == one;
    if (!known)
      throw InputError("unknown option \"" + name +
                       "\" for this lab: it has sigma, taps, filter, border, block and stage");
  }
}

std::string read_stage(const std::string& typed) {
  if (typed.empty()) return "global";
  for (const char* stage :
       {"global", "constant", "shared", "bytes", "one_kernel", "rolling", "challenge"})
    if (typed == stage) return stage;
  throw InputError("option stage: there is no \"" + typed +
                   "\"; choose global, constant, shared, bytes, one_kernel, rolling or challenge");
}

PictureFilter picture(const RunOptions& typed) {
  check_known(typed);
  RunOptions options = typed;
  const std::string sigma = take(options, "sigma"), taps = take(options, "taps");
  const std::string stage = read_stage(take(options, "stage"));
  const bool named = options.contains("filter") && !options["filter"].is_null();
  if (named && !(sigma.empty() && taps.empty()))
    throw InputError("option filter: give either FILTER, or SIGMA and TAPS of a Gaussian");
  const ConvolutionOptions read = convolution_options(options, gaussian_name(sigma, taps), true);
  const SeparableFilter filter = separate(make_filter(read.filter));
  const BlockShape block{read.block_width, read.block_height};
  if (filter.taps() > kMaxTaps)
    throw InputError(
        fmt::format("{} has {} taps; this lab takes at most 127: a smaller SIGMA, or fewer TAPS",
                    filter.name, filter.taps()));
  if (stage == "shared" && !lab05::tiles_fit(block, filter.taps()))
    throw InputError(fmt::format(
        "option block: the tiles of {} threads and {} taps do not fit into 48 KiB of shared "
        "memory; take a squarer block",
        to_text(block), filter.taps()));
  const Border border = read.border;
  const bool bytes = stage == "bytes";
  const double tolerance = separable_tolerance(filter.row, filter.column, bytes ? kWhite : 1);
  PictureFilter result;
  result.description = fmt::format("{}, {} border, stage {}{}", filter.name, to_string(border),
                                   stage, is_rung(stage) ? "" : ", block " + to_text(block));
  result.call = [=](const Image<float>& channel) {
    return separable_call(stage, bytes ? lab05::grey_levels(channel) : channel, filter, border,
                          block);
  };
  result.reference = [=](const Image<float>& channel) {
    Image<double> expected =
        oracle::separable(bytes ? lab05::grey_levels(channel) : channel, filter, border);
    for (double& value : expected.values())
      if (bytes) value = std::clamp(value, 0.0, kWhite) / kWhite;
    return expected;
  };
  // Grey levels are half a level off by rounding.
  result.tolerance = bytes ? (0.5 + tolerance) / kWhite : tolerance;
  return result;
}

const bool registered = register_suite({"05_separable",
                                        cases,
                                        {{"operations", "global", lab05::check_operations},
                                         {"sectors", "global", lab05::check_sectors},
                                         {"weights", "constant", lab05::check_weights},
                                         {"tile", "shared", lab05::check_tile},
                                         {"conflicts", "shared", lab05::check_conflicts},
                                         {"bounds", "global", check_bounds},
                                         {"order", "global", check_order},
                                         {"tile_of_rows", "one_kernel", lab05::check_tile_of_rows},
                                         {"windows", "rolling", lab05::check_windows},
                                         {"fused", "challenge", lab05::check_fused}},
                                        timing,
                                        picture});

}  // namespace
}  // namespace kit::grader
