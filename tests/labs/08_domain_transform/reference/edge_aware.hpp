/// @file
/// The edge-aware recursive Gaussian in double precision: domain transform and complex poles, with
/// exact boundaries and with those of S0's Algorithm B. What lab 08 is compared with.
///
/// Literally S0's formulas (2) and (4), with the sign of alpha_1 corrected (see gaussian_poles()).
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

#include "kit/image.hpp"

namespace kit::oracle {

/// Half a Gaussian of unit height as Re(sum of alpha_i exp(-lambda_i x / sigma)), x >= 0.
struct Poles {
  std::complex<double> alpha[2];   ///< weights of the two exponentials
  std::complex<double> lambda[2];  ///< their rates, in units of 1 / sigma
};
/// The approximation by Deriche (1993). S0's appendix prints alpha_1 = -0.6803 + 0.2598j, with
/// which the filter is 10.7 % off a Gaussian's peak; with - 0.2598j it is 0.05 %.
Poles gaussian_poles();

/// sigma_s * sqrt(3) * 2^(iterations - iteration) / sqrt(4^iterations - 1), iteration from 1.
double sigma_of_iteration(double sigma_s, int iteration, int iterations);

/// sqrt(1 + (sigma_s / sigma_r)^2 * sum over the channels of the squared difference to the left
/// (upper) neighbour, in grey levels); 1 where there is none. One channel.
Image<double> row_spacing(const Image<std::uint8_t>& guide, double sigma_s, double sigma_r);
/// The same along columns.
Image<double> column_spacing(const Image<std::uint8_t>& guide, double sigma_s, double sigma_r);

/// How a line is cut into sections that do not wait for each other.
struct Sections {
  int count = 1;     ///< of equal length, rounded up; the last ones may be short or empty
  double reach = 0;  ///< Algorithm B starts this far before a section, in the transformed domain
  /// Start from f[-L + 1], as printed, not from f[-L]; for L = 0 from f[0] either way.
  bool printed = false;
};

/// The recursion for one sigma along one line.
class EdgeAwareLine {
 public:
  /// For one sigma, in pixels of the transformed line.
  explicit EdgeAwareLine(double sigma, const Poles& poles = gaussian_poles());

  /// What follows from one pole; names as in S0's appendix.
  struct Pole {
    std::complex<double> rate;  ///< lambda / sigma
    std::complex<double> a;     ///< alpha / gamma
    std::complex<double> b;     ///< exp(-rate)
    /// 1 / r_i0: the inverse because for a sigma far below a pixel b is 0, and r_i0 infinite.
    std::complex<double> gain;
    std::complex<double> r1;  ///< r_i1
  };
  /// i is 0 or 1.
  const Pole& pole(int i) const { return poles_[i]; }

  /// Filters `samples`; spacing[k] is the distance between samples k - 1 and k (the first counts
  /// nothing). With more than one section, as Algorithms C and D do.
  std::vector<double> filter(const std::vector<double>& samples, const std::vector<double>& spacing,
                             const Sections& sections = {}) const;

  /// The same in the h-form of lab 08's handout, exact boundaries only.
  std::vector<double> filter_h_form(const std::vector<double>& samples,
                                    const std::vector<double>& spacing) const;

  /// What Algorithm B finds for pole i (0 or 1) at the first pixel of section n (causal) or its
  /// last (anticausal), less the value for a constant line: h of the h-form. 0 for an empty
  /// section.
  std::complex<double> start(const std::vector<double>& samples, const std::vector<double>& spacing,
                             const Sections& sections, int n, bool causal, int i) const;

  /// The smallest difference, over all sections and both directions, between `reach` and a distance
  /// that Algorithm B compares with it: below rounding errors, L could come out either way.
  static double closest_call(const std::vector<double>& spacing, const Sections& sections);

 private:
  std::complex<double> step(const Pole& pole, std::complex<double> g, double delta, double from,
                            double to, bool causal) const;
  std::complex<double> walk_to_section(const Pole& pole, const std::vector<double>& samples,
                                       const std::vector<double>& spacing, const Sections& sections,
                                       int n, bool causal) const;
  Pole poles_[2];
};

/// Filters every row of every channel.
Image<double> filter_rows(const Image<double>& image, const Image<double>& spacing,
                          const EdgeAwareLine& filter, const Sections& sections = {});
/// Filters every column of every channel.
Image<double> filter_columns(const Image<double>& image, const Image<double>& spacing,
                             const EdgeAwareLine& filter, const Sections& sections = {});

/// The whole filter's numbers.
struct EdgeAware {
  double sigma_s = 50;             ///< pixels
  double sigma_r = 50;             ///< grey levels
  int iterations = 2;              ///< of rows and columns together
  int sections = 1;                ///< of every line; 1: exact
  double kappa = 0;                ///< Algorithm B reaches kappa times the iteration's sigma
  bool printed = false;            ///< Sections::printed
  Poles poles = gaussian_poles();  ///< of the Gaussian that is approximated
};

/// All rows, then all columns, `iterations` times; the image is its own guide throughout. Values in
/// [0, 1] up to an overshoot of about 1e-3. Throws InputError for an image without pixels, or a
/// sigma, number of iterations or of sections that is not positive.
Image<double> edge_aware(const Image<std::uint8_t>& image, const EdgeAware& numbers);

}  // namespace kit::oracle
