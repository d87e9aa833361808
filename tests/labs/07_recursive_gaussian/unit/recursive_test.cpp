#include "labs/07_recursive_gaussian/reference/recursive.hpp"
#include "labs/07_recursive_gaussian/baseline/recursive_baseline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "catch.hpp"
#include "kit/compare.hpp"
#include "kit/error.hpp"
#include "kit/synthetic.hpp"

using namespace kit;

namespace {

using Line = std::vector<double>;
constexpr double kSigmas[] = {0.5, 1, 2.4, 2.5, 5, 30, 100};

Line noise_line(int length, std::uint64_t seed) {
  Random random(seed);
  Line line;
  for (int k = 0; k < length; ++k) line.push_back(random.uniform());
  return line;
}

Line one(int length, int at) {
  Line line(static_cast<std::size_t>(length), 0.0);
  line[static_cast<std::size_t>(at)] = 1;
  return line;
}

Line exact(const Line& line, double sigma) {
  return oracle::recursive_line(line, recursive_coefficients(sigma), LineEnds::exact);
}

double largest_difference(const Line& a, const Line& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

/// The cascade form with the matrix for its end: what the oracle does not use.
Line by_cascade(const Line& line, double sigma) {
  const RecursiveCoefficients c = recursive_coefficients(sigma);
  double u = line.front(), w = u, d = 0;
  const auto step = [&](double sample) {
    u += c.p * (sample - u);
    d = c.e1 * (u - w) + c.e2 * d;
    return w += d;
  };
  Line result;
  for (const double sample : line) result.push_back(step(sample));
  const double x = line.back(), far[3] = {u - x, w - x, d};
  const auto end = [&](std::size_t row) {
    return c.end_cascade[3 * row] * far[0] + c.end_cascade[3 * row + 1] * far[1] +
           c.end_cascade[3 * row + 2] * far[2];
  };
  u = x + end(0);
  w = x + end(1);
  d = end(2);
  for (std::size_t k = line.size(); k-- > 0;) result[k] = step(result[k]);
  return result;
}

}  // namespace

TEST_CASE("recursive coefficients agree with the polynomials of Young and van Vliet") {
  for (const double sigma : kSigmas) {
    const RecursiveCoefficients c = recursive_coefficients(sigma);
    const double q = c.q;
    const double b0 = 1.57825 + 2.44413 * q + 1.4281 * q * q + 0.422205 * q * q * q;
    CHECK(c.a1 == Approx((2.44413 * q + 2.8562 * q * q + 1.266615 * q * q * q) / b0).epsilon(2e-5));
    CHECK(c.a2 == Approx(-(1.4281 * q * q + 1.266615 * q * q * q) / b0).epsilon(2e-5));
    CHECK(c.a3 == Approx(0.422205 * q * q * q / b0).epsilon(2e-5));
    CHECK(c.gain == Approx(1.57825 / b0).epsilon(2e-5));
    CHECK(1 - c.a1 - c.a2 - c.a3 == Approx(c.gain).epsilon(1e-8));
  }
}

TEST_CASE("q jumps at sigma 2.5") {
  CHECK(recursive_coefficients(2.4999999).q == Approx(1.598).margin(1e-3));
  CHECK(recursive_coefficients(2.5).q == Approx(1.504).margin(1e-3));
}

TEST_CASE("recursive coefficients refuse a sigma that the filter is not made for") {
  for (const double sigma : {0.0, -1.0, 0.49, 100.1, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(recursive_coefficients(sigma), InputError);
  }
  CHECK_NOTHROW(recursive_coefficients(0.5));
  CHECK_NOTHROW(recursive_coefficients(100));
}

TEST_CASE("boundaries are known by name") {
  CHECK(parse_line_ends("exact") == LineEnds::exact);
  CHECK(parse_line_ends("duplicate") == LineEnds::duplicate);
  CHECK_THROWS_AS(parse_line_ends("clamp"), InputError);
}

TEST_CASE("the matrix for the end is Triggs and Sdika's") {
  for (const double sigma : {1.0, 5.0, 20.0}) {
    const RecursiveCoefficients c = recursive_coefficients(sigma);
    const double a1 = c.a1, a2 = c.a2, a3 = c.a3;
    const double s = 1 / ((1 + a1 - a2 + a3) * (1 - a1 - a2 - a3) * (1 + a2 + (a1 - a3) * a3));
    const double rows[2][3] = {
        {a1 + a2 * a3, (1 - a2) * (a2 + a1 * a3), a3 * (1 - a2 - a1 * a3 - a3 * a3)},
        {a1 * a3 + a2 + a1 * a1 - a2 * a2,
         a1 * a2 + a3 * a2 * a2 - a1 * a3 * a3 - a3 * a3 * a3 - a2 * a3 + a3, a3 * (a1 + a2 * a3)}};
    // Theirs begins one place earlier: rows 1 and 2 of it are rows 0 and 1 here.
    for (std::size_t row = 0; row < 2; ++row) {
      for (std::size_t k = 0; k < 3; ++k)
        CHECK(c.end_direct[3 * row + k] == Approx(c.gain * s * rows[row][k]).epsilon(1e-6));
    }
  }
}

TEST_CASE("both forms with their matrices are the filter on a line that goes on for ever") {
  for (const double sigma : kSigmas) {
    const Line line = noise_line(300, 3);
    CHECK(largest_difference(exact(line, sigma), by_cascade(line, sigma)) < 1e-9);
  }
}

TEST_CASE("a recursive Gaussian leaves a constant alone") {
  for (const double sigma : kSigmas) {
    const RecursiveCoefficients c = recursive_coefficients(sigma);
    for (const int length : {1, 2, 3, 50}) {
      const Line line(static_cast<std::size_t>(length), 0.7);
      CHECK(largest_difference(exact(line, sigma), line) < 1e-8);
      CHECK(largest_difference(oracle::recursive_line(line, c, LineEnds::duplicate), line) < 1e-8);
      CHECK(largest_difference(
                oracle::two_way_line(line, c, gaussian_weights(sigma, 4), LineEnds::exact), line) <
            1e-8);
    }
  }
}

TEST_CASE("a recursive Gaussian leaves a ramp alone, away from its ends") {
  Line ramp;
  for (int k = 0; k < 400; ++k) ramp.push_back(k / 400.0);
  const Line filtered = exact(ramp, 5);
  for (std::size_t k = 100; k < 300; ++k) CHECK(filtered[k] == Approx(ramp[k]).epsilon(1e-7));
}

TEST_CASE("the response to an impulse is even, sums to 1 and is near a Gaussian") {
  struct {
    double sigma, off_peak;
  } const known[] = {{1, 0.094}, {5, 0.033}, {30, 0.014}, {100, 0.012}};
  for (const auto& [sigma, off_peak] : known) {
    const int middle = int(20 * sigma) + 40, length = 2 * middle + 1;
    const Line response = exact(one(length, middle), sigma);
    const Line weights = gaussian_weights(sigma, middle);
    double worst = 0;
    for (int k = 0; k <= middle; ++k) {
      const double right = response[std::size_t(middle + k)];
      CHECK(right == Approx(response[std::size_t(middle - k)]).margin(1e-9));
      worst = std::max(worst, std::abs(right - weights[std::size_t(k)]));
    }
    CHECK(std::accumulate(response.begin(), response.end(), 0.0) == Approx(1).epsilon(1e-7));
    CHECK(worst / weights[0] < off_peak);
  }
}

TEST_CASE("padding by 3, 4 and 6 sigma approaches the exact boundary") {
  const double sigma = 8;
  const RecursiveCoefficients c = recursive_coefficients(sigma);
  const Line line = noise_line(120, 5), right = exact(line, sigma);
  struct {
    int sigmas;
    double error;
  } const known[] = {{3, 5e-4}, {4, 5e-5}, {6, 2e-6}};
  double last = 1;
  for (const auto& [sigmas, error] : known) {
    const auto padding = static_cast<std::size_t>(sigmas * sigma);
    Line padded(padding, line.front());
    padded.insert(padded.end(), line.begin(), line.end());
    padded.insert(padded.end(), padding, line.back());
    Line filtered = oracle::recursive_line(padded, c, LineEnds::duplicate);
    filtered =
        Line(filtered.begin() + std::ptrdiff_t(padding), filtered.end() - std::ptrdiff_t(padding));
    const double difference = largest_difference(filtered, right);
    CHECK(difference < error);
    CHECK(difference < last);
    last = difference;
  }
  CHECK(largest_difference(oracle::recursive_line(line, c, LineEnds::duplicate), right) > 0.005);
}

TEST_CASE("Gaussian weights are normalised and refuse what makes none") {
  const Line weights = gaussian_weights(2, 6);
  CHECK(weights[0] + 2 * std::accumulate(weights.begin() + 1, weights.end(), 0.0) == Approx(1));
  CHECK(weights[2] / weights[0] == Approx(std::exp(-0.5)));
  CHECK(gaussian_radius(5) == 15);
  CHECK_THROWS_AS(gaussian_weights(0, 3), InputError);
  CHECK_THROWS_AS(gaussian_weights(1, -1), InputError);
}

TEST_CASE("the two-way filter has the Gaussian sum in the middle and errs near it only") {
  const double sigma = 6;
  const RecursiveCoefficients c = recursive_coefficients(sigma);
  const Line weights = gaussian_weights(sigma, 18);
  for (const int length : {100, 101}) {
    const Line line = noise_line(length, 7);
    const Line two_way = oracle::two_way_line(line, c, weights, LineEnds::exact);
    const Line right = exact(line, sigma);
    const int middle = length / 2;
    double sum = weights[0] * line[std::size_t(middle)];
    for (int k = 1; k <= 18; ++k)
      sum +=
          weights[std::size_t(k)] * (line[std::size_t(middle - k)] + line[std::size_t(middle + k)]);
    CHECK(two_way[std::size_t(middle)] == Approx(sum).epsilon(1e-12));
    for (int k = 0; k < length; ++k) {
      if (std::abs(k - middle) > 5 * sigma)
        CHECK(two_way[std::size_t(k)] == Approx(right[std::size_t(k)]).margin(2e-3));
    }
    CHECK(largest_difference(two_way, right) > 0.005);
  }
}

TEST_CASE("the two-way filter takes lines whose halves are empty") {
  const RecursiveCoefficients c = recursive_coefficients(2);
  const Line weights{0.5, 0.25};
  const Line lone = oracle::two_way_line({0.4}, c, weights, LineEnds::duplicate);
  REQUIRE(lone.size() == 1);
  CHECK(lone[0] == Approx(0.4));
  // c = 1: the centre is 0.25 * 0.2 + 0.75 * 0.8, and only the left half has a pixel.
  const Line pair = oracle::two_way_line({0.2, 0.8}, c, weights, LineEnds::exact);
  REQUIRE(pair.size() == 2);
  CHECK(pair[1] == Approx(0.65));
  double value = c.gain * 0.2 + (c.a1 + c.a2 + c.a3) * 0.2;
  value = c.gain * value + (c.a1 + c.a2 + c.a3) * 0.65;
  CHECK(pair[0] == Approx(value));
}

TEST_CASE("an image is filtered along rows and then along columns") {
  const Image<float> image = impulse(31, 23, 12, 9);
  const Image<double> filtered = oracle::recursive_gaussian(image, 2, LineEnds::exact);
  const Line row = exact(one(31, 12), 2), column = exact(one(23, 9), 2);
  const Image<double> picked = oracle::filter_picked_columns(
      image, {30, 12}, [](const Line& line) { return exact(line, 2); });
  for (int y = 0; y < 23; ++y) {
    for (int x = 0; x < 31; ++x)
      CHECK(filtered.at(x, y) ==
            Approx(row[std::size_t(x)] * column[std::size_t(y)]).margin(1e-14));
    CHECK(picked.at(0, y) == Approx(filtered.at(30, y)).margin(1e-14));
    CHECK(picked.at(1, y) == Approx(filtered.at(12, y)).margin(1e-14));
  }
}

TEST_CASE("on a scene the recursive Gaussian is near the plain sum") {
  const Image<float> image = scene(160, 120, 1);
  const Image<double> plain = oracle::gaussian(image, 5, 20);
  const Image<double> recursive = oracle::recursive_gaussian(image, 5, LineEnds::exact);
  double worst = 0;
  for (std::size_t n = 0; n < plain.size(); ++n)
    worst = std::max(worst, std::abs(plain.data()[n] - recursive.data()[n]));
  CHECK(worst < 0.02);
}

TEST_CASE("the baseline stays within the cascade form's error bound on any threads") {
  for (const double sigma : kSigmas) {
    const Image<float> image = noise(203, 97, 11);
    const Image<double> right = oracle::recursive_gaussian(image, sigma, LineEnds::exact);
    const RecursiveCoefficients c = recursive_coefficients(sigma);
    Image<float> first(203, 97), second(203, 97);
    baseline::recursive_gaussian(image.data(), first.data(), 203, 97, c, 1);
    baseline::recursive_gaussian(image.data(), second.data(), 203, 97, c, 3);
    CHECK(compare(first, right, cascade_error_bound(c)).max_abs_error <= cascade_error_bound(c));
    CHECK(first == second);
  }
}

TEST_CASE("the direct form's error bound grows as its errors do, the cascade form's does not") {
  CHECK(direct_error_bound(recursive_coefficients(30)) > 4e-3);
  CHECK(cascade_error_bound(recursive_coefficients(30)) < 2e-5);
}
