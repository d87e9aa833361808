/// @file
/// Lab 09's worker adapter: how the judge's calls reach the student's functions. Gradients cross as
/// images of two channels.
#include <cuda_fp16.h>

#include <cstddef>
#include <cstdint>

#include "grader/worker/device_job.hpp"
#include "grader/worker/worker.hpp"
#include "lab.hpp"

namespace {

using kit::worker::DeviceJob;
using kit::worker::StreamWaits;
using Bytes = std::uint8_t;

/// Words of 4 bytes that hold so many bytes.
std::size_t words(std::size_t bytes) {
  return (bytes + 3) / 4;
}

void to_grey(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab09::to_grey(job.input<Bytes>(set, 0), job.output<Bytes>(set, 0), size.width, size.height,
                   job.block(), stream);
  });
}

void blur(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab09::blur(job.input<Bytes>(set, 0), job.output<float>(set, 0), size.width, size.height,
                job.block(), stream);
  });
}

void gradient(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab09::gradient(job.input<float>(set, 0), job.output<float2>(set, 0), size.width, size.height,
                    job.block(), stream);
  });
}

void thin(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab09::thin(job.input<float2>(set, 0), job.output<Bytes>(set, 0), size.width, size.height,
                job.param<float>("low"), job.param<float>("high"), job.block(), stream);
  });
}

void hysteresis(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  const auto launch = [&](int set, cudaStream_t stream) {
    auto* const states =
        reinterpret_cast<Bytes*>(job.workspace<unsigned>(set, words(size.values())));
    lab09::hysteresis(job.input<Bytes>(set, 0), job.output<Bytes>(set, 0), states,
                      job.workspace<unsigned>(set, 1), size.width, size.height, stream);
  };
  job.run(launch, StreamWaits::allowed);
}

void magnitude_fused(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab09::magnitude_fused(job.input<Bytes>(set, 0), job.output<float>(set, 0), size.width,
                           size.height, stream);
  });
}

void magnitude_half_storage(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    auto* const blurred =
        reinterpret_cast<__half*>(job.workspace<unsigned>(set, words(2 * size.values())));
    lab09::magnitude_half_storage(job.input<Bytes>(set, 0), blurred, job.output<float>(set, 0),
                                  size.width, size.height, job.block(), stream);
  });
}

void magnitude_half2(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab09::magnitude_half2(job.input<Bytes>(set, 0), job.output<Bytes>(set, 0), size.width,
                           size.height, stream);
  });
}

void thin_in_one_pass(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab09::thin_in_one_pass(job.input<Bytes>(set, 0), job.output<Bytes>(set, 0), size.width,
                            size.height, job.param<float>("low"), job.param<float>("high"), stream);
  });
}

void row_means(DeviceJob& job) {
  job.run([&](int set, cudaStream_t stream) {
    const auto& size = job.input_shape(set, 0);
    lab09::row_means(job.input<Bytes>(set, 0), job.output<float>(set, 0), size.width, size.height,
                     stream);
  });
}

/// All steps, as they are tried on a picture. Input: colours.
void edges(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  const std::size_t pixels = size.values();
  const int width = size.width, height = size.height;
  const auto launch = [&](int set, cudaStream_t stream) {
    auto* const grey = reinterpret_cast<Bytes*>(job.workspace<unsigned>(set, words(pixels)));
    float* const blurred = job.workspace<float>(set, pixels);
    auto* const gradient = reinterpret_cast<float2*>(job.workspace<float>(set, 2 * pixels));
    auto* const states = reinterpret_cast<Bytes*>(job.workspace<unsigned>(set, words(pixels)));
    auto* const other = reinterpret_cast<Bytes*>(job.workspace<unsigned>(set, words(pixels)));
    const float low = job.param<float>("low"), high = job.param<float>("high");
    lab09::to_grey(job.input<Bytes>(set, 0), grey, width, height, job.block(), stream);
    if (job.param<bool>("in_one_pass")) {
      lab09::thin_in_one_pass(grey, states, width, height, low, high, stream);
    } else {
      lab09::blur(grey, blurred, width, height, job.block(), stream);
      lab09::gradient(blurred, gradient, width, height, job.block(), stream);
      lab09::thin(gradient, states, width, height, low, high, job.block(), stream);
    }
    lab09::hysteresis(states, job.output<Bytes>(set, 0), other, job.workspace<unsigned>(set, 1),
                      width, height, stream);
  };
  job.run(launch, StreamWaits::allowed);
}

KIT_WORKER_FUNCTION("to_grey", to_grey, {"d_rgb", "d_grey"});
KIT_WORKER_FUNCTION("blur", blur, {"d_grey", "d_blurred"});
KIT_WORKER_FUNCTION("gradient", gradient, {"d_blurred", "d_gradient"});
KIT_WORKER_FUNCTION("thin", thin, {"d_gradient", "d_states"});
KIT_WORKER_FUNCTION("hysteresis", hysteresis, {"d_states", "d_edges", "d_workspace d_changed"});
KIT_WORKER_FUNCTION("magnitude_fused", magnitude_fused, {"d_grey", "d_magnitude"});
KIT_WORKER_FUNCTION("magnitude_half_storage", magnitude_half_storage,
                    {"d_grey", "d_magnitude", "d_blurred"});
KIT_WORKER_FUNCTION("magnitude_half2", magnitude_half2, {"d_grey", "d_magnitude"});
KIT_WORKER_FUNCTION("thin_in_one_pass", thin_in_one_pass, {"d_grey", "d_states"});
KIT_WORKER_FUNCTION("row_means", row_means, {"d_grey", "d_means"});
KIT_WORKER_FUNCTION("edges", edges, {"d_rgb", "d_edges", "d_grey d_blurred d_gradient d_states"});

}  // namespace
