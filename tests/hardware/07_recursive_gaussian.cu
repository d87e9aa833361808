// Measures lab 07's solution on a GPU: docs/results/lab07_*.csv come from it. From the kit's root,
// after make programs:
//   nvcc -O3 -std=c++20 -arch=native -Icommon/include -Ilabs/07_recursive_gaussian
//     tests/hardware/07_recursive_gaussian.cu solutions/07_recursive_gaussian/*.cu
//     build/lib/libkit.a -o build/lab07 && build/lab07 parts|lines|error
// Times are medians of launches with a cold L2 cache, in milliseconds; `copy` is a device-to-device
// copy of the same float32 image in the same run.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "kit/cuda_check.hpp"
#include "kit/device_buffer.hpp"
#include "kit/recursive.hpp"
#include "kit/synthetic.hpp"
#include "lab.hpp"

namespace {

using kit::DeviceBuffer;

/// Median time of `work`, with 256 MiB written before each launch.
template <typename Work>
float median_ms(int launches, Work work) {
  static DeviceBuffer<char> flush(std::size_t(256) << 20);
  kit::Event start, stop;
  std::vector<float> times;
  for (int launch = -3; launch < launches; ++launch) {
    KIT_CHECK(cudaMemsetAsync(flush.data(), launch & 1, flush.size(), nullptr));
    start.record();
    work();
    stop.record();
    stop.synchronize();
    if (launch >= 0) times.push_back(stop.milliseconds_since(start));
  }
  std::nth_element(times.begin(), times.begin() + launches / 2, times.end());
  return times[std::size_t(launches / 2)];
}

/// An image of noise on the device, with room for results.
struct Work {
  Work(int width_, int height_)
      : width(width_),
        height(height_),
        image(kit::noise(width, height, 7)),
        input(image.data(), image.size()),
        output(image.size()) {}

  float copy_ms(int launches) {
    return median_ms(launches, [&] {
      KIT_CHECK(cudaMemcpyAsync(output.data(), input.data(), input.bytes(),
                                cudaMemcpyDeviceToDevice, nullptr));
    });
  }
  kit::Image<float> result() const {
    kit::Image<float> got(width, height);
    output.download(got.data());
    return got;
  }

  int width, height;
  kit::Image<float> image;
  DeviceBuffer<float> input, output;
};

/// Largest error of 32 columns against the float64 recursion.
double error_of(const Work& work, double sigma) {
  const kit::RecursiveCoefficients c = kit::recursive_coefficients(sigma);
  std::vector<int> columns;
  for (int n = 0; n < 32; ++n) columns.push_back(int(std::int64_t(work.width - 1) * n / 31));
  const kit::Image<double> right =
      kit::oracle::filter_picked_columns(work.image, columns, [&](const std::vector<double>& line) {
        return kit::oracle::recursive_line(line, c, kit::LineEnds::exact);
      });
  const kit::Image<float> got = work.result();
  double worst = 0;
  for (int y = 0; y < work.height; ++y) {
    for (int n = 0; n < right.width(); ++n) {
      const double error = std::abs(right.at(n, y) - got.at(columns[std::size_t(n)], y));
      worst = std::isnan(error) ? INFINITY : std::max(worst, error);
    }
  }
  return worst;
}

void measure_parts() {
  struct {
    int width, height;
    double sigma;
  } const cases[] = {{8192, 8192, 5},  {8192, 8192, 30}, {8192, 8192, 100}, {8191, 8193, 5},
                     {8191, 8193, 30}, {4096, 4096, 5},  {4096, 4096, 30},  {2048, 2048, 5},
                     {2047, 2049, 5},  {1920, 1080, 5},  {512, 512, 5}};
  std::puts("width,height,sigma,copy_ms,filter_ms,times_copy,max_abs_error");
  for (const auto& [width, height, sigma] : cases) {
    Work work(width, height);
    const lab07::Coefficients c = lab07::make_coefficients(sigma);
    DeviceBuffer<float> workspace(lab07::parallel_workspace(width, height));
    const float copy = work.copy_ms(31);
    const float filter = median_ms(31, [&] {
      lab07::filter_parallel(work.input.data(), work.output.data(), width, height, c,
                             workspace.data(), nullptr);
    });
    std::printf("%d,%d,%g,%.4f,%.4f,%.3f,%.2g\n", width, height, sigma, copy, filter, filter / copy,
                error_of(work, sigma));
    std::fflush(stdout);
  }
}

/// Inputs and outputs one after another, so that none is found in the L2 cache, while the kernels'
/// code stays where it is: small images would else measure how code is fetched.
class Rotation {
 public:
  explicit Rotation(const Work& work) {
    const std::size_t pixels = work.image.size();
    const std::size_t sets = std::max<std::size_t>(2, (std::size_t(50) << 20) / pixels);
    for (std::size_t n = 0; n < sets; ++n) {
      inputs_.emplace_back(work.image.data(), pixels);
      outputs_.emplace_back(pixels);
    }
  }
  /// Median time of `work(input, output)`.
  template <typename Launch>
  float median_ms(int launches, Launch launch) {
    kit::Event start, stop;
    std::vector<float> times;
    for (int n = -3; n < launches; ++n) {
      next_ = (next_ + 1) % inputs_.size();
      // Something for the device to do while the host queues the launch.
      KIT_CHECK(cudaMemsetAsync(busy_.data(), 0, busy_.size(), nullptr));
      start.record();
      launch(inputs_[next_].data(), outputs_[next_].data());
      stop.record();
      stop.synchronize();
      if (n >= 0) times.push_back(stop.milliseconds_since(start));
    }
    std::nth_element(times.begin(), times.begin() + launches / 2, times.end());
    return times[std::size_t(launches / 2)];
  }

 private:
  std::vector<DeviceBuffer<float>> inputs_, outputs_;
  DeviceBuffer<char> busy_{std::size_t(64) << 20};
  std::size_t next_ = 0;
};

/// One row: every course filter on one size with one number of lines per block.
void measure_lines(Work& work, Rotation& rotation, double sigma, int radius, int lines_per_block,
                   int launches) {
  const lab07::Coefficients c = lab07::make_coefficients(sigma);
  std::vector<float> weights;
  for (const double weight : kit::gaussian_weights(sigma, radius)) weights.push_back(float(weight));
  DeviceBuffer<float> d_weights(weights.data(), weights.size()), workspace(work.image.size());
  const int width = work.width, height = work.height;
  const float copy = rotation.median_ms(launches, [&](const float* input, float* output) {
    KIT_CHECK(
        cudaMemcpyAsync(output, input, work.input.bytes(), cudaMemcpyDeviceToDevice, nullptr));
  });
  const auto one_way = [&](lab07::Form form, lab07::Scratch scratch) {
    return rotation.median_ms(launches, [&](const float* input, float* output) {
      lab07::filter_one_way(input, output, width, height, c, form, lab07::Boundary::exact, scratch,
                            lines_per_block, nullptr);
    });
  };
  const auto two_way = [&](lab07::Scratch scratch) {
    return rotation.median_ms(launches, [&](const float* input, float* output) {
      lab07::filter_two_way(input, output, width, height, c, d_weights.data(), radius,
                            lab07::Boundary::exact, scratch, workspace.data(), lines_per_block,
                            nullptr);
    });
  };
  using lab07::Form;
  using lab07::Scratch;
  const bool fits = std::max(width, height) <= lab07::kLongestLocalLine;
  const float one_global = one_way(Form::cascade, Scratch::global);
  const float one_local = fits ? one_way(Form::cascade, Scratch::local) : NAN;
  const float direct = one_way(Form::direct, Scratch::global);
  const float transposed = rotation.median_ms(launches, [&](const float* input, float* output) {
    lab07::filter_transposed(input, output, width, height, c, workspace.data(), lines_per_block,
                             nullptr);
  });
  const float two_global = two_way(Scratch::global);
  const float two_local = fits ? two_way(Scratch::local) : NAN;
  std::printf("%d,%d,%g,%d,%d,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.2f,%.2f\n", width, height, sigma,
              radius, lines_per_block, copy, one_global, one_local, direct, transposed, two_global,
              two_local, one_global / two_global, one_local / two_local);
  std::fflush(stdout);
}

void measure_lines() {
  std::puts(
      "width,height,sigma,radius,lines_per_block,copy_ms,one_way_global_ms,one_way_local_ms,"
      "one_way_direct_ms,transposed_ms,two_way_global_ms,two_way_local_ms,speedup_global,"
      "speedup_local");
  struct {
    int width, height;
  } const sizes[] = {{512, 512},   {1280, 720},  {1920, 1080},   {2048, 2048},
                     {4096, 4096}, {8192, 8192}, {16384, 16384}, {23040, 23040}};
  for (const auto& [width, height] : sizes) {
    Work work(width, height);
    Rotation rotation(work);
    const bool large = width > 2048;
    for (const int lines : {4, 8, 16, 32, 64, 128}) {
      if (large && lines != 32) continue;
      // S3's window of 30 pixels: sigma 15 by its text, sigma 30 by its table 2.
      measure_lines(work, rotation, 15, 15, lines, large ? 5 : 21);
      if (!large) measure_lines(work, rotation, 30, 90, lines, 21);
    }
  }
}

void measure_error() {
  std::puts("sigma,direct,cascade,transposed,parts,direct_bound,cascade_bound");
  Work work(1024, 768);
  DeviceBuffer<float> workspace(
      std::max(work.image.size(), lab07::parallel_workspace(work.width, work.height)));
  for (const double sigma :
       {0.5, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 14.0, 20.0, 30.0, 45.0, 70.0, 100.0}) {
    const lab07::Coefficients c = lab07::make_coefficients(sigma);
    const kit::RecursiveCoefficients bounds = kit::recursive_coefficients(sigma);
    const auto one_way = [&](lab07::Form form) {
      lab07::filter_one_way(work.input.data(), work.output.data(), work.width, work.height, c, form,
                            lab07::Boundary::exact, lab07::Scratch::global, 32, nullptr);
      return error_of(work, sigma);
    };
    const double direct = one_way(lab07::Form::direct), cascade = one_way(lab07::Form::cascade);
    lab07::filter_transposed(work.input.data(), work.output.data(), work.width, work.height, c,
                             workspace.data(), 32, nullptr);
    const double transposed = error_of(work, sigma);
    lab07::filter_parallel(work.input.data(), work.output.data(), work.width, work.height, c,
                           workspace.data(), nullptr);
    std::printf("%g,%.3g,%.3g,%.3g,%.3g,%.3g,%.3g\n", sigma, direct, cascade, transposed,
                error_of(work, sigma), kit::direct_error_bound(bounds),
                kit::cascade_error_bound(bounds));
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string what = count == 2 ? arguments[1] : "";
  try {
    if (what == "parts") {
      measure_parts();
    } else if (what == "lines") {
      measure_lines();
    } else if (what == "error") {
      measure_error();
    } else {
      std::fputs("usage: lab07 parts|lines|error\n", stderr);
      return 2;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lab07: %s\n", error.what());
    return 1;
  }
  return 0;
}
