/// @file
/// Times of Algorithms A and C and of the scan against the image's size, and their distance from
/// the float32 CPU version, as CSV; needs a GPU. From the kit's folder, after `make programs`:
///
///     nvcc -std=c++20 -O3 -arch=native -Icommon/include -Ilabs/08_domain_transform -o build/times
///         tests/labs/08_domain_transform/times.cu solutions/08_domain_transform/*.cu
///         common/src/{edge_aware,edge_aware_baseline,image,scene,synthetic}.cpp
///     build/times >docs/results/lab08_times.csv
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include "kit/cuda_check.hpp"
#include "kit/device_buffer.hpp"
#include "kit/edge_aware_baseline.hpp"
#include "kit/synthetic.hpp"
#include "lab.hpp"

namespace {

constexpr lab08::Window kWindow = {16, 64};
constexpr int kMostBlocks = 6;
constexpr std::size_t kFlushBytes = std::size_t(256) << 20;  // four times an H200's L2 cache

/// Median milliseconds of device time with a cold L2 cache.
double median_ms(kit::DeviceBuffer<std::byte>& flush, int launches,
                 const std::function<void()>& work) {
  cudaEvent_t start, stop;
  KIT_CHECK(cudaEventCreate(&start));
  KIT_CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int n = -1; n < launches; ++n) {  // the first one warms up
    KIT_CHECK(cudaMemsetAsync(flush.data(), n, flush.bytes(), nullptr));
    KIT_CHECK(cudaEventRecord(start));
    work();
    KIT_CHECK(cudaEventRecord(stop));
    KIT_CHECK(cudaEventSynchronize(stop));
    float ms = 0;
    KIT_CHECK(cudaEventElapsedTime(&ms, start, stop));
    if (n >= 0) times.push_back(ms);
  }
  KIT_CHECK(cudaEventDestroy(start));
  KIT_CHECK(cudaEventDestroy(stop));
  std::nth_element(times.begin(), times.begin() + launches / 2, times.end());
  return times[std::size_t(launches / 2)];
}

/// The drawn scene, repeated where the image is larger.
kit::Image<std::uint8_t> scene_of(int width, int height) {
  const int tile = 1024;
  static const kit::Image<std::uint8_t> scene = kit::to_bytes(kit::scene(tile, tile, 3, 7));
  kit::Image<std::uint8_t> image(width, height, 3);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) image.at(x, y, c) = scene.at(x % tile, y % tile, c);
    }
  }
  return image;
}

double largest_error(const std::vector<float4>& got, const std::vector<float>& expected) {
  double largest = 0;
  for (std::size_t n = 0; n < got.size(); ++n) {
    const float values[] = {got[n].x, got[n].y, got[n].z};
    for (std::size_t c = 0; c < 3; ++c) {
      const double error = std::abs(double(values[c]) - double(expected[3 * n + c]));
      if (!(error <= largest)) largest = error;
    }
  }
  return largest;
}

void measure(kit::DeviceBuffer<std::byte>& flush, int width, int height, float sigma_s,
             float sigma_r) {
  const kit::Image<std::uint8_t> image = scene_of(width, height);
  const std::size_t pixels = std::size_t(width) * std::size_t(height);
  std::vector<uchar4> padded(pixels);
  for (std::size_t n = 0; n < pixels; ++n) {
    const std::uint8_t* const rgb = image.data() + 3 * n;
    padded[n] = make_uchar4(rgb[0], rgb[1], rgb[2], 0);
  }
  const kit::DeviceBuffer<uchar4> input(padded.data(), pixels);
  kit::DeviceBuffer<float4> output(pixels);
  kit::DeviceBuffer<std::byte> workspace(lab08::workspace_bytes(width, height, kMostBlocks));
  const int launches = pixels > (std::size_t(1) << 25) ? 3 : 21;
  // The float32 image without padding, as everywhere in the kit.
  const double copy = median_ms(flush, launches, [&] {
    KIT_CHECK(cudaMemcpyAsync(output.data(), workspace.data(), pixels * 3 * sizeof(float),
                              cudaMemcpyDeviceToDevice, nullptr));
  });
  std::vector<float> expected;
  if (pixels <= (std::size_t(1) << 23)) {
    expected.resize(3 * pixels);
    kit::baseline::edge_aware(image.data(), expected.data(), width, height, 3, sigma_s, sigma_r, 2,
                              0);
  }
  const auto row = [&](const char* algorithm, int blocks, const std::function<void()>& work) {
    const double ms = median_ms(flush, blocks > 0 ? std::min(launches, 5) : launches, work);
    double error = std::nan("");
    if (!expected.empty()) {
      std::vector<float4> got(pixels);
      output.download(got.data());
      error = largest_error(got, expected);
    }
    std::printf("%d,%d,%g,%g,2,%s,%d,%.4f,%.1f,%.2g\n", width, height, double(sigma_s),
                double(sigma_r), algorithm, blocks, ms, ms / copy, error);
    std::fflush(stdout);
  };
  std::printf("%d,%d,,,,copy,0,%.4f,1.0,\n", width, height, copy);
  row("scan", 0, [&] {
    lab08::edge_aware_scan(input.data(), output.data(), width, height, sigma_s, sigma_r, 2,
                           workspace.data(), nullptr);
  });
  for (const int blocks : {1, 3, kMostBlocks}) {
    row(blocks == 1 ? "A" : "C", blocks, [&] {
      lab08::edge_aware(input.data(), output.data(), width, height,
                        {sigma_s, sigma_r, 2, kWindow, blocks, 2.0f, lab08::Start::sample},
                        workspace.data(), nullptr);
    });
  }
}

}  // namespace

int main() {
  cudaDeviceProp properties{};
  KIT_CHECK(cudaGetDeviceProperties(&properties, 0));
  int driver = 0;
  KIT_CHECK(cudaDriverGetVersion(&driver));
  std::printf(
      "# %s, CUDA driver API %d.%d; medians, cold L2 cache; kappa 2, window 16x64; build/times\n",
      properties.name, driver / 1000, driver % 1000 / 10);
  std::printf(
      "width,height,sigma_s,sigma_r,iterations,algorithm,blocks_per_stripe,ms,times_copy,"
      "largest_difference_from_cpu\n");
  kit::DeviceBuffer<std::byte> flush(kFlushBytes);
  for (const int size : {256, 512, 768, 1024, 1280, 1536, 1792, 2048, 4096, 8192, 16384}) {
    measure(flush, size, size, 50, 50);
  }
  measure(flush, 2047, 2049, 50, 50);
  measure(flush, 2048, 2048, 200, 150);
}
