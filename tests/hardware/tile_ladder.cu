// Times the convolutions of labs 02 to 04 beside a copy, for docs/results/lab04_ladder.csv; see
// tests/hardware/tile_ladder, which builds and runs this.
//   tile_ladder                     every row, as CSV
//   tile_ladder KERNEL WIDTH BLOCK  one warm-up and one launch on 4096x4096, for a profiler
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "../../labs/02_naive/lab.hpp"
#include "../../labs/04_tiled/lab.hpp"
#include "kit/device_buffer.hpp"
#include "kit/synthetic.hpp"

namespace {

using kit::Border;

constexpr int kWidest = 15;
/// Lab 03's idea in two versions, so that this file depends on no more labs than it must.
__constant__ float weights[kWidest * kWidest];

/// kFilterWidth = 0: the width is known when the kernel runs.
template <int kFilterWidth>
__global__ void convolve_constant(const float* __restrict__ input, float* __restrict__ output,
                                  int width, int height, int filter_width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int taps = kFilterWidth > 0 ? kFilterWidth : filter_width;
  const int radius = taps / 2;
  const auto pixel = [&](int i, int j) {
    const int column = min(max(x + i - radius, 0), width - 1);
    const int row = min(max(y + j - radius, 0), height - 1);
    return input[row * width + column];
  };
  float sum = 0.0f;
  if constexpr (kFilterWidth > 0) {
#pragma unroll
    for (int j = 0; j < kFilterWidth; ++j) {
#pragma unroll
      for (int i = 0; i < kFilterWidth; ++i) sum += weights[j * kFilterWidth + i] * pixel(i, j);
    }
  } else {
    for (int j = 0; j < taps; ++j) {
      for (int i = 0; i < taps; ++i) sum += weights[j * taps + i] * pixel(i, j);
    }
  }
  output[y * width + x] = sum;
}

/// One convolution to time.
struct Problem {
  int width, height, filter_width;
  dim3 block;
};
using Launch = std::function<void(const float* input, float* output)>;
struct Kernel {
  std::string name;
  Launch launch;
};

template <int kFilterWidth>
Launch constant_launch(const Problem& p) {
  const dim3 grid((p.width + p.block.x - 1) / p.block.x, (p.height + p.block.y - 1) / p.block.y);
  return [=](const float* input, float* output) {
    convolve_constant<kFilterWidth>
        <<<grid, p.block>>>(input, output, p.width, p.height, p.filter_width);
  };
}

Launch unrolled_launch(const Problem& p) {
  switch (p.filter_width) {
    case 3:
      return constant_launch<3>(p);
    case 5:
      return constant_launch<5>(p);
    case 7:
      return constant_launch<7>(p);
    default:
      return constant_launch<15>(p);
  }
}

/// The filter in host and device memory and in `weights`: none with two weights alike.
class FilterEverywhere {
 public:
  explicit FilterEverywhere(int width) : host_(std::size_t(width * width)) {
    for (std::size_t n = 0; n < host_.size(); ++n) host_[n] = (1 + 0.01f * n) / host_.size();
    device_ = kit::DeviceBuffer<float>(host_.data(), host_.size());
    KIT_CHECK(cudaMemcpyToSymbol(weights, host_.data(), host_.size() * sizeof(float)));
  }
  const float* host() const { return host_.data(); }
  const float* device() const { return device_.data(); }

 private:
  std::vector<float> host_;
  kit::DeviceBuffer<float> device_;
};

std::vector<Kernel> kernels(const Problem& p, const FilterEverywhere& filter) {
  constexpr Border kBorder = Border::clamp;
  const float* const host = filter.host();
  const float* const device = filter.device();
  return {{"copy",
           [=](const float* in, float* out) {
             const std::size_t bytes = sizeof(float) * p.width * p.height;
             KIT_CHECK(cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice, nullptr));
           }},
          {"02_naive",
           [=](const float* in, float* out) {
             lab02::convolve(in, out, p.width, p.height, device, p.filter_width, kBorder, p.block,
                             nullptr);
           }},
          {"03_constant", constant_launch<0>(p)},
          {"03_constant_unrolled", unrolled_launch(p)},
          {"04_tile",
           [=](const float* in, float* out) {
             lab04::convolve(in, out, p.width, p.height, host, p.filter_width, kBorder, p.block,
                             nullptr);
           }},
          {"04_sizes",
           [=](const float* in, float* out) {
             lab04::convolve_sized(in, out, p.width, p.height, host, p.filter_width, kBorder,
                                   p.block, nullptr);
           }},
          {"04_registers", [=](const float* in, float* out) {
             lab04::convolve_registers(in, out, p.width, p.height, host, p.filter_width, kBorder,
                                       nullptr);
           }}};
}

/// Images in a pool that is many times the L2 cache: no launch finds its input there.
class Pool {
 public:
  explicit Pool(std::size_t floats) : data_(floats) {
    const kit::Image<float> noise = kit::noise(4096, 1024, 1);
    for (std::size_t at = 0; at < floats; at += noise.size()) {
      const std::size_t count = std::min(noise.size(), floats - at);
      KIT_CHECK(cudaMemcpy(data_.data() + at, noise.data(), sizeof(float) * count,
                           cudaMemcpyHostToDevice));
    }
  }
  /// Median, shortest and longest time of `count` launches in ms, after one that is not timed.
  std::vector<float> time(const Problem& p, const Launch& launch, int count) {
    const std::size_t pixels = (std::size_t(p.width) * p.height + 1023) / 1024 * 1024;
    const std::size_t pairs = data_.size() / (2 * pixels);
    std::vector<kit::Event> start(count), stop(count);
    for (int n = -1; n < count; ++n) {
      float* const input = data_.data() + (n + 1) % pairs * 2 * pixels;
      if (n >= 0) start[n].record();
      launch(input, input + pixels);
      if (n >= 0) stop[n].record();
    }
    KIT_CHECK(cudaGetLastError());
    KIT_CHECK(cudaDeviceSynchronize());
    std::vector<float> times;
    for (int n = 0; n < count; ++n) times.push_back(stop[n].milliseconds_since(start[n]));
    std::sort(times.begin(), times.end());
    return {times[count / 2], times.front(), times.back()};
  }

 private:
  kit::DeviceBuffer<float> data_;
};

void print_rows(Pool& pool, const Problem& p) {
  constexpr int kLaunches = 21;
  const FilterEverywhere filter(p.filter_width);
  float copy = 0;
  for (const Kernel& kernel : kernels(p, filter)) {
    const std::vector<float> ms = pool.time(p, kernel.launch, kLaunches);
    if (kernel.name == "copy") copy = ms[0];
    std::printf("%s,%d,%d,%d,%ux%u,%.4f,%.4f,%.4f,%.3f\n", kernel.name.c_str(), p.width, p.height,
                p.filter_width, p.block.x, p.block.y, ms[0], ms[1], ms[2], ms[0] / copy);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4) {
    Problem p{4096, 4096, std::stoi(argv[2]), {32, 8}};
    if (std::strcmp(argv[3], "16x16") == 0) p.block = {16, 16};
    const FilterEverywhere filter(p.filter_width);
    Pool pool(std::size_t(4) << 24);
    for (const Kernel& kernel : kernels(p, filter)) {
      if (kernel.name == argv[1]) pool.time(p, kernel.launch, 1);
    }
    return 0;
  }
  Pool pool(std::size_t(400) << 20);
  std::printf("kernel,width,height,filter,block,ms,shortest_ms,longest_ms,of_copy\n");
  for (const int size : {2048, 4096, 8192}) {
    for (const int filter : {3, 5, 7, 15}) print_rows(pool, {size, size, filter, {32, 8}});
  }
  for (const int filter : {3, 7}) print_rows(pool, {8191, 8193, filter, {32, 8}});
  for (const int filter : {3, 7}) {
    for (const dim3 block : {dim3(8, 8), dim3(16, 16), dim3(32, 16), dim3(32, 32), dim3(32, 1),
                             dim3(128, 1), dim3(256, 1), dim3(512, 1), dim3(1024, 1)}) {
      print_rows(pool, {4096, 4096, filter, block});
    }
  }
  return 0;
}
