/// @file
/// Test data of lab 08: images of four components a pixel, lines with spacings, and calls.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "fault_models.hpp"
#include "grader/lab/suite.hpp"
#include "kit/synthetic.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"

namespace kit::grader::lab08 {

struct Window {
  int width, height;
};

inline constexpr Window kWindow = {16, 64};

inline std::string size_text(int width, int height) {
  return fmt::format("{}x{}", width, height);
}

/// Four components a pixel: missing channels are 0, w is `w(pixel)`.
template <typename T, typename W>
Image<T> padded(const Image<T>& image, W w) {
  Image<T> result(image.width(), image.height(), 4);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      for (int c = 0; c < std::min(image.channels(), 3); ++c) {
        result.at(x, y, c) = image.at(x, y, c);
      }
      result.at(x, y, 3) = w(x + y);
    }
  }
  return result;
}

/// As the contract wants outputs: w is 0.
inline Image<double> padded(const Image<double>& image) {
  return padded(image, [](int) { return 0.0; });
}

inline std::vector<Hypothesis> padded(std::vector<Hypothesis> list) {
  for (Hypothesis& one : list) one.output = padded(one.output);
  return list;
}

/// The image as the device gets it; w holds numbers that nothing may depend on.
inline Tensor image_tensor(const Image<std::uint8_t>& image) {
  return to_tensor(padded(image, [](int n) { return std::uint8_t(97 * n + 31); }));
}
inline Tensor pixel_tensor(const Image<float>& image) {
  return to_tensor(padded(image, [](int n) { return 3.0f + float(n % 7); }));
}

/// Random spacings, as of an image with edges: mostly 1 to 2, some far larger.
inline Image<float> random_spacing(int width, int height, std::uint64_t seed) {
  Image<float> result = noise(width, height, seed);
  for (float& value : result.values()) {
    value = value < 0.9f ? 1.0f + value : 400.0f * value - 350.0f;
  }
  return result;
}

/// An 8-bit picture with edges, texture and flat parts.
inline Image<std::uint8_t> picture_of(int width, int height, int channels, std::uint64_t seed) {
  return to_bytes(scene(width, height, channels, seed));
}

/// Noise of few grey levels, which an edge-aware filter smooths where full noise is all edges.
inline Image<std::uint8_t> faint_noise(int width, int height, std::uint64_t seed) {
  Image<std::uint8_t> result = to_bytes(noise(width, height, seed, 3));
  for (std::uint8_t& level : result.values()) level = std::uint8_t(110 + level / 16);
  return result;
}

/// The constants as the worker's adapter takes them.
inline Tensor constants(double sigma) {
  const oracle::EdgeAwareLine filter(sigma);
  std::vector<float> values;
  for (int i = 0; i < 2; ++i) {
    const auto& pole = filter.pole(i);
    for (const std::complex<double> value : {pole.rate, pole.a, pole.b, pole.gain, pole.r1}) {
      values.push_back(float(value.real()));
      values.push_back(float(value.imag()));
    }
  }
  return to_tensor(values);
}

/// One pass over the rows or columns of an image of three channels.
struct Pass {
  std::string what;
  Image<float> image, spacing;
  bool rows = true;
  double sigma = 20;

  std::string name() const {
    return fmt::format("{}, {}, {}, sigma {:g}", what, size_text(image.width(), image.height()),
                       rows ? "rows" : "columns", sigma);
  }
  Image<double> expected(const oracle::Sections& sections = {}) const {
    const oracle::EdgeAwareLine filter(sigma);
    return rows ? filter_rows(to_double(image), to_double(spacing), filter, sections)
                : filter_columns(to_double(image), to_double(spacing), filter, sections);
  }
  /// `right` says how Algorithm A cuts the lines, if it does.
  std::vector<Hypothesis> fault_models(LineTerms right = {}) const {
    right.sigma = sigma;
    return padded(pass_fault_models(to_double(image), to_double(spacing), rows, right));
  }
  std::vector<Hypothesis> literal_models() const {
    return padded(literal_fault_models(to_double(image), to_double(spacing), rows, sigma));
  }
  /// Line n's spacing, and its samples of channel c.
  Samples line(const Image<float>& of, int n, int c) const {
    Samples result;
    for (int k = 0; k < (rows ? of.width() : of.height()); ++k) {
      result.push_back(rows ? of.at(k, n, c) : of.at(n, k, c));
    }
    return result;
  }
  int lines() const { return rows ? image.height() : image.width(); }
  int length() const { return rows ? image.width() : image.height(); }
  /// How near Algorithm B comes to reaching exactly as far as it should.
  double closest_call(const oracle::Sections& sections) const {
    double closest = std::numeric_limits<double>::infinity();
    for (int n = 0; n < lines(); ++n) {
      closest =
          std::min(closest, oracle::EdgeAwareLine::closest_call(line(spacing, n, 0), sections));
    }
    return closest;
  }

  /// This pass over another image, the first input of a call.
  Pass of(const Tensor& pixels) const {
    Pass result = *this;
    const Image<float> four = to_float_image(pixels);
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        for (int c = 0; c < image.channels(); ++c) result.image.at(x, y, c) = four.at(x, y, c);
    return result;
  }

  Call call(const std::string& function) const {
    Call result;
    result.function = function;
    result.params = {{"rows", rows}, {"sigma", sigma}};
    result.inputs.push_back({pixel_tensor(image), to_tensor(spacing)});
    result.outputs.push_back({DType::f32, image.width(), image.height(), 4});
    return result;
  }
};

/// The whole filter's options on a call. `by` is the stage whose function computes it.
inline Call whole_call(const Image<std::uint8_t>& image, const oracle::EdgeAware& numbers,
                       const Window& window, const std::string& by) {
  Call call;
  call.function = "edge_aware";
  call.params = {{"sigma_s", numbers.sigma_s},
                 {"sigma_r", numbers.sigma_r},
                 {"iterations", numbers.iterations},
                 {"blocks_per_stripe", numbers.sections},
                 {"kappa", numbers.kappa},
                 {"printed", numbers.printed},
                 {"window_width", window.width},
                 {"window_height", window.height},
                 {"by", by}};
  call.inputs.push_back({image_tensor(image)});
  call.outputs.push_back({DType::f32, image.width(), image.height(), 4});
  return call;
}

}  // namespace kit::grader::lab08
