/// @file
/// What `make run LAB=08` can be told.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "grader/lab/suite.hpp"
#include "kit/error.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"

namespace kit::grader::lab08 {

struct Options {
  oracle::EdgeAware numbers;
  std::string algorithm = "a";  ///< a, c, segments, chunks or scan

  /// The stage whose function filters.
  std::string stage() const {
    if (algorithm == "a" || algorithm == "c") return "algorithm_c";
    return algorithm == "scan" ? "challenge" : algorithm;
  }
};

/// A number in [low, high]; says what is wrong with any other text.
inline double read_number(const std::string& name, const std::string& text, double low,
                          double high) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  // The comparison is false for NaN.
  if (text.empty() || *end != '\0' || !(value >= low && value <= high)) {
    throw InputError(
        fmt::format("option {}: \"{}\" is not a number from {:g} to {:g}", name, text, low, high));
  }
  return value;
}

inline int read_count(const std::string& name, const std::string& text, int high) {
  int value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || value < 1 ||
      value > high) {
    throw InputError(
        fmt::format("option {}: \"{}\" is not a whole number from 1 to {}", name, text, high));
  }
  return value;
}

/// Throws InputError for an unknown option or a value outside of its range.
inline Options read_options(const RunOptions& options) {
  Options result;
  int blocks = 6;
  double kappa = 2;
  for (const auto& [name, value] : options.items()) {
    if (value.is_null()) continue;
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (name == "sigma_s") {
      result.numbers.sigma_s = read_number(name, text, 0.5, 10000);
    } else if (name == "sigma_r") {
      result.numbers.sigma_r = read_number(name, text, 0.5, 10000);
    } else if (name == "iterations") {
      result.numbers.iterations = read_count(name, text, 16);
    } else if (name == "algorithm") {
      if (text != "a" && text != "c" && text != "segments" && text != "chunks" && text != "scan")
        throw InputError("option algorithm: \"" + text +
                         "\" is not a, c, segments, chunks or scan");
      result.algorithm = text;
    } else if (name == "kappa") {
      kappa = read_number(name, text, 0, 100);
    } else if (name == "blocks") {
      blocks = read_count(name, text, 1024);
    } else {
      throw InputError("unknown option \"" + name +
                       "\" for this lab: it has sigma_s, sigma_r, iterations, algorithm (a, c, "
                       "segments, chunks or scan) and, for algorithm c, kappa and blocks");
    }
  }
  if (result.algorithm == "c") {
    result.numbers.sections = blocks;
    result.numbers.kappa = kappa;
  } else if (options.contains("kappa") || options.contains("blocks")) {
    throw InputError("options kappa and blocks belong to algorithm=c");
  }
  return result;
}

}  // namespace kit::grader::lab08
