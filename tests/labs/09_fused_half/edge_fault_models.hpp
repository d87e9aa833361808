/// @file
/// The usual mistakes in lab 09's steps, computed on purpose: what the judge compares a wrong
/// output with.
#pragma once

#include <vector>

#include "grader/lab/suite.hpp"
#include "problems.hpp"

namespace kit::grader::lab09 {

std::vector<Hypothesis> grey_fault_models(const ByteImage& colours);
std::vector<Hypothesis> blur_fault_models(const ByteImage& grey);
std::vector<Hypothesis> gradient_fault_models(const Image<double>& blurred);
std::vector<Hypothesis> thin_fault_models(const Image<double>& gradient, double low, double high);
std::vector<Hypothesis> hysteresis_fault_models(const ByteImage& states);
/// Magnitudes of an image of grey levels; `divisor`: what the output is divided by.
std::vector<Hypothesis> magnitude_fault_models(const ByteImage& grey, double divisor);
std::vector<Hypothesis> half_storage_fault_models(const ByteImage& grey);
/// The challenge, from grey levels to states.
std::vector<Hypothesis> one_pass_fault_models(const ByteImage& grey, double low, double high);
std::vector<Hypothesis> row_mean_fault_models(const ByteImage& grey);

}  // namespace kit::grader::lab09
