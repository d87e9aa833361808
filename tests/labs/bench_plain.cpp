#include "plain.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

#include "labs/08_domain_transform/reference/edge_aware.hpp"
#include "kit/filters.hpp"

namespace kit::plain {
namespace {

float pixel(const float* image, int width, int height, int x, int y, Border border) {
  if (border == Border::clamp) {
    x = std::clamp(x, 0, width - 1);
    y = std::clamp(y, 0, height - 1);
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0F;
  }
  return image[std::ptrdiff_t(y) * width + x];
}

/// There and back along one line of `length` values that stand `step` apart.
void recursive_line(const float* in, float* out, int length, std::ptrdiff_t step,
                    const RecursiveCoefficients& c) {
  const float p = float(c.p), e1 = float(c.e1), e2 = float(c.e2);
  float u = in[0], w = in[0], d = 0;
  for (int k = 0; k < length; ++k) {
    u += p * (in[k * step] - u);
    d = e1 * (u - w) + e2 * d;
    w += d;
    out[k * step] = w;
  }
  // The state in which the backward pass starts, were the line to go on for ever.
  const float x = in[(length - 1) * step];
  const double state[3] = {u - x, w - x, d};
  double start[3] = {x, x, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) start[i] += c.end_cascade[3 * i + j] * state[j];
  }
  u = float(start[0]), w = float(start[1]), d = float(start[2]);
  for (int k = length - 1; k >= 0; --k) {
    u += p * (out[k * step] - u);
    d = e1 * (u - w) + e2 * d;
    w += d;
    out[k * step] = w;
  }
}

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

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, Border border) {
  const int radius = filter_width / 2;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0.0F;
      for (int j = 0; j < filter_width; ++j) {
        for (int i = 0; i < filter_width; ++i) {
          sum += filter[j * filter_width + i] *
                 pixel(input, width, height, x + i - radius, y + j - radius, border);
        }
      }
      output[std::ptrdiff_t(y) * width + x] = sum;
    }
  }
}

void separable(const float* input, float* output, int width, int height, const float* row_weights,
               const float* column_weights, int taps, Border border) {
  const int radius = taps / 2;
  std::vector<float> between(std::size_t(width) * std::size_t(height));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0.0F;
      for (int i = 0; i < taps; ++i) {
        sum += row_weights[i] * pixel(input, width, height, x + i - radius, y, border);
      }
      between[std::size_t(y) * std::size_t(width) + std::size_t(x)] = sum;
    }
  }
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0.0F;
      for (int j = 0; j < taps; ++j) {
        sum += column_weights[j] * pixel(between.data(), width, height, x, y + j - radius, border);
      }
      output[std::ptrdiff_t(y) * width + x] = sum;
    }
  }
}

void sobel_magnitude(const float* input, float* output, int width, int height, Border border) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto at = [&](int i, int j) {
        return pixel(input, width, height, x + i, y + j, border);
      };
      const float gx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
      const float gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
      output[std::ptrdiff_t(y) * width + x] = std::sqrt(gx * gx + gy * gy);
    }
  }
}

void box_filter(const std::uint8_t* input, std::uint8_t* output, int width, int height,
                int channels, int radius) {
  const std::size_t w = std::size_t(width), h = std::size_t(height), n = std::size_t(channels);
  std::vector<std::uint32_t> table((w + 1) * (h + 1));
  for (std::size_t c = 0; c < n; ++c) {
    for (std::size_t y = 0; y < h; ++y) {
      std::uint32_t row = 0;
      for (std::size_t x = 0; x < w; ++x) {
        row += input[(y * w + x) * n + c];
        table[(y + 1) * (w + 1) + x + 1] = table[y * (w + 1) + x + 1] + row;
      }
    }
    for (int y = 0; y < height; ++y) {
      const std::size_t top = std::size_t(std::max(y - radius, 0)) * (w + 1);
      const std::size_t bottom = std::size_t(std::min(y + radius + 1, height)) * (w + 1);
      for (int x = 0; x < width; ++x) {
        const std::size_t left = std::size_t(std::max(x - radius, 0));
        const std::size_t right = std::size_t(std::min(x + radius + 1, width));
        const std::uint32_t sum =
            table[bottom + right] - table[top + right] - table[bottom + left] + table[top + left];
        const auto count = std::uint32_t((right - left) * ((bottom - top) / (w + 1)));
        output[(std::size_t(y) * w + std::size_t(x)) * n + c] =
            std::uint8_t((sum + count / 2) / count);
      }
    }
  }
}

void recursive_gaussian(const float* input, float* output, int width, int height,
                        const RecursiveCoefficients& c) {
  std::vector<float> between(std::size_t(width) * std::size_t(height));
  for (int y = 0; y < height; ++y) {
    recursive_line(input + std::ptrdiff_t(y) * width, between.data() + std::ptrdiff_t(y) * width,
                   width, 1, c);
  }
  for (int x = 0; x < width; ++x) {
    recursive_line(between.data() + x, output + x, height, width, c);
  }
}

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
