/// @file
/// The small stages of lab 06, atomics, shuffles and reduction, and its bug to find: their cases,
/// the mistakes that are usual in them, and how they must be computed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "grader/lab/suite.hpp"
#include "integral_cases.hpp"

namespace kit::grader {

/// One value for each level or frame, as the output of a stage.
template <typename T>
Image<double> line_of(const std::vector<T>& values) {
  Image<double> line(static_cast<int>(values.size()), 1);
  std::copy(values.begin(), values.end(), line.data());
  return line;
}

/// Cases of the three steps, in the order of the stages.
std::vector<Case> tool_cases(std::uint64_t seed);
/// Cases of the bug to find.
std::vector<Case> stretch_cases(std::uint64_t seed);

/// Each pixel is read once, by many threads: they must share the counters.
EvidenceResult check_histogram(const std::vector<CaseResult>& results);
/// A lane reads its own pixel alone and no shared memory: the others' come by shuffles.
EvidenceResult check_shuffles(const std::vector<CaseResult>& results);
/// Many threads for each atomic, and hardly any shared memory.
EvidenceResult check_reduction(const std::vector<CaseResult>& results);

/// Fault models, in terms of the threads that the skeletons launch.
std::vector<Hypothesis> histogram_fault_models(const ByteImage& image);
std::vector<Hypothesis> difference_fault_models(const ByteImage& image);
std::vector<Hypothesis> mean_fault_models(const ByteImage& image);
std::vector<Hypothesis> frame_fault_models(const ByteImage& film, int frames);

}  // namespace kit::grader
