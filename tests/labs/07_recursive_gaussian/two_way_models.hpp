/// @file
/// The usual mistakes of lab 07's two-way form and what their outputs would be.
#pragma once

#include <cstddef>
#include <vector>

#include "labs/07_recursive_gaussian/fault_models.hpp"

namespace kit::grader {

inline std::vector<Hypothesis> two_way_fault_models(const Image<float>& image, double sigma,
                                                    int radius, LineEnds ends) {
  const RecursiveCoefficients c = recursive_coefficients(sigma);
  const Line weights = gaussian_weights(sigma, radius);
  LineFaultModels models(image);
  models.both("wrong_formula",
              "the result is that of the one-way filter; the two halves must turn round on the "
              "central point's Gaussian sum",
              [=](const Line& line) { return oracle::recursive_line(line, c, ends); });
  const auto add = [&](const char* cause, const char* sentence, auto change) {
    models.both(cause, sentence, [=](const Line& line) {
      TwoWayTerms terms;
      terms.line.c = c;
      terms.left_copies = ends == LineEnds::duplicate ? 3 : 1;
      terms.middle = static_cast<std::ptrdiff_t>(line.size() / 2);
      change(terms, line);
      return two_way_filtered(line, terms, weights);
    });
  };
  add("shifted", "the central point stands at (n - 1) / 2; it belongs at n / 2",
      [](TwoWayTerms& t, const Line& line) {
        t.middle = static_cast<std::ptrdiff_t>((line.size() - 1) / 2);
      });
  add("wrong_formula",
      "the central point is the input's pixel; it should be the Gaussian sum around it",
      [](TwoWayTerms& t, const Line&) { t.centre_is_sum = false; });
  add("wrong_border",
      "the central sum leaves out what is beyond the line; the nearest pixel stands there, so that "
      "the weights add up to 1",
      [](TwoWayTerms& t, const Line&) { t.sum_is_cut = true; });
  add("wrong_border",
      "the central sum leaves out what is beyond the line, and is divided by the weights that are "
      "left; the nearest pixel stands there",
      [](TwoWayTerms& t, const Line&) { t.sum_is_cut = t.sum_is_divided = true; });
  add("wrong_border",
      "the way back starts with the d of the way there; beyond the central point all is constant, "
      "so that d is 0",
      [](TwoWayTerms& t, const Line&) { t.d_is_kept = true; });
  add("wrong_formula",
      "the way back starts from w, not from the central point's sum: the halves turn round on that",
      [](TwoWayTerms& t, const Line&) { t.from_centre = false; });
  add("wrong_border", "the way there starts from 0; it starts as if the line went on with its end",
      [](TwoWayTerms& t, const Line&) { t.line.start = 0; });
  add("wrong_border",
      "a settled half has its value for d too; on a constant u and w are the value and d is 0",
      [](TwoWayTerms& t, const Line&) { t.line.d_settles = true; });
  if (ends == LineEnds::duplicate)
    add("wrong_border",
        "the right half takes its end value three times too; Boundary::duplicate is for the left "
        "one alone, as in S3's algorithm 1",
        [](TwoWayTerms& t, const Line&) { t.right_copies = 3; });
  models.both(
      "wrong_border", "the first pass has the start of the other boundary than the case asks for",
      [=](const Line& line) {
        return oracle::two_way_line(
            line, c, weights, ends == LineEnds::exact ? LineEnds::duplicate : LineEnds::exact);
      });
  models.rows_only("wrong_formula", "only the rows were filtered; the columns come after them",
                   [=](const Line& line) { return oracle::two_way_line(line, c, weights, ends); });
  return models.take();
}

}  // namespace kit::grader
