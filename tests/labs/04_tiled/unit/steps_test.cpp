/// @file
/// The small stages: their references against values worked out by hand, and programs that are
/// wrong on purpose, which must be called by their mistake's name.
#include "labs/04_tiled/reference/tile_steps.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "kit/synthetic.hpp"
#include "labs/04_tiled/step_cases.hpp"
#include "labs/04_tiled/step_fault_models.hpp"
#include "unit/cause_named.hpp"

namespace kit::grader::lab04 {
namespace {

using Values = std::vector<double>;

/// 1 2 3 4 5 / 6 7 8 9 10
Image<float> counting_image() {
  Image<float> image(5, 2);
  for (std::size_t n = 0; n < image.size(); ++n) image.values()[n] = static_cast<float>(n + 1);
  return image;
}

Values values(const Image<double>& image) {
  return {image.values().begin(), image.values().end()};
}

TEST_CASE("steps: tiles side by side") {
  // Blocks of 4x2: two tiles of 6x4, the second with three columns of threads beyond the image.
  const Image<double> tiles = oracle::tiles_side_by_side(counting_image(), 1, 4, 2);
  REQUIRE(tiles.width() == 12);
  REQUIRE(tiles.height() == 4);
  CHECK(values(tiles) == Values{1, 1, 2, 3, 4, 5,  4, 5,  5,  5,  5,  5,   //
                                1, 1, 2, 3, 4, 5,  4, 5,  5,  5,  5,  5,   //
                                6, 6, 7, 8, 9, 10, 9, 10, 10, 10, 10, 10,  //
                                6, 6, 7, 8, 9, 10, 9, 10, 10, 10, 10, 10});
  // Without a halo, in blocks that fit, the tiles are the image.
  const Image<float> image = noise(12, 6, 1);
  const Image<double> same = oracle::tiles_side_by_side(image, 0, 12, 3);
  CHECK(values(same) == Values(image.values().begin(), image.values().end()));
}

TEST_CASE("steps: turned pieces") {
  CHECK(values(oracle::turned_pieces(counting_image(), 5)) ==
        Values{5, 4, 3, 2, 1, 10, 9, 8, 7, 6});
  CHECK(values(oracle::turned_pieces(counting_image(), 3)) ==
        Values{3, 2, 1, 0, 5, 8, 7, 6, 0, 10});
  CHECK(values(oracle::turned_pieces(counting_image(), 8)) ==
        Values{0, 0, 0, 5, 4, 0, 0, 0, 10, 9});
  CHECK(values(oracle::turned_pieces(counting_image(), 1)) ==
        Values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
}

TEST_CASE("steps: means of three and minima of a row") {
  CHECK(values(oracle::mean_of_three(counting_image())) ==
        Values{4.0 / 3, 2, 3, 4, 14.0 / 3, 19.0 / 3, 7, 8, 9, 29.0 / 3});
  const Image<double> spread = oracle::mean_of_three(impulse(9, 1, 4, 0));
  CHECK(values(spread) == Values{0, 0, 0, 1.0 / 3, 1.0 / 3, 1.0 / 3, 0, 0, 0});
  CHECK(values(oracle::smallest_in_row(counting_image(), 1)) ==
        Values{1, 1, 2, 3, 4, 6, 6, 7, 8, 9});
  CHECK(values(oracle::smallest_in_row(counting_image(), 9)) ==
        Values{1, 1, 1, 1, 1, 6, 6, 6, 6, 6});
}

constexpr BlockShape kBlock = {16, 8};

/// The cause that the judge names for an output of a small stage.
std::string cause_of(const Image<double>& expected, const Image<float>& output,
                     std::vector<Hypothesis> models) {
  Case spec;
  spec.name = "step";
  spec.expected = expected;
  spec.tolerance = 3e-7;
  spec.hypotheses = [&] { return models; };
  return cause_named(spec, output);
}

/// An image of this size whose value at (x, y) is value(x, y).
template <typename Value>
Image<float> image_of(int width, int height, Value value) {
  Image<float> image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) image.at(x, y) = value(x, y);
  }
  return image;
}

TEST_CASE("steps: mistakes of a tile that is only shown") {
  const Image<float> image = noise(41, 27, 5);
  constexpr int kRadius = 2, kPitch = kBlock.width + 2 * kRadius, kRows = kBlock.height + 4;
  const auto expected = oracle::tiles_side_by_side(image, kRadius, kBlock.width, kBlock.height);
  const auto near = [&](int x, int y) {
    return image.at(std::min(std::max(x, 0), 40), std::min(std::max(y, 0), 26));
  };
  // The output of a block that puts value(block_x, block_y, n) into element n.
  const auto cause = [&](auto value) {
    const Image<float> output = image_of(expected.width(), expected.height(), [&](int x, int y) {
      return value(x / kPitch * kBlock.width, y / kRows * kBlock.height,
                   y % kRows * kPitch + x % kPitch);
    });
    return cause_of(expected, output, fill_fault_models(image, kRadius, kBlock));
  };
  const auto right = [&](int x, int y, int n) {
    return near(x + n % kPitch - kRadius, y + n / kPitch - kRadius);
  };
  CHECK(cause(right) == "right");
  CHECK(cause([&](int x, int y, int n) { return near(x + n % kPitch, y + n / kPitch); }) ==
        "shifted");
  CHECK(cause([&](int, int, int n) { return right(0, 0, n); }) == "wrong_halo");
  CHECK(cause([&](int x, int y, int n) {
          return near(x + n % kBlock.width - kRadius, y + n / kBlock.width - kRadius);
        }) == "wrong_pitch");
  CHECK(cause([&](int x, int y, int n) {
          return near(x + n / kPitch - kRadius, y + n % kPitch - kRadius);
        }) == "transposed");
  for (const float unwritten : {0.0f, 1e3f, std::numeric_limits<float>::quiet_NaN()}) {
    CHECK(cause([&](int x, int y, int n) {
            return n < kBlock.width * kBlock.height ? right(x, y, n) : unwritten;
          }) == "incomplete_tile");
  }
}

TEST_CASE("steps: mistakes of threads that exchange pixels") {
  const Image<float> image = noise(41, 27, 6);
  const auto expected = oracle::turned_pieces(image, kBlock.width);
  const auto cause = [&](auto value) {
    return cause_of(expected, image_of(41, 27, value), turn_fault_models(image, kBlock));
  };
  const auto stored = [&](int x, int y) { return x < 41 && y < 27 ? image.at(x, y) : 0.0f; };
  const auto mirrored = [](int x) { return x / 16 * 16 + 15 - x % 16; };
  CHECK(cause([&](int x, int y) { return stored(mirrored(x), y); }) == "right");
  CHECK(cause([&](int x, int y) { return stored(mirrored(x), y / 8 * 8 + 7 - y % 8); }) ==
        "wrong_formula");
  CHECK(cause([&](int x, int y) { return image.at(40 - x, y); }) == "wrong_formula");
  CHECK(cause([&](int x, int y) { return image.at(std::min(mirrored(x), 40), y); }) ==
        "wrong_border");
  CHECK(cause([&](int x, int y) { return x < 32 ? stored(mirrored(x), y) : 1e3f; }) != "right");
  CHECK(cause([&](int x, int y) { return mirrored(x) < 41 ? stored(mirrored(x), y) : 1e3f; }) ==
        "incomplete_tile");
}

TEST_CASE("steps: mistakes of a sum of three") {
  const Image<float> image = noise(41, 27, 7);
  const auto expected = oracle::mean_of_three(image);
  const auto near = [&](int x, int y) { return image.at(std::min(std::max(x, 0), 40), y); };
  const auto cause = [&](auto value) {
    return cause_of(expected, image_of(41, 27, value), mean_fault_models(image, kBlock));
  };
  const auto sum = [&](int x, int y) { return near(x - 1, y) + near(x, y) + near(x + 1, y); };
  CHECK(cause([&](int x, int y) { return sum(x, y) / 3; }) == "right");
  CHECK(cause(sum) == "not_normalised");
  CHECK(cause([&](int x, int y) { return (near(x - 1, y) + near(x, y)) / 3; }) == "wrong_formula");
  CHECK(cause([&](int x, int y) { return (near(x, y) + near(x + 1, y)) / 2; }) == "wrong_formula");
  CHECK(cause(near) == "copied_input");
}

CaseResult result_of(const std::string& stage, std::int64_t stores, std::int64_t loads) {
  CaseResult result;
  result.name = result.stage = stage;
  result.verdict = Verdict::passed;
  result.width = 64;
  result.height = 32;  // 64 warps
  LaunchObservations launch;
  launch.counters.shared_store_requests = stores;
  launch.counters.shared_load_requests = loads;
  result.observations = Observations{{launch}, {}};
  return result;
}

TEST_CASE("steps: evidence that they work in shared memory") {
  CHECK(check_steps({}).passed);
  CHECK(check_steps({result_of("tile", 0, 0)}).passed);
  CHECK(check_steps({result_of("turn", 64, 64)}).passed);
  CHECK(check_steps({result_of("turn", 16, 16)}).passed);  // four values a request
  CHECK_FALSE(check_steps({result_of("turn", 0, 0)}).passed);
  CHECK_FALSE(check_steps({result_of("turn", 64, 15)}).passed);
  CHECK(check_steps({result_of("mean", 80, 192)}).passed);
  CHECK_FALSE(check_steps({result_of("mean", 80, 0)}).passed);
  CHECK_FALSE(check_steps({result_of("turn", 64, 64), result_of("fill", 0, 64)}).passed);
  CaseResult unseen = result_of("turn", 64, 64);
  unseen.observations.reset();
  CHECK_FALSE(check_steps({unseen}).passed);
  CaseResult divergent = result_of("turn", 64, 64);
  Finding finding;
  finding.kind = FindingKind::divergent_barrier;
  divergent.observations->findings.push_back(finding);
  CHECK_FALSE(check_steps({divergent}).passed);
  divergent.verdict = Verdict::wrong;  // its stage says why
  CHECK(check_steps({divergent}).passed);
}

TEST_CASE("steps: no fault model says that all is right") {
  const Image<float> image = noise(23, 18, 9);
  const auto check = [](const Image<double>& expected, const std::vector<Hypothesis>& models) {
    CHECK(models.size() >= 8);
    for (const Hypothesis& one : models) {
      INFO(one.sentence);
      bool differs = false;
      for (std::size_t n = 0; n < expected.size(); ++n) {
        differs |= std::abs(one.output.data()[n] - expected.data()[n]) > 1e-7;
      }
      CHECK(differs);
    }
  };
  check(oracle::tiles_side_by_side(image, 3, kBlock.width, kBlock.height),
        fill_fault_models(image, 3, kBlock));
  check(oracle::turned_pieces(image, kBlock.width), turn_fault_models(image, kBlock));
  check(oracle::mean_of_three(image), mean_fault_models(image, kBlock));
}

}  // namespace
}  // namespace kit::grader::lab04
