#include "kit/filters.hpp"

#include <charconv>
#include <cmath>
#include <numbers>
#include <utility>

#include "kit/compare.hpp"
#include "kit/error.hpp"

namespace kit {
namespace {

struct NamedFilter {
  const char* name;
  int width;
  double divisor;
  std::vector<double> weights;
};

/// The outer product of `line` with itself: the binomial approximation of a Gaussian.
std::vector<double> outer_product(const std::vector<double>& line) {
  std::vector<double> weights;
  for (const double down : line) {
    for (const double across : line) weights.push_back(down * across);
  }
  return weights;
}

const std::vector<NamedFilter>& named_filters() {
  static const std::vector<NamedFilter> filters = {
      {"identity", 3, 1, {0, 0, 0, 0, 1, 0, 0, 0, 0}},
      {"gaussian3", 3, 16, outer_product({1, 2, 1})},
      {"gaussian5", 5, 256, outer_product({1, 4, 6, 4, 1})},
      {"gaussian7", 7, 4096, outer_product({1, 6, 15, 20, 15, 6, 1})},
      {"sobel_x", 3, 1, {-1, 0, 1, -2, 0, 2, -1, 0, 1}},
      {"sobel_y", 3, 1, {-1, -2, -1, 0, 0, 0, 1, 2, 1}},
      {"laplacian", 3, 1, {0, 1, 0, 1, -4, 1, 0, 1, 0}},
      {"box3", 3, 9, std::vector<double>(9, 1)},
      {"box5", 5, 25, std::vector<double>(25, 1)},
      {"sharpen", 3, 1, {0, -1, 0, -1, 5, -1, 0, -1, 0}},
      {"emboss", 3, 1, {-2, -1, 0, -1, 1, 1, 0, 1, 2}},
  };
  return filters;
}

constexpr const char* kParameterForms =
    "box:WIDTH, gaussian:SIGMA, gaussian:SIGMA:WIDTH, log:WIDTH, log:WIDTH:SIGMA";

/// A number as an error message shows it: 0.1, not 0.100000.
std::string shown(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6);
  return {text, end.ptr};
}

void require_width(const std::string& what, int width, int smallest) {
  if (width >= smallest && width <= kMaxFilterWidth && width % 2 == 1) return;
  throw InputError(what + ": the width is " + std::to_string(width) + "; it must be odd, between " +
                   std::to_string(smallest) + " and " + std::to_string(kMaxFilterWidth));
}

/// Throws unless low <= sigma <= high, NaN included.
void require_sigma(const std::string& what, double sigma, double low, double high) {
  if (is_finite(sigma) && sigma >= low && sigma <= high) return;
  throw InputError(what + ": sigma is " + shown(sigma) + " pixels; it must be between " +
                   shown(low) + " and " + shown(high));
}

Filter from_weights(std::string name, int width, const std::vector<double>& weights,
                    double divisor) {
  Filter filter{std::move(name), width, {}};
  filter.weights.reserve(weights.size());
  for (const double weight : weights) {
    filter.weights.push_back(static_cast<float>(weight / divisor));
  }
  return filter;
}

/// r^2 / (2 sigma^2) at (i, j) from the centre; divided first, so that no square over- or
/// underflows.
double exponent_at(int i, int j, double sigma) {
  const double x = i / sigma;
  const double y = j / sigma;
  return (x * x + y * y) / 2;
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

/// Splits at every colon; "a::b" has an empty field.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t colon = text.find(':');
    fields.push_back(text.substr(0, colon));
    if (colon == std::string_view::npos) return fields;
    text.remove_prefix(colon + 1);
  }
}

/// The whole of `field` as a number, or an InputError that names the filter and the field.
template <typename Number>
Number parse_number(std::string_view name, std::string_view field, const char* what) {
  Number value{};
  const char* end = field.data() + field.size();
  const auto [stopped, error] = std::from_chars(field.data(), end, value);
  if (error == std::errc{} && stopped == end && is_finite(static_cast<double>(value))) return value;
  throw InputError("filter '" + std::string(name) + "': '" + std::string(field) + "' is not a " +
                   what + "; write one of " + kParameterForms);
}

int parse_width(std::string_view name, std::string_view field) {
  return parse_number<int>(name, field, "width in whole pixels");
}

double parse_sigma(std::string_view name, std::string_view field) {
  return parse_number<double>(name, field, "sigma in pixels");
}

Filter make_gaussian(std::string_view name, const std::vector<std::string_view>& fields) {
  const double sigma = parse_sigma(name, fields[1]);
  if (fields.size() == 3) return gaussian_filter(sigma, parse_width(name, fields[2]));
  // Checked here so that the default width below neither overflows nor exceeds the limit.
  constexpr int kMaxDefaultSigma = (kMaxFilterWidth - 1) / 2 / 3;
  require_sigma("filter '" + std::string(name) + "' without a width", sigma, kMinSigma,
                kMaxDefaultSigma);
  return gaussian_filter(sigma, 2 * static_cast<int>(std::ceil(3 * sigma)) + 1);
}

Filter make_log(std::string_view name, const std::vector<std::string_view>& fields) {
  const int width = parse_width(name, fields[1]);
  const double sigma = fields.size() == 3 ? parse_sigma(name, fields[2]) : width / 6.0;
  return laplacian_of_gaussian_filter(sigma, width);
}

}  // namespace

void validate(const Filter& filter) {
  require_width("filter '" + filter.name + "'", filter.width, 1);
  const auto taps = static_cast<std::size_t>(filter.width) * static_cast<std::size_t>(filter.width);
  if (filter.weights.size() != taps) {
    throw InputError("filter '" + filter.name + "' has " + std::to_string(filter.weights.size()) +
                     " weights; width " + std::to_string(filter.width) + " needs " +
                     std::to_string(taps));
  }
}

Filter box_filter(int width) {
  require_width("box filter", width, 1);
  const double taps = static_cast<double>(width) * width;
  return from_weights("box:" + std::to_string(width), width,
                      std::vector<double>(static_cast<std::size_t>(width * width), 1), taps);
}

Filter gaussian_filter(double sigma, int width) {
  require_width("Gaussian filter", width, 1);
  require_sigma("Gaussian filter", sigma, kMinSigma, kMaxSigma);
  const int radius = width / 2;
  std::vector<double> weights;
  for (int j = -radius; j <= radius; ++j) {
    for (int i = -radius; i <= radius; ++i) {
      weights.push_back(std::exp(-exponent_at(i, j, sigma)));
    }
  }
  return from_weights("gaussian:" + shown(sigma) + ":" + std::to_string(width), width, weights,
                      sum_of(weights));
}

Filter laplacian_of_gaussian_filter(double sigma, int width) {
  require_width("Laplacian of Gaussian filter", width, 3);
  require_sigma("Laplacian of Gaussian filter", sigma, kMinSigma, kMaxSigma);
  const int radius = width / 2;
  const double scale = -1 / (std::numbers::pi * sigma * sigma * sigma * sigma);
  std::vector<double> weights;
  for (int j = -radius; j <= radius; ++j) {
    for (int i = -radius; i <= radius; ++i) {
      const double e = exponent_at(i, j, sigma);
      weights.push_back(scale * (1 - e) * std::exp(-e));
    }
  }
  // Sampling and cutting off leave a small sum, which would tint flat areas; spread it evenly.
  const double mean = sum_of(weights) / static_cast<double>(weights.size());
  for (double& weight : weights) weight -= mean;
  return from_weights("log:" + std::to_string(width) + ":" + shown(sigma), width, weights, 1);
}

Filter make_filter(std::string_view name) {
  for (const NamedFilter& known : named_filters()) {
    if (name == known.name) {
      return from_weights(known.name, known.width, known.weights, known.divisor);
    }
  }
  const std::vector<std::string_view> fields = split(name);
  const bool one_or_two = fields.size() == 2 || fields.size() == 3;
  if (fields[0] == "box" && fields.size() == 2) return box_filter(parse_width(name, fields[1]));
  if (fields[0] == "gaussian" && one_or_two) return make_gaussian(name, fields);
  if (fields[0] == "log" && one_or_two) return make_log(name, fields);

  std::string message = "unknown filter '" + std::string(name) + "'; choose one of ";
  for (const std::string& known : filter_names()) message += known + ", ";
  throw InputError(message + kParameterForms);
}

const std::vector<std::string>& filter_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const NamedFilter& filter : named_filters()) result.emplace_back(filter.name);
    return result;
  }();
  return names;
}

Border parse_border(std::string_view name) {
  if (name == "zero") return Border::zero;
  if (name == "clamp") return Border::clamp;
  throw InputError("unknown border '" + std::string(name) + "'; choose zero or clamp");
}

std::string to_string(Border border) {
  return border == Border::zero ? "zero" : "clamp";
}

}  // namespace kit
