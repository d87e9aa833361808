/// @file
/// Lab 02's worker adapter: how the judge's calls reach the student's functions.
#include "grader/worker/device_job.hpp"
#include "grader/worker/worker.hpp"
#include "lab.hpp"

namespace {

using kit::worker::DeviceJob;
using kit::worker::HostJob;

/// No inputs.
void write_x(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab02::write_x(job.output<float>(set, 0), size.width, size.height, job.block(), stream);
  });
}

/// Inputs: image.
void gain_and_offset(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab02::gain_and_offset(job.input<float>(set, 0), job.output<float>(set, 0), size.width,
                           size.height, job.param<float>("gain"), job.param<float>("offset"),
                           job.block(), stream);
  });
}

/// Inputs: image.
void one_tap(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab02::one_tap(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height,
                   job.param<int>("dx"), job.param<int>("dy"), job.param<float>("weight"),
                   job.block(), stream);
  });
}

/// Inputs: image.
void mirror(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab02::mirror(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height,
                  job.param<int>("threads"), stream);
  });
}

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

KIT_WORKER_FUNCTION("write_x", write_x);
KIT_WORKER_FUNCTION("gain_and_offset", gain_and_offset);
KIT_WORKER_FUNCTION("one_tap", one_tap);
KIT_WORKER_FUNCTION("convolve", convolve, {"d_input d_filter", "d_output"});
KIT_WORKER_FUNCTION("convolve_host", convolve_host, {"input filter", "output"});
KIT_WORKER_FUNCTION("sobel_magnitude", sobel_magnitude,
                    {"d_input d_sobel_x d_sobel_y", "d_output", "d_workspace"});
KIT_WORKER_FUNCTION("mirror", mirror);

}  // namespace
