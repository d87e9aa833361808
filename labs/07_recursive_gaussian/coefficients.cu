/// @file
/// Lab 07, stage coefficients: what the filter takes from sigma, in double. Read README.md first.
#include <cmath>
#include <vector>

#include "lab.hpp"

namespace lab07 {
namespace {

/// The poles of the filter before sigma stretches them: -m0, and the pair -m1 + i m2, -m1 - i m2.
constexpr double kM0 = 1.1668, kM1 = 1.10783, kM2 = 1.40586;

/// Young and van Vliet's q for sigma. It jumps at 2.5, from 1.598 to 1.504.
double stretch(double sigma) {
  // TODO(lab07): q, by the handout's two formulas (about 2 lines)
  return 1;
  // END TODO
}

/// One sample of the direct form; the state is the last three values, the newest first.
double step_direct(const Coefficients& c, double (&state)[3], double sample) {
  // TODO(lab07): the value, and the state moved on by it (about 4 lines)
  return 0;
  // END TODO
}

/// One sample of the cascade form; the state is (u, w, d).
double step_cascade(const Coefficients& c, double (&state)[3], double sample) {
  // TODO(lab07): the three assignments at Form::cascade (about 4 lines)
  return 0;
  // END TODO
}

/// What the backward pass has reached at the end of the line if the input is 0 from there on:
/// column k of `end` for a causal pass that arrives with 1 in its state's place k and 0 in the
/// others.
template <typename Step>
void fill_end(const Coefficients& c, Step step, int steps, double (&end)[3][3]) {
  // TODO(lab07): three times: a unit state, its tail on silence, back over the tail (about 8 lines)
  // END TODO
}

}  // namespace

Coefficients make_coefficients(double sigma) {
  Coefficients c{};
  // TODO(lab07): both forms from q, then both matrices (about 14 lines)
  // END TODO
  return c;
}

}  // namespace lab07
