/// @file
/// Lab 03's bug to find: polynomials of the pixel's value.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/block_shape.hpp"
#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "grader/protocol/tensor.hpp"
#include "kit/synthetic.hpp"
#include "labs/03_constant_memory/reference/polynomial.hpp"

namespace kit::grader::lab03 {

/// `count` coefficients that differ, of either sign.
inline std::vector<float> random_coefficients(int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> coefficients;
  for (int k = 0; k < count; ++k)
    coefficients.push_back((random.integer(0, 1) ? 0.25f : -0.75f) + 0.5f * random.uniform());
  return coefficients;
}

/// Bound on the rounding error of Horner's rule for values in [0, 1]: each of its `count` steps
/// multiplies and adds (N. Higham, Accuracy and Stability of Numerical Algorithms, section 5.1).
inline double polynomial_tolerance(const std::vector<float>& coefficients) {
  double sum = 0;
  for (const float coefficient : coefficients) sum += std::abs(coefficient);
  const double roundings = 2 * double(coefficients.size()) * 0x1p-24;
  return roundings / (1 - roundings) * sum;
}

/// The usual mistakes; `found` is what constant memory holds where the copy counts floats.
inline std::vector<Hypothesis> polynomial_fault_models(const Image<float>& image,
                                                       const std::vector<float>& coefficients,
                                                       const std::vector<float>& found) {
  std::vector<Hypothesis> list;
  const auto add = [&](const char* sentence, const std::vector<float>& used) {
    list.push_back({"wrong_formula", sentence, oracle::polynomial(image, used)});
  };
  add("the coefficients are taken in the opposite order: coefficient 0 is the constant term",
      {coefficients.rbegin(), coefficients.rend()});
  if (coefficients.size() > 1) {
    add("the highest power is left out: the last coefficient is number count - 1",
        {coefficients.begin(), coefficients.end() - 1});
    std::vector<float> without_first = coefficients;
    without_first[0] = 0;
    add("the constant term, coefficient 0, is left out", without_first);
  }
  add("only a quarter of the coefficients is copied, what was there before follows: "
      "cudaMemcpyToSymbolAsync counts bytes, not floats",
      found);
  return list;
}

struct PolynomialProblem {
  int count;
  int width, height;
  BlockShape block;
};

// Numbers of coefficients that differ from the call before, and such that do not: what a call
// leaves in constant memory must not reach the next one.
inline constexpr PolynomialProblem kPolynomialProblems[] = {{4, 37, 21, {16, 16}},
                                                            {4, 37, 21, {20, 5}},
                                                            {2, 65, 50, {32, 8}},
                                                            {6, 21, 37, {1, 64}},
                                                            {6, 67, 1, {8, 8}},
                                                            {3, 1, 67, {64, 1}},
                                                            {1, 13, 12, {32, 32}},
                                                            {16, 33, 29, {32, 32}},
                                                            {16, 29, 33, {32, 4}},
                                                            {5, 1, 1, {32, 8}},
                                                            {5, 7, 4, {32, 8}},
                                                            {3, 160, 120, {32, 8}},
                                                            {3, 160, 120, {16, 16}},
                                                            {3, kThinLength, 1, {128, 2}},
                                                            {3, 1, kThinLength, {2, 128}},
                                                            {15, 1030, 3, {1024, 1}},
                                                            {2, 3, 1030, {1, 1024}}};

inline Call polynomial_call(const Image<float>& image, const std::vector<float>& coefficients,
                            const BlockShape& block) {
  Call call;
  call.function = "polynomial";
  call.params = {{"block", to_json(block)}};
  call.inputs.push_back({to_tensor(image), to_tensor(coefficients)});
  call.outputs.push_back({DType::f32, image.width(), image.height(), 1});
  return call;
}

inline std::vector<Case> polynomial_cases(std::uint64_t seed) {
  std::vector<Case> list;
  Random random(seed);
  std::vector<float> memory;  // constant memory after copies of as many bytes as there are floats
  for (const auto& [count, width, height, block] : kPolynomialProblems) {
    const Image<float> image = noise(width, height, random.next());
    const std::vector<float> coefficients = random_coefficients(count, random.next());
    memory.resize(std::max(memory.size(), coefficients.size()), 0.0f);
    std::memcpy(memory.data(), coefficients.data(), coefficients.size());
    Case one;
    one.name = fmt::format("polynomial of {} coefficient{}, {}x{}, block {}", count,
                           count == 1 ? "" : "s", width, height, to_text(block));
    one.stage = "bug";
    one.call = polynomial_call(image, coefficients, block);
    one.expected = oracle::polynomial(image, coefficients);
    one.tolerance = polynomial_tolerance(coefficients);
    one.hypotheses = [=, found = std::vector<float>(memory.begin(), memory.begin() + count)] {
      return polynomial_fault_models(image, coefficients, found);
    };
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace kit::grader::lab03
