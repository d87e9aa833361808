/// @file
/// Small images in blocks of all shapes. Each step has sizes that only its own idea gets right:
/// whole blocks, then any size, then neighbours on all sides and out of reach.
#include "step_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>
#include <utility>

#include "grader/lab/thin_image.hpp"
#include "kit/synthetic.hpp"
#include "labs/02_naive/reference/first_steps.hpp"
#include "labs/convolution/convolution_cases.hpp"
#include "step_fault_models.hpp"

namespace kit::grader {
namespace {

struct Size {
  int width, height;  // pixels
};

/// A size and a block that go together.
struct Layout {
  Size size;
  BlockShape block;
};

/// More than 1024 blocks, so that grid and block cannot be exchanged.
constexpr Layout kManyBlocks = {{640, 480}, {16, 16}};

// More columns and rows than a 16-bit integer counts, in whole blocks and not.
constexpr int kWholeLength = (kThinLength + 255) / 256 * 256;
constexpr Layout kWideWhole = {{kWholeLength, 1}, {256, 1}},
                 kTallWhole = {{1, kWholeLength}, {1, 256}};
constexpr Layout kHighestGrid = {{1, kMaxGridHeight}, thin_block(1, kMaxGridHeight)};
constexpr Layout kWide = {{kThinLength, 1}, thin_block(kThinLength, 1)},
                 kTall = {{1, kThinLength}, thin_block(1, kThinLength)};

std::string size_text(const Size& size) {
  return fmt::format("{}x{}", size.width, size.height);
}

Case new_case(const std::string& stage, const std::string& function, const std::string& name,
              const Size& size, const nlohmann::json& params) {
  Case result;
  result.stage = stage;
  result.name = name;
  result.call.function = function;
  result.call.params = params;
  result.call.outputs.push_back({DType::f32, size.width, size.height, 1});
  return result;
}

std::string place(const Layout& layout) {
  return fmt::format("{}, block {}", size_text(layout.size), to_text(layout.block));
}

std::vector<Case> write_x_cases() {
  // Whole blocks in both directions. First several blocks along both, then one block, one row, one
  // column, and blocks of one thread.
  constexpr Layout kLayouts[] = {{{96, 40}, {32, 8}},
                                 {{48, 80}, {16, 16}},
                                 {{60, 35}, {20, 5}},
                                 {{24, 56}, {8, 8}},
                                 {{128, 5}, {64, 1}},
                                 {{3, 128}, {1, 64}},
                                 {{64, 96}, {32, 32}},
                                 {{32, 8}, {32, 8}},
                                 {{192, 1}, {64, 1}},
                                 {{1, 192}, {1, 64}},
                                 {{9, 4}, {1, 1}},
                                 kManyBlocks,
                                 {{2048, 3}, {1024, 1}},
                                 {{3, 2048}, {1, 1024}},
                                 kWideWhole,
                                 kTallWhole,
                                 kHighestGrid};
  std::vector<Case> list;
  for (const Layout& layout : kLayouts) {
    const int width = layout.size.width, height = layout.size.height;
    Case one = new_case("write_x", "write_x", "x of each pixel, " + place(layout), layout.size,
                        {{"block", to_json(layout.block)}});
    one.call.inputs.emplace_back();  // none
    one.expected = oracle::columns(width, height);
    one.hypotheses = [=, block = layout.block] {
      return write_x_fault_models(width, height, block);
    };
    list.push_back(std::move(one));
  }
  return list;
}

/// Odd sizes, smaller than a block too, with blocks of all shapes.
constexpr Layout kAnySize[] = {{{37, 21}, {16, 8}},
                               {{21, 37}, {32, 8}},
                               {{65, 33}, {16, 16}},
                               {{50, 97}, {20, 5}},
                               {{41, 18}, {8, 8}},
                               {{67, 3}, {64, 1}},
                               {{3, 67}, {1, 64}},
                               {{33, 34}, {32, 32}},
                               {{67, 1}, {32, 8}},
                               {{1, 67}, {16, 16}},
                               {{5, 4}, {32, 8}},
                               {{1, 1}, {16, 16}},
                               {{64, 32}, {32, 8}},
                               kManyBlocks,
                               kWide,
                               kTall,
                               kHighestGrid,
                               {{1030, 3}, {1024, 1}},
                               {{3, 1030}, {1, 1024}}};

std::vector<Case> any_size_cases(Random& random) {
  std::vector<Case> list;
  const auto add = [&](const Layout& layout, float gain, float offset) {
    const Image<float> image = noise(layout.size.width, layout.size.height, random.next());
    Case one = new_case("any_size", "gain_and_offset",
                        fmt::format("gain {:.2f}, offset {:.2f}, {}", gain, offset, place(layout)),
                        layout.size,
                        {{"block", to_json(layout.block)}, {"gain", gain}, {"offset", offset}});
    one.call.inputs.push_back({to_tensor(image)});
    one.expected = oracle::gain_and_offset(image, gain, offset);
    // A sum of two products: gain * input, and offset * 1.
    one.tolerance = convolution_tolerance({gain, offset});
    one.hypotheses = [=] { return gain_and_offset_fault_models(image, gain, offset); };
    list.push_back(std::move(one));
  };
  for (const Layout& layout : kAnySize) {
    // Neither 0 nor 1, and results on both sides of [0, 1]; the sign of the gain alternates.
    const float sign = list.size() % 2 == 0 ? 1.0f : -1.0f;
    const float gain = sign * (1.25f + random.uniform()), offset = 0.25f + 0.5f * random.uniform();
    add(layout, gain, offset);
  }
  // The largest that the contract allows, with either sign.
  constexpr float kMost = 1000;
  add({{45, 26}, {32, 8}}, kMost, -kMost);
  add({{26, 45}, {8, 8}}, -kMost, kMost);
  return list;
}

struct Neighbour {
  int dx, dy;
};

std::vector<Case> one_tap_cases(Random& random) {
  // Both axes and all four sides first, then the pixel itself, beyond the image from most pixels,
  // and from all.
  constexpr Neighbour kNeighbours[] = {
      {2, -3}, {-3, 2}, {1, 1},   {-1, -2}, {1, 0}, {-2, 0}, {0, 3}, {3, -1}, {5, 0}, {0, -4},
      {-2, 1}, {0, 0},  {40, 20}, {-7, 5},  {1, 0}, {0, -1}, {0, 1}, {-3, 1}, {1, 3}};
  static_assert(std::size(kNeighbours) == std::size(kAnySize));
  std::vector<Case> list;
  const auto add = [&](const Neighbour& to, const Layout& layout) {
    const Image<float> image = noise(layout.size.width, layout.size.height, random.next());
    const int dx = to.dx, dy = to.dy;
    // Tells the judge how wide a border there is.
    const int reach = std::min(std::max(std::abs(dx), std::abs(dy)),
                               std::max(layout.size.width, layout.size.height));
    const float sign = list.size() % 2 == 0 ? 1.0f : -1.0f;
    const float weight = sign * (0.25f + 0.5f * random.uniform());
    Case one = new_case("one_tap", "one_tap",
                        fmt::format("{:.2f} times the neighbour at dx {}, dy {}, {}", weight, dx,
                                    dy, place(layout)),
                        layout.size,
                        {{"block", to_json(layout.block)},
                         {"dx", dx},
                         {"dy", dy},
                         {"weight", weight},
                         {"filter_width", 2 * reach + 1}});
    one.call.inputs.push_back({to_tensor(image)});
    one.expect_linear([=](const Tensor& input) {
      return oracle::one_tap(to_float_image(input), dx, dy, weight);
    });
    one.tolerance = convolution_tolerance({weight});  // one product
    one.hypotheses = [=] { return one_tap_fault_models(image, dx, dy, weight); };
    list.push_back(std::move(one));
  };
  for (std::size_t n = 0; n < std::size(kAnySize); ++n) add(kNeighbours[n], kAnySize[n]);
  // The furthest that the contract allows: sums of int must not overflow, and all is 0.
  constexpr int kFar = 1 << 30;
  add({kFar, -kFar}, {{37, 21}, {32, 8}});
  add({-kFar, kFar}, {{21, 37}, {16, 16}});
  return list;
}

}  // namespace

std::vector<Case> step_cases(std::uint64_t seed) {
  Random random(seed);
  std::vector<Case> list = write_x_cases();
  for (Case& one : any_size_cases(random)) list.push_back(std::move(one));
  for (Case& one : one_tap_cases(random)) list.push_back(std::move(one));
  return list;
}

std::vector<Case> bug_cases(std::uint64_t seed) {
  // One square image. Wide ones so small that the bug's reads stay within the guard zones: it then
  // gives wrong values, which tell more than a crash.
  constexpr std::pair<Size, int> kCalls[] = {
      {{40, 40}, 128},         {{37, 21}, 64},   {{21, 37}, 128},
      {{65, 50}, 256},         {{17, 1}, 32},    {{1, 67}, 32},
      {{5, 3}, 256},           {{3, 7}, 256},    {{1, 1}, 1},
      {{200, 320}, 96},        {{61, 45}, 1024}, {{1, kThinLength}, 1024},
      {{kThinLength, 1}, 1000}};
  Random random(seed);
  std::vector<Case> list;
  for (const auto& [size, threads] : kCalls) {
    const Image<float> image = noise(size.width, size.height, random.next());
    Case one =
        new_case("bug", "mirror",
                 fmt::format("mirrored noise, {}, {} threads a block", size_text(size), threads),
                 size, {{"threads", threads}});
    one.call.inputs.push_back({to_tensor(image)});
    one.expected = oracle::mirrored(image);
    one.hypotheses = [=] { return mirror_fault_models(image); };
    list.push_back(std::move(one));
  }
  return list;
}

bool counts_for_evidence(const CaseResult& result) {
  return result.stage == "kernel" || result.stage == "host" || result.stage == "sobel";
}

}  // namespace kit::grader
