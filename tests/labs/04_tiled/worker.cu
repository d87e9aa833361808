/// @file
/// Lab 04's worker adapter: how the judge's calls reach the student's functions.
#include "grader/worker/device_job.hpp"
#include "grader/worker/worker.hpp"
#include "lab.hpp"

namespace {

using kit::worker::DeviceJob;

/// Inputs: image, filter; the filter goes to the function as a host pointer.
void convolve(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab04::convolve(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height,
                    job.host_input<float>(set, 1), job.param<int>("filter_width"), job.border(),
                    job.block(), stream);
  });
}

/// The same.
void convolve_sized(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab04::convolve_sized(job.input<float>(set, 0), job.output<float>(set, 0), size.width,
                          size.height, job.host_input<float>(set, 1),
                          job.param<int>("filter_width"), job.border(), job.block(), stream);
  });
}

/// Calls a function of the challenge, which chooses its blocks itself.
template <typename Function>
void run_without_block(DeviceJob& job, Function function) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    function(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height,
             job.host_input<float>(set, 1), job.param<int>("filter_width"), job.border(), stream);
  });
}

void convolve_several(DeviceJob& job) {
  run_without_block(job, lab04::convolve_several);
}
void convolve_windows(DeviceJob& job) {
  run_without_block(job, lab04::convolve_windows);
}
void convolve_registers(DeviceJob& job) {
  run_without_block(job, lab04::convolve_registers);
}

/// Input: the image. The output has the size of all tiles.
void show_tiles(DeviceJob& job) {
  const auto& size = job.input_shape(0, 0);
  job.run([&](int set, cudaStream_t stream) {
    lab04::show_tiles(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height,
                      job.param<int>("radius"), job.block(), stream);
  });
}

/// Input: the image.
void turn_rows(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab04::turn_rows(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height,
                     job.block(), stream);
  });
}

/// The same.
void mean_of_three(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab04::mean_of_three(job.input<float>(set, 0), job.output<float>(set, 0), size.width,
                         size.height, job.block(), stream);
  });
}

/// The same without a block.
void smallest_of_seven(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab04::smallest_of_seven(job.input<float>(set, 0), job.output<float>(set, 0), size.width,
                             size.height, stream);
  });
}

KIT_WORKER_FUNCTION("show_tiles", show_tiles);
KIT_WORKER_FUNCTION("turn_rows", turn_rows);
KIT_WORKER_FUNCTION("mean_of_three", mean_of_three);
KIT_WORKER_FUNCTION("smallest_of_seven", smallest_of_seven);
KIT_WORKER_FUNCTION("convolve", convolve, {"d_input filter", "d_output"});
KIT_WORKER_FUNCTION("convolve_sized", convolve_sized, {"d_input filter", "d_output"});
KIT_WORKER_FUNCTION("convolve_several", convolve_several, {"d_input filter", "d_output"});
KIT_WORKER_FUNCTION("convolve_windows", convolve_windows, {"d_input filter", "d_output"});
KIT_WORKER_FUNCTION("convolve_registers", convolve_registers, {"d_input filter", "d_output"});

}  // namespace
