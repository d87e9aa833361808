#include "labs/convolution/baseline/baseline.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "kit/compare.hpp"
#include "kit/synthetic.hpp"
#include "labs/convolution/reference/oracle.hpp"
#include "labs/convolution/reference/two_pass.hpp"
#include "unit/error_of.hpp"

using kit::Border;
using kit::Filter;
using kit::Image;

namespace {

/// Weights without any symmetry, negative ones too.
Filter random_filter(int width, std::uint64_t seed) {
  Filter filter{"random", width, {}};
  kit::Random random(seed);
  for (int n = 0; n < width * width; ++n) filter.weights.push_back(random.uniform() - 0.5f);
  return filter;
}

/// The same for one line, magnitudes at most 1 / taps.
std::vector<float> random_vector(int taps, std::uint64_t seed) {
  std::vector<float> weights(static_cast<std::size_t>(taps));
  kit::Random random(seed);
  for (float& weight : weights) weight = (2 * random.uniform() - 1) / static_cast<float>(taps);
  return weights;
}

/// Float32 rounding of one sum: each of the n additions errs by 2^-24 of a partial sum at most.
double tolerance(const Filter& filter) {
  double magnitude = 0;
  for (const float weight : filter.weights) magnitude += std::abs(static_cast<double>(weight));
  return magnitude * static_cast<double>(filter.weights.size() + 1) * 0x1p-24;
}

/// An output of NaN, so that what is not written shows.
Image<float> unwritten(const Image<float>& like) {
  return Image<float>(like.width(), like.height(), 1, std::numeric_limits<float>::quiet_NaN());
}

Image<float> convolve(const Image<float>& image, const Filter& filter, Border border) {
  Image<float> result = unwritten(image);
  kit::baseline::convolve(image.data(), result.data(), image.width(), image.height(),
                          filter.weights.data(), filter.width, border);
  return result;
}

void check_against_oracle(int width, int height, int filter_width) {
  const Image<float> image = kit::noise(width, height, 11);
  const Filter filter = random_filter(filter_width, 12);
  for (const Border border : {Border::zero, Border::clamp}) {
    INFO(width << " x " << height << ", filter " << filter_width << ", " << to_string(border));
    const Image<float> got = convolve(image, filter, border);
    const kit::Comparison result =
        kit::compare(got, kit::oracle::convolve(image, filter, border), tolerance(filter));
    INFO("at " << result.worst_x << ", " << result.worst_y);
    CHECK(result.above_tolerance == 0);
  }
}

}  // namespace

TEST_CASE("baseline::convolve agrees with the oracle at every width up to two blocks") {
  for (int width = 1; width <= 270; ++width) check_against_oracle(width, 3, 3);
}

TEST_CASE("baseline::convolve agrees with the oracle for all filter widths and shapes") {
  for (const int filter_width : {1, 3, 5, 7, 15, 31}) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {1, 40}, {40, 1}, {2, 2}, {37, 23}, {129, 65}, {8, 100}}) {
      check_against_oracle(width, height, filter_width);
    }
  }
}

TEST_CASE("baseline::convolve agrees with the oracle for filters wider than the image") {
  check_against_oracle(5, 4, 101);
  check_against_oracle(1, 1, 511);
  check_against_oracle(3, 300, 151);
  check_against_oracle(300, 3, 151);
}

TEST_CASE("baseline::convolve writes its output and nothing beside it") {
  constexpr int kWidth = 75, kHeight = 9, kGuard = 256;
  const Image<float> image = kit::noise(kWidth, kHeight, 3);
  const Filter filter = random_filter(5, 4);
  std::vector<float> memory(kWidth * kHeight + 2 * kGuard, 77.0f);
  kit::baseline::convolve(image.data(), memory.data() + kGuard, kWidth, kHeight,
                          filter.weights.data(), 5, Border::clamp);
  for (std::size_t n = 0; n < kGuard; ++n) {
    REQUIRE(memory[n] == 77.0f);
    REQUIRE(memory[memory.size() - 1 - n] == 77.0f);
  }
}

TEST_CASE("baseline::convolve_parallel gives the same bits for any number of threads") {
  const Image<float> image = kit::noise(83, 29, 5);
  const Filter filter = random_filter(7, 6);
  for (const Border border : {Border::zero, Border::clamp}) {
    const Image<float> expected = convolve(image, filter, border);
    for (const int threads : {0, 1, 2, 3, 29, 100}) {
      Image<float> got = unwritten(image);
      kit::baseline::convolve_parallel(image.data(), got.data(), 83, 29, filter.weights.data(), 7,
                                       border, threads);
      INFO(threads << " threads");
      CHECK(got == expected);
    }
  }
  CHECK(contains(error_of([&] {
                   kit::baseline::convolve_parallel(nullptr, nullptr, 1, 1, nullptr, 1,
                                                    Border::zero, -1);
                 }),
                 "-1 threads"));
}

TEST_CASE("baseline::separable agrees with the oracle for all widths, borders and threads") {
  for (const int taps : {1, 3, 7, 15, 101}) {
    const kit::SeparableFilter filter{"random", random_vector(taps, 13), random_vector(taps, 14)};
    for (const auto& [width, height] :
         {std::pair{1, 1}, {1, 40}, {40, 1}, {37, 23}, {129, 65}, {8, 100}, {300, 3}}) {
      const Image<float> image = kit::noise(width, height, 15);
      for (const Border border : {Border::zero, Border::clamp}) {
        INFO(taps << " taps, " << width << " x " << height << ", " << to_string(border));
        Image<float> one = unwritten(image), several = one;
        kit::baseline::separable(image.data(), one.data(), width, height, filter.row.data(),
                                 filter.column.data(), taps, border);
        // Two sums of `taps` weights of at most 1 / taps each.
        const kit::Comparison result = kit::compare(
            one, kit::oracle::separable(image, filter, border), (2 * taps + 1) * 0x1p-24);
        CHECK(result.above_tolerance == 0);
        for (const int threads : {0, 2, 100}) {
          kit::baseline::separable_parallel(image.data(), several.data(), width, height,
                                            filter.row.data(), filter.column.data(), taps, border,
                                            threads);
          CHECK(several == one);
        }
      }
    }
  }
}

TEST_CASE("baseline::sobel_magnitude agrees with the oracle") {
  for (const auto& [width, height] :
       {std::pair{1, 1}, {1, 9}, {9, 1}, {2, 2}, {67, 31}, {640, 4}}) {
    const Image<float> image = kit::noise(width, height, 8);
    for (const Border border : {Border::zero, Border::clamp}) {
      Image<float> got = unwritten(image);
      kit::baseline::sobel_magnitude(image.data(), got.data(), width, height, border);
      INFO(width << " x " << height << ", " << to_string(border));
      CHECK(kit::compare(got, kit::oracle::sobel_magnitude(image, border), 4e-6).above_tolerance ==
            0);
    }
  }
}
