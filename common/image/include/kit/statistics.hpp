/// @file
/// What repeated measurements come down to.
#pragma once

#include <vector>

namespace kit {

/// Median and spread of repeated measurements.
struct Sample {
  double median = 0;  ///< in the values' unit
  double spread = 0;  ///< interquartile range / median; 0 if the median is 0
  int count = 0;      ///< of measurements
};

/// Median and relative interquartile range (linear interpolation between order statistics) of at
/// least one value. Throws HarnessError if there is none.
Sample summarise(std::vector<double> values);

/// How long a measurement is repeated.
struct Repetition {
  int fewest = 5;        ///< repetitions, unless time runs out
  int most = 40;         ///< repetitions
  double spread = 0.02;  ///< small enough to stop at
  double seconds = 0.4;  ///< no further repetition after this time, whatever the spread
};

/// True if what has been measured suffices: the spread is small, or a cap is reached. One value
/// that took longer than all the time there is suffices too.
bool enough(const Repetition& repetition, const Sample& sample, double seconds_passed);

}  // namespace kit
