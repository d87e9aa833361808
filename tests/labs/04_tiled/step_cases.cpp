/// @file
/// Each step has the usual sizes: no multiples of a block, one row, one column, one pixel, images
/// smaller than a block, and one of many blocks.
#include "step_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/lab/block_shape.hpp"
#include "grader/lab/evidence.hpp"
#include "grader/lab/thin_image.hpp"
#include "kit/synthetic.hpp"
#include "labs/04_tiled/reference/tile_steps.hpp"
#include "step_fault_models.hpp"

namespace kit::grader::lab04 {
namespace {

constexpr int kNeighbours = 3;  // on each side, in find_the_bug.cu

/// Two additions, the division and, where it is a product, the rounding of 1/3: gamma_4 of the
/// largest mean, which is at most 1 (Higham, section 3.1).
constexpr double kUnit = 0x1p-24;
constexpr double kMeanTolerance = 4 * kUnit / (1 - 4 * kUnit);

struct Shape2d {
  int width, height;
  BlockShape block;
};

/// The sizes that tell mistakes apart come first.
constexpr Shape2d kShapes[] = {{37, 21, {16, 8}},   {41, 27, {8, 4}},  {50, 33, {20, 5}},
                               {67, 1, {32, 1}},    {1, 67, {8, 8}},   {1, 1, {32, 8}},
                               {5, 3, {32, 32}},    {70, 9, {64, 1}},  {9, 70, {4, 64}},
                               {45, 40, {32, 8}},   {33, 64, {32, 8}}, {1100, 3, {1024, 1}},
                               {3, 1100, {1, 1024}}};
constexpr Shape2d kLarge = {331, 305, {32, 8}};

std::string size_text(int width, int height) {
  return fmt::format("{}x{}", width, height);
}

Case step_case(const std::string& stage, const std::string& function, const Image<float>& image,
               const BlockShape& block,
               const std::function<Image<double>(const Image<float>&)>& reference) {
  Case one;
  one.stage = stage;
  one.name = fmt::format("{}, {}, block {}", stage, size_text(image.width(), image.height()),
                         to_text(block));
  one.call.function = function;
  one.call.params = {{"block", to_json(block)}};
  one.call.inputs.push_back({to_tensor(image)});
  one.expect_linear([reference](const Tensor& input) { return reference(to_float_image(input)); });
  one.call.outputs.push_back({DType::f32, one.expected.width(), one.expected.height(), 1});
  return one;
}

void add_fill_case(std::vector<Case>& list, const Shape2d& shape, int radius, Random& random) {
  const Image<float> image = noise(shape.width, shape.height, random.next());
  const BlockShape block = shape.block;
  list.push_back(step_case("fill", "show_tiles", image, block, [=](const Image<float>& input) {
    return oracle::tiles_side_by_side(input, radius, block.width, block.height);
  }));
  list.back().name += fmt::format(", radius {}", radius);
  list.back().call.params["radius"] = radius;
  list.back().hypotheses = [=] { return fill_fault_models(image, radius, block); };
}

void add_fill_cases(std::vector<Case>& list, Random& random) {
  add_fill_case(list, kShapes[0], 0, random);  // each thread has one element
  add_fill_case(list, kShapes[1], 0, random);
  int radius = 1;
  for (const Shape2d& shape : kShapes) {
    add_fill_case(list, shape, radius, random);
    radius = radius % 4 + 1;
  }
  // Halos wider than the block and than the image.
  add_fill_case(list, {23, 19, {4, 4}}, 9, random);
  add_fill_case(list, {13, 11, {8, 2}}, 30, random);
  // The widest halo, in a block of one thread, and a tile of exactly kMaxTileBytes.
  add_fill_case(list, {2, 1, {1, 1}}, 54, random);
  add_fill_case(list, {5, 3, {16, 48}}, 40, random);
  add_fill_case(list, kLarge, 2, random);
  for (const auto& [width, height, block] : kThinImages)
    add_fill_case(list, {width, height, block}, 1, random);
}

/// A step without parameters of its own.
template <typename Reference, typename Models>
void add_cases(std::vector<Case>& list, const std::string& stage, const std::string& function,
               double tolerance, Random& random, Reference reference, Models models) {
  const auto add = [&](const Shape2d& shape) {
    const Image<float> image = noise(shape.width, shape.height, random.next());
    const BlockShape block = shape.block;
    list.push_back(step_case(stage, function, image, block,
                             [=](const Image<float>& input) { return reference(input, block); }));
    list.back().tolerance = tolerance;
    list.back().hypotheses = [=] { return models(image, block); };
  };
  for (const Shape2d& shape : kShapes) add(shape);
  add(kLarge);
  for (const auto& [width, height, block] : kThinImages) add({width, height, block});
}

/// What a stage has to bring to shared memory and from there, in requests of a warp.
struct Traffic {
  const char* stage;
  double stores, loads;  ///< of a thread, per value of the output
};

// A request brings a thread four values at most. What a thread reads back itself, as it may in
// fill, the compiler can keep in a register.
constexpr double kThreads = 32, kValues = 4;
constexpr Traffic kTraffic[] = {{"fill", 1, 0}, {"turn", 1, 1}, {"mean", 1, 3}};

}  // namespace

std::vector<Case> step_cases(std::uint64_t seed) {
  Random random(seed + 4);
  std::vector<Case> list;
  add_fill_cases(list, random);
  add_cases(
      list, "turn", "turn_rows", 0, random,
      [](const Image<float>& image, const BlockShape& block) {
        return oracle::turned_pieces(image, block.width);
      },
      turn_fault_models);
  add_cases(
      list, "mean", "mean_of_three", kMeanTolerance, random,
      [](const Image<float>& image, const BlockShape&) { return oracle::mean_of_three(image); },
      mean_fault_models);
  return list;
}

std::vector<Case> bug_cases(std::uint64_t seed) {
  Random random(seed + 5);
  std::vector<Case> list;
  // Two rows at least: one alone is right with the mistake too.
  for (const auto& [width, height] :
       {std::pair{300, 40}, std::pair{37, 21}, std::pair{131, 8}, std::pair{128, 9},
        std::pair{40, 30}, std::pair{200, 8}, std::pair{kThinLength, 2}}) {
    Case one;
    one.stage = "bug";
    one.name = "smallest of seven, " + size_text(width, height);
    one.call.function = "smallest_of_seven";
    const Image<float> image = noise(width, height, random.next());
    one.call.inputs.push_back({to_tensor(image)});
    one.call.outputs.push_back({DType::f32, width, height, 1});
    one.expected = oracle::smallest_in_row(image, kNeighbours);
    list.push_back(std::move(one));
  }
  return list;
}

bool is_main_stage(const std::string& stage) {
  return stage == "tile" || stage == "sizes" || stage == "several_outputs" ||
         stage == "row_windows" || stage == "registers";
}

EvidenceResult check_steps(const std::vector<CaseResult>& results) {
  std::vector<CaseResult> done;
  for (const CaseResult& result : results) {
    const bool step = std::any_of(std::begin(kTraffic), std::end(kTraffic),
                                  [&](const Traffic& one) { return result.stage == one.stage; });
    if (step && result.verdict == Verdict::passed) done.push_back(result);
  }
  EvidenceResult evidence;
  evidence.passed = true;
  if (done.empty()) {
    evidence.message = "no step was done, so there is nothing to judge";
    return evidence;
  }
  EvidenceResult barriers =
      count_found(done, {FindingKind::divergent_barrier, FindingKind::deadlock},
                  "values go through shared memory, and all threads come to the same barrier",
                  "not all threads of a block come to the same __syncthreads()");
  if (!barriers.passed) return barriers;
  for (const Traffic& one : kTraffic) {
    const auto wanted = [&](const CaseResult& result) { return result.stage == one.stage; };
    double values = 0;
    for (const CaseResult& result : done) {
      if (wanted(result)) values += double(result.width) * result.height;
    }
    const double stores = total(done, wanted, &LaunchCounters::shared_store_requests);
    const double loads = total(done, wanted, &LaunchCounters::shared_load_requests);
    const double least = values / kThreads / kValues;
    if (stores >= one.stores * least && loads >= one.loads * least) continue;
    evidence.passed = false;
    evidence.message = fmt::format(
        "step {}: {:.3g} stores to shared memory and {:.3g} reads from it by a warp, at least "
        "{:.3g} and {:.3g} are needed: every value is to be stored there and read from there",
        one.stage, stores, loads, one.stores * least, one.loads * least);
    return evidence;
  }
  return barriers;
}

}  // namespace kit::grader::lab04
