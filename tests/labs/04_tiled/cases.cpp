/// @file
/// Lab 04's grading: the standard convolution cases in many block shapes, filters of every width
/// that has a kernel of its own, and evidence from blocks of 32x8 threads. The small stages are
/// those of step_cases.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "grader/judge/observe.hpp"
#include "grader/lab/block_shape.hpp"
#include "grader/lab/evidence.hpp"
#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "kit/error.hpp"
#include "kit/synthetic.hpp"
#include "labs/convolution/convolution_cases.hpp"
#include "step_cases.hpp"
#include "tile_evidence.hpp"
#include "tile_fault_models.hpp"

namespace kit::grader {
namespace {

// The shapes of S1 and S2 (one-dimensional blocks of 32 to 1024 threads), tall ones, and one that
// is no power of two and no whole number of warps.
constexpr BlockShape kBlocks[] = {{32, 8},  {16, 16}, {8, 8},   {20, 5},   {32, 16},
                                  {64, 1},  {1, 64},  {32, 32}, {1024, 1}, {256, 1},
                                  {128, 1}, {512, 1}, {32, 1}};
constexpr int kTimedSize = 4096;          // pixels per side
constexpr int kMaxFilterWidth = 109;      // as in lab.hpp
constexpr int kMaxTileBytes = 48 * 1024;  // as in lab.hpp
constexpr int kMaxFallBackWidth = 63;     // of the challenge's functions, as in lab.hpp
constexpr BlockShape kTallBlocks[] = {{1, 256}, {2, 512}, {1, 1024}};
constexpr double kMaxProducts = 500000;  // of a case whose mistakes are computed one by one

/// The widest filter whose tile of this block fits into kMaxTileBytes.
int widest_beside(const BlockShape& block) {
  int width = 1;
  while ((block.width + width + 1) * (block.height + width + 1) * int(sizeof(float)) <=
         kMaxTileBytes) {
    width += 2;
  }
  return width;
}

/// Widths without a kernel of their own are for stage tile, as lab.hpp says.
void let_tile_take_over(Case& one, const ConvolutionProblem& problem) {
  const int width = problem.filter.width;
  if (one.stage == "tile" || (width > 1 && width <= kMaxSizedWidth)) return;
  one.taken_over_by = "tile";
  one.why_taken_over = "filters of this width go to convolve()";
}

Case tiled_case(const std::string& stage, const std::string& function,
                const ConvolutionProblem& problem, const BlockShape& block) {
  Case result = convolution_case(stage, function, problem, {{"block", to_json(block)}});
  result.name += ", block " + to_text(block);
  if (stage != "tile") result.name += ", " + stage;
  let_tile_take_over(result, problem);
  result.hypotheses = [=, usual = result.hypotheses] {
    // The small cases speak for the large ones, whose mistakes take seconds to compute.
    const double products =
        double(problem.image.size()) * problem.filter.width * problem.filter.width;
    if (products > kMaxProducts) return std::vector<Hypothesis>{};
    std::vector<Hypothesis> list = usual();
    for (Hypothesis& one :
         tile_fault_models(problem.image, problem.filter, problem.border, block)) {
      list.push_back(std::move(one));
    }
    return list;
  };
  return result;
}

void add_thin_cases(std::vector<Case>& list, const std::string& stage, const std::string& function,
                    std::uint64_t seed) {
  for (const ConvolutionProblem& problem : thin_problems(seed)) {
    const BlockShape block = thin_block(problem.image.width(), problem.image.height());
    list.push_back(tiled_case(stage, function, problem, block));
  }
}

void add_tile_cases(std::vector<Case>& list, std::uint64_t seed) {
  for (const ConvolutionProblem& problem : standard_problems(seed)) {
    const bool large = problem.image.size() > kMinPixels;
    const BlockShape& block = large ? kJudgedBlock : kBlocks[list.size() % std::size(kBlocks)];
    list.push_back(tiled_case("tile", "convolve", problem, block));
  }
  Random random(seed + 1);
  const auto add = [&](int filter_width, int width, int height, Border border, BlockShape block) {
    list.push_back(tiled_case("tile", "convolve",
                              random_problem(filter_width, width, height, border, random), block));
  };
  // Tiles much larger than their blocks.
  add(31, 40, 27, Border::clamp, {32, 8});
  add(45, 26, 33, Border::zero, {16, 16});
  add(63, 20, 18, Border::clamp, {8, 4});
  // Every shape on an image of several blocks, with the halo reaching across their borders.
  Border border = Border::zero;
  for (const BlockShape& block : kBlocks) {
    add(5, 2 * std::min(block.width, 64) + 7, 2 * block.height + 3, border, block);
    border = border == Border::zero ? Border::clamp : Border::zero;
  }
  // Rows that do not begin with a sector.
  add(7, 331, 305, Border::clamp, kJudgedBlock);
  add_thin_cases(list, "tile", "convolve", random.next());
  // The widest filter, in a block of one thread; and tiles of exactly kMaxTileBytes, 96x128 floats
  // and 128x96.
  add(kMaxFilterWidth, 3, 2, Border::clamp, {1, 1});
  add(81, 5, 3, Border::clamp, {16, 48});
  add(81, 3, 5, Border::zero, {48, 16});
  for (const BlockShape& block : kTallBlocks)
    add(any_width(3, widest_beside(block), random), 5, block.height + 9, Border::zero, block);
}

void add_sized_cases(std::vector<Case>& list, std::uint64_t seed) {
  Random random(seed + 2);
  constexpr BlockShape kShapes[] = {{32, 8}, {16, 16}, {8, 8}, {128, 1}, {1, 64}, {32, 32}};
  std::size_t shape = 0;
  const auto add = [&](const ConvolutionProblem& problem) {
    const BlockShape& block = kShapes[shape++ % std::size(kShapes)];
    list.push_back(tiled_case("sizes", "convolve_sized", problem, block));
  };
  for (const ConvolutionProblem& problem : brief_problems(random.next())) add(problem);
  Border border = Border::zero;
  for (int width = 1; width <= kMaxSizedWidth + 4; width += 2) {
    add(random_problem(width, 45, 37, border, random));
    border = border == Border::zero ? Border::clamp : Border::zero;
  }
  list.push_back(tiled_case("sizes", "convolve_sized",
                            random_problem(7, 336, 300, Border::zero, random), kJudgedBlock));
  add_thin_cases(list, "sizes", "convolve_sized", random.next());
  // Long blocks, flat and tall: their tiles are larger than that of 32x32 threads. The widest
  // filter that they take, and another that still makes such a tile.
  const auto add_long = [&](int filter_width, const BlockShape& block) {
    const int width = block.width > 1 ? block.width + 9 : 5;
    const int height = block.height > 1 ? block.height + 9 : 5;
    list.push_back(tiled_case("sizes", "convolve_sized",
                              random_problem(filter_width, width, height, Border::clamp, random),
                              block));
  };
  for (const int length : {256, kMaxBlockThreads}) {
    const int widest = std::min(widest_beside({length, 1}), kMaxSizedWidth);
    const int least = length == kMaxBlockThreads ? 3 : 9;
    add_long(widest, {length, 1});
    add_long(widest, {1, length});
    add_long(any_width(least, widest - 2, random), {length, 1});
    add_long(any_width(least, widest - 2, random), {1, length});
  }
}

/// A rung of the challenge, whose blocks are its own affair.
struct Rung {
  const char *stage, *function;
};
constexpr Rung kRungs[] = {{"several_outputs", "convolve_several"},
                           {"row_windows", "convolve_windows"},
                           {"registers", "convolve_registers"}};

void add_rung_cases(std::vector<Case>& list, const Rung& rung, std::uint64_t seed) {
  Random random(seed);
  const auto add = [&](const ConvolutionProblem& problem) {
    list.push_back(convolution_case(rung.stage, rung.function, problem));
    list.back().name += std::string(", ") + rung.stage;
    let_tile_take_over(list.back(), problem);
  };
  for (const ConvolutionProblem& problem : brief_problems(random.next())) add(problem);
  Border border = Border::clamp;
  for (int width = 1; width <= kMaxSizedWidth + 2; width += 2) {
    add(random_problem(width, 61, 43, border, random));
    border = border == Border::zero ? Border::clamp : Border::zero;
  }
  // Whole and broken groups of 4 and 8 pixels, in images of several blocks of any likely shape.
  add(random_problem(5, 264, 150, Border::clamp, random));
  add(random_problem(7, 261, 147, Border::zero, random));
  add(random_problem(9, 262, 144, Border::clamp, random));
  add(random_problem(3, 259, 290, Border::zero, random));
  // The widest that must work without a kernel of their own. Not observed: a block too large for
  // them is found in convolve(), which is not to blame.
  for (const int width :
       {kMaxFallBackWidth, kMaxFallBackWidth - 2, any_width(21, kMaxFallBackWidth - 4, random)}) {
    add(random_problem(width, 9, 5, border, random));
    list.back().observed = false;
    border = border == Border::zero ? Border::clamp : Border::zero;
  }
  // The wide one alone: blocks of the usual shapes would idle over a single column.
  add(thin_problems(random.next()).front());
}

std::vector<Case> cases(Backend, std::uint64_t seed) {
  std::vector<Case> list;
  add_tile_cases(list, seed);
  add_byte_count_hypothesis(list);
  add_sized_cases(list, seed);
  for (const Rung& rung : kRungs) add_rung_cases(list, rung, seed + 3);
  const std::vector<Case> steps = lab04::step_cases(seed), bugs = lab04::bug_cases(seed);
  list.insert(list.begin(), steps.begin(), steps.end());
  list.insert(list.end(), bugs.begin(), bugs.end());
  return list;
}

std::vector<TimingPlan> timing(Backend backend) {
  if (backend == Backend::sim) return {};
  std::vector<TimingPlan> plans;
  for (const char* filter : {"gaussian5", "gaussian7"}) {
    const auto add = [&](const char* stage, const char* function, const nlohmann::json& extra) {
      plans.push_back(convolution_timing(stage, function, filter, Border::clamp, kTimedSize,
                                         kTimedSize, extra));
    };
    add("tile", "convolve", {{"block", to_json(kJudgedBlock)}});
    add("sizes", "convolve_sized", {{"block", to_json(kJudgedBlock)}});
    for (const Rung& rung : kRungs) add(rung.stage, rung.function, nlohmann::json::object());
  }
  return plans;
}

PictureFilter picture(const RunOptions& options) {
  const ConvolutionOptions read = convolution_options(options, "gaussian7", true);
  const BlockShape block{read.block_width, read.block_height};
  const int filter_width = make_filter(read.filter).width;
  const int tile_width = block.width + filter_width - 1,
            tile_height = block.height + filter_width - 1;
  const int bytes = tile_width * tile_height * int(sizeof(float));
  if (bytes > kMaxTileBytes || filter_width > kMaxFilterWidth) {
    throw InputError(fmt::format(
        "filter {} with block {}: the tile of {}x{} floats takes {} KiB of shared memory, a "
        "block has 48; take a narrower filter or a smaller block",
        read.filter, to_text(block), tile_width, tile_height, (bytes + 1023) / 1024));
  }
  return convolution_picture("convolve", read, {{"block", to_json(block)}});
}

const bool registered = register_suite({"04_tiled",
                                        cases,
                                        {{"steps", "mean", lab04::check_steps},
                                         {"bounds", "tile", check_bounds_and_size},
                                         {"barrier", "tile", check_barrier},
                                         {"loads", "tile", check_loads},
                                         {"reads", "tile", check_reads},
                                         {"shared_values", "several_outputs", check_shared_values},
                                         {"wide_reads", "row_windows", check_wide_reads},
                                         {"reuse", "registers", check_reuse}},
                                        timing,
                                        picture});

}  // namespace
}  // namespace kit::grader
