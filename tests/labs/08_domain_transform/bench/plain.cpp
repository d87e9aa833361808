// Vector instructions are off, as the sources' compilers used none here.
#pragma GCC optimize("no-tree-vectorize")

#include "plain.hpp"

#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

#include "labs/08_domain_transform/reference/edge_aware.hpp"

namespace kit::plain {
namespace {

using Value = std::complex<float>;

/// One line of three channels, h-form of lab 08; `pixel_step` and `spacing_step` apart.
void edge_aware_line(const float* in, const float* spacing, float* out, int length,
                     std::ptrdiff_t pixel_step, std::ptrdiff_t spacing_step,
                     const oracle::EdgeAwareLine& filter) {
  for (int c = 0; c < 3; ++c) {
    for (int k = 0; k < length; ++k) out[k * pixel_step + c] = in[k * pixel_step + c];
  }
  for (int i = 0; i < 2; ++i) {
    const Value rate(filter.pole(i).rate), gain(filter.pole(i).gain);
    std::vector<Value> power(std::size_t(length), Value(0)), factor(power);
    for (int k = 1; k < length; ++k) {
      const float delta = spacing[k * spacing_step];
      power[std::size_t(k)] = std::exp(-rate * delta);
      factor[std::size_t(k)] = gain * (power[std::size_t(k)] - 1.0F) / delta;
    }
    for (int c = 0; c < 3; ++c) {
      const auto step = [&](int k) {
        return factor[std::size_t(k)] * (in[k * pixel_step + c] - in[(k - 1) * pixel_step + c]);
      };
      Value h = 0;
      for (int k = 1; k < length; ++k) {
        h = power[std::size_t(k)] * h + step(k);
        out[k * pixel_step + c] += h.real();
      }
      h = 0;
      for (int k = length - 1; k > 0; --k) {
        h = power[std::size_t(k)] * h - step(k);
        out[(k - 1) * pixel_step + c] += h.real();
      }
    }
  }
}

}  // namespace

void edge_aware(const std::uint8_t* input, float* output, int width, int height, double sigma_s,
                double sigma_r, int iterations) {
  const std::ptrdiff_t w = width, h = height;
  std::vector<float> across(std::size_t(w * h), 1.0F), down(across), between(3 * across.size());
  const double ratio = sigma_s / sigma_r;
  const auto distance = [&](std::ptrdiff_t here, std::ptrdiff_t before) {
    double sum = 0;
    for (int c = 0; c < 3; ++c) {
      const double difference = input[3 * here + c] - input[3 * before + c];
      sum += difference * difference;
    }
    return float(std::sqrt(1 + ratio * ratio * sum));
  };
  for (std::ptrdiff_t n = 0; n < w * h; ++n) {
    if (n % w > 0) across[std::size_t(n)] = distance(n, n - 1);
    if (n >= w) down[std::size_t(n)] = distance(n, n - w);
  }
  for (std::ptrdiff_t n = 0; n < 3 * w * h; ++n) output[n] = float(input[n]) / 255;
  for (int iteration = 1; iteration <= iterations; ++iteration) {
    const oracle::EdgeAwareLine filter(oracle::sigma_of_iteration(sigma_s, iteration, iterations));
    for (std::ptrdiff_t y = 0; y < h; ++y) {
      edge_aware_line(output + 3 * y * w, across.data() + y * w, between.data() + 3 * y * w, width,
                      3, 1, filter);
    }
    for (std::ptrdiff_t x = 0; x < w; ++x) {
      edge_aware_line(between.data() + 3 * x, down.data() + x, output + 3 * x, height, 3 * w, w,
                      filter);
    }
  }
}

}  // namespace kit::plain
