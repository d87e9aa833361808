/// @file
/// Lab 08's cases for the whole filter, as Algorithms A, C and D do it and as the exact scan does.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/suite.hpp"
#include "kit/synthetic.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"
#include "line_cases.hpp"
#include "problems.hpp"
#include "whole_fault_models.hpp"

namespace kit::grader::lab08 {

/// True if float32 could make Algorithm B reach another pixel than the oracle does.
inline bool too_close(const Image<std::uint8_t>& image, const oracle::EdgeAware& numbers) {
  const auto spacing = [&](bool rows) {
    Image<double> exact = rows ? oracle::row_spacing(image, numbers.sigma_s, numbers.sigma_r)
                               : oracle::column_spacing(image, numbers.sigma_s, numbers.sigma_r);
    Image<float> result(image.width(), image.height());
    std::copy(exact.values().begin(), exact.values().end(), result.values().begin());
    return result;
  };
  for (int n = 1; numbers.sections > 1 && n <= numbers.iterations; ++n) {
    const double sigma = oracle::sigma_of_iteration(numbers.sigma_s, n, numbers.iterations);
    for (const bool rows : {true, false}) {
      const Pass pass{"", Image<float>(image.width(), image.height(), 3), spacing(rows), rows,
                      sigma};
      if (pass.closest_call({numbers.sections, numbers.kappa * sigma, false}) < kClosestCall)
        return true;
    }
  }
  return false;
}

/// What of the whole filter is asked for.
struct WholeProblem {
  const char* what;  ///< "picture", "grey" or "faint"
  int width, height;
  double sigma_s, sigma_r;
  int iterations;
  // Of Algorithm D.
  int blocks = 1;
  double kappa = 0;
  bool printed = false;
};

/// `stage` is algorithm_c or a rung of the challenge.
inline Case whole_case(const WholeProblem& problem, const std::string& stage, std::size_t number,
                       Random& random) {
  const std::string what = problem.what;
  oracle::EdgeAware numbers{problem.sigma_s, problem.sigma_r, problem.iterations,
                            problem.blocks,  problem.kappa,   problem.printed};
  Image<std::uint8_t> image;
  do {
    image = what == "faint noise" ? faint_noise(problem.width, problem.height, random.next())
                                  : picture_of(problem.width, problem.height,
                                               what == "a grey picture" ? 1 : 3, random.next());
  } while (too_close(image, numbers));
  const Window windows[] = {kWindow, {8, 32}, {24, 32}, {9, 64}};
  Case one;
  one.name = fmt::format("{}, {}, sigma_s {:g}, sigma_r {:g}, {} iteration{}", what,
                         size_text(problem.width, problem.height), problem.sigma_s, problem.sigma_r,
                         problem.iterations, problem.iterations > 1 ? "s" : "");
  if (problem.blocks > 1) {
    one.name += fmt::format(", {} blocks per stripe, kappa {:g}{}", problem.blocks, problem.kappa,
                            problem.printed ? ", printed start" : "");
  }
  one.stage = stage;
  if (stage == "challenge") {
    one.name += ", scan";
  } else if (stage != "algorithm_c") {
    one.name += ", " + stage;
  }
  one.call = whole_call(image, numbers, windows[number % std::size(windows)], stage);
  one.expected = padded(edge_aware(image, numbers));
  one.tolerance = kTolerance;
  std::vector<int> segments;  // of the kit's solution, and its chunks
  if (stage == "segments") segments = {32};
  if (stage == "chunks") segments = {8, 128};
  one.hypotheses = [=] { return padded(whole_fault_models(image, numbers, segments)); };
  return one;
}

inline void add_whole_cases(std::vector<Case>& list, Random& random) {
  // The last of A is what D is compared with; D has as many blocks as windows.
  const WholeProblem problems[] = {{"a picture", 61, 37, 20, 50, 2},
                                   {"a picture", 37, 61, 50, 51, 3},
                                   {"faint noise", 70, 45, 30, 20, 1},
                                   {"a grey picture", 50, 41, 20, 40, 2},
                                   {"a picture", 97, 61, 8, 60, 2, 3, 2},
                                   {"a picture", 61, 97, 8, 60, 2, 6, 1, true},
                                   {"faint noise", 120, 60, 10, 30, 1, 5},
                                   {"a picture", 75, 50, 200, 50, 2},
                                   {"a picture", 1, 1, 20, 50, 2},
                                   {"a picture", 90, 3, 10, 80, 2, 4, 2},
                                   {"a picture", 13, 9, 20, 50, kMostIterations}};
  std::size_t number = 0;
  for (const WholeProblem& problem : problems) {
    list.push_back(whole_case(problem, "algorithm_c", number++, random));
  }
  const WholeProblem exact[] = {
      {"a picture", 41, 27, 20, 50, 2},      {"a picture", 23, 39, 50, 51, 2},
      {"faint noise", 44, 30, 200, 20, 2},   {"a grey picture", 33, 21, 20, 40, 2},
      {"a picture", 131, 1, 50, 50, 1},      {"a picture", 333, 3, 200, 50, 1},
      {"a picture", 3, 150, 50, 50, 2},      {"a picture", 1, 1, 20, 50, 2},
      {"a picture", 1, 67, 10, 50, 2},       {"a picture", 67, 1, 10, 50, 2},
      {"faint noise", 2411, 1, 150, 200, 1}, {"faint noise", 1, 4801, 100, 500, 1}};
  for (const char* rung : {"segments", "chunks", "challenge"}) {
    for (const WholeProblem& problem : exact) {
      list.push_back(whole_case(problem, rung, number++, random));
    }
  }
}

}  // namespace kit::grader::lab08
