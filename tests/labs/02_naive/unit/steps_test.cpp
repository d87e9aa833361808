/// @file
/// Lab 02's steps: the references against closed forms and against a convolution, and the fault
/// models against the wrong line of code that each stands for.
#include "labs/02_naive/reference/first_steps.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "catch.hpp"
#include "kit/synthetic.hpp"
#include "labs/02_naive/step_cases.hpp"
#include "labs/02_naive/step_fault_models.hpp"
#include "labs/convolution/reference/oracle.hpp"

using kit::Image;
namespace grader = kit::grader;

namespace {

/// The first of these whose sentence holds the text.
const grader::Hypothesis& model_that_says(const std::vector<grader::Hypothesis>& list,
                                          const std::string& text) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const grader::Hypothesis& one) {
    return one.sentence.find(text) != std::string::npos;
  });
  REQUIRE(found != list.end());
  return *found;
}

}  // namespace

TEST_CASE("oracle::columns is x in every row") {
  const Image<double> image = kit::oracle::columns(5, 3);
  CHECK(std::vector<double>(image.values().begin(), image.values().end()) ==
        std::vector<double>{0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4});
}

TEST_CASE("oracle::gain_and_offset of a constant is one number, exactly") {
  const Image<double> image =
      kit::oracle::gain_and_offset(kit::constant(7, 4, 0.75f), -2.5f, 0.125f);
  CHECK(std::all_of(image.values().begin(), image.values().end(),
                    [](double value) { return value == -1.75; }));
}

TEST_CASE("oracle::one_tap moves an impulse against the offset") {
  const Image<double> image = kit::oracle::one_tap(kit::impulse(9, 6, 5, 2), 3, -1, 0.5f);
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 9; ++x) CHECK(image.at(x, y) == (x == 2 && y == 3 ? 0.5 : 0.0));
  const Image<double> gone = kit::oracle::one_tap(kit::constant(9, 6, 1), 9, 0, 1);
  CHECK(*std::max_element(gone.values().begin(), gone.values().end()) == 0);
}

TEST_CASE("oracle::one_tap is a convolution with one weight") {
  const Image<float> image = kit::noise(13, 8, 5);
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      kit::Filter filter{"one", 5, std::vector<float>(25)};
      filter.weights[std::size_t((dy + 2) * 5 + dx + 2)] = -0.375f;
      CHECK(kit::oracle::one_tap(image, dx, dy, -0.375f) ==
            kit::oracle::convolve(image, filter, kit::Border::zero));
    }
  }
}

TEST_CASE("oracle::mirrored: columns count down, and twice is the image") {
  const Image<float> image = kit::noise(8, 5, 3);
  const Image<double> once = kit::oracle::mirrored(image);
  Image<float> again(8, 5);
  std::copy(once.values().begin(), once.values().end(), again.data());
  CHECK(kit::oracle::mirrored(again) == kit::to_double(image));
  CHECK(once.at(0, 3) == double(image.at(7, 3)));
}

TEST_CASE("lab 02's fault models are what the wrong lines give") {
  constexpr int kWidth = 9, kHeight = 6;
  const Image<float> image = kit::noise(kWidth, kHeight, 11);
  const auto memory = [&](int index) {
    return index >= 0 && index < int(image.size()) ? double(image.data()[index]) : NAN;
  };
  const auto same = [](const Image<double>& model, auto value) {
    bool all = true;
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x) {
        const double wanted = value(x, y), got = model.at(x, y);
        all &= got == wanted || (std::isnan(got) && std::isnan(wanted));
      }
    return all;
  };
  SECTION("the bug to find: rows are counted by the height") {
    const auto list = grader::mirror_fault_models(image);
    CHECK(list[0].cause == "transposed");
    CHECK(same(list[0].output, [&](int x, int y) {
      const int pixel = y * kWidth + x;
      return memory(pixel / kHeight * kWidth + kWidth - 1 - pixel % kWidth);
    }));
  }
  SECTION("a neighbour that is not asked whether it is inside") {
    const auto list = grader::one_tap_fault_models(image, 2, -1, 0.5f);
    CHECK(same(model_that_says(list, "nothing is done").output,
               [&](int x, int y) { return 0.5 * memory((y - 1) * kWidth + x + 2); }));
  }
  SECTION("a neighbour one column too far is still taken for one inside") {
    const auto list = grader::one_tap_fault_models(image, 2, 0, 0.5f);
    CHECK(same(
        model_that_says(list, "one more beyond the image's last column").output,
        [&](int x, int y) { return x + 2 <= kWidth ? 0.5 * memory(y * kWidth + x + 2) : 0.0; }));
  }
  SECTION("the column within the block") {
    const auto list = grader::write_x_fault_models(kWidth, kHeight, {3, 2});
    CHECK(same(model_that_says(list, "within the block").output,
               [](int x, int) { return double(x % 3); }));
  }
  SECTION("the offset before the gain") {
    const auto list = grader::gain_and_offset_fault_models(image, 2, 0.25f);
    CHECK(same(model_that_says(list, "before the gain").output,
               [&](int x, int y) { return 2 * (double(image.at(x, y)) + 0.25); }));
  }
  SECTION("some mistake fits so few pixels by luck") {
    CHECK(grader::mirror_fault_models(kit::noise(5, 3, 1)).empty());
    CHECK(grader::write_x_fault_models(3, 5, {1, 1}).empty());
  }
}

TEST_CASE(
    "lab 02's steps: whole blocks for the first, and a remainder of each kind for the others") {
  bool beyond_columns = false, beyond_rows = false, smaller = false;
  for (const grader::Case& one : grader::step_cases(1)) {
    const int block_width = one.call.params.at("block").at(0);
    const int block_height = one.call.params.at("block").at(1);
    const int width = one.expected.width(), height = one.expected.height();
    if (one.stage == "write_x") {
      CHECK(width % block_width == 0);
      CHECK(height % block_height == 0);
      continue;
    }
    beyond_columns |= width % block_width != 0 && height % block_height == 0;
    beyond_rows |= width % block_width == 0 && height % block_height != 0;
    smaller |= width < block_width && height < block_height;
  }
  CHECK((beyond_columns && beyond_rows && smaller));
}
