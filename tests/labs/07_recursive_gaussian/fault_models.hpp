/// @file
/// The usual mistakes of lab 07 and what their outputs would be.
#pragma once

#include <algorithm>
#include <cstddef>
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
  void rows_only(const char* cause, const char* sentence, const oracle::LineFilter& filter) {
    add(cause, sentence, oracle::filter_rows(image_, filter));
  }
  void columns_only(const char* cause, const char* sentence, const oracle::LineFilter& filter) {
    add(cause, sentence, oracle::filter_columns(image_, filter));
  }
  std::vector<Hypothesis> take() { return std::move(list_); }

 private:
  void add(const char* cause, const std::string& sentence, Image<double> output) {
    list_.push_back({cause, sentence, std::move(output)});
  }

  Image<double> image_;
  std::vector<Hypothesis> list_;
};

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
  use("wrong_formula",
      "the coefficients have the digits that S3 prints (2.85619, 1.26661): they are rounded, and "
      "large sigmas feel it; the handout has the digits that fit together",
      polynomials(right.q, 2.85619, 1.26661));
  use("wrong_formula", "sigma itself was used where q belongs; q is computed from sigma first",
      polynomials(sigma, 2.8562, 1.266615));
  if (sigma < 2.5) {
    use("wrong_formula", "q has the formula for sigma >= 2.5; below that another one holds",
        polynomials(0.98711 * sigma - 0.96330, 2.8562, 1.266615));
  }
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
    turn("the state is set to 0", Turn::zero);
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
  }
  return models.take();
}

inline std::vector<Hypothesis> two_way_fault_models(const Image<float>& image, double sigma,
                                                    int radius, LineEnds ends) {
  const RecursiveCoefficients c = recursive_coefficients(sigma);
  const Line weights = gaussian_weights(sigma, radius);
  LineFaultModels models(image);
  const auto centre_at = [=](std::ptrdiff_t middle, const Line& line, double value) {
    const LineEnds exact = LineEnds::exact;
    const auto half = [&](const Line& part, LineEnds start) {
      if (part.empty()) return part;
      Line w = part;
      if (start == LineEnds::duplicate)
        for (std::size_t k = 0; k < part.size() && k < 3; ++k) w[k] = part.front();
      w = one_pass(w, c, part.front());
      return reversed(one_pass(reversed(w), c, value));
    };
    Line result = half(Line(line.begin(), line.begin() + middle), ends);
    const Line right = half(Line(line.rbegin(), line.rend() - middle - 1), exact);
    result.push_back(value);
    result.insert(result.end(), right.rbegin(), right.rend());
    return result;
  };
  const auto sum_at = [=](std::ptrdiff_t middle, const Line& line) {
    const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(line.size()) - 1;
    double sum = 0;
    for (std::ptrdiff_t k = -radius; k <= radius; ++k) {
      const std::ptrdiff_t at = std::min(std::max<std::ptrdiff_t>(middle + k, 0), last);
      sum += weights[std::size_t(k < 0 ? -k : k)] * line[std::size_t(at)];
    }
    return sum;
  };
  models.both("wrong_formula",
              "the result is that of the one-way filter; the two halves must turn round on the "
              "central point's Gaussian sum",
              [=](const Line& line) { return oracle::recursive_line(line, c, ends); });
  models.both("shifted", "the central point stands at (n - 1) / 2; it belongs at n / 2",
              [=](const Line& line) {
                const auto middle = static_cast<std::ptrdiff_t>((line.size() - 1) / 2);
                return centre_at(middle, line, sum_at(middle, line));
              });
  models.both("wrong_formula",
              "the central point is the input's pixel; it should be the Gaussian sum around it",
              [=](const Line& line) {
                const auto middle = static_cast<std::ptrdiff_t>(line.size() / 2);
                return centre_at(middle, line, line[std::size_t(middle)]);
              });
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
