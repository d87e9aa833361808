/// @file
/// Lab 03's worker adapter: how the judge's calls reach the student's functions.
#include <cstdint>

#include "grader/worker/device_job.hpp"
#include "grader/worker/worker.hpp"
#include "lab.hpp"

namespace {

using kit::worker::DeviceJob;

/// Inputs: image, filter. The filter goes to the function as it is on the host.
template <decltype(lab03::convolve)* kFunction>
void convolve(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    kFunction(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height,
              job.host_input<float>(set, 1), job.param<int>("filter_width"), job.border(),
              job.block(), stream);
  });
}

/// Inputs: image, table.
void tone_curve_constant(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab03::tone_curve_constant(job.input<std::uint8_t>(set, 0), job.output<std::uint8_t>(set, 0),
                               size.width, size.height, job.host_input<std::uint8_t>(set, 1),
                               job.block(), stream);
  });
}

/// Inputs: image, table.
void tone_curve_shared(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab03::tone_curve_shared(job.input<std::uint8_t>(set, 0), job.output<std::uint8_t>(set, 0),
                             size.width, size.height, job.input<std::uint8_t>(set, 1), job.block(),
                             stream);
  });
}

/// Inputs: image, coefficients.
void polynomial(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab03::polynomial(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height,
                      job.host_input<float>(set, 1), int(job.input_shape(set, 1).values()),
                      job.block(), stream);
  });
}

KIT_WORKER_FUNCTION("convolve", convolve<lab03::convolve>, {"d_input filter", "d_output"});
KIT_WORKER_FUNCTION("convolve_unrolled", convolve<lab03::convolve_unrolled>,
                    {"d_input filter", "d_output"});
KIT_WORKER_FUNCTION("tone_curve_constant", tone_curve_constant, {"d_input table", "d_output"});
KIT_WORKER_FUNCTION("tone_curve_shared", tone_curve_shared, {"d_input d_table", "d_output"});
KIT_WORKER_FUNCTION("polynomial", polynomial, {"d_input coefficients", "d_output"});

}  // namespace
