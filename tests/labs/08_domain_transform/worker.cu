/// @file
/// Lab 08's worker adapter: how the judge's calls reach the student's functions.
#include <string>

#include "grader/worker/device_job.hpp"
#include "grader/worker/worker.hpp"
#include "lab.hpp"

namespace {

using kit::worker::check_device;
using kit::worker::DeviceJob;
using kit::worker::HostJob;

const uchar4* bytes(DeviceJob& job, int set) {
  return reinterpret_cast<const uchar4*>(job.input<unsigned char>(set, 0));
}

float4* four(float* values) {
  return reinterpret_cast<float4*>(values);
}

lab08::Lines lines_of(const DeviceJob& job, int width, int height) {
  return job.param<bool>("rows") ? lab08::rows(width, height) : lab08::columns(width, height);
}

/// Both poles' constants as 20 floats in the order of lab08::Pole, so that a stage is judged though
/// make_recursion() is not done.
lab08::Recursion recursion_of(DeviceJob& job, int set, int index) {
  const float* values = job.host_input<float>(set, index);
  lab08::Recursion recursion = {};
  for (lab08::Pole& pole : recursion.pole) {
    for (lab08::Complex* part : {&pole.rate, &pole.a, &pole.b, &pole.gain, &pole.r1}) {
      part->re = *values++;
      part->im = *values++;
    }
  }
  return recursion;
}

lab08::Start start_of(const DeviceJob& job) {
  return job.param<bool>("printed") ? lab08::Start::printed : lab08::Start::sample;
}

lab08::Window window_of(const DeviceJob& job) {
  return {job.param<int>("window_width"), job.param<int>("window_height")};
}

/// Input: the image. Output: what "output" names, of the three.
void transform(DeviceJob& job) {
  const int width = job.input_shape(0, 0).width, height = job.input_shape(0, 0).height;
  const std::string wanted = job.param<std::string>("output");
  const std::size_t count = std::size_t(width) * height;
  job.run([&](int set, cudaStream_t stream) {
    const auto buffer = [&](const char* name, std::size_t floats) {
      return wanted == name ? job.output<float>(set, 0) : job.workspace<float>(set, floats);
    };
    float* const pixels = buffer("pixels", 4 * count);
    float* const across = buffer("row_spacing", count);
    float* const down = buffer("column_spacing", count);
    lab08::transform(bytes(job, set), four(pixels), across, down, width, height,
                     job.param<float>("sigma_s"), job.param<float>("sigma_r"), stream);
  });
}

/// Output: the sigma of each iteration.
void sigma_of_iteration(HostJob& job) {
  const int iterations = job.output_shape(0).width;
  job.run([&](int set) {
    for (int n = 1; n <= iterations; ++n) {
      job.output<float>(set, 0)[n - 1] =
          float(lab08::sigma_of_iteration(job.param<double>("sigma_s"), n, iterations));
    }
  });
}

/// Inputs: pixels, spacing.
void filter_lines(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  const lab08::Form form =
      job.param<std::string>("form") == "literal" ? lab08::Form::literal : lab08::Form::h;
  const double sigma = job.param<double>("sigma");
  job.run([&](int set, cudaStream_t stream) {
    const auto recursion =
        kit::worker::made_by_student([&] { return lab08::make_recursion(sigma); });
    lab08::filter_lines(reinterpret_cast<const float4*>(job.input<float>(set, 0)),
                        job.input<float>(set, 1), four(job.output<float>(set, 0)),
                        lines_of(job, size.width, size.height), recursion, form, stream);
  });
}

/// Inputs: pixels, spacing, constants and, for several blocks per stripe, starts.
void filter_stripes(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  const int blocks = job.param<int>("blocks_per_stripe");
  job.run([&](int set, cudaStream_t stream) {
    const lab08::State* starts =
        blocks > 1 ? reinterpret_cast<const lab08::State*>(job.input<float>(set, 3)) : nullptr;
    lab08::filter_stripes(reinterpret_cast<const float4*>(job.input<float>(set, 0)),
                          job.input<float>(set, 1), four(job.output<float>(set, 0)),
                          lines_of(job, size.width, size.height), recursion_of(job, set, 2),
                          window_of(job), blocks, starts, stream);
  });
}

/// Inputs: pixels, spacing, constants.
void boundary_starts(DeviceJob& job) {
  const auto& size = job.input_shape(0, 0);
  job.run([&](int set, cudaStream_t stream) {
    lab08::boundary_starts(
        reinterpret_cast<const float4*>(job.input<float>(set, 0)), job.input<float>(set, 1),
        reinterpret_cast<lab08::State*>(job.output<float>(set, 0)),
        lines_of(job, size.width, size.height), recursion_of(job, set, 2),
        job.param<int>("blocks_per_stripe"), job.param<float>("reach"), start_of(job), stream);
  });
}

/// The whole filter by Algorithm A, C or D, or by a rung of the challenge: the stage that "by"
/// names.
void filter_image(DeviceJob& job, int set, float4* output, cudaStream_t stream) {
  const int width = job.input_shape(set, 0).width, height = job.input_shape(set, 0).height;
  const int blocks = job.param<int>("blocks_per_stripe"), iterations = job.param<int>("iterations");
  const float sigma_s = job.param<float>("sigma_s"), sigma_r = job.param<float>("sigma_r");
  const auto room = [&](std::size_t bytes) {
    return job.workspace<float>(set, bytes / sizeof(float));
  };
  const auto scan = [&](auto function, std::size_t workspace) {
    function(bytes(job, set), output, width, height, sigma_s, sigma_r, iterations, room(workspace),
             stream);
  };
  const std::string by = job.param<std::string>("by");
  if (by == "segments") {
    scan(lab08::edge_aware_segments, lab08::scan_workspace_bytes(width, height));
  } else if (by == "chunks") {
    scan(lab08::edge_aware_chunks, lab08::scan_workspace_bytes(width, height));
  } else if (by == "challenge") {
    scan(lab08::edge_aware_scan, lab08::workspace_bytes(width, height, 1));
  } else {
    lab08::edge_aware(bytes(job, set), output, width, height,
                      {sigma_s, sigma_r, iterations, window_of(job), blocks,
                       job.param<float>("kappa"), start_of(job)},
                      room(lab08::workspace_bytes(width, height, blocks)), stream);
  }
}

void edge_aware(DeviceJob& job) {
  job.run([&](int set, cudaStream_t stream) {
    filter_image(job, set, four(job.output<float>(set, 0)), stream);
  });
}

/// Input: image.
void subtract_black(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab08::subtract_black(job.input<unsigned char>(set, 0), job.output<unsigned char>(set, 0),
                          lines_of(job, size.width, size.height), job.param<int>("blocks"), stream);
  });
}

/// Drops what pads a pixel to four channels.
__global__ void keep_channels(const float* pixels, float* output, int count, int channels) {
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < count) output[n] = pixels[n / channels * 4 + n % channels];
}

/// The same for a picture, whose output has one or three channels.
void picture(DeviceJob& job) {
  const auto& shape = job.output_shape(0);
  const int count = int(shape.values());
  job.run([&](int set, cudaStream_t stream) {
    float* const pixels =
        job.workspace<float>(set, 4 * std::size_t(shape.width) * std::size_t(shape.height));
    filter_image(job, set, four(pixels), stream);
    keep_channels<<<(count + 255) / 256, 256, 0, stream>>>(pixels, job.output<float>(set, 0), count,
                                                           shape.channels);
    check_device(cudaGetLastError(), "launch");
  });
}

KIT_WORKER_FUNCTION("transform", transform, {"d_image", "output", "output output"});
KIT_WORKER_FUNCTION("sigma_of_iteration", sigma_of_iteration);
KIT_WORKER_FUNCTION("filter_lines", filter_lines, {"d_input d_spacing recursion", "d_output"});
KIT_WORKER_FUNCTION("filter_stripes", filter_stripes,
                    {"d_input d_spacing recursion d_starts", "d_output"});
KIT_WORKER_FUNCTION("boundary_starts", boundary_starts,
                    {"d_input d_spacing recursion", "d_starts"});
KIT_WORKER_FUNCTION("edge_aware", edge_aware, {"d_image", "d_output", "d_workspace"});
KIT_WORKER_FUNCTION("subtract_black", subtract_black);
KIT_WORKER_FUNCTION("picture", picture);

}  // namespace
