/// @file
/// What is asked where pixels were never written: the mistake that leaves out just these.
#include <cstring>

#include "catch.hpp"
#include "error_of.hpp"
#include "grader/diagnosis/left_out.hpp"
#include "grader/protocol/poison.hpp"
#include "kit/synthetic.hpp"

namespace kit::grader {
namespace {

constexpr int kColumns = 70, kRows = 50;
constexpr std::uint64_t kUnwritten = 11;

/// The advice where only the pixels that `written` names are there, all of them right; blocks have
/// 16x8 threads.
template <typename Written>
std::string advice(Written written) {
  Case spec;
  spec.expected = to_double(noise(kColumns, kRows, 1));
  spec.tolerance = 1e-6;
  spec.call.params = {{"block", {16, 8}}};
  Tensor output = to_tensor(noise(kColumns, kRows, 1));
  spec.call.outputs = {output.shape};
  for (int y = 0; y < kRows; ++y)
    for (int x = 0; x < kColumns; ++x) {
      const std::size_t index = std::size_t(y) * kColumns + std::size_t(x);
      const std::uint32_t bits = poison_value(DType::f32, kUnwritten, index);
      if (!written(x, y)) std::memcpy(&output.as<float>()[index], &bits, sizeof bits);
    }
  Observation seen;
  seen.spec = &spec;
  seen.first = {&output, kUnwritten};
  return advice_for_unwritten(seen, judge_output(seen));
}

TEST_CASE("judge: where the block's place is missing, only a block's columns or rows are written") {
  CHECK(advice([](int x, int) { return x < 16; }) ==
        "Only the first 16 columns are written, as many as a block has threads there: is "
        "blockIdx.x * blockDim.x part of x?");
  CHECK(contains(advice([](int, int y) { return y < 8; }), "blockIdx.y * blockDim.y part of y?"));
  CHECK(contains(advice([](int x, int) { return x < 15; }), "Does the grid cover"));
  CHECK(contains(advice([](int x, int y) { return x < 16 && y < 49; }), "Does the grid cover"));
}

TEST_CASE(
    "judge: a thread that returns without a neighbour leaves out an edge that a grid reaches") {
  const std::string must_store = "must store its pixel too";
  CHECK(contains(advice([](int x, int) { return x >= 2; }), must_store));
  CHECK(contains(advice([](int x, int y) { return x >= 1 && y < kRows - 1; }), must_store));
  // What a grid that is too small leaves out.
  CHECK_FALSE(contains(advice([](int x, int) { return x < kColumns - 6; }), must_store));
  CHECK_FALSE(contains(advice([](int x, int y) { return x >= 1 && y != 25; }), must_store));
}

TEST_CASE("judge: a copy whose size is counted in values leaves all but the first quarter out") {
  const auto quarter = [](int x, int y) { return y * kColumns + x < kColumns * kRows / 4; };
  CHECK(contains(advice(quarter), "Only the first 875 of 3500 values are there"));
  const auto third = [](int x, int y) { return y * kColumns + x < kColumns * kRows / 3; };
  CHECK_FALSE(contains(advice(third), "Only the first"));
}

}  // namespace
}  // namespace kit::grader
