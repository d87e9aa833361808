#include "labs/06_integral_image/reference/integral.hpp"

#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "kit/synthetic.hpp"
#include "labs/06_integral_image/baseline/box_baseline.hpp"
#include "unit/error_of.hpp"

using kit::Image;
using Bytes = Image<std::uint8_t>;

namespace {

Bytes random_bytes(int width, int height, int channels, std::uint64_t seed) {
  Bytes image(width, height, channels);
  kit::Random random(seed);
  for (std::uint8_t& value : image.values()) value = std::uint8_t(random.integer(0, 255));
  return image;
}

/// The mean over one clipped window, pixel by pixel, rounded by comparing doubled remainders.
int mean_by_hand(const Bytes& image, int x, int y, int c, int radius) {
  std::uint64_t sum = 0, count = 0;
  for (int j = 0; j < image.height(); ++j) {
    for (int i = 0; i < image.width(); ++i) {
      if (std::abs(i - x) > radius || std::abs(j - y) > radius) continue;
      sum += image.at(i, j, c);
      ++count;
    }
  }
  int mean = int(sum / count);
  if (2 * (sum % count) >= count) ++mean;
  return mean;
}

}  // namespace

TEST_CASE("oracle::summed_area_table by hand") {
  Bytes image(3, 2);
  std::uint8_t next = 1;
  for (std::uint8_t& value : image.values()) value = next++;  // 1 2 3 / 4 5 6
  const auto table = kit::oracle::summed_area_table(image);
  CHECK(std::vector<std::uint64_t>(table.values().begin(), table.values().end()) ==
        std::vector<std::uint64_t>{1, 3, 6, 5, 12, 21});
}

TEST_CASE("oracle::summed_area_table on closed forms") {
  const int width = 300, height = 259;
  SECTION("a constant k: k (x + 1) (y + 1)") {
    const auto table = kit::oracle::summed_area_table(Bytes(width, height, 3, 255));
    for (int y = 0; y < height; y += 7) {
      for (int x = 0; x < width; x += 11) {
        CHECK(table.at(x, y, 2) == 255u * std::uint64_t(x + 1) * std::uint64_t(y + 1));
      }
    }
  }
  SECTION("a ramp x mod 256 along the rows: (y + 1) x (x + 1) / 2 below 256") {
    Bytes image(width, height);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) image.at(x, y) = std::uint8_t(x);
    }
    const auto table = kit::oracle::summed_area_table(image);
    CHECK(table.at(255, 0) == 255 * 256 / 2);
    CHECK(table.at(100, 20) == 21 * 100 * 101 / 2);
    CHECK(table.at(257, 0) == 255 * 256 / 2 + 0 + 1);
  }
  SECTION("an impulse: its value from its place on, 0 before") {
    Bytes image(width, height);
    image.at(40, 30) = 200;
    const auto table = kit::oracle::summed_area_table(image);
    CHECK(table.at(39, 258) == 0);
    CHECK(table.at(299, 29) == 0);
    CHECK(table.at(40, 30) == 200);
    CHECK(table.at(299, 258) == 200);
  }
  SECTION("sums beyond 2^32") {
    const auto table = kit::oracle::summed_area_table(Bytes(65538, 257, 1, 255));
    CHECK(table.at(65536, 256) == 0xffffffffu);
    CHECK(table.at(65537, 256) == 255ull * 65538 * 257);
  }
}

TEST_CASE("oracle::box_filter is the mean of the clipped window") {
  for (const int channels : {1, 3}) {
    const Bytes image = random_bytes(23, 17, channels, 5 + std::uint64_t(channels));
    for (const int radius : {0, 1, 2, 5, 9, 16, 22, 40, 1 << 30}) {
      const Bytes output = kit::oracle::box_filter(image, radius);
      for (int y = 0; y < 17; ++y) {
        for (int x = 0; x < 23; ++x) {
          for (int c = 0; c < channels; ++c) {
            REQUIRE(int(output.at(x, y, c)) == mean_by_hand(image, x, y, c, radius));
          }
        }
      }
    }
  }
}

TEST_CASE("oracle::box_filter on closed forms") {
  CHECK(kit::oracle::box_filter(random_bytes(31, 9, 3, 1), 0) == random_bytes(31, 9, 3, 1));
  CHECK(kit::oracle::box_filter(Bytes(40, 30, 1, 137), 7) == Bytes(40, 30, 1, 137));
  SECTION("halves go up, others to the nearest") {
    Bytes image(2, 1);
    image.at(1, 0) = 1;  // mean 1/2
    CHECK(kit::oracle::box_filter(image, 1) == Bytes(2, 1, 1, 1));
    Bytes three(3, 1);
    three.at(1, 0) = 1;  // mean 1/3 in the middle
    CHECK(int(kit::oracle::box_filter(three, 1).at(1, 0)) == 0);
    three.at(2, 0) = 1;  // 2/3
    CHECK(int(kit::oracle::box_filter(three, 1).at(1, 0)) == 1);
  }
  SECTION("a ramp keeps its values where the window is whole") {
    Bytes ramp(200, 5);
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 200; ++x) ramp.at(x, y) = std::uint8_t(x);
    }
    const Bytes output = kit::oracle::box_filter(ramp, 10);
    for (int x = 10; x < 190; ++x) REQUIRE(int(output.at(x, 2)) == x);
    CHECK(int(output.at(0, 0)) == 5);  // 0 to 10
  }
  SECTION("more pixels in a window than 2^32 / 255") {
    CHECK(kit::oracle::box_filter(Bytes(65540, 257, 1, 255), 70000) == Bytes(65540, 257, 1, 255));
  }
}

TEST_CASE("oracle::box_filter refuses a negative radius") {
  CHECK(error_of<kit::InputError>([] { kit::oracle::box_filter(Bytes(3, 3), -1); }) ==
        "a box filter's radius cannot be -1");
}

TEST_CASE("The CPU baselines of lab 06 are exact, on one thread and on many") {
  for (const int channels : {1, 3}) {
    const Bytes image = random_bytes(57, 41, channels, 11);
    const auto table = kit::oracle::summed_area_table(image);
    for (const int threads : {1, 3, 50, 0}) {
      std::vector<std::uint32_t> sums(image.size());
      kit::baseline::summed_area_table(image.data(), sums.data(), 57, 41, channels, threads);
      for (int c = 0; c < channels; ++c) {
        for (int y = 0; y < 41; ++y) {
          for (int x = 0; x < 57; ++x) {
            REQUIRE(sums[std::size_t((c * 41 + y) * 57 + x)] == table.at(x, y, c));
          }
        }
      }
      for (const int radius : {0, 1, 4, 20, 60, 1 << 30}) {
        Bytes output(57, 41, channels);
        kit::baseline::box_filter(image.data(), output.data(), 57, 41, channels, radius, threads);
        REQUIRE(output == kit::oracle::box_filter(image, radius));
      }
    }
  }
}
