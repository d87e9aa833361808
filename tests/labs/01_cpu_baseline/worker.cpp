/// @file
/// Lab 01's worker adapter: how the judge's calls reach the student's functions.
#include "grader/worker/worker.hpp"
#include "lab.hpp"

namespace {

using kit::worker::HostJob;

/// Inputs: image, filter.
void convolve(HostJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set) {
    lab01::convolve(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height,
                    job.input<float>(set, 1), job.param<int>("filter_width"), job.border());
  });
}

/// Inputs: image, row filter, column filter.
void convolve_separable(HostJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set) {
    lab01::convolve_separable(job.input<float>(set, 0), job.output<float>(set, 0), size.width,
                              size.height, job.input<float>(set, 1), job.input<float>(set, 2),
                              job.param<int>("filter_width"), job.border());
  });
}

KIT_WORKER_FUNCTION("convolve", convolve, {"input filter", "output"});
KIT_WORKER_FUNCTION("convolve_separable", convolve_separable,
                    {"input row_filter column_filter", "output"});

}  // namespace
