#include "kit/filters.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "catch.hpp"
#include "error_of.hpp"

using kit::Filter;
using kit::make_filter;

namespace {

double sum(const Filter& filter) {
  return std::accumulate(filter.weights.begin(), filter.weights.end(), 0.0);
}

double weight(const Filter& filter, int i, int j) {
  const int index = (j + filter.radius()) * filter.width + i + filter.radius();
  return filter.weights[std::size_t(index)];
}

std::string refusal_of_filter(const std::string& name) {
  return error_of([&] { make_filter(name); });
}

}  // namespace

TEST_CASE("validate refuses even, empty and too wide filters and wrong counts") {
  CHECK(contains(error_of([] { validate(Filter{"even", 2, {1, 1, 1, 1}}); }), "odd"));
  CHECK(contains(error_of([] { validate(Filter{"empty", 0, {}}); }), "width is 0"));
  const Filter wide{"wide", 513, std::vector<float>(513 * 513)};
  CHECK(contains(error_of([&] { validate(wide); }), "511"));
  CHECK(contains(error_of([] { validate(Filter{"few", 3, {1, 2, 3}}); }), "needs 9"));
  CHECK_NOTHROW(validate(Filter{"one", 1, {1}}));
}

TEST_CASE("every fixed name makes a valid filter of that name") {
  const std::vector<std::string> names = {"identity", "gaussian3", "gaussian5", "gaussian7",
                                          "sobel_x",  "sobel_y",   "laplacian", "box3",
                                          "box5",     "sharpen",   "emboss"};
  CHECK(kit::filter_names() == names);
  for (const std::string& name : names) {
    const Filter filter = make_filter(name);
    CHECK(filter.name == name);
    CHECK_NOTHROW(validate(filter));
  }
}

TEST_CASE("the fixed filters have the weights of the literature") {
  CHECK(make_filter("identity").weights == std::vector<float>{0, 0, 0, 0, 1, 0, 0, 0, 0});
  CHECK(make_filter("sobel_x").weights == std::vector<float>{-1, 0, 1, -2, 0, 2, -1, 0, 1});
  CHECK(make_filter("sobel_y").weights == std::vector<float>{-1, -2, -1, 0, 0, 0, 1, 2, 1});
  CHECK(make_filter("laplacian").weights == std::vector<float>{0, 1, 0, 1, -4, 1, 0, 1, 0});
  CHECK(make_filter("sharpen").weights == std::vector<float>{0, -1, 0, -1, 5, -1, 0, -1, 0});
  CHECK(make_filter("emboss").weights == std::vector<float>{-2, -1, 0, -1, 1, 1, 0, 1, 2});
  const Filter gaussian3 = make_filter("gaussian3");
  CHECK(gaussian3.weights == std::vector<float>{1 / 16.f, 2 / 16.f, 1 / 16.f, 2 / 16.f, 4 / 16.f,
                                                2 / 16.f, 1 / 16.f, 2 / 16.f, 1 / 16.f});
  CHECK(weight(make_filter("gaussian5"), -2, 1) == 4.0 / 256);
  CHECK(weight(make_filter("gaussian7"), 0, 3) == 20.0 / 4096);
}

TEST_CASE("the binomial filters sum to exactly one") {
  for (const char* name : {"gaussian3", "gaussian5", "gaussian7"}) {
    CHECK(sum(make_filter(name)) == 1.0);
  }
}

TEST_CASE("box_filter shares one evenly") {
  for (const int width : {1, 3, 15, 511}) {
    const Filter filter = kit::box_filter(width);
    CHECK(filter.weights.front() == 1.0f / static_cast<float>(width * width));
    CHECK(sum(filter) == Approx(1).epsilon(1e-6));
  }
  CHECK(make_filter("box:5").weights == make_filter("box5").weights);
}

TEST_CASE("gaussian_filter follows exp(-r^2 / (2 sigma^2)) and sums to one") {
  const Filter filter = kit::gaussian_filter(1.5, 9);
  CHECK(sum(filter) == Approx(1).epsilon(1e-6));
  CHECK(weight(filter, 3, -2) / weight(filter, 0, 0) ==
        Approx(std::exp(-13 / (2 * 1.5 * 1.5))).epsilon(1e-6));
  CHECK(weight(filter, 3, -2) == weight(filter, -2, 3));
}

TEST_CASE("gaussian_filter is separable") {
  const Filter filter = kit::gaussian_filter(2.2, 13);
  for (int j = -6; j <= 6; ++j) {
    for (int i = -6; i <= 6; ++i) {
      CHECK(weight(filter, i, j) * weight(filter, 0, 0) ==
            Approx(weight(filter, i, 0) * weight(filter, 0, j)).epsilon(1e-6));
    }
  }
}

TEST_CASE("gaussian_filter goes from identity to box as sigma grows") {
  CHECK(weight(kit::gaussian_filter(kit::kMinSigma, 5), 0, 0) == Approx(1).epsilon(1e-9));
  const Filter wide = kit::gaussian_filter(kit::kMaxSigma, 5);
  CHECK(wide.weights.front() == Approx(1 / 25.0).epsilon(1e-4));
}

TEST_CASE("laplacian_of_gaussian_filter sums to zero and changes sign at r = sqrt(2) sigma") {
  for (const double sigma : {0.5, 1.4, 2.5, 20.0}) {
    const int width = 2 * static_cast<int>(std::ceil(3 * sigma)) + 1;
    const Filter filter = kit::laplacian_of_gaussian_filter(sigma, width);
    double magnitude = 0;
    for (const float value : filter.weights) magnitude += std::abs(static_cast<double>(value));
    CHECK(std::abs(sum(filter)) <= 1e-7 * magnitude);
    CHECK(weight(filter, 0, 0) < 0);
    const int beyond = static_cast<int>(std::ceil(1.5 * sigma));
    CHECK(weight(filter, beyond, 0) > 0);
  }
}

TEST_CASE("laplacian_of_gaussian_filter has the closed form's shape") {
  // Differences of weights do not see the shift to sum zero.
  const double sigma = 3;
  const Filter filter = kit::laplacian_of_gaussian_filter(sigma, 25);
  const auto closed = [sigma](int i, int j) {
    const double e = (i * i + j * j) / (2 * sigma * sigma);
    return -1 / (3.14159265358979323846 * std::pow(sigma, 4)) * (1 - e) * std::exp(-e);
  };
  for (const auto& [i, j] : {std::pair{1, 0}, {0, 4}, {3, 5}, {-7, 2}, {12, 12}}) {
    CHECK(weight(filter, i, j) - weight(filter, 0, 0) ==
          Approx(closed(i, j) - closed(0, 0)).epsilon(1e-5));
  }
}

TEST_CASE("laplacian_of_gaussian_filter turns x^2 + y^2 into 4") {
  const Filter filter = kit::laplacian_of_gaussian_filter(2, 25);
  double response = 0;
  for (int j = -12; j <= 12; ++j) {
    for (int i = -12; i <= 12; ++i) response += weight(filter, i, j) * (i * i + j * j);
  }
  CHECK(response == Approx(4).epsilon(1e-4));
}

TEST_CASE("make_filter reads parameters and their defaults") {
  CHECK(make_filter("box:7").width == 7);
  CHECK(make_filter("gaussian:1.5:9").weights == kit::gaussian_filter(1.5, 9).weights);
  CHECK(make_filter("gaussian:1.5").width == 11);
  CHECK(make_filter("gaussian:85").width == 511);
  CHECK(make_filter("log:9").weights == kit::laplacian_of_gaussian_filter(1.5, 9).weights);
  CHECK(make_filter("log:9:2").weights == kit::laplacian_of_gaussian_filter(2, 9).weights);
  CHECK(make_filter("log:9").name == "log:9:1.5");
}

TEST_CASE("make_filter says what is wrong with a parameter") {
  for (const char* name : {"box:4", "box:0", "box:-3", "box:513", "gaussian:1:2", "log:1"}) {
    INFO(name);
    CHECK(contains(refusal_of_filter(name), "must be odd"));
  }
  for (const char* name : {"gaussian:0", "gaussian:-1", "gaussian:86", "gaussian:0:3", "log:9:0",
                           "log:9:-2", "gaussian:1e300:5"}) {
    INFO(name);
    CHECK(contains(refusal_of_filter(name), "must be between"));
  }
  for (const char* name : {"box:", "box:3x", "box: 3", "box:3.0", "box:99999999999", "gaussian:",
                           "gaussian:nan", "gaussian:inf", "gaussian:1,5", "gaussian:1e999",
                           "gaussian:1:3:", "gaussian:2:x", "log:", "log:9:", "log:x:1"}) {
    INFO(name);
    CHECK(contains(refusal_of_filter(name), "gaussian:SIGMA"));
  }
}

TEST_CASE("make_filter lists the names when it knows none") {
  for (const char* name :
       {"", "Box3", "blur", "box", "gaussian", "log", "box3 ", "box:3:3", ":3"}) {
    INFO(name);
    const std::string message = refusal_of_filter(name);
    CHECK(contains(message, "unknown filter"));
    CHECK(contains(message, "emboss"));
    CHECK(contains(message, "log:WIDTH"));
  }
}

TEST_CASE("sigma that is not a number is refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(contains(error_of([&] { kit::gaussian_filter(nan, 3); }), "must be between"));
  CHECK(contains(error_of([&] { kit::laplacian_of_gaussian_filter(nan, 3); }), "must be between"));
}

TEST_CASE("borders are read by name and written back") {
  CHECK(kit::parse_border("zero") == kit::Border::zero);
  CHECK(kit::parse_border("clamp") == kit::Border::clamp);
  CHECK(kit::to_string(kit::Border::zero) == "zero");
  CHECK(kit::to_string(kit::Border::clamp) == "clamp");
  CHECK(contains(error_of([] { kit::parse_border("mirror"); }), "choose zero or clamp"));
}
