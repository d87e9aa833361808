/// @file
/// The images of timed launches, and which lines of their outputs are looked at.
#include "grader/protocol/launch_noise.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "catch.hpp"
#include "grader/lab/suite.hpp"
#include "grader/protocol/tensor.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

TEST_CASE("the generator is Philox4x32-10", "[judge]") {
  // The first of the known answers that its authors publish (Random123, kat_vectors).
  const NoiseWords words = noise_words(0, 0);
  CHECK(words.word[0] == 0x6627e8d5u);
  CHECK(words.word[1] == 0xe169c58du);
  CHECK(words.word[2] == 0xbc57ac4cu);
  CHECK(words.word[3] == 0x9b00dbd8u);
}

TEST_CASE("noise is the same on any number of threads, and ends where the image does", "[judge]") {
  for (const Shape& shape : {Shape{DType::f32, 33, 7, 1}, Shape{DType::u8, 37, 5, 3}}) {
    constexpr std::byte kUntouched{0x5A};
    std::vector<std::byte> one(shape.bytes() + 16, kUntouched), many = one;
    fill_noise(one.data(), shape, 0x123456789ABCDEFu, 1);
    fill_noise(many.data(), shape, 0x123456789ABCDEFu, 5);
    CHECK(one == many);
    CHECK(std::all_of(one.end() - 16, one.end(), [&](std::byte b) { return b == kUntouched; }));
    std::vector<std::byte> other(one.size(), kUntouched);
    fill_noise(other.data(), shape, 0x123456789ABCDEEu, 1);
    CHECK(one != other);
  }
  std::vector<float> values(64 * 64);
  fill_noise(values.data(), {DType::f32, 64, 64, 1}, 7, 2);
  double sum = 0;
  for (const float value : values) sum += value;
  CHECK(std::abs(sum / double(values.size()) - 0.5) < 0.02);
  CHECK(*std::min_element(values.begin(), values.end()) >= 0);
  CHECK(*std::max_element(values.begin(), values.end()) < 1);
  CHECK_THROWS_AS(fill_noise(values.data(), {DType::u32, 4, 4, 1}, 7, 1), HarnessError);
}

TEST_CASE("four bytes a pixel are patches of one colour with grain on them", "[judge]") {
  const Shape shape{DType::u8, 150, 70, 4};
  std::vector<std::uint8_t> one(shape.bytes()), many(shape.bytes());
  fill_noise(one.data(), shape, 5, 1);
  fill_noise(many.data(), shape, 5, 4);
  CHECK(one == many);
  const auto at = [&](int x, int y, int channel) {
    return int(one[std::size_t((y * 150 + x) * 4 + channel)]);
  };
  int inside = 0, across = 0;  // largest differences of neighbours
  for (int y = 0; y < 70; ++y)
    for (int x = 1; x < 150; ++x)
      for (int channel = 0; channel < 3; ++channel) {
        int& largest = x % 64 == 0 ? across : inside;
        largest = std::max(largest, std::abs(at(x, y, channel) - at(x - 1, y, channel)));
        CHECK(at(x, y, channel) >= 32);
        CHECK(at(x, y, channel) <= 217);
      }
  CHECK(inside == 15);
  CHECK(across > 30);
}

TEST_CASE("a call's noise is made when it is wanted", "[judge]") {
  Call call;
  call.inputs = {{Tensor(), to_tensor(std::vector<float>{1, 2})}};
  add_noise(call, 1);  // it has none
  CHECK(call.inputs[0][0].bytes.empty());
  take_noise(call, {DType::u8, 5, 3, 1}, 9);
  CHECK(call.timed);
  CHECK(call.inputs[0][0].bytes.empty());
  add_noise(call, 1);
  CHECK(call.inputs[0][0].bytes.size() == 15);
  CHECK(call.inputs[0][1].bytes.size() == 8);
}

TEST_CASE("lines that are looked at are drawn, in order, with the first and the last", "[judge]") {
  const Lines rows = picked_lines(1000, 20, 3), others = picked_lines(1000, 20, 4);
  CHECK_FALSE(rows.columns);
  CHECK(std::is_sorted(rows.numbers.begin(), rows.numbers.end()));
  CHECK(std::adjacent_find(rows.numbers.begin(), rows.numbers.end()) == rows.numbers.end());
  CHECK(rows.numbers.front() == 0);
  CHECK(rows.numbers.back() == 999);
  CHECK(rows.numbers != others.numbers);
  CHECK(picked_lines(1, 20, 3).numbers == std::vector<int>{0});
  CHECK(picked_lines(9, 2, 3, true).columns);
  CHECK(all_rows(3).numbers == std::vector<int>{0, 1, 2});
  const Shape image{DType::f32, 40, 30, 4};
  CHECK(shape_of(Lines{false, {1, 5}}, image) == Shape{DType::f32, 40, 2, 4});
  CHECK(shape_of(Lines{true, {1, 5, 6}}, image) == Shape{DType::f32, 30, 3, 4});
}

TEST_CASE("rows around a row stop at the image's edges", "[judge]") {
  const RowsAround inside = rows_around(10, 3, 40), top = rows_around(1, 3, 40),
                   bottom = rows_around(39, 3, 40);
  CHECK((inside.first == 7 && inside.last == 13));
  CHECK((top.first == 0 && top.last == 4));
  CHECK((bottom.first == 36 && bottom.last == 39));
  Tensor image = to_tensor(Image<float>(2, 3));
  for (int i = 0; i < 6; ++i) image.as<float>()[i] = float(i);
  const Image<float> rows = to_float_rows(image, 1, 2);
  CHECK(rows.height() == 2);
  CHECK(rows.at(1, 0) == 3);
  CHECK_THROWS_AS(to_byte_rows(image, 1, 2), HarnessError);
}

}  // namespace
}  // namespace kit::grader
