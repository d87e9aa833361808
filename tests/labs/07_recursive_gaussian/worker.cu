/// @file
/// Lab 07's worker adapter: how the judge's calls reach the student's functions. Every stage but
/// the first gets the kit's own coefficients, so that a mistake in those costs one stage.
#include <algorithm>
#include <string>
#include <vector>

#include "grader/worker/device_job.hpp"
#include "grader/worker/worker.hpp"
#include "lab.hpp"
#include "labs/07_recursive_gaussian/reference/coefficients.hpp"

namespace {

using kit::worker::DeviceJob;
using kit::worker::Failure;
using kit::worker::HostJob;
using kit::worker::Job;

void copy_matrix(const kit::Matrix3& from, double (&to)[3][3]) {
  for (std::size_t n = 0; n < 9; ++n) to[n / 3][n % 3] = from[n];
}

lab07::Coefficients coefficients(const Job& job) {
  const kit::RecursiveCoefficients c = kit::recursive_coefficients(job.param<double>("sigma"));
  lab07::Coefficients result{c.gain, c.a1, c.a2, c.a3, c.p, c.e1, c.e2, {}, {}};
  copy_matrix(c.end_direct, result.end_direct);
  copy_matrix(c.end_cascade, result.end_cascade);
  return result;
}

lab07::Boundary boundary(const Job& job) {
  return job.param<std::string>("boundary") == "exact" ? lab07::Boundary::exact
                                                       : lab07::Boundary::duplicate;
}

lab07::Form form(const Job& job) {
  return job.param<std::string>("form") == "direct" ? lab07::Form::direct : lab07::Form::cascade;
}

lab07::Scratch scratch(const Job& job) {
  return job.param<std::string>("scratch") == "local" ? lab07::Scratch::local
                                                      : lab07::Scratch::global;
}

/// One sample of either form in double precision.
double step(const lab07::Coefficients& c, lab07::Form form, double (&s)[3], double sample) {
  if (form == lab07::Form::cascade) {
    s[0] += c.p * (sample - s[0]);
    s[2] = c.e1 * (s[0] - s[1]) + c.e2 * s[2];
    return s[1] += s[2];
  }
  const double value = c.gain * sample + c.a1 * s[0] + c.a2 * s[1] + c.a3 * s[2];
  s[2] = s[1];
  s[1] = s[0];
  return s[0] = value;
}

/// Input: a line. The student's coefficients, put to use in double precision.
void filter_line(HostJob& job) {
  const int length = job.output_shape(0).width;
  const lab07::Form used = form(job);
  job.run([&](int set) {
    const double sigma = job.param<double>("sigma");
    const auto c = kit::worker::made_by_student([&] { return lab07::make_coefficients(sigma); });
    const bool cascade = used == lab07::Form::cascade;
    const float* in = job.input<float>(set, 0);
    std::vector<double> w;
    double s[3] = {in[0], in[0], cascade ? 0.0 : in[0]};
    for (int k = 0; k < length; ++k) w.push_back(step(c, used, s, in[k]));
    const double last = in[length - 1];
    const double settled[3] = {last, last, cascade ? 0.0 : last};
    double back[3];
    for (int row = 0; row < 3; ++row) {
      const double* end = cascade ? c.end_cascade[row] : c.end_direct[row];
      back[row] = settled[row];
      for (int k = 0; k < 3; ++k) back[row] += end[k] * (s[k] - settled[k]);
    }
    for (int k = length - 1; k >= 0; --k)
      job.output<float>(set, 0)[k] = float(step(c, used, back, w[std::size_t(k)]));
  });
}

/// Input: image.
void filter_one_way(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  const lab07::Coefficients c = coefficients(job);
  job.run([&](int set, cudaStream_t stream) {
    lab07::filter_one_way(job.input<float>(set, 0), job.output<float>(set, 0), size.width,
                          size.height, c, form(job), boundary(job), scratch(job),
                          job.param<int>("lines_per_block"), stream);
  });
}

/// Input: image.
void filter_transposed(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  const lab07::Coefficients c = coefficients(job);
  job.run([&](int set, cudaStream_t stream) {
    lab07::filter_transposed(job.input<float>(set, 0), job.output<float>(set, 0), size.width,
                             size.height, c, job.workspace<float>(set, size.values()),
                             job.param<int>("lines_per_block"), stream);
  });
}

/// Inputs: image, the central point's weights.
void filter_two_way(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  const lab07::Coefficients c = coefficients(job);
  job.run([&](int set, cudaStream_t stream) {
    lab07::filter_two_way(job.input<float>(set, 0), job.output<float>(set, 0), size.width,
                          size.height, c, job.input<float>(set, 1),
                          static_cast<int>(job.input_shape(set, 1).values()) - 1, boundary(job),
                          scratch(job), job.workspace<float>(set, size.values()),
                          job.param<int>("lines_per_block"), stream);
  });
}

/// Input: image. A rung of the challenge: the student says how much workspace it takes.
template <typename Workspace, typename Filter>
void run_parts(DeviceJob& job, const char* name, Workspace workspace, Filter filter) {
  const auto& size = job.output_shape(0);
  const lab07::Coefficients c = coefficients(job);
  const std::size_t floats = workspace(size.width, size.height);
  // As much as two images, and room for the edges of small ones.
  const std::size_t most = 2 * size.values() + 100 * std::size_t(size.width + size.height) + 100000;
  if (floats > most) {
    throw Failure("exception", name, "too large",
                  std::string(name) + "() asks for " + std::to_string(floats) +
                      " floats; at most " + std::to_string(most) + " are lent for this image");
  }
  job.run([&](int set, cudaStream_t stream) {
    filter(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height, c,
           job.workspace<float>(set, std::max<std::size_t>(1, floats)), stream);
  });
}

void filter_in_parts(DeviceJob& job) {
  run_parts(job, "in_parts_workspace", lab07::in_parts_workspace, lab07::filter_in_parts);
}
void filter_both_ways(DeviceJob& job) {
  run_parts(job, "both_ways_workspace", lab07::both_ways_workspace, lab07::filter_both_ways);
}
void filter_parallel(DeviceJob& job) {
  run_parts(job, "parallel_workspace", lab07::parallel_workspace, lab07::filter_parallel);
}

/// Input: image.
void fade_peaks(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab07::fade_peaks(job.input<float>(set, 0), job.output<float>(set, 0), size.width, size.height,
                      job.param<float>("fade"), job.param<int>("lines_per_block"), stream);
  });
}

KIT_WORKER_FUNCTION("filter_line", filter_line, {"input", "output"});
KIT_WORKER_FUNCTION("filter_one_way", filter_one_way);
KIT_WORKER_FUNCTION("filter_transposed", filter_transposed);
KIT_WORKER_FUNCTION("filter_two_way", filter_two_way,
                    {"d_input d_weights", "d_output", "d_workspace"});
KIT_WORKER_FUNCTION("filter_in_parts", filter_in_parts);
KIT_WORKER_FUNCTION("filter_both_ways", filter_both_ways);
KIT_WORKER_FUNCTION("filter_parallel", filter_parallel);
KIT_WORKER_FUNCTION("fade_peaks", fade_peaks);

}  // namespace
