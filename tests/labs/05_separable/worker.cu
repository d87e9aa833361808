/// @file
/// Lab 05's worker adapter: how the judge's calls reach the student's functions. Inputs of every
/// call but halve(): image, row weights, column weights.
#include <cstddef>
#include <cstdint>

#include "grader/worker/device_job.hpp"
#include "grader/worker/worker.hpp"
#include "lab.hpp"

namespace {

using kit::worker::DeviceJob;

void separable_global(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab05::separable_global(job.input<float>(set, 0), job.output<float>(set, 0),
                            job.workspace<float>(set, size.values()), size.width, size.height,
                            job.input<float>(set, 1), job.input<float>(set, 2),
                            job.param<int>("taps"), job.border(), job.block(), stream);
  });
}

void separable_constant(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab05::separable_constant(job.input<float>(set, 0), job.output<float>(set, 0),
                              job.workspace<float>(set, size.values()), size.width, size.height,
                              job.host_input<float>(set, 1), job.host_input<float>(set, 2),
                              job.param<int>("taps"), job.border(), job.block(), stream);
  });
}

void separable_shared(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab05::separable_shared(job.input<float>(set, 0), job.output<float>(set, 0),
                            job.workspace<float>(set, size.values()), size.width, size.height,
                            job.host_input<float>(set, 1), job.host_input<float>(set, 2),
                            job.param<int>("taps"), job.border(), job.block(), stream);
  });
}

void separable_bytes(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab05::separable_bytes(job.input<std::uint8_t>(set, 0), job.output<std::uint8_t>(set, 0),
                           job.workspace<float>(set, size.values()), size.width, size.height,
                           job.host_input<float>(set, 1), job.host_input<float>(set, 2),
                           job.param<int>("taps"), job.border(), job.block(), stream);
  });
}

/// Calls a function of the challenge, which chooses its blocks itself.
template <typename Function>
void run_fused(DeviceJob& job, Function function) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    function(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height,
             job.host_input<float>(set, 1), job.host_input<float>(set, 2), job.param<int>("taps"),
             job.border(), stream);
  });
}

void separable_one_kernel(DeviceJob& job) {
  run_fused(job, lab05::separable_one_kernel);
}
void separable_rolling(DeviceJob& job) {
  run_fused(job, lab05::separable_rolling);
}
void separable_fused(DeviceJob& job) {
  run_fused(job, lab05::separable_fused);
}

/// Input: image.
void halve(DeviceJob& job) {
  const auto& half = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    const auto& size = job.input_shape(set, 0);
    lab05::halve(job.input<float>(set, 0), job.output<float>(set, 0),
                 job.workspace<float>(set, std::size_t(half.width) * std::size_t(size.height)),
                 size.width, size.height, job.block(), stream);
  });
}

KIT_WORKER_FUNCTION("separable_global", separable_global,
                    {"d_input d_row_weights d_column_weights", "d_output", "d_workspace"});
KIT_WORKER_FUNCTION("separable_constant", separable_constant,
                    {"d_input row_weights column_weights", "d_output", "d_workspace"});
KIT_WORKER_FUNCTION("separable_shared", separable_shared,
                    {"d_input row_weights column_weights", "d_output", "d_workspace"});
KIT_WORKER_FUNCTION("separable_bytes", separable_bytes,
                    {"d_input row_weights column_weights", "d_output", "d_workspace"});
KIT_WORKER_FUNCTION("separable_one_kernel", separable_one_kernel,
                    {"d_input row_weights column_weights", "d_output"});
KIT_WORKER_FUNCTION("separable_rolling", separable_rolling,
                    {"d_input row_weights column_weights", "d_output"});
KIT_WORKER_FUNCTION("separable_fused", separable_fused,
                    {"d_input row_weights column_weights", "d_output"});
KIT_WORKER_FUNCTION("halve", halve);

}  // namespace
