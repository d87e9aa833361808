/// @file
/// The usual wrong edge-aware filters of a whole image, computed on purpose, so that a wrong output
/// can be named.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "fault_models.hpp"
#include "grader/lab/suite.hpp"
#include "labs/08_domain_transform/reference/edge_aware.hpp"

namespace kit::grader::lab08 {

/// The whole filter, right or wrong.
struct Whole {
  oracle::EdgeAware numbers;
  bool rows = true, columns = true, columns_first = false, rederived = false;
  bool all_rows_first = false;       ///< the rows of all iterations, then the columns of all
  bool from_original = false;        ///< each iteration filters the original image
  bool spacings_exchanged = false;   ///< rows have the spacing of columns, and the other way round
  bool spacing_of_rows = false;      ///< columns have the spacing of rows
  bool spacing_anew = false;         ///< made in each iteration, of its sigma in place of sigma_s
  double column_factor = 1;          ///< of sigma
  int left_out = 0;                  ///< iterations at the end
  std::function<double(int)> sigma;  ///< of an iteration, from 1
  std::function<double(double)> reach;  ///< of an iteration's sigma
  bool right_reach = false;  ///< of a wrong sigma, Algorithm B reaches as far as of the right one
  std::function<void(LineTerms&)> change = [](LineTerms&) {};
};

inline Image<double> filter_whole(const Image<std::uint8_t>& image, const Whole& whole) {
  Image<double> result(image.width(), image.height(), image.channels());
  for (std::size_t n = 0; n < image.size(); ++n) result.data()[n] = image.data()[n] / 255.0;
  const Image<double> original = result;
  const oracle::EdgeAware& numbers = whole.numbers;
  Image<std::uint8_t> guide = image;
  const int iterations = numbers.iterations - whole.left_out;
  for (int turn = 0; turn < (whole.all_rows_first ? 2 : 1) * iterations; ++turn) {
    const int iteration = turn % iterations + 1;
    LineTerms terms;
    terms.sigma = whole.sigma
                      ? whole.sigma(iteration)
                      : oracle::sigma_of_iteration(numbers.sigma_s, iteration, numbers.iterations);
    terms.sections = numbers.sections;
    const double own = whole.right_reach ? oracle::sigma_of_iteration(numbers.sigma_s, iteration,
                                                                      numbers.iterations)
                                         : terms.sigma;
    terms.walk.reach = whole.reach ? whole.reach(own) : numbers.kappa * own;
    terms.walk.from = numbers.printed ? WalkTerms::From::printed : WalkTerms::From::sample;
    whole.change(terms);
    if (whole.from_original) result = original;
    for (const bool rows : {!whole.columns_first, whole.columns_first}) {
      if (!(rows ? whole.rows : whole.columns)) continue;
      if (whole.all_rows_first && rows != (turn < iterations)) continue;
      const bool of_rows = (rows != whole.spacings_exchanged) || whole.spacing_of_rows;
      const double sigma_s = whole.spacing_anew ? terms.sigma : numbers.sigma_s;
      const Image<double> spacing = of_rows
                                        ? oracle::row_spacing(guide, sigma_s, numbers.sigma_r)
                                        : oracle::column_spacing(guide, sigma_s, numbers.sigma_r);
      LineTerms one = terms;
      if (!rows) one.sigma *= whole.column_factor;
      result = filter_all(result, spacing, rows, one);
    }
    if (!whole.rederived) continue;
    for (std::size_t n = 0; n < guide.size(); ++n) {
      guide.data()[n] = std::uint8_t(std::clamp(result.data()[n] * 255 + 0.5, 0.0, 255.0));
    }
  }
  return result;
}

/// Mistakes in what is made of Algorithm B, for `add(cause, sentence, change)`.
template <typename Add>
void add_section_models(const oracle::EdgeAware& numbers, Add add) {
  const double kappa = numbers.kappa, s = numbers.sigma_s;
  const auto reach = [&](const char* sentence, auto of) {
    add("wrong_formula", sentence, [=](Whole& w) { w.reach = of; });
  };
  reach(
      "Algorithm B reaches kappa times sigma_s in every iteration; it is kappa times the "
      "iteration's own sigma.",
      [=](double) { return kappa * s; });
  reach("Algorithm B reaches kappa; it is kappa times the iteration's sigma.",
        [=](double) { return kappa; });
  reach("Algorithm B reaches sigma; it is kappa times the iteration's sigma.",
        [](double sigma) { return sigma; });
  reach("Algorithm B reaches twice as far as it should: kappa times the iteration's sigma.",
        [=](double sigma) { return 2 * kappa * sigma; });
  reach("Algorithm B reaches half as far as it should: kappa times the iteration's sigma.",
        [=](double sigma) { return kappa * sigma / 2; });
  using From = WalkTerms::From;
  add("ignored_argument",
      numbers.printed ? "`start` does not arrive: this is the result with Start::sample."
                      : "`start` does not arrive: this is the result with Start::printed.",
      [printed = numbers.printed](Whole& w) {
        w.change = [printed](LineTerms& t) {
          t.walk.from = printed ? From::sample : From::printed;
        };
      });
}

/// FaultModels of the whole filter of an image of one or three channels; `segments` says how many
/// pixels the challenge's segments and chunks have, if it has a part in this.
inline std::vector<Hypothesis> whole_fault_models(const Image<std::uint8_t>& image,
                                                  const oracle::EdgeAware& numbers,
                                                  const std::vector<int>& segments = {}) {
  Whole right;
  right.numbers = numbers;
  std::vector<Hypothesis> list;
  const auto add = [&](const char* cause, const char* sentence, auto change) {
    Whole whole = right;
    change(whole);
    list.push_back({cause, sentence, filter_whole(image, whole)});
    if (!whole.sigma || numbers.sections == 1) return;
    whole.right_reach = true;
    list.push_back({cause, sentence, filter_whole(image, whole)});
  };
  const double s = numbers.sigma_s;
  const int n = numbers.iterations;
  if (n > 1) {
    add("wrong_formula", "Every iteration has sigma_s; each has a sigma of its own, which halves.",
        [=](Whole& w) { w.sigma = [=](int) { return s; }; });
    add("wrong_formula",
        "The iterations have each other's sigmas: the first one is the widest, 2^(iterations - "
        "iteration) with iterations counted from 1.",
        [=](Whole& w) {
          w.sigma = [=](int i) { return oracle::sigma_of_iteration(s, n + 1 - i, n); };
        });
    add("wrong_formula",
        "The guide was derived again from a filtered image: spacings come from the original image "
        "in every iteration.",
        [](Whole& w) { w.rederived = true; });
    add("wrong_formula",
        "The spacings were made with the sigma of the iteration: they are made once, with sigma_s.",
        [](Whole& w) { w.spacing_anew = true; });
  }
  if (n > 1) {
    add("wrong_formula",
        "The rows were filtered in all iterations, then the columns in all: each iteration filters "
        "the rows and then the columns.",
        [](Whole& w) { w.all_rows_first = true; });
    add("wrong_formula",
        "Each iteration filters the original image: it filters what the one before has left.",
        [](Whole& w) { w.from_original = true; });
    add("wrong_formula", "The last iteration is left out: there are `iterations` of them.",
        [](Whole& w) { w.left_out = 1; });
    add("wrong_formula", "Every iteration has the sigma of the first one.",
        [=](Whole& w) { w.sigma = [=](int) { return oracle::sigma_of_iteration(s, 1, n); }; });
    add("wrong_formula", "Every iteration has the sigma of the last one.",
        [=](Whole& w) { w.sigma = [=](int) { return oracle::sigma_of_iteration(s, n, n); }; });
  }
  add("wrong_formula",
      "The sigmas are twice what they should be: 2^(iterations - iteration) with iterations "
      "counted "
      "from 1.",
      [=](Whole& w) { w.sigma = [=](int i) { return 2 * oracle::sigma_of_iteration(s, i, n); }; });
  add("wrong_formula", "The rows were filtered, the columns not.",
      [](Whole& w) { w.columns = false; });
  add("wrong_formula", "The columns were filtered, the rows not.",
      [](Whole& w) { w.rows = false; });
  add("wrong_formula", "The columns have half the sigma of the rows: both have the iteration's.",
      [](Whole& w) { w.column_factor = 0.5; });
  add("wrong_formula", "The columns were filtered before the rows: rows come first.",
      [](Whole& w) { w.columns_first = true; });
  add("wrong_formula", "sigma_s and sigma_r are exchanged in the domain transform.", [=](Whole& w) {
    w.sigma = [=](int i) { return oracle::sigma_of_iteration(s, i, n); };
    std::swap(w.numbers.sigma_s, w.numbers.sigma_r);
  });
  add("wrong_formula",
      "The rows were filtered with the spacing of columns, and the columns with that of rows.",
      [](Whole& w) { w.spacings_exchanged = true; });
  add("wrong_formula", "The columns were filtered with the spacing of rows.",
      [](Whole& w) { w.spacing_of_rows = true; });
  if (numbers.sections > 1) add_section_models(numbers, add);
  for (const auto* faults :
       {&line_fault_models(), numbers.sections > 1 ? &section_fault_models() : &end_fault_models()})
    for (const NamedFault& fault : *faults) {
      LineTerms terms;
      fault.change(terms);
      if (terms.sigma == 2) continue;  // named above, as a mistake of all iterations
      add(fault.cause.c_str(), fault.sentence.c_str(), [&](Whole& w) { w.change = fault.change; });
    }
  if (numbers.sections == 1)
    for (const NamedFault& fault : bend_fault_models())
      add(fault.cause.c_str(), fault.sentence.c_str(), [&](Whole& w) { w.change = fault.change; });
  for (const int pixels : segments)
    for (const NamedFault& fault : segment_fault_models(pixels))
      add(fault.cause.c_str(), fault.sentence.c_str(), [&](Whole& w) { w.change = fault.change; });
  return list;
}

}  // namespace kit::grader::lab08
