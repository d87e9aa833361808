/// @file
/// Whether a stage computes on the host what its kernels are to compute.
#pragma once

#include <vector>

#include "grader/judge/judge.hpp"

namespace kit::grader {

/// A function whose images all lie on the device, and that brings much of them to the host and as
/// much of its results back, has computed them there, whatever its kernels did beside it: its first
/// case that shows it gets a finding of that, FindingKind::host_result. Copies for a look at an
/// image, and weights, flags and sums, are less.
void note_host_results(const std::vector<Case>& cases, std::vector<CaseRecord>& records);

/// Adds a finding host_result to the first case of each function of which kernels stored less than
/// a quarter of the outputs, in right cases: also where the images lie on the host.
void note_no_kernels(const std::vector<Case>& cases, std::vector<CaseRecord>& records);

}  // namespace kit::grader
