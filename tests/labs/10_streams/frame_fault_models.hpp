/// @file
/// The usual wrong strips and frames, computed on purpose.
#pragma once

#include <vector>

#include "grader/lab/suite.hpp"
#include "problems.hpp"

namespace kit::grader::lab10 {

/// Frames one below the other, filtered each for itself, with the same weights in both directions.
Image<double> filter_frames(const Image<float>& frames, int count,
                            const std::vector<float>& weights);

/// Wrong rows of an image, of which a ring holds those that are needed. `image` is the whole one.
std::vector<Hypothesis> strip_fault_models(const Image<float>& image, const Image<float>& ring,
                                           const std::vector<float>& weights,
                                           const StripProblem& problem);

/// Wrong frames.
std::vector<Hypothesis> frames_fault_models(const Image<float>& frames,
                                            const std::vector<float>& weights,
                                            const FramesProblem& problem);

/// Wrong negatives of frames.
std::vector<Hypothesis> negative_fault_models(const Image<float>& frames, int count);

}  // namespace kit::grader::lab10
