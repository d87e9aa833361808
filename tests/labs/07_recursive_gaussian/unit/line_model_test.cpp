/// @file
/// The model of a line's filter without a mistake is the reference; each mistake of it shows.
#include "labs/07_recursive_gaussian/line_model.hpp"

#include <cmath>

#include "catch.hpp"
#include "kit/synthetic.hpp"

namespace kit::grader {
namespace {

double largest_difference(const Line& a, const Line& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

}  // namespace

TEST_CASE("lab 07: the model of a line is the reference, and is not with a term wrong") {
  const LineEnds ends = GENERATE(LineEnds::exact, LineEnds::duplicate);
  const bool direct = GENERATE(false, true);
  const double sigma = GENERATE(0.7, 3.0, 20.0);
  const Image<float> image = noise(53, 1, 7);
  const Line line(image.values().begin(), image.values().end());
  LineTerms terms;
  terms.c = recursive_coefficients(sigma);
  terms.direct = direct;
  terms.ends = ends;
  const Line right = oracle::recursive_line(line, terms.c, ends);
  CHECK(largest_difference(filtered(line, terms), right) < 1e-9);

  LineTerms late = terms;
  late.start = 0;
  CHECK(largest_difference(filtered(line, late), right) > 1e-3);
  using Turn = LineTerms::Turn;
  for (const Turn turn : {Turn::transposed, Turn::unsettled, Turn::settled_at_first,
                          Turn::not_added, Turn::kept, Turn::zero}) {
    if (ends == LineEnds::duplicate) break;  // it has no turn by a matrix
    LineTerms turned = terms;
    turned.turn = turn;
    INFO("turn " << int(turn));
    CHECK(largest_difference(filtered(line, turned), right) > 1e-4);
  }
}

TEST_CASE("lab 07: the model of a two-way line is the reference, and is not with a term wrong") {
  const LineEnds ends = GENERATE(LineEnds::exact, LineEnds::duplicate);
  const double sigma = GENERATE(0.7, 3.0, 20.0);
  const int length = GENERATE(2, 5, 53);
  const Image<float> image = noise(length, 1, 7);
  const Line line(image.values().begin(), image.values().end());
  const Line weights = gaussian_weights(sigma, gaussian_radius(sigma));
  TwoWayTerms terms;
  terms.line.c = recursive_coefficients(sigma);
  terms.left_copies = ends == LineEnds::duplicate ? 3 : 1;
  terms.middle = length / 2;
  const Line right = oracle::two_way_line(line, terms.line.c, weights, ends);
  CHECK(largest_difference(two_way_filtered(line, terms, weights), right) < 1e-9);
  TwoWayTerms cut = terms;
  cut.sum_is_cut = true;
  if (length < 2 * gaussian_radius(sigma))
    CHECK(largest_difference(two_way_filtered(line, cut, weights), right) > 1e-5);
  TwoWayTerms kept = terms;
  kept.d_is_kept = true;
  if (length > 2) CHECK(largest_difference(two_way_filtered(line, kept, weights), right) > 1e-5);
}

TEST_CASE("lab 07: the matrix of a line's end by its definition is the closed one") {
  const double sigma = GENERATE(0.7, 3.0, 20.0);
  const RecursiveCoefficients c = recursive_coefficients(sigma);
  for (const bool direct : {false, true}) {
    const Matrix3 end = end_matrix({.c = c, .direct = direct}, 200 + int(40 * sigma));
    CHECK(largest_difference(end, direct ? c.end_direct : c.end_cascade) < 1e-9);
  }
}

}  // namespace kit::grader
