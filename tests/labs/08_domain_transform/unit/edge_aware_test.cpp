#include "labs/08_domain_transform/reference/edge_aware.hpp"

#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "grader/protocol/launch_noise.hpp"
#include "kit/compare.hpp"
#include "kit/synthetic.hpp"
#include "labs/08_domain_transform/baseline/edge_aware_baseline.hpp"
#include "unit/error_of.hpp"

using kit::Image;
using kit::oracle::EdgeAware;
using kit::oracle::EdgeAwareLine;
using kit::oracle::Poles;
using kit::oracle::Sections;

namespace {

using Samples = std::vector<double>;

Samples random_samples(std::size_t count, std::uint64_t seed, double low, double high) {
  kit::Random random(seed);
  Samples result;
  for (std::size_t n = 0; n < count; ++n) {
    result.push_back(low + (high - low) * double(random.uniform()));
  }
  return result;
}

double largest_difference(const Samples& a, const Samples& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (std::size_t n = 0; n < a.size(); ++n) largest = std::max(largest, std::abs(a[n] - b[n]));
  return largest;
}

/// The filter's answer to a 1 at the middle of 2 * half + 1 zeros.
Samples impulse_response(double sigma, std::size_t half, const Poles& poles) {
  Samples impulse(2 * half + 1, 0.0);
  impulse[half] = 1;
  return EdgeAwareLine(sigma, poles).filter(impulse, Samples(impulse.size(), 1.0));
}

/// The largest difference to the Gaussian of this sigma that sums to 1, over its peak.
double distance_to_gaussian(double sigma, const Poles& poles) {
  const std::size_t half = std::size_t(8 * sigma);
  const Samples response = impulse_response(sigma, half, poles);
  const double peak = 1 / (sigma * std::sqrt(2 * std::numbers::pi));
  double largest = 0;
  for (std::size_t n = 0; n < response.size(); ++n) {
    const double x = double(n) - double(half);
    const double gaussian = peak * std::exp(-x * x / (2 * sigma * sigma));
    largest = std::max(largest, std::abs(response[n] - gaussian));
  }
  return largest / peak;
}

Poles printed_poles() {
  Poles poles = kit::oracle::gaussian_poles();
  poles.alpha[1] = std::conj(poles.alpha[1]);
  return poles;
}

}  // namespace

TEST_CASE("edge_aware: the sigmas of the iterations") {
  // sqrt(3) 2 / sqrt(15) and half of it; the squares add up to 1.
  CHECK(kit::oracle::sigma_of_iteration(1, 1, 2) == Approx(std::sqrt(0.8)));
  CHECK(kit::oracle::sigma_of_iteration(1, 2, 2) == Approx(std::sqrt(0.2)));
  CHECK(kit::oracle::sigma_of_iteration(50, 1, 1) == Approx(50));
  double variance = 0;
  for (int n = 1; n <= 5; ++n) {
    variance += std::pow(kit::oracle::sigma_of_iteration(7, n, 5), 2);
  }
  CHECK(variance == Approx(49));
}

TEST_CASE("edge_aware: spacings by hand") {
  Image<std::uint8_t> guide(2, 2, 3);
  const std::uint8_t values[] = {0, 0, 0, 3, 4, 0, 0, 0, 12, 255, 255, 255};
  std::copy(std::begin(values), std::end(values), guide.data());
  const auto across = kit::oracle::row_spacing(guide, 10, 5);
  CHECK(across.at(0, 0) == 1);
  CHECK(across.at(1, 0) == Approx(std::sqrt(1 + 4 * 25.0)));
  CHECK(across.at(1, 1) == Approx(std::sqrt(1 + 4 * (2 * 255.0 * 255 + 243 * 243))));
  const auto down = kit::oracle::column_spacing(guide, 10, 5);
  CHECK(down.at(1, 0) == 1);
  CHECK(down.at(0, 1) == Approx(std::sqrt(1 + 4 * 144.0)));
}

TEST_CASE("edge_aware: a constant line stays as it is") {
  const Samples spacing = random_samples(97, 1, 1, 40);
  for (const double sigma : {0.7, 5.0, 44.7, 500.0}) {
    for (const int sections : {1, 4}) {
      const Samples line(97, 0.7);
      CHECK(largest_difference(EdgeAwareLine(sigma).filter(line, spacing, {sections, sigma, false}),
                               line) < 1e-13);
    }
  }
}

TEST_CASE("edge_aware: a ramp stays as it is away from the ends of the line") {
  // In the transformed domain too: as the spacings grow, so do the samples.
  const Samples spacing = random_samples(900, 2, 1, 3);
  Samples ramp(1, 0.0);
  for (std::size_t n = 1; n < spacing.size(); ++n) ramp.push_back(ramp.back() + spacing[n]);
  const Samples filtered = EdgeAwareLine(20).filter(ramp, spacing);
  for (std::size_t n = 300; n < 600; ++n) CHECK(filtered[n] == Approx(ramp[n]).epsilon(1e-6));
}

TEST_CASE("edge_aware: spacings of 1 reduce it to the recursive Gaussian with the same poles") {
  const double sigma = 5;
  const EdgeAwareLine filter(sigma);
  const Samples response = impulse_response(sigma, 60, kit::oracle::gaussian_poles());
  for (int x = -60; x <= 60; ++x) {
    std::complex<double> sum = 0;
    for (int i = 0; i < 2; ++i) sum += filter.pole(i).a * std::pow(filter.pole(i).b, std::abs(x));
    CHECK(response[std::size_t(60 + x)] == Approx(sum.real()).margin(1e-14));
  }
}

TEST_CASE("edge_aware: that is the true Gaussian within 1e-3, but not with the printed alpha_1") {
  for (const double sigma : {5.0, 28.0, 50.0}) {
    INFO("sigma " << sigma);
    CHECK(distance_to_gaussian(sigma, kit::oracle::gaussian_poles()) < 1e-3);
    CHECK(distance_to_gaussian(sigma, printed_poles()) > 0.1);
  }
}

TEST_CASE("edge_aware: spacings of n equal n - 1 interpolated samples between") {
  const Samples coarse = random_samples(40, 3, 0, 1);
  Samples fine(1, coarse[0]), spacing(1, 1.0);
  for (std::size_t n = 1; n < coarse.size(); ++n) {
    const int steps = 1 + int(n % 4);
    spacing.push_back(steps);
    for (int k = 1; k <= steps; ++k) {
      fine.push_back(coarse[n - 1] + (coarse[n] - coarse[n - 1]) * k / steps);
    }
  }
  const EdgeAwareLine filter(6);
  const Samples few = filter.filter(coarse, spacing);
  const Samples many = filter.filter(fine, Samples(fine.size(), 1.0));
  std::size_t place = 0;
  for (std::size_t n = 0; n < coarse.size(); ++n) {
    if (n > 0) place += std::size_t(spacing[n]);
    CHECK(few[n] == Approx(many[place]).margin(1e-12));
  }
}

TEST_CASE("edge_aware: the literal form and the h-form are the same filter") {
  const Samples samples = random_samples(300, 4, 0, 1), spacing = random_samples(300, 5, 1, 60);
  for (const double sigma : {0.6, 3.0, 44.7, 200.0}) {
    const EdgeAwareLine filter(sigma);
    CHECK(largest_difference(filter.filter(samples, spacing),
                             filter.filter_h_form(samples, spacing)) < 1e-11);
  }
}

TEST_CASE("edge_aware: sections that reach the whole line are exact, others nearly") {
  const Samples samples = random_samples(200, 6, 0, 1), spacing = random_samples(200, 7, 1, 3);
  const EdgeAwareLine filter(4);
  const Samples exact = filter.filter(samples, spacing);
  CHECK(largest_difference(filter.filter(samples, spacing, {6, 1e9, false}), exact) < 1e-13);
  CHECK(largest_difference(filter.filter(samples, spacing, {6, 1e9, true}), exact) < 1e-13);
  double before = 1;
  for (const double kappa : {0.0, 1.0, 2.0, 4.0}) {
    const double error =
        largest_difference(filter.filter(samples, spacing, {6, 4 * kappa, false}), exact);
    CHECK(error < before);
    CHECK(error > 0);
    before = error;
  }
  CHECK(before < 1e-3);
}

TEST_CASE("edge_aware: without a walk both starts are that of a constant line") {
  // Sections of 3, 3 and 1: after the last one's only sample there is none.
  const Samples samples = random_samples(7, 8, 0, 1), spacing = random_samples(7, 9, 1, 3);
  const EdgeAwareLine filter(4);
  for (const bool causal : {true, false}) {
    for (int n = 0; n < 3; ++n) {
      for (const bool printed : {true, false})
        CHECK(std::abs(filter.start(samples, spacing, {3, 0, printed}, n, causal, 0)) < 1e-15);
      const bool at_end = causal ? n == 0 : n > 0;  // where one step comes to the line's end
      const auto walked = [&](bool printed) {
        return filter.start(samples, spacing, {3, 0.5, printed}, n, causal, 0);
      };
      CHECK((std::abs(walked(true) - walked(false)) > 1e-3) == !at_end);
    }
  }
}

TEST_CASE("edge_aware: a far edge is kept, a faint one smoothed") {
  Image<std::uint8_t> image(64, 8, 1, 20);
  for (int y = 0; y < 8; ++y) {
    for (int x = 32; x < 64; ++x) image.at(x, y) = 220;
    image.at(10, y) = 24;
  }
  const Image<double> result = kit::oracle::edge_aware(image, {20, 30, 2});
  // The way across the edge is a ramp of 133 pixels, of which the two beside it see the foot.
  CHECK(result.at(31, 4) * 255 == Approx(20 + 200.0 / 133 * 17.9 * 0.4).margin(4));
  CHECK(result.at(32, 4) * 255 == Approx(220 - 200.0 / 133 * 17.9 * 0.4).margin(4));
  CHECK(result.at(10, 4) * 255 < 22.5);
}

TEST_CASE("edge_aware: grey equals three equal channels with sigma_r times sqrt(3)") {
  const Image<std::uint8_t> grey = kit::to_bytes(kit::scene(40, 30, 1, 3));
  Image<std::uint8_t> colour(40, 30, 3);
  for (std::size_t n = 0; n < colour.size(); ++n) colour.data()[n] = grey.data()[n / 3];
  const auto one = kit::oracle::edge_aware(grey, {15, 40, 2});
  const auto three = kit::oracle::edge_aware(colour, {15, 40 * std::sqrt(3.0), 2});
  CHECK(one.at(17, 11) == Approx(three.at(17, 11, 2)).epsilon(1e-12));
}

TEST_CASE("edge_aware refuses what it cannot filter") {
  const Image<std::uint8_t> image(4, 4, 1);
  const double nan = std::nan("");
  CHECK(contains(error_of([&] { kit::oracle::edge_aware({}, {}); }), "no pixels"));
  CHECK(!error_of([&] { kit::oracle::edge_aware(image, {0, 50}); }).empty());
  CHECK(!error_of([&] { kit::oracle::edge_aware(image, {50, nan}); }).empty());
  CHECK(!error_of([&] { kit::oracle::edge_aware(image, {50, 50, 0}); }).empty());
  CHECK(!error_of([&] { kit::oracle::edge_aware(image, {50, 50, 1, 2, -1}); }).empty());
}

TEST_CASE("baseline::edge_aware agrees with the oracle") {
  for (const int channels : {1, 3}) {
    for (const int threads : {1, 0}) {
      const Image<std::uint8_t> image = kit::to_bytes(kit::scene(75, 41, channels, 9));
      Image<float> result(75, 41, channels);
      kit::baseline::edge_aware(image.data(), result.data(), 75, 41, channels, 50, 50, 2, threads);
      const auto compared = kit::compare(result, kit::oracle::edge_aware(image, {50, 50, 2}), 1e-5);
      CHECK(compared.max_abs_error < 2e-6);
    }
  }
}

TEST_CASE("sections cost little on the pictures of timed launches") {
  using kit::grader::DType;
  const kit::grader::Shape shape{DType::u8, 700, 400, 4};
  std::vector<std::uint8_t> pixels(shape.bytes());
  kit::grader::fill_noise(pixels.data(), shape, 3, 2);
  Image<std::uint8_t> image(700, 400, 3);
  for (std::size_t n = 0; n < image.size(); ++n) image.data()[n] = pixels[n / 3 * 4 + n % 3];
  const Image<double> exact = kit::oracle::edge_aware(image, {50, 50, 2});
  // As the labs time it; sections of a larger picture are longer, and cost less.
  const Image<double> sections = kit::oracle::edge_aware(image, {50, 50, 2, 3, 2});
  double worst = 0;
  for (std::size_t n = 0; n < exact.size(); ++n)
    worst = std::max(worst, std::abs(exact.data()[n] - sections.data()[n]));
  INFO(worst);
  CHECK(worst < 1e-2);
  CHECK(worst > 1e-5);
}
