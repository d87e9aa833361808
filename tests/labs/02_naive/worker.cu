/// @file
/// Lab 02's worker adapter: how the judge's calls reach the student's functions.
#include "grader/worker/device_job.hpp"
#include "grader/worker/worker.hpp"
#include "lab.hpp"

namespace {

using kit::worker::DeviceJob;
using kit::worker::HostJob;

/// Inputs: image, filter.
void convolve(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab02::convolve(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height,
                    job.input<float>(set, 1), job.param<int>("filter_width"), job.border(),
                    job.block(), stream);
  });
}

/// Inputs: image, filter; host memory.
void convolve_host(HostJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set) {
    lab02::convolve_host(job.input<float>(set, 0), job.output<float>(set, 0), size.width,
                         size.height, job.input<float>(set, 1), job.param<int>("filter_width"),
                         job.border());
  });
}

/// Inputs: image, Sobel X, Sobel Y.
void sobel_magnitude(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab02::sobel_magnitude(job.input<float>(set, 0), job.output<float>(set, 0), size.width,
                           size.height, job.input<float>(set, 1), job.input<float>(set, 2),
                           job.workspace<float>(set, 2 * size.values()), job.border(), job.block(),
                           stream);
  });
}

KIT_WORKER_FUNCTION("convolve", convolve);
KIT_WORKER_FUNCTION("convolve_host", convolve_host);
KIT_WORKER_FUNCTION("sobel_magnitude", sobel_magnitude);

}  // namespace
