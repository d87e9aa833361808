/// @file
/// The edge-aware Gaussian in double precision with complex poles, line by line: Algorithm A, and
/// the sections of B, C and D where a line is cut.
#include "edge_aware.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kit/error.hpp"

namespace kit::oracle {
namespace {

using Complex = std::complex<double>;
using Samples = std::vector<double>;

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

double distance(const Image<std::uint8_t>& guide, int x0, int y0, int x1, int y1, double ratio) {
  double sum = 0;
  for (int c = 0; c < guide.channels(); ++c) {
    const double difference = double(guide.at(x1, y1, c)) - double(guide.at(x0, y0, c));
    sum += difference * difference;
  }
  return std::sqrt(1 + ratio * ratio * sum);
}

/// The pixels [begin, end) of section n of a line.
struct Range {
  int begin, end;
};
Range section(int length, int count, int n) {
  const int each = (length + count - 1) / count;
  return {std::min(n * each, length), std::min((n + 1) * each, length)};
}

/// How many samples before (after) `goal` Algorithm B starts; `next(k)` is the distance between k
/// and its outer neighbour.
int reach_back(const Samples& spacing, int goal, bool causal, double reach) {
  const int length = static_cast<int>(spacing.size());
  int steps = 0;
  double way = 0;
  for (int k = goal; way < reach && k != (causal ? 0 : length - 1); k += causal ? -1 : 1) {
    way += spacing[at(causal ? k : k + 1)];
    ++steps;
  }
  return steps;
}

/// Row y (column x) of one channel.
Samples take(const Image<double>& image, bool row, int line, int channel) {
  Samples result(at(row ? image.width() : image.height()));
  for (int k = 0; k < static_cast<int>(result.size()); ++k) {
    result[at(k)] = row ? image.at(k, line, channel) : image.at(line, k, channel);
  }
  return result;
}

Image<double> filter_lines(const Image<double>& image, const Image<double>& spacing,
                           const EdgeAwareLine& filter, const Sections& sections, bool row) {
  Image<double> result(image.width(), image.height(), image.channels());
  for (int line = 0; line < (row ? image.height() : image.width()); ++line) {
    const Samples distances = take(spacing, row, line, 0);
    for (int c = 0; c < image.channels(); ++c) {
      const Samples filtered = filter.filter(take(image, row, line, c), distances, sections);
      for (int k = 0; k < static_cast<int>(filtered.size()); ++k) {
        (row ? result.at(k, line, c) : result.at(line, k, c)) = filtered[at(k)];
      }
    }
  }
  return result;
}

}  // namespace

Poles gaussian_poles() {
  return {{{1.6800, 3.7350}, {-0.6803, -0.2598}}, {{1.783, 0.6318}, {1.723, 1.9970}}};
}

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  return sigma_s * std::sqrt(3.0) * std::exp2(iterations - iteration) /
         std::sqrt(std::exp2(2.0 * iterations) - 1);
}

Image<double> row_spacing(const Image<std::uint8_t>& guide, double sigma_s, double sigma_r) {
  Image<double> result(guide.width(), guide.height(), 1, 1.0);
  for (int y = 0; y < guide.height(); ++y) {
    for (int x = 1; x < guide.width(); ++x) {
      result.at(x, y) = distance(guide, x - 1, y, x, y, sigma_s / sigma_r);
    }
  }
  return result;
}

Image<double> column_spacing(const Image<std::uint8_t>& guide, double sigma_s, double sigma_r) {
  Image<double> result(guide.width(), guide.height(), 1, 1.0);
  for (int y = 1; y < guide.height(); ++y) {
    for (int x = 0; x < guide.width(); ++x) {
      result.at(x, y) = distance(guide, x, y - 1, x, y, sigma_s / sigma_r);
    }
  }
  return result;
}

EdgeAwareLine::EdgeAwareLine(double sigma, const Poles& poles) {
  double gamma = 0;
  for (int i = 0; i < 2; ++i) {
    const Complex b = std::exp(-poles.lambda[i] / sigma);
    gamma += (poles.alpha[i] * (1.0 + b) / (1.0 - b)).real();
  }
  for (int i = 0; i < 2; ++i) {
    const Complex rate = poles.lambda[i] / sigma, a = poles.alpha[i] / gamma, b = std::exp(-rate);
    poles_[i] = {rate, a, b, a * b / ((b - 1.0) * (b - 1.0)), a / (b - 1.0)};
  }
}

Complex EdgeAwareLine::step(const Pole& pole, Complex g, double delta, double from, double to,
                            bool causal) const {
  const Complex w = std::exp(-pole.rate * delta);  // b^delta
  const Complex slope = pole.gain * (w - 1.0) / delta;
  const Complex phi = (slope - pole.r1 * pole.b) * to - (slope - pole.r1 * w) * from;
  return (causal ? pole.a * to : pole.a * w * from) + w * g + phi;
}

Complex EdgeAwareLine::walk_to_section(const Pole& pole, const Samples& samples,
                                       const Samples& spacing, const Sections& sections, int n,
                                       bool causal) const {
  const int length = static_cast<int>(samples.size());
  const Range range = section(length, sections.count, n);
  const int goal = causal ? range.begin : range.end - 1, inward = causal ? 1 : -1;
  int k = goal - inward * reach_back(spacing, goal, causal, sections.reach);
  const bool guessed = k != goal && k != (causal ? 0 : length - 1);
  const double value = samples[at(guessed && sections.printed ? k + inward : k)];
  Complex g = (causal ? pole.a : pole.a * pole.b) * value / (1.0 - pole.b);
  while (k != goal) {
    k += inward;
    g = step(pole, g, spacing[at(causal ? k : k + 1)], samples[at(k - inward)], samples[at(k)],
             causal);
  }
  return g;
}

Samples EdgeAwareLine::filter(const Samples& samples, const Samples& spacing,
                              const Sections& sections) const {
  const int length = static_cast<int>(samples.size());
  Samples result(samples.size());
  for (int n = 0; n < sections.count; ++n) {
    const Range range = section(length, sections.count, n);
    if (range.begin >= range.end) continue;
    for (const Pole& pole : poles_) {
      Complex g = walk_to_section(pole, samples, spacing, sections, n, true);
      result[at(range.begin)] += g.real();
      for (int k = range.begin + 1; k < range.end; ++k) {
        g = step(pole, g, spacing[at(k)], samples[at(k - 1)], samples[at(k)], true);
        result[at(k)] += g.real();
      }
      g = walk_to_section(pole, samples, spacing, sections, n, false);
      result[at(range.end - 1)] += g.real();
      for (int k = range.end - 2; k >= range.begin; --k) {
        g = step(pole, g, spacing[at(k + 1)], samples[at(k + 1)], samples[at(k)], false);
        result[at(k)] += g.real();
      }
    }
  }
  return result;
}

Samples EdgeAwareLine::filter_h_form(const Samples& samples, const Samples& spacing) const {
  Samples result = samples;
  for (const Pole& pole : poles_) {
    const auto w = [&](std::size_t k) { return std::exp(-pole.rate * spacing[k]); };
    const auto v = [&](std::size_t k) {
      return pole.gain * (w(k) - 1.0) / spacing[k] * (samples[k] - samples[k - 1]);
    };
    Complex h = 0;
    for (std::size_t k = 1; k < samples.size(); ++k) result[k] += (h = w(k) * h + v(k)).real();
    h = 0;
    for (std::size_t k = samples.size() - 1; k > 0; --k) {
      result[k - 1] += (h = w(k) * h - v(k)).real();
    }
  }
  return result;
}

Complex EdgeAwareLine::start(const Samples& samples, const Samples& spacing,
                             const Sections& sections, int n, bool causal, int i) const {
  const Range range = section(static_cast<int>(samples.size()), sections.count, n);
  if (range.begin >= range.end) return 0;
  const Pole& pole = poles_[i];
  const double here = samples[at(causal ? range.begin : range.end - 1)];
  return walk_to_section(pole, samples, spacing, sections, n, causal) -
         (causal ? pole.a : pole.a * pole.b) * here / (1.0 - pole.b);
}

double EdgeAwareLine::closest_call(const Samples& spacing, const Sections& sections) {
  const int length = static_cast<int>(spacing.size());
  double closest = std::numeric_limits<double>::infinity();
  for (int n = 0; n < sections.count; ++n) {
    const Range range = section(length, sections.count, n);
    if (range.begin >= range.end) continue;
    double way = 0;
    for (int k = range.begin; k > 0 && way < sections.reach; --k) {
      way += spacing[at(k)];
      closest = std::min(closest, std::abs(way - sections.reach));
    }
    way = 0;
    for (int k = range.end - 1; k < length - 1 && way < sections.reach; ++k) {
      way += spacing[at(k + 1)];
      closest = std::min(closest, std::abs(way - sections.reach));
    }
  }
  return closest;
}

Image<double> filter_rows(const Image<double>& image, const Image<double>& spacing,
                          const EdgeAwareLine& filter, const Sections& sections) {
  return filter_lines(image, spacing, filter, sections, true);
}

Image<double> filter_columns(const Image<double>& image, const Image<double>& spacing,
                             const EdgeAwareLine& filter, const Sections& sections) {
  return filter_lines(image, spacing, filter, sections, false);
}

Image<double> edge_aware(const Image<std::uint8_t>& image, const EdgeAware& numbers) {
  if (image.empty()) throw InputError("edge_aware: the image has no pixels");
  // Written so that NaN is refused too.
  if (!(numbers.sigma_s > 0) || !(numbers.sigma_r > 0) || numbers.iterations < 1 ||
      numbers.sections < 1 || !(numbers.kappa >= 0)) {
    throw InputError(
        "edge_aware: sigma_s, sigma_r, iterations and sections must be positive and kappa at least "
        "0");
  }
  const Image<double> across = row_spacing(image, numbers.sigma_s, numbers.sigma_r);
  const Image<double> down = column_spacing(image, numbers.sigma_s, numbers.sigma_r);
  Image<double> result(image.width(), image.height(), image.channels());
  std::transform(image.values().begin(), image.values().end(), result.values().begin(),
                 [](std::uint8_t level) { return level / 255.0; });
  for (int iteration = 1; iteration <= numbers.iterations; ++iteration) {
    const double sigma = sigma_of_iteration(numbers.sigma_s, iteration, numbers.iterations);
    const EdgeAwareLine filter(sigma, numbers.poles);
    const Sections sections{numbers.sections, numbers.kappa * sigma, numbers.printed};
    result = filter_rows(result, across, filter, sections);
    result = filter_columns(result, down, filter, sections);
  }
  return result;
}

}  // namespace kit::oracle
