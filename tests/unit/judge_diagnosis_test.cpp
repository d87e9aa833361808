/// @file
/// Causes: outputs made wrong on purpose must get the name of what was done to them.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>

#include "catch.hpp"
#include "grader/diagnosis/diagnosis.hpp"
#include "grader/diagnosis/heat_map.hpp"
#include "grader/protocol/poison.hpp"
#include "kit/synthetic.hpp"

namespace kit::grader {
namespace {

constexpr int kWidth = 37, kHeight = 21;
constexpr std::uint64_t kPoison = 11;

/// A case whose right answer is noise, and an output to spoil.
class Trial {
 public:
  Trial() : output(to_tensor(noise(kWidth, kHeight, 1))) {
    spec.name = "trial";
    spec.expected = to_double(noise(kWidth, kHeight, 1));
    spec.tolerance = 1e-6;
    spec.call.params = {{"filter_width", 5}};
    spec.call.inputs = {{to_tensor(noise(kWidth, kHeight, 2))}};
    spec.call.outputs = {output.shape};
    seen.spec = &spec;
  }
  float& at(int x, int y) { return output.as<float>()[y * kWidth + x]; }
  float right(int x, int y) const { return static_cast<float>(spec.expected.at(x, y)); }
  void forget(int x, int y) {
    const auto index = std::size_t(y) * kWidth + std::size_t(x);
    const std::uint32_t bits = poison_value(DType::f32, kPoison, index);
    std::memcpy(&at(x, y), &bits, 4);
  }
  template <typename Value>
  void fill(Value value) {
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x) at(x, y) = value(x, y);
  }
  Observation& observe() {
    seen.first = {&output, kPoison};
    return seen;
  }
  Diagnosis diagnosis() {
    const Judgement judgement = judge_output(observe());
    const std::vector<ModelMatch> matches = matching_models(seen, judgement);
    return diagnose(seen, judgement, matches.empty() ? Diagnosis{} : matches[0].diagnosis);
  }
  std::string cause() { return diagnosis().cause; }

  Case spec;
  Tensor output;
  Observation seen;
};

TEST_CASE("judge: a right output has nothing wrong with it") {
  Trial trial;
  const Judgement judgement = judge_output(trial.observe());
  CHECK(judgement.right);
  CHECK(diagnose_side_effects(trial.seen, judgement).cause.empty());
}

TEST_CASE("judge: poison that is still there means not written, and where") {
  Trial all;
  all.fill([](int, int) { return 0.0f; });
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) all.forget(x, y);
  CHECK(all.cause() == "nothing_written");
  Trial column;
  for (int y = 0; y < kHeight; ++y) column.forget(kWidth - 1, y);
  CHECK(column.cause() == "unwritten_pixels");
  CHECK(column.diagnosis().message.find("the last column.") != std::string::npos);
}

TEST_CASE("judge: x and y of the thread exchanged show in the pixels that are left out") {
  const auto says_swapped = [](int width, int height, auto written) {
    Trial trial;
    trial.spec.call.params["block"] = {width, height};
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x)
        if (!written(x, y)) trial.forget(x, y);
    CHECK(trial.cause() == "unwritten_pixels");
    return trial.diagnosis().message.find("x is taken from threadIdx.y") != std::string::npos;
  };
  CHECK(says_swapped(32, 8, [](int x, int) { return x % 32 < 8; }));
  CHECK(says_swapped(5, 20, [](int, int y) { return y % 20 < 5; }));
  CHECK_FALSE(says_swapped(32, 8, [](int x, int) { return x % 32 < 7; }));
  CHECK_FALSE(says_swapped(32, 8, [](int x, int y) { return x % 32 < 8 && y < 20; }));
  // threadIdx.x forgotten leaves the same.
  CHECK_FALSE(says_swapped(32, 1, [](int x, int) { return x % 32 < 1; }));
}

TEST_CASE("judge: a NaN is never within tolerance, whether it is poison or not") {
  Trial trial;
  trial.at(20, 10) = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(judge_output(trial.observe()).right);
  CHECK(trial.cause() == "not_finite");
}

TEST_CASE("judge: a rounded output may take either level only where the value is halfway") {
  Image<double> levels(4, 1, 1);
  const double values[] = {10.4, 20.5 - 1e-4, 20.5 + 1e-4, 30.0};
  std::copy(std::begin(values), std::end(values), levels.data());
  Case spec;
  spec.rounding = true;
  spec.tolerance = 1e-3;
  spec.expected = levels;
  Observation seen;
  seen.spec = &spec;
  const auto judged = [&](std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    Image<std::uint8_t> got(4, 1, 1);
    const std::uint8_t all[] = {a, b, c, d};
    std::copy(std::begin(all), std::end(all), got.data());
    const Tensor output = to_tensor(got);
    spec.call.outputs = {output.shape};
    seen.first = {&output, kPoison};
    return judge_output(seen);
  };
  const Judgement nearest = judged(10, 20, 21, 30);
  CHECK(nearest.right);
  CHECK(nearest.halfway == 0);
  const Judgement other = judged(10, 21, 20, 30);
  CHECK(other.right);
  CHECK(other.halfway == 2);
  // 10.4 is a tenth of a level from halfway, a hundred tolerances.
  CHECK_FALSE(judged(11, 20, 21, 30).right);
  CHECK_FALSE(judged(10, 19, 21, 30).right);
  CHECK_FALSE(judged(10, 20, 22, 30).right);
  CHECK_FALSE(judged(10, 20, 21, 29).right);
}

TEST_CASE("judge: side effects spoil a right output") {
  Trial guards;
  GuardDamage past_the_end;
  past_the_end.buffer = "d_output";
  past_the_end.after = 3;
  past_the_end.nearest_after = 1;
  past_the_end.furthest_after = 8;
  guards.seen.guards = {past_the_end};
  const Diagnosis damage = diagnose_side_effects(guards.observe(), judge_output(guards.observe()));
  CHECK(damage.cause == "out_of_bounds_write");
  CHECK(damage.message.find("3 values past the end of d_output, the furthest 8 values past it") !=
        std::string::npos);
  Trial inputs;
  inputs.seen.inputs_changed = {0};
  CHECK(diagnose_side_effects(inputs.observe(), judge_output(inputs.observe())).cause ==
        "input_overwritten");
}

TEST_CASE("judge: values that have run away need not be the same in another run") {
  Trial trial;
  trial.fill([](int, int) { return 3e9f; });
  Tensor again = trial.output;
  for (float& value : std::span(again.as<float>(), std::size_t(kWidth) * kHeight)) value *= 2;
  trial.seen.second = {&again, kPoison + 1};
  CHECK(judge_output(trial.observe()).repeatable);
  trial.at(3, 4) = 2.0f;  // of the size of the right ones
  CHECK_FALSE(judge_output(trial.observe()).repeatable);
}

TEST_CASE("judge: other bits in another run are a race") {
  Trial trial;
  Tensor again = trial.output;
  again.as<float>()[5] += 1e-7f;
  trial.seen.second = {&again, kPoison + 1};
  const Judgement judgement = judge_output(trial.observe());
  CHECK_FALSE(judgement.repeatable);
  const Diagnosis race = diagnose_side_effects(trial.seen, judgement);
  CHECK(race.cause == "race");
  CHECK(race.presumed);  // a finding that names a line says more
}

TEST_CASE("judge: the first hypothesis that explains the output gives the cause") {
  Trial trial;
  trial.fill([&](int x, int y) { return trial.right(x, y) + (x == 7 ? 0.5f : 0.0f); });
  trial.spec.hypotheses = [&] {
    Hypothesis no{"flipped_filter", "no", to_double(noise(kWidth, kHeight, 3))};
    Hypothesis yes{"wrong_filter", "yes", to_double_image(trial.output)};
    yes.output.at(0, 0) = std::numeric_limits<double>::quiet_NaN();  // any value
    return std::vector<Hypothesis>{no, yes};
  };
  CHECK(trial.diagnosis().cause == "wrong_filter");
  CHECK(trial.diagnosis().message == "yes");
}

TEST_CASE("judge: a hypothesis that is near leaves little of the error") {
  Trial trial;
  const double unit = trial.spec.tolerance = 1e-3;
  trial.fill([&](int x, int y) { return trial.right(x, y) + (x == 7 ? float(2 * unit) : 0.0f); });
  for (const double predicted : {2.2, 3.5}) {  // both within the bound of rounding
    Hypothesis near{"wrong_formula", "near", trial.spec.expected};
    for (int y = 0; y < kHeight; ++y) near.output.at(7, y) += predicted * unit;
    trial.spec.hypotheses = [&] { return std::vector<Hypothesis>{near}; };
    CHECK((trial.cause() == "wrong_formula") == (predicted < 3));
  }
}

TEST_CASE("judge: garbage where a hypothesis expects any wrong value is explained by it") {
  Trial trial;
  trial.fill([&](int x, int y) { return trial.right(x, y) + (x >= 9 && x < 12 ? 0.5f : 0.0f); });
  Hypothesis unknown{"wrong_formula", "columns 9 to 11", trial.spec.expected};
  const auto expect = [&](double value) {
    for (int y = 0; y < kHeight; ++y)
      for (int x = 9; x < 12; ++x) unknown.output.at(x, y) = value;
  };
  trial.spec.hypotheses = [&] { return std::vector<Hypothesis>{unknown}; };
  expect(std::numeric_limits<double>::quiet_NaN());
  CHECK(trial.cause() == "unknown");  // nothing wrong was predicted
  expect(std::numeric_limits<double>::infinity());
  CHECK(trial.cause() == "wrong_formula");
  trial.at(20, 0) += 0.5f;  // wrong elsewhere too
  CHECK(trial.cause() == "unknown");
}

TEST_CASE("judge: a hypothesis that only repeats the right values explains nothing") {
  Trial trial;
  for (int y = 0; y < kHeight; ++y) trial.forget(kWidth - 1, y);
  trial.spec.hypotheses = [&] {
    return std::vector<Hypothesis>{{"shifted", "no", trial.spec.expected}};
  };
  CHECK(trial.diagnosis().message.find("Also") == std::string::npos);
}

TEST_CASE("judge: patterns of errors have names") {
  Trial zeros;
  zeros.fill([](int, int) { return 0.0f; });
  CHECK(zeros.cause() == "all_zeros");
  Trial copy;
  copy.output = copy.spec.call.inputs[0][0];
  CHECK(copy.cause() == "copied_input");
  Trial unset;  // one sum that began with what the simulator fills variables with
  const std::uint32_t filling = 0xfefefefe;
  std::memcpy(&unset.at(4, 5), &filling, sizeof filling);
  CHECK(unset.cause() == "unset_variable");
  unset.at(4, 5) = -1.694e38f;
  CHECK(unset.cause() == "unknown");
  Trial border;
  border.fill([&](int x, int y) { return border.right(x, y) + (x < 2 ? 0.1f : 0.0f); });
  CHECK(border.cause() == "wrong_border");
  CHECK(border.diagnosis().message.find("the left edge") != std::string::npos);
  Trial shifted;
  shifted.fill([&](int x, int y) { return x + 1 < kWidth ? shifted.right(x + 1, y) : 0.0f; });
  CHECK(shifted.cause() == "shifted");
  Trial transposed;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      transposed.output.as<float>()[x * kHeight + y] = transposed.right(x, y);
  CHECK(transposed.cause() == "transposed");
  Trial misplaced;  // the rows of each group of four in another order
  misplaced.fill([&](int x, int y) {
    const int other = y / 4 * 4 + (5 * y + 2) % 4;
    return misplaced.right(x, other < kHeight ? other : y);
  });
  CHECK(misplaced.cause() == "misplaced");
  Trial planes;  // of an input with three channels; its values lie side by side
  const int plane = kWidth * kHeight / 3;
  planes.spec.call.inputs[0][0].shape = {DType::f32, kWidth, kHeight / 3, 3};
  for (int i = 0; i < 3 * plane; ++i)
    planes.output.as<float>()[i] =
        static_cast<float>(planes.spec.expected.data()[i % 3 * plane + i / 3]);
  CHECK(planes.cause() == "wrong_layout");
  Trial scaled;
  scaled.fill([&](int x, int y) { return 25 * scaled.right(x, y); });
  CHECK(scaled.cause() == "scaled");
  Trial edge;
  edge.fill([&](int x, int y) { return edge.right(x, y) + (x >= 32 ? 0.1f : 0.0f); });
  CHECK(edge.cause() == "wrong_edge_blocks");
  Trial random;
  random.output = to_tensor(noise(kWidth, kHeight, 9));
  CHECK(random.cause() == "unknown");
}

TEST_CASE("judge: many small errors are rounding, a few are not") {
  Trial rounded;
  rounded.fill([&](int x, int y) { return std::round(rounded.right(x, y) * 1024) / 1024; });
  CHECK(rounded.cause() == "low_precision");
  Trial smooth;  // as small, but neighbours err alike: another formula
  smooth.fill([&](int x, int y) { return smooth.right(x, y) + 1e-3 * std::sin(0.1 * (x + y)); });
  CHECK(smooth.cause() == "unknown");
  Trial one_pixel;
  one_pixel.at(3, 2) += 2e-6f;
  CHECK(one_pixel.cause() == "unknown");
}

TEST_CASE("judge: integers are compared exactly, and poison needs both runs") {
  Case spec;
  spec.expected = Image<double>(2, 1, 1, 0.0);
  spec.expected.at(0, 0) = 2000000001;  // not a float
  spec.expected.at(1, 0) = 5;
  Tensor first{{DType::i32, 2, 1, 1}, std::vector<std::byte>(8)}, second = first;
  first.as<std::int32_t>()[0] = second.as<std::int32_t>()[0] = 2000000002;
  fill_poison(first.as<std::int32_t>(), DType::i32, 2, 1);
  fill_poison(second.as<std::int32_t>(), DType::i32, 2, 2);
  first.as<std::int32_t>()[0] = second.as<std::int32_t>()[0] = 2000000002;
  Observation seen;
  seen.spec = &spec;
  seen.first = {&first, 1};
  CHECK(count(judge_output(seen).unwritten) == 0);
  seen.second = {&second, 2};
  const Judgement judgement = judge_output(seen);
  CHECK(judgement.wrong.at(0, 0) == 1);
  CHECK(judgement.unwritten.at(0, 0) == 0);
  CHECK(judgement.unwritten.at(1, 0) == 1);
  CHECK(judgement.repeatable);
}

TEST_CASE("judge: one byte among many wrong ones may equal its poison by luck") {
  constexpr int kCount = 1000;
  Case spec;
  spec.expected = Image<double>(kCount, 1, 1, 3.0);
  spec.call.inputs = {{}};
  Tensor first{{DType::u8, kCount, 1, 1}, std::vector<std::byte>(kCount, std::byte{200})};
  Tensor second = first;
  const auto forget = [&](int index) {
    first.as<std::uint8_t>()[index] = std::uint8_t(poison_value(DType::u8, 1, std::size_t(index)));
    second.as<std::uint8_t>()[index] = std::uint8_t(poison_value(DType::u8, 2, std::size_t(index)));
  };
  Observation seen;
  seen.spec = &spec;
  seen.first = {&first, 1};
  seen.second = {&second, 2};
  forget(500);
  CHECK(diagnose(seen, judge_output(seen), {}).cause != "unwritten_pixels");
  for (int index = 400; index < 500; ++index) forget(index);
  CHECK(diagnose(seen, judge_output(seen), {}).cause == "unwritten_pixels");
}

TEST_CASE("judge: regions of pixels have names") {
  Mask mask(40, 30);
  mask.at(3, 4) = 1;
  CHECK(describe_region(mask) == "the pixel at x=3, y=4");
  mask.at(30, 20) = 1;
  CHECK(describe_region(mask) == "scattered, the first at x=3, y=4");
  Mask corner(40, 30);
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x) corner.at(x, y) = x >= 32 || y >= 16;
  CHECK(describe_region(corner) == "the last 8 columns and the last 14 rows");
  Mask tiles(40, 30);
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x) tiles.at(x, y) = (x / 8 + y / 8) % 2 == 1;
  CHECK(describe_region(tiles) == "whole tiles of 8x8");
  CHECK(describe_region(Mask(3, 3, 1, 1)) == "all pixels");
}

TEST_CASE("judge: the picture of the errors is large enough to see, and blue where unwritten") {
  Trial trial;
  trial.forget(36, 20);
  trial.at(0, 0) += 1;
  const Image<std::uint8_t> picture = heat_map(trial.observe(), judge_output(trial.observe()));
  CHECK(picture.width() == 7 * kWidth);  // the least whole factor that reaches 256
  CHECK(picture.height() == 7 * kHeight);
  CHECK(picture.at(picture.width() - 1, picture.height() - 1, 2) == 255);
  CHECK(picture.at(0, 0, 0) == 255);
  CHECK(picture.at(100, 100, 0) == 0);
}

TEST_CASE("judge: of a row beyond 16 bits the picture has the first wrong pixel in its middle") {
  constexpr int kLength = 66003, kFirst = 32768;
  const Image<float> right = noise(kLength, 1, 3);
  Tensor output = to_tensor(right);
  Case spec;
  spec.expected = to_double(right);
  spec.tolerance = 1e-6;
  for (int x = kFirst; x < kLength; ++x) {
    const std::uint32_t bits = poison_value(DType::f32, kPoison, std::size_t(x));
    std::memcpy(output.as<float>() + x, &bits, 4);
  }
  Observation seen;
  seen.spec = &spec;
  seen.first = {&output, kPoison};
  const Judgement judgement = judge_output(seen);
  const Image<std::uint8_t> picture = heat_map(seen, judgement);
  CHECK(picture.width() == 4 * 64);
  CHECK(picture.height() == 4);
  CHECK(picture.at(4 * 32 - 1, 0, 2) == 0);
  CHECK(picture.at(4 * 32, 0, 2) == 255);  // blue
  const Diagnosis diagnosis = diagnose(seen, judgement, {});
  CHECK(diagnosis.cause == "unwritten_pixels");
  CHECK(diagnosis.message.find("number 32768, the first that a short cannot count") !=
        std::string::npos);
}

}  // namespace
}  // namespace kit::grader
