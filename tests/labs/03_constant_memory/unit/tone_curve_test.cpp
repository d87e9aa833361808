#include "labs/03_constant_memory/reference/tone_curve.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "catch.hpp"
#include "kit/synthetic.hpp"
#include "unit/error_of.hpp"

using kit::Image;
using kit::ToneTable;

TEST_CASE("gamma_table: the ends stay, the middle moves as computed by hand") {
  // 255 * (128 / 255)^2 = 64.25, 255 * (64 / 255)^0.5 = 127.75
  const ToneTable darker = kit::gamma_table(2), brighter = kit::gamma_table(0.5);
  CHECK(int(darker[0]) == 0);
  CHECK(int(darker[128]) == 64);
  CHECK(int(darker[255]) == 255);
  CHECK(int(brighter[64]) == 128);
  const ToneTable same = kit::gamma_table(1);
  for (int level = 0; level < 256; ++level) CHECK(int(same[std::size_t(level)]) == level);
}

TEST_CASE("gamma_table refuses what is no useful gamma") {
  for (const double gamma : {0.0, -1.0, 11.0, std::nan("")}) {
    CHECK(contains(error_of([&] { kit::gamma_table(gamma); }), "0.1 to 10"));
  }
}

TEST_CASE("oracle::tone_curve looks every value up") {
  Image<std::uint8_t> image(3, 2);
  for (int n = 0; n < 6; ++n) image.data()[n] = std::uint8_t(51 * n);  // 0, 51 ... 255
  ToneTable table;
  for (int n = 0; n < 256; ++n) table[std::size_t(n)] = std::uint8_t(255 - n);
  const Image<double> result = kit::oracle::tone_curve(image, table);
  CHECK(std::vector<double>(result.values().begin(), result.values().end()) ==
        std::vector<double>{255, 204, 153, 102, 51, 0});
}

TEST_CASE("baseline::tone_curve equals the oracle on any number of threads") {
  kit::Random random(3);
  for (const int width : {1, 5, 1000}) {
    Image<std::uint8_t> image(width, 7);
    for (std::uint8_t& value : image.values()) value = std::uint8_t(random.integer(0, 255));
    const ToneTable table = kit::gamma_table(2.2);
    const Image<double> expected = kit::oracle::tone_curve(image, table);
    for (const int threads : {1, 3, 0}) {
      std::vector<std::uint8_t> output(image.size());
      kit::baseline::tone_curve(image.data(), output.data(), image.size(), table, threads);
      CHECK(std::equal(output.begin(), output.end(), expected.data()));
    }
  }
}
