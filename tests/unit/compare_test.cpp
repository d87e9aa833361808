#include "kit/compare.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "error_of.hpp"

using kit::compare;
using kit::Image;

namespace {
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
}  // namespace

TEST_CASE("is_finite tells NaN and infinity by their bits") {
  CHECK(kit::is_finite(0.0f));
  CHECK(kit::is_finite(std::numeric_limits<float>::denorm_min()));
  CHECK(kit::is_finite(-std::numeric_limits<float>::max()));
  CHECK_FALSE(kit::is_finite(kNan));
  CHECK_FALSE(kit::is_finite(-kNan));
  CHECK_FALSE(kit::is_finite(-kInfinity));
  CHECK(kit::is_finite(std::numeric_limits<double>::max()));
  CHECK_FALSE(kit::is_finite(std::numeric_limits<double>::quiet_NaN()));
  CHECK_FALSE(kit::is_finite(std::numeric_limits<double>::infinity()));
}

TEST_CASE("compare finds nothing wrong with equal images") {
  const Image<float> got(5, 4, 1, 0.25f);
  const kit::Comparison result = compare(got, kit::to_double(got), 0);
  CHECK(result.max_abs_error == 0);
  CHECK(result.mse == 0);
  CHECK(result.above_tolerance == 0);
  CHECK(result.within(0));
  CHECK(result.expected == 0.25);
  CHECK(result.got == 0.25);
}

TEST_CASE("compare reports the worst value, its place, and how many are too far") {
  Image<float> got(4, 3, 2);
  const Image<double> expected(4, 3, 2);
  got.at(1, 0, 0) = 0.5f;
  got.at(3, 2, 1) = -2.0f;
  got.at(0, 1, 0) = 0.125f;
  const kit::Comparison result = compare(got, expected, 0.125);
  CHECK(result.max_abs_error == 2);
  CHECK(result.mse == (0.25 + 4 + 0.015625) / 24);
  CHECK(result.worst_x == 3);
  CHECK(result.worst_y == 2);
  CHECK(result.worst_channel == 1);
  CHECK(result.expected == 0);
  CHECK(result.got == -2);
  CHECK(result.above_tolerance == 2);  // 0.125 is within
  CHECK(result.non_finite == 0);
  CHECK_FALSE(result.within(1.99));
  CHECK(result.within(2));
}

TEST_CASE("compare measures in double what float32 would round away") {
  const Image<float> got(1, 1, 1, 1.0f);
  CHECK(compare(got, Image<double>(1, 1, 1, 1 + 1e-12), 1).max_abs_error ==
        Approx(1e-12).epsilon(1e-3));
}

TEST_CASE("compare lets no NaN or infinity pass, and points at the first") {
  for (const float bad : {kNan, kInfinity, -kInfinity}) {
    Image<float> got(4, 3, 1, 0.0f);
    got.at(0, 0) = 100.0f;  // the largest error, but not the worst
    got.at(2, 1) = bad;
    got.at(3, 2) = bad;
    got.at(0, 2) = 200.0f;
    const kit::Comparison result = compare(got, Image<double>(4, 3), 1000);
    CHECK(result.non_finite == 2);
    CHECK(result.above_tolerance == 2);
    CHECK(std::isinf(result.max_abs_error));
    CHECK(std::isinf(result.mse));
    CHECK(result.worst_x == 2);
    CHECK(result.worst_y == 1);
    CHECK_FALSE(kit::is_finite(result.got));
    CHECK_FALSE(result.within(std::numeric_limits<double>::infinity()));
  }
}

TEST_CASE("compare passes nothing for a tolerance that is NaN") {
  const Image<float> got(2, 2);
  const kit::Comparison result = compare(got, Image<double>(2, 2), kNan);
  CHECK(result.above_tolerance == 4);
  CHECK_FALSE(result.within(kNan));
}

TEST_CASE("compare refuses sizes that differ, nothing, and a reference that is not finite") {
  const Image<float> got(3, 2);
  CHECK(contains(error_of([&] { compare(got, Image<double>(2, 3), 1); }), "2 x 3 x 1"));
  CHECK(contains(error_of([&] { compare(got, Image<double>(3, 2, 3), 1); }), "3 x 2 x 3"));
  CHECK(contains(error_of([] { compare(Image<float>(), Image<double>(), 1); }), "empty"));
  Image<double> expected(3, 2);
  expected.at(1, 1) = std::numeric_limits<double>::quiet_NaN();
  CHECK(contains(error_of<kit::HarnessError>([&] { compare(got, expected, 1); }), "not finite"));
}

TEST_CASE("psnr is 10 log10(peak^2 / mse)") {
  CHECK(kit::psnr(0.01) == Approx(20));
  CHECK(kit::psnr(65.025, 255) == Approx(30));
  CHECK(std::isinf(kit::psnr(0)));
  CHECK(kit::psnr(0) > 0);
  CHECK(kit::psnr(std::numeric_limits<double>::infinity()) < 0);
}
