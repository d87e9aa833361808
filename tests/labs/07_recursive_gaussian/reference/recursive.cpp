/// @file
/// The recursive Gaussian in double precision, in the direct form along one line at a time, and the
/// bounds on what float32 may lose in the direct and in the cascade form.
#include "recursive.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

#include "kit/error.hpp"

namespace kit {
namespace {

constexpr double kUnitRoundoff = 0x1p-24;  // of float32

using Line = std::vector<double>;

/// The direct form on its way along a line.
struct Recursion {
  const RecursiveCoefficients& c;
  double w1 = 0, w2 = 0, w3 = 0;  // the last three values, newest first

  void settle(double value) { w1 = w2 = w3 = value; }
  double step(double sample) {
    const double value = c.gain * sample + c.a1 * w1 + c.a2 * w2 + c.a3 * w3;
    w3 = w2;
    w2 = w1;
    return w1 = value;
  }
};

/// The causal pass over `line`.
Line causal(const Line& line, const RecursiveCoefficients& c, LineEnds ends) {
  Recursion filter{c};
  filter.settle(line.front());
  Line w;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const bool copy = ends == LineEnds::duplicate && k < 3;
    if (copy) {
      w.push_back(line.front());
    } else {
      w.push_back(filter.step(line[k]));
    }
  }
  return w;
}

/// The backward pass over w[], which it replaces, as if the line had been `beyond` before it.
void backward(Line& w, const RecursiveCoefficients& c, double beyond) {
  Recursion filter{c};
  filter.settle(beyond);
  for (std::size_t k = w.size(); k-- > 0;) w[k] = filter.step(w[k]);
}

Image<double> filter_both(const Image<float>& image, const oracle::LineFilter& filter) {
  if (image.channels() != 1) throw HarnessError("recursive Gaussian: one channel only");
  return oracle::filter_columns(oracle::filter_rows(to_double(image), filter), filter);
}

double gaussian_sum(const Line& line, const Line& weights, int centre) {
  const int last = static_cast<int>(line.size()) - 1;
  double sum = weights[0] * line[std::size_t(centre)];
  for (int k = 1; k < static_cast<int>(weights.size()); ++k) {
    const double left = line[std::size_t(std::max(centre - k, 0))];
    const double right = line[std::size_t(std::min(centre + k, last))];
    sum += weights[std::size_t(k)] * (left + right);
  }
  return sum;
}

}  // namespace

std::string to_string(LineEnds ends) {
  return ends == LineEnds::exact ? "exact" : "duplicate";
}

LineEnds parse_line_ends(const std::string& text) {
  if (text == "exact") return LineEnds::exact;
  if (text == "duplicate") return LineEnds::duplicate;
  throw InputError("boundary \"" + text + "\": must be exact or duplicate");
}

std::vector<double> gaussian_weights(double sigma, int radius) {
  if (!(sigma > 0) || radius < 0) throw InputError("a Gaussian needs sigma > 0 and a radius >= 0");
  Line weights;
  double sum = 0;
  for (int k = 0; k <= radius; ++k) {
    weights.push_back(std::exp(-0.5 * (k / sigma) * (k / sigma)));
    sum += weights.back() * (k == 0 ? 1 : 2);
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

int gaussian_radius(double sigma) {
  return std::max(1, static_cast<int>(std::ceil(3 * sigma)));
}

double cascade_error_bound(const RecursiveCoefficients& c) {
  // What an error of 1 in u, w or d does to all later values of w, in magnitudes added up, and the
  // largest |d| that an input in [0, 1] causes.
  const auto gain = [&](double u, double w, double d, double& sum_d) {
    double sum_w = 0;
    for (int k = 0; k < static_cast<int>(40 * c.q) + 200; ++k) {
      sum_w += std::abs(w);
      sum_d += std::abs(d);
      u -= c.p * u;
      d = c.e1 * (u - w) + c.e2 * d;
      w += d;
    }
    return sum_w;
  };
  double ignored = 0, largest_d = 0;
  const double from_u = gain(1, 0, 0, ignored), from_w = gain(0, 1, 0, ignored);
  const double from_d = gain(0, 1, 1, ignored);  // an error of d is in w at once
  gain(c.p, c.e1 * c.p, c.e1 * c.p, largest_d);
  const double once = (1 + 2 * c.p) * from_u + from_w + (2 * c.e1 + 2 * largest_d) * from_d;
  return 4 * kUnitRoundoff * once;
}

double direct_error_bound(const RecursiveCoefficients& c) {
  // Each of the four products is rounded, and each partial sum; 1 / gain is the sum of what an
  // error of 1 does to all later values.
  const double products = c.gain + std::abs(c.a1) + std::abs(c.a2) + std::abs(c.a3);
  return 4 * kUnitRoundoff * 4 * products / c.gain;
}

namespace oracle {

Image<double> filter_rows(const Image<double>& image, const LineFilter& filter) {
  Image<double> result(image.width(), image.height());
  const auto width = static_cast<std::size_t>(image.width());
  for (int y = 0; y < image.height(); ++y) {
    const double* row = image.data() + width * static_cast<std::size_t>(y);
    const Line filtered = filter(Line(row, row + width));
    std::copy(filtered.begin(), filtered.end(), &result.at(0, y));
  }
  return result;
}

Image<double> filter_columns(const Image<double>& image, const LineFilter& filter) {
  Image<double> result(image.width(), image.height());
  Line column(static_cast<std::size_t>(image.height()));
  for (int x = 0; x < image.width(); ++x) {
    for (int y = 0; y < image.height(); ++y) column[std::size_t(y)] = image.at(x, y);
    const Line filtered = filter(column);
    for (int y = 0; y < image.height(); ++y) result.at(x, y) = filtered[std::size_t(y)];
  }
  return result;
}

std::vector<double> recursive_line(const std::vector<double>& line, const RecursiveCoefficients& c,
                                   LineEnds ends) {
  Line w = line;
  if (ends == LineEnds::exact) {
    // As long a constant tail as it takes for nothing of the line's end to be left of it: the
    // slowest pole fades by e^-1.1 in about q steps.
    w.insert(w.end(), static_cast<std::size_t>(40 * c.q) + 200, line.back());
  }
  w = causal(w, c, ends);
  backward(w, c, ends == LineEnds::exact ? line.back() : w.back());
  w.resize(line.size());
  return w;
}

std::vector<double> two_way_line(const std::vector<double>& line, const RecursiveCoefficients& c,
                                 const std::vector<double>& weights, LineEnds ends) {
  const auto middle = static_cast<std::ptrdiff_t>(line.size() / 2);
  const double centre = gaussian_sum(line, weights, static_cast<int>(middle));
  const auto half = [&](const Line& part, LineEnds start) {
    if (part.empty()) return part;
    Line w = causal(part, c, start);
    backward(w, c, centre);
    return w;
  };
  Line result = half(Line(line.begin(), line.begin() + middle), ends);
  // The right half is the left half of the line read backwards; S3 duplicates nothing there.
  const Line right = half(Line(line.rbegin(), line.rend() - middle - 1), LineEnds::exact);
  result.push_back(centre);
  result.insert(result.end(), right.rbegin(), right.rend());
  return result;
}

Image<double> recursive_gaussian(const Image<float>& image, double sigma, LineEnds ends) {
  const RecursiveCoefficients c = recursive_coefficients(sigma);
  return filter_both(image, [&](const Line& line) { return recursive_line(line, c, ends); });
}

Image<double> two_way_gaussian(const Image<float>& image, double sigma, int radius, LineEnds ends) {
  const RecursiveCoefficients c = recursive_coefficients(sigma);
  const Line weights = gaussian_weights(sigma, radius);
  return filter_both(image, [&](const Line& line) { return two_way_line(line, c, weights, ends); });
}

Image<double> gaussian(const Image<float>& image, double sigma, int radius) {
  const Line weights = gaussian_weights(sigma, radius);
  return filter_both(image, [&](const Line& line) {
    Line result;
    for (int k = 0; k < static_cast<int>(line.size()); ++k)
      result.push_back(gaussian_sum(line, weights, k));
    return result;
  });
}

Image<double> filter_picked_columns(const Image<float>& image, const std::vector<int>& columns,
                                    const LineFilter& filter) {
  Image<double> picked(static_cast<int>(columns.size()), image.height());
  const auto width = static_cast<std::size_t>(image.width());
  for (int y = 0; y < image.height(); ++y) {
    const float* row = image.data() + width * static_cast<std::size_t>(y);
    const Line filtered = filter(Line(row, row + width));
    for (int n = 0; n < picked.width(); ++n)
      picked.at(n, y) = filtered[std::size_t(columns[std::size_t(n)])];
  }
  return filter_columns(picked, filter);
}

}  // namespace oracle
}  // namespace kit
