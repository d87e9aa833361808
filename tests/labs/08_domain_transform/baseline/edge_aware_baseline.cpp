/// @file
/// The edge-aware filter on the CPU. A recursion cannot be vectorised along its line, so lines
/// stand side by side, one to a vector lane, and strips of lines are shared among the threads.
#include "edge_aware_baseline.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <thread>
#include <vector>

#include "kit/error.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"

namespace kit::baseline {
namespace {

constexpr int kLanes = 16;  // lines that are filtered together, one to a vector lane

/// Pixel k of line n stands at n * line_step + k * step.
struct Lines {
  int count, length;
  std::size_t line_step, step;
};

/// rate and gain of one pole; see oracle::EdgeAwareLine.
struct Pole {
  float rate_re, rate_im, gain_re, gain_im;
};

/// Filters kLanes lines at a time; one to each thread.
class Strip {
 public:
  Strip(int length, int channels)
      : channels_(std::size_t(channels)),
        values_(std::size_t(length) * kLanes),
        sums_(values_.size()),
        planes_(8, std::vector<float>(values_.size())) {}

  /// Lines first to first + kLanes - 1; those beyond the last repeat it and are not stored.
  void filter(const Lines& lines, int first, const float* spacing, float* image,
              const Pole (&poles)[2]) {
    const auto place = [&](int k, int n) {
      return std::size_t(std::min(first + n, lines.count - 1)) * lines.line_step +
             std::size_t(k) * lines.step;
    };
    for (int k = 1; k < lines.length; ++k) {
      for (int n = 0; n < kLanes; ++n) step(at(k, n), spacing[place(k, n)], poles);
    }
    for (std::size_t c = 0; c < channels_; ++c) {
      for (int k = 0; k < lines.length; ++k) {
        for (int n = 0; n < kLanes; ++n) {
          values_[at(k, n)] = image[place(k, n) * channels_ + c];
        }
      }
      recurse(lines.length);
      for (int k = 0; k < lines.length; ++k) {
        for (int n = 0; n < std::min(kLanes, lines.count - first); ++n) {
          image[place(k, n) * channels_ + c] = sums_[at(k, n)];
        }
      }
    }
  }

 private:
  static std::size_t at(int k, int n) { return std::size_t(k) * kLanes + std::size_t(n); }

  /// w and v / difference of the step to one pixel, for both poles.
  void step(std::size_t place, float delta, const Pole (&poles)[2]) {
    for (std::size_t i = 0; i < 2; ++i) {
      const Pole& pole = poles[i];
      const float magnitude = std::exp(-pole.rate_re * delta);
      const float re = magnitude * std::cos(pole.rate_im * delta);
      const float im = -magnitude * std::sin(pole.rate_im * delta);
      planes_[4 * i][place] = re;
      planes_[4 * i + 1][place] = im;
      planes_[4 * i + 2][place] = (pole.gain_re * (re - 1) - pole.gain_im * im) / delta;
      planes_[4 * i + 3][place] = (pole.gain_re * im + pole.gain_im * (re - 1)) / delta;
    }
  }

  /// Both directions of one channel: sums_ from values_.
  void recurse(int length) {
    std::copy(values_.begin(), values_.end(), sums_.begin());
    float h[4 * kLanes] = {};
    for (int k = 1; k < length; ++k) advance(h, at(k, 0), at(k - 1, 0), at(k, 0));
    std::fill(std::begin(h), std::end(h), 0.0f);
    for (int k = length - 1; k > 0; --k) advance(h, at(k, 0), at(k, 0), at(k - 1, 0));
  }

  /// One step of all lanes with the powers at `powers`.
  void advance(float* h, std::size_t powers, std::size_t from, std::size_t to) {
    for (int n = 0; n < kLanes; ++n) {
      const auto lane = std::size_t(n);
      const float difference = values_[to + lane] - values_[from + lane];
      float sum = 0;
      for (std::size_t i = 0; i < 2; ++i) {
        float& re = h[2 * i * kLanes + lane];
        float& im = h[(2 * i + 1) * kLanes + lane];
        const float w_re = planes_[4 * i][powers + lane], w_im = planes_[4 * i + 1][powers + lane];
        const float old = re;
        re = w_re * old - w_im * im + planes_[4 * i + 2][powers + lane] * difference;
        im = w_re * im + w_im * old + planes_[4 * i + 3][powers + lane] * difference;
        sum += re;
      }
      sums_[to + lane] += sum;
    }
  }

  std::size_t channels_;
  std::vector<float> values_, sums_;
  std::vector<std::vector<float>> planes_;  ///< for each pole w and v / difference, re and im
};

/// Distances along lines, from the 8-bit guide.
std::vector<float> spacings(const std::uint8_t* guide, const Lines& lines, int channels,
                            double ratio) {
  std::vector<float> result(std::size_t(lines.count) * std::size_t(lines.length), 1.0f);
  for (int n = 0; n < lines.count; ++n) {
    for (int k = 1; k < lines.length; ++k) {
      const std::size_t place = std::size_t(n) * lines.line_step + std::size_t(k) * lines.step;
      int sum = 0;
      for (std::size_t c = 0; c < std::size_t(channels); ++c) {
        const int difference = guide[place * std::size_t(channels) + c] -
                               guide[(place - lines.step) * std::size_t(channels) + c];
        sum += difference * difference;
      }
      result[place] = std::sqrt(1 + float(ratio * ratio) * float(sum));
    }
  }
  return result;
}

void filter_all(const Lines& lines, const std::vector<float>& spacing, float* image, int channels,
                double sigma, int threads) {
  const oracle::EdgeAwareLine filter(sigma);
  Pole poles[2];
  for (int i = 0; i < 2; ++i) {
    const auto& pole = filter.pole(i);
    poles[i] = {float(pole.rate.real()), float(pole.rate.imag()), float(pole.gain.real()),
                float(pole.gain.imag())};
  }
  const auto work = [&](int thread) {
    Strip strip(lines.length, channels);
    for (int n = thread * kLanes; n < lines.count; n += threads * kLanes) {
      strip.filter(lines, n, spacing.data(), image, poles);
    }
  };
  std::vector<std::jthread> others;
  for (int thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
  work(0);
}

}  // namespace

void edge_aware(const std::uint8_t* input, float* output, int width, int height, int channels,
                double sigma_s, double sigma_r, int iterations, int threads) {
  if (threads != 0 && threads != 1) throw InputError("edge_aware: threads must be 0 or 1");
  if (threads == 0) threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const Lines rows{height, width, std::size_t(width), 1};
  const Lines columns{width, height, 1, std::size_t(width)};
  const std::vector<float> across = spacings(input, rows, channels, sigma_s / sigma_r);
  const std::vector<float> down = spacings(input, columns, channels, sigma_s / sigma_r);
  const std::size_t values = across.size() * std::size_t(channels);
  for (std::size_t n = 0; n < values; ++n) output[n] = float(input[n]) / 255.0f;
  for (int n = 1; n <= iterations; ++n) {
    const double sigma = oracle::sigma_of_iteration(sigma_s, n, iterations);
    filter_all(rows, across, output, channels, sigma, threads);
    filter_all(columns, down, output, channels, sigma, threads);
  }
}

}  // namespace kit::baseline
