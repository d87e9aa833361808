/// @file
/// The usual wrong bands, halos, tables and maxima, computed on purpose.
#pragma once

#include <cstdint>
#include <vector>

#include "grader/lab/suite.hpp"
#include "problems.hpp"

namespace kit::grader::lab11 {

/// The image after a number of passes, with the same weights in both directions.
Image<double> filter_passes(const Image<float>& image, const std::vector<float>& weights,
                            int passes);

/// A band's buffer after filter_rows(): `filler`, in which some rows have been filtered.
Image<double> filter_rows(const Image<float>& image, const Image<float>& filler,
                          const std::vector<float>& weights, const RowsProblem& problem);

/// The buffers of all bands, one below the other: `filler`, in which own rows and halos stand.
Image<double> exchange_halos(const Image<float>& image, const Image<float>& filler,
                             const ExchangeProblem& problem);

/// The summed-area table modulo 2^32.
Image<double> table_of(const Image<std::uint8_t>& image);

std::vector<Hypothesis> rows_fault_models(const Image<float>& image, const Image<float>& filler,
                                          const std::vector<float>& weights,
                                          const RowsProblem& problem);
std::vector<Hypothesis> exchange_fault_models(const Image<float>& image, const Image<float>& filler,
                                              const ExchangeProblem& problem);
std::vector<Hypothesis> passes_fault_models(const Image<float>& image,
                                            const std::vector<float>& weights,
                                            const PassesProblem& problem);
std::vector<Hypothesis> table_fault_models(const Image<std::uint8_t>& image,
                                           const TableProblem& problem);
std::vector<Hypothesis> largest_fault_models(const Image<float>& numbers,
                                             const std::vector<int>& parts);

}  // namespace kit::grader::lab11
