/// @file
/// The coefficients of Young and van Vliet's recursive Gaussian (1995) in double precision. Judge
/// and worker both use them: every stage but the one that computes coefficients is given these.
#pragma once

#include <vector>

namespace kit {

/// A 3x3 matrix, row by row.
using Matrix3 = std::vector<double>;

/// All that depends on sigma. The direct form is w[k] = gain in[k] + a1 w[k-1] + a2 w[k-2] + a3
/// w[k-3]; one step of the cascade form is u += p (in - u), d = e1 (u - w) + e2 d, w += d.
struct RecursiveCoefficients {
  double q = 0;     ///< Young and van Vliet's parameter, a function of sigma
  double gain = 0;  ///< direct form: factor of the input
  double a1 = 0;    ///< direct form: factor of the value before
  double a2 = 0;    ///< of the one two before
  double a3 = 0;    ///< of the one three before
  double p = 0;     ///< cascade form: the first section's factor
  double e1 = 0;    ///< cascade form: how strongly w follows u
  double e2 = 0;    ///< cascade form: how much of d is kept
  /// State of the backward pass at a line's end that a causal state causes, if the input is 0 from
  /// there on; states are (w[n-1], w[n-2], w[n-3]).
  Matrix3 end_direct;
  /// The same for the cascade form, states (u, w, d).
  Matrix3 end_cascade;
};

/// For sigma in [0.5, 100]; throws InputError outside of that and for NaN. The coefficients follow
/// from the filter's poles alone (1.1668, and 1.10783 +- 1.40586 i), so that both forms are the
/// same filter to the last digit; S3's polynomials in q with unrounded digits agree to 2e-6.
RecursiveCoefficients recursive_coefficients(double sigma);

}  // namespace kit
