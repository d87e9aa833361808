/// @file
/// Poison and guard zones.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "catch.hpp"
#include "grader/protocol/guard.hpp"
#include "grader/protocol/poison.hpp"

namespace kit::grader {
namespace {

TEST_CASE("judge: float poison is signalling NaNs, each with bits of its own") {
  float values[64];
  fill_poison(values, DType::f32, 64, 7);
  for (std::size_t i = 0; i < 64; ++i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &values[i], 4);
    CHECK((bits & 0x7fc00000u) == 0x7f800000u);
    CHECK((bits & 0x003fffffu) != 0);  // exponent all ones, quiet bit set
    CHECK(is_poison(values, DType::f32, i, 7));
    CHECK_FALSE(is_poison(values, DType::f32, i, 8));
  }
  values[3] = values[4];
  CHECK_FALSE(is_poison(values, DType::f32, 3, 7));
}

TEST_CASE("judge: small inputs of one size stand where those of the call before stood") {
  const auto places = [](int values) {
    std::vector<GuardedBlock> inputs;
    for (const char* name : {"row_weights", "column_weights"})
      inputs.emplace_back(Shape{DType::f32, values, 1, 1}, name, 1);
    const std::vector<const std::byte*> found = {inputs[0].values(), inputs[1].values()};
    const auto is_zero = [](std::byte one) { return one == std::byte{0}; };
    CHECK(std::all_of(found[0], found[0] + inputs[0].shape().bytes(), is_zero));
    std::fill_n(inputs[0].values(), inputs[0].shape().bytes(), std::byte{1});
    return found;
  };
  const auto first = places(5);
  places(7);
  CHECK(places(5) == first);
}

TEST_CASE("judge: guards tell which side was written to, how far, and how often") {
  GuardedBlock block({DType::f32, 10, 4, 1}, "output 0", 1);
  CHECK_FALSE(block.damage());
  CHECK(block.offset() >= 4096);
  auto* values = reinterpret_cast<float*>(block.values());
  for (int i = 0; i < 40; ++i) values[i] = 1;
  CHECK_FALSE(block.damage());
  values[-2] = values[40] = values[49] = 1;
  const auto damage = block.damage();
  REQUIRE(damage);
  CHECK(damage->buffer == "output 0");
  CHECK(damage->before == 1);
  CHECK(damage->nearest_before == 2);
  CHECK(damage->furthest_before == 2);
  CHECK(damage->after == 2);
  CHECK(damage->nearest_after == 1);
  CHECK(damage->furthest_after == 10);
}

TEST_CASE("judge: a guard has 64 rows, and of a workspace's at least the workspace") {
  const auto guard = [](int values, std::size_t row) {
    return GuardedBlock({DType::f32, values, 1, 1}, "workspace 0", 1, GuardedBlock::Values::here,
                        row)
        .offset();
  };
  CHECK(guard(100 * 80, 100) == 100 * 80 * 4);  // more than 64 rows of 100
  CHECK(guard(100 * 20, 100) == 64 * 100 * 4);
  CHECK(guard(10, 1) == 4096);
  CHECK(guard(1000 * 1000, 1000) == std::size_t(1) << 20);
  CHECK(GuardedBlock({DType::f32, 100, 80, 1}, "output 0", 1).offset() == 64 * 100 * 4);
}

TEST_CASE("judge: one changed value on one side of a buffer is noticed") {
  for (const DType type : {DType::u8, DType::f32}) {
    const Shape shape{type, 5, 3, 1};
    GuardedBlock before(shape, "output 0", 1), after(shape, "output 0", 1);
    before.values()[-1] ^= std::byte{1};
    after.values()[shape.bytes()] ^= std::byte{1};
    REQUIRE(before.damage());
    CHECK(before.damage()->before == 1);
    CHECK(before.damage()->after == 0);
    REQUIRE(after.damage());
    CHECK(after.damage()->before == 0);
    CHECK(after.damage()->after == 1);
  }
}

}  // namespace
}  // namespace kit::grader
