/// @file
/// The usual mistakes of lab 07 and what their outputs would be.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/suite.hpp"
#include "kit/image.hpp"
#include "labs/07_recursive_gaussian/line_model.hpp"
#include "labs/07_recursive_gaussian/reference/recursive.hpp"

namespace kit::grader {

/// One pass of the direct form from left to right; the line was `before` for ever.
inline Line one_pass(const Line& line, const RecursiveCoefficients& c, double before) {
  double w1 = before, w2 = before, w3 = before;
  Line w;
  for (const double sample : line) {
    const double value = c.gain * sample + c.a1 * w1 + c.a2 * w2 + c.a3 * w3;
    w3 = w2;
    w2 = w1;
    w1 = value;
    w.push_back(value);
  }
  return w;
}

/// There and back with a start of the backward pass that the caller chooses.
template <typename Start>
Line turned_at(const Line& line, const RecursiveCoefficients& c, double before, Start start) {
  const Line w = one_pass(line, c, before);
  return reversed(one_pass(reversed(w), c, start(w)));
}

/// Collects hypotheses about an image that is filtered along rows and then along columns.
class LineFaultModels {
 public:
  explicit LineFaultModels(const Image<float>& image) : image_(to_double(image)) {}

  void both(const char* cause, const std::string& sentence, const oracle::LineFilter& filter) {
    add(cause, sentence, oracle::filter_columns(oracle::filter_rows(image_, filter), filter));
  }
  void each(const char* cause, const char* sentence, const oracle::LineFilter& rows,
            const oracle::LineFilter& columns) {
    add(cause, sentence, oracle::filter_columns(oracle::filter_rows(image_, rows), columns));
  }
  void rows_only(const char* cause, const char* sentence, const oracle::LineFilter& filter) {
    add(cause, sentence, oracle::filter_rows(image_, filter));
  }
  void columns_only(const char* cause, const char* sentence, const oracle::LineFilter& filter) {
    add(cause, sentence, oracle::filter_columns(image_, filter));
  }
  std::vector<Hypothesis> take() { return std::move(list_); }

 private:
  /// An infinity would stand for "wrong, whatever it is"; what overflows is told by its size.
  void add(const char* cause, const std::string& sentence, Image<double> output) {
    for (double& value : output.values())
      if (!std::isfinite(value)) value = std::numeric_limits<double>::max();
    list_.push_back({cause, sentence, std::move(output)});
  }

  Image<double> image_;
  std::vector<Hypothesis> list_;
};

/// The polynomials in q, in float32.
inline RecursiveCoefficients in_float(double exact_q) {
  const auto q = float(exact_q);
  const float b0 = 1.57825f + q * (2.44413f + q * (1.4281f + q * 0.422205f));
  RecursiveCoefficients c;
  const float a1 = q * (2.44413f + q * (2.8562f + q * 1.266615f)) / b0;
  const float a2 = -q * q * (1.4281f + q * 1.266615f) / b0;
  const float a3 = 0.422205f * q * q * q / b0;
  c.q = q;
  c.a1 = a1;
  c.a2 = a2;
  c.a3 = a3;
  c.gain = 1 - a1 - a2 - a3;
  constexpr float m0 = 1.1668f, m1 = 1.10783f, m2 = 1.40586f;
  const float squares = (m1 + q) * (m1 + q) + m2 * m2;
  c.p = m0 / (m0 + q);
  c.e1 = (m1 * m1 + m2 * m2) / squares;
  c.e2 = q * q / squares;
  const int steps = 200 + int(40 * exact_q);
  c.end_direct = end_matrix({.c = c, .direct = true}, steps);
  c.end_cascade = end_matrix({.c = c}, steps);
  return c;
}

inline Matrix3 transposed(const Matrix3& matrix) {
  Matrix3 result(9);
  for (std::size_t n = 0; n < 9; ++n) result[n] = matrix[3 * (n % 3) + n / 3];
  return result;
}

/// Coefficients that went wrong, used as they should be, on an image of one row.
inline std::vector<Hypothesis> coefficient_fault_models(const Image<float>& image, double sigma) {
  const RecursiveCoefficients right = recursive_coefficients(sigma);
  LineFaultModels models(image);
  const auto use = [&](const char* cause, const char* sentence, const RecursiveCoefficients& c) {
    models.rows_only(cause, sentence, [c](const Line& line) {
      return oracle::recursive_line(line, c, LineEnds::exact);
    });
  };
  const auto polynomials = [&](double q, double second, double third) {
    RecursiveCoefficients c = right;
    const double b0 = 1.57825 + q * (2.44413 + q * (1.4281 + q * 0.422205));
    c.a1 = q * (2.44413 + q * (second + q * third)) / b0;
    c.a2 = -q * q * (1.4281 + q * third) / b0;
    c.a3 = 0.422205 * q * q * q / b0;
    c.gain = 1 - c.a1 - c.a2 - c.a3;
    return c;
  };
  const char* const printed =
      "the coefficients have the digits that S3 prints (2.85619, 1.26661): they are rounded, and "
      "large sigmas feel it; the handout has the digits that fit together";
  const RecursiveCoefficients rounded = polynomials(right.q, 2.85619, 1.26661);
  use("wrong_formula", printed, rounded);
  // With a gain of 1.57825 / b0, a constant line does not stay what it is.
  LineTerms drifting{.c = rounded, .direct = true};
  drifting.c.gain = right.gain;
  drifting.c.end_direct = end_matrix(drifting, 400 + int(100 * sigma));
  models.rows_only("wrong_formula", printed,
                   [drifting](const Line& line) { return filtered(line, drifting); });
  use("wrong_formula", "sigma itself was used where q belongs; q is computed from sigma first",
      polynomials(sigma, 2.8562, 1.266615));
  if (sigma < 2.5) {
    use("wrong_formula", "q has the formula for sigma >= 2.5; below that another one holds",
        polynomials(0.98711 * sigma - 0.96330, 2.8562, 1.266615));
  }
  const auto with = [&](auto change) {
    RecursiveCoefficients c = right;
    change(c);
    return c;
  };
  for (const bool kept : {true, false})
    use("wrong_formula", "the sign of a2 is wrong: it is negative", with([&](auto& c) {
          c.a2 = -c.a2;
          if (!kept) c.gain = 1 - c.a1 - c.a2 - c.a3;
        }));
  use("wrong_formula",
      "q is added to the imaginary part of the pair of poles too; it moves the "
      "real parts alone",
      with([&](auto& c) {
        constexpr double m1 = 1.10783, m2 = 1.40586;
        const double squares = (m1 + c.q) * (m1 + c.q) + (m2 + c.q) * (m2 + c.q);
        c.e1 = (m1 * m1 + m2 * m2) / squares;
        c.e2 = c.q * c.q / squares;
      }));
  use("low_precision", "the coefficients are computed in float; the contract has them in double",
      in_float(right.q));
  // The reference has no use for the matrices, so that the filter is that of the line's model.
  const auto ends = [&](const char* sentence, auto matrix) {
    for (const bool direct : {false, true}) {
      LineTerms terms{.c = right, .direct = direct};
      (direct ? terms.c.end_direct : terms.c.end_cascade) = matrix(right, direct);
      models.rows_only("wrong_formula", sentence,
                       [terms](const Line& line) { return filtered(line, terms); });
    }
  };
  ends("the matrix `end_...` is filled in by rows: what unit state k leads to is its column k",
       [](const RecursiveCoefficients& c, bool direct) {
         return transposed(direct ? c.end_direct : c.end_cascade);
       });
  for (const int steps : {50, 100, 200, 256, 500})
    if (steps < 6 * sigma)
      ends(
          "the tail is too short for this sigma: the filter has not come to rest at its end, so "
          "that `end_...` lacks a part; it has to last some 40 sigma",
          [=](const RecursiveCoefficients& c, bool direct) {
            return end_matrix({.c = c, .direct = direct}, steps);
          });
  constexpr int kLong = 10'000;
  for (const double quiet : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6})
    ends(
        "the tail ends at its first small value: that is not the filter at rest, since the state "
        "may still be large, and the value grow again. It has to last some 40 sigma, or until all "
        "of the state is small",
        [=](const RecursiveCoefficients& c, bool direct) {
          return end_matrix({.c = c, .direct = direct}, kLong, quiet);
        });
  ends("w moves by the d of the step before: d first, and w by the new one",
       [=](const RecursiveCoefficients& c, bool direct) {
         return direct ? c.end_direct
                       : end_matrix({.c = c, .d_is_late = true}, 200 + int(40 * sigma));
       });
  models.rows_only("wrong_border",
                   "the backward pass starts as if the line ended in a constant state: the "
                   "matrix `end_...` is zero or not filled in",
                   [right](const Line& line) {
                     return turned_at(line, right, line.front(),
                                      [&](const Line&) { return line.back(); });
                   });
  models.rows_only("wrong_border",
                   "the backward pass starts from w[n-1]: the matrix `end_...` hands the causal "
                   "state on unchanged",
                   [right](const Line& line) {
                     return turned_at(line, right, line.front(),
                                      [](const Line& w) { return w.back(); });
                   });
  return models.take();
}

/// For the filters that should give the one-way result.
inline std::vector<Hypothesis> one_way_fault_models(const Image<float>& image, double sigma,
                                                    LineEnds ends) {
  const RecursiveCoefficients c = recursive_coefficients(sigma);
  LineFaultModels models(image);
  const oracle::LineFilter right = [=](const Line& line) {
    return oracle::recursive_line(line, c, ends);
  };
  models.rows_only("wrong_formula", "only the rows were filtered; the columns come after them",
                   right);
  models.columns_only("wrong_formula", "only the columns were filtered, not the rows", right);
  models.both("wrong_formula",
              "only the causal pass was made; the backward pass filters w[] from right to left",
              [=](const Line& line) { return one_pass(line, c, line.front()); });
  models.both("wrong_border",
              ends == LineEnds::exact ? "the boundary is that of Boundary::duplicate; the case "
                                        "asks for Boundary::exact"
                                      : "the boundary is that of Boundary::exact; the case asks "
                                        "for Boundary::duplicate",
              [=](const Line& line) {
                return oracle::recursive_line(
                    line, c, ends == LineEnds::exact ? LineEnds::duplicate : LineEnds::exact);
              });
  models.both("wrong_border",
              "the backward pass starts from w[n-1], as if the line ended there in a constant; "
              "its state has to be end * (state - settled state) from the settled state",
              [=](const Line& line) {
                return turned_at(line, c, line.front(), [](const Line& w) { return w.back(); });
              });
  models.both("wrong_border",
              "the backward pass starts as if w[] had ended in the constant in[n-1]; the causal "
              "pass has not reached that yet, which is what the matrix `end` accounts for",
              [=](const Line& line) {
                return turned_at(line, c, line.front(), [&](const Line&) { return line.back(); });
              });
  models.both(
      "wrong_border", "both passes start from 0 in place of the line's end values",
      [=](const Line& line) { return turned_at(line, c, 0, [](const Line&) { return 0.0; }); });
  return models.take();
}

/// One term wrong in the filter of a line, in the form that the case asks for.
inline std::vector<Hypothesis> term_fault_models(const Image<float>& image, double sigma,
                                                 LineEnds ends, bool direct) {
  LineTerms right;
  right.c = recursive_coefficients(sigma);
  right.direct = direct;
  right.ends = ends;
  LineFaultModels models(image);
  const auto add = [&](const char* cause, const std::string& sentence, auto change) {
    LineTerms terms = right;
    change(terms);
    models.both(cause, sentence, [terms](const Line& line) { return filtered(line, terms); });
  };
  using Turn = LineTerms::Turn;
  add("wrong_border",
      "the causal pass starts from 0: it has to start as if the line had been its first value",
      [](LineTerms& t) { t.start = 0; });
  if (ends == LineEnds::duplicate) {
    add("wrong_border",
        "only the first sample is replaced by in[0]; Boundary::duplicate takes it "
        "for the first three",
        [](LineTerms& t) { t.copies = 1; });
    add("wrong_border",
        "the first two samples are replaced by in[0]; Boundary::duplicate takes it "
        "for the first three",
        [](LineTerms& t) { t.copies = 2; });
    add("wrong_border",
        "the backward pass starts from the matrix `end`, as for Boundary::exact; with "
        "Boundary::duplicate it starts from w[n-1] three times",
        [](LineTerms& t) { t.turns_exactly = true; });
  } else {
    const std::string formula =
        "at the line's end the state has to become settled + end * (state - settled), where "
        "settled is the state of a line that has been its last value for ever: ";
    const auto turn = [&](const char* what, Turn wrong) {
      add("wrong_border", formula + what, [wrong](LineTerms& t) { t.turn = wrong; });
    };
    turn("the matrix is read by columns", Turn::transposed);
    turn("the settled state is neither taken off nor added", Turn::unsettled);
    turn("the settled state is that of the line's first value", Turn::settled_at_first);
    turn("the settled state is not added", Turn::not_added);
    turn("the causal state is kept as it is", Turn::kept);
    turn("the new state overwrites the old one, which the next rows of the matrix still need",
         Turn::in_place);
    turn("the state is set to 0", Turn::zero);
    for (const std::size_t group : {4U, 8U, 16U, 32U})
      for (const bool zero : {false, true})
        add("wrong_border",
            "the causal pass goes on beyond the line's end, to a multiple of the values that are "
            "taken at once: the state that turns there has to be that of the line's last value",
            [=](LineTerms& t) {
              t.group = group;
              t.zero_beyond = zero;
            });
    LineTerms late = right;
    late.last_is_late = true;
    models.each(
        "wrong_order",
        "the columns' last value is read when w[], which may be stored in its place, stands "
        "there already: read it before the causal pass",
        [right](const Line& line) { return filtered(line, right); },
        [late](const Line& line) { return filtered(line, late); });
    models.both("wrong_order",
                "a line's last value is read when w[] stands in its place: read it before the "
                "causal pass",
                [late](const Line& line) { return filtered(line, late); });
  }
  if (direct) {
    add("not_normalised", "the direct form lacks its gain: w[k] = gain * in[k] + ...",
        [](LineTerms& t) { t.c.gain = 1; });
    add("wrong_formula",
        "the state is shifted in the wrong order: the oldest value first, else "
        "all three become the newest",
        [](LineTerms& t) { t.newest_last = true; });
    add("wrong_formula", "a2 and a3 are exchanged, or so are the values before that they belong to",
        [](LineTerms& t) { std::swap(t.c.a2, t.c.a3); });
    add("wrong_formula", "a1 and a2 are exchanged, or so are the values before that they belong to",
        [](LineTerms& t) { std::swap(t.c.a1, t.c.a2); });
    add("wrong_formula", "the sign of a2 is wrong", [](LineTerms& t) { t.c.a2 = -t.c.a2; });
    add("wrong_formula", "the sign of a3 is wrong", [](LineTerms& t) { t.c.a3 = -t.c.a3; });
    add("wrong_formula", "the term with a3 is left out", [](LineTerms& t) { t.c.a3 = 0; });
  } else {
    add("wrong_formula", "the first section is left out: u follows the input by u += p * (in - u)",
        [](LineTerms& t) { t.c.p = 1; });
    add("wrong_formula", "e1 and e2 are exchanged: d = e1 * (u - w) + e2 * d",
        [](LineTerms& t) { std::swap(t.c.e1, t.c.e2); });
    add("wrong_formula", "d does not keep a part of itself: d = e1 * (u - w) + e2 * d",
        [](LineTerms& t) { t.c.e2 = 0; });
    add("wrong_formula", "all of d is kept: d = e1 * (u - w) + e2 * d",
        [](LineTerms& t) { t.c.e2 = 1; });
    add("wrong_border",
        "the settled state has the value for d too; on a constant u and w are the value and d is 0",
        [](LineTerms& t) { t.d_settles = true; });
    add("wrong_formula", "w moves by the d of the step before: d first, and w by the new one",
        [](LineTerms& t) { t.d_is_late = true; });
  }
  return models.take();
}

}  // namespace kit::grader
