#include "kit/synthetic.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <set>

#include "catch.hpp"
#include "error_of.hpp"

using kit::Image;
using kit::Random;

namespace {

/// FNV-1a over the bits of all values.
std::uint64_t fingerprint(const Image<float>& image) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const float value : image.values()) {
    hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace

TEST_CASE("Random is SplitMix64") {
  Random random(1234567);  // values of the published reference implementation
  CHECK(random.next() == 6457827717110365317u);
  CHECK(random.next() == 3203168211198807973u);
  CHECK(random.next() == 9817491932198370423u);
}

TEST_CASE("Random::uniform lies in [0, 1) and is spread evenly") {
  Random random(7);
  std::array<int, 10> counts{};
  for (int n = 0; n < 10000; ++n) {
    const float value = random.uniform();
    REQUIRE(value >= 0.0f);
    REQUIRE(value < 1.0f);
    ++counts[static_cast<std::size_t>(value * 10)];
  }
  for (const int count : counts) CHECK(std::abs(count - 1000) < 150);
}

TEST_CASE("Random::integer reaches both bounds and nothing beyond") {
  Random random(3);
  std::set<int> seen;
  for (int n = 0; n < 200; ++n) seen.insert(random.integer(-2, 2));
  CHECK(seen == std::set<int>{-2, -1, 0, 1, 2});
  CHECK(random.integer(5, 5) == 5);
  CHECK_NOTHROW(random.integer(INT32_MIN, INT32_MAX));
  CHECK(contains(error_of([&] { random.integer(2, 1); }), "lower bound first"));
}

TEST_CASE("noise depends on the seed alone") {
  CHECK(kit::noise(9, 5, 42) == kit::noise(9, 5, 42));
  CHECK_FALSE(kit::noise(9, 5, 42) == kit::noise(9, 5, 43));
  CHECK(kit::noise(9, 5, 42, 3).channels() == 3);
}

TEST_CASE("checkerboard starts with 0 and alternates both ways") {
  const Image<float> board = kit::checkerboard(7, 5, 2);
  CHECK(board.at(0, 0) == 0.0f);
  CHECK(board.at(1, 1) == 0.0f);
  CHECK(board.at(2, 1) == 1.0f);
  CHECK(board.at(1, 2) == 1.0f);
  CHECK(board.at(2, 2) == 0.0f);
  CHECK(contains(error_of([] { kit::checkerboard(4, 4, 0); }), "at least 1"));
}

TEST_CASE("impulse has a single one, inside the image") {
  const Image<float> image = kit::impulse(5, 4, 3, 1);
  CHECK(image.at(3, 1) == 1.0f);
  CHECK(std::ranges::count(image.values(), 0.0f) == 19);
  CHECK(contains(error_of([] { kit::impulse(5, 4, 5, 0); }), "outside"));
  CHECK(contains(error_of([] { kit::impulse(5, 4, 0, -1); }), "outside"));
}

TEST_CASE("constant is constant") {
  CHECK(kit::constant(3, 2, 0.5f) == Image<float>(3, 2, 1, 0.5f));
}

TEST_CASE("gradient has a distinct rising value for each pixel") {
  const Image<float> image = kit::gradient(1024, 777);
  CHECK(image.at(0, 0) == 0.0f);
  CHECK(image.at(1023, 776) < 1.0f);
  CHECK(std::ranges::adjacent_find(image.values(), std::greater_equal<>{}) == image.values().end());
}

TEST_CASE("scene is the same bits for the same arguments") {
  // If a change to the drawing is meant, look at the picture and put the new number here.
  CHECK(fingerprint(kit::scene(96, 64)) == 1041120899503031548u);
  CHECK_FALSE(kit::scene(96, 64, 3, 1) == kit::scene(96, 64, 3, 2));
}

TEST_CASE("scene keeps to [0, 1], uses most of it, and is no flat picture") {
  for (const int channels : {1, 3}) {
    const Image<float> image = kit::scene(160, 120, channels);
    const auto [low, high] = std::ranges::minmax(image.values());
    CHECK(low >= 0.0f);
    CHECK(low < 0.15f);
    CHECK(high > 0.9f);
    CHECK(high <= 1.0f);
    CHECK(std::set<float>(image.values().begin(), image.values().end()).size() > 5000);
  }
}

TEST_CASE("scene can be of any shape, but only grey or RGB") {
  CHECK(kit::scene(1, 1).size() == 3);
  CHECK(kit::scene(1, 50, 1).size() == 50);
  CHECK(kit::scene(60000, 1, 1).size() == 60000);
  CHECK(contains(error_of([] { kit::scene(8, 8, 4); }), "4 channels"));
}
