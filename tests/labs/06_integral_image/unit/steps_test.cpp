/// @file
/// References of lab 06's small stages against closed forms.
#include "labs/06_integral_image/reference/warp_tools.hpp"

#include <numeric>

#include "catch.hpp"
#include "kit/synthetic.hpp"

namespace {

using Bytes = kit::Image<std::uint8_t>;

/// Level `level(x, y)` at each place.
template <typename Level>
Bytes image_of(int width, int height, Level level) {
  Bytes image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) image.at(x, y) = std::uint8_t(level(x, y));
  }
  return image;
}

}  // namespace

TEST_CASE("oracle::histogram on closed forms") {
  const auto ramp = kit::oracle::histogram(image_of(256, 7, [](int x, int) { return x; }));
  CHECK(ramp == std::vector<std::uint32_t>(256, 7));
  const auto white = kit::oracle::histogram(Bytes(30, 20, 1, 255));
  CHECK(white[255] == 600);
  CHECK(std::accumulate(white.begin(), white.end(), 0u) == 600);
}

TEST_CASE("oracle::differences_in_parts on closed forms") {
  const Bytes ramp = image_of(70, 3, [](int x, int y) { return y == 1 ? 250 - 3 * x : 3 * x; });
  const Bytes steps = kit::oracle::differences_in_parts(ramp);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 70; ++x) REQUIRE(int(steps.at(x, y)) == (x % 32 == 0 ? 0 : 3));
  }
  CHECK(kit::oracle::differences_in_parts(Bytes(40, 2, 1, 9)) == Bytes(40, 2));
}

TEST_CASE("oracle::means_of_parts on closed forms") {
  SECTION("a constant stays") {
    CHECK(kit::oracle::means_of_parts(Bytes(45, 3, 1, 137)) == Bytes(45, 3, 1, 137));
  }
  SECTION("a ramp: the mean of x to x + 31 is x + 15.5, rounded up") {
    const Bytes means = kit::oracle::means_of_parts(image_of(70, 2, [](int x, int) { return x; }));
    CHECK(int(means.at(0, 1)) == 16);
    CHECK(int(means.at(31, 0)) == 16);
    CHECK(int(means.at(32, 0)) == 48);
    CHECK(int(means.at(69, 0)) == 67);  // 64 to 69: 66.5
  }
  SECTION("to nearest: one third goes down, two thirds up") {
    Bytes image(3, 1);
    image.at(1, 0) = 1;
    CHECK(kit::oracle::means_of_parts(image) == Bytes(3, 1));
    image.at(2, 0) = 1;
    CHECK(kit::oracle::means_of_parts(image) == Bytes(3, 1, 1, 1));
  }
}

TEST_CASE("oracle::sums_of_frames on closed forms") {
  const Bytes film = image_of(11, 12, [](int, int y) { return y / 4 * 100; });
  CHECK(kit::oracle::sums_of_frames(film, 3) == std::vector<std::uint64_t>{0, 4400, 8800});
  CHECK(kit::oracle::sums_of_frames(Bytes(257, 65537, 1, 255), 1)[0] == 0xffffffffu);
}

TEST_CASE("oracle::stretched_rows on closed forms") {
  const Bytes rows = image_of(52, 2, [](int x, int y) { return y == 0 ? 100 + x : 7; });
  const Bytes output = kit::oracle::stretched_rows(rows);
  for (int x = 0; x < 52; ++x) REQUIRE(int(output.at(x, 0)) == 5 * x);  // 255 / 51
  for (int x = 0; x < 52; ++x) REQUIRE(int(output.at(x, 1)) == 0);
  SECTION("the fraction is dropped") {
    Bytes three(3, 1);
    three.at(1, 0) = 1;
    three.at(2, 0) = 2;
    CHECK(int(kit::oracle::stretched_rows(three).at(1, 0)) == 127);
  }
}
