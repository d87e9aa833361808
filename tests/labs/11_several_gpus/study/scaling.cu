/// @file
/// How long passes over an image take on one device and on several: lab 11's stages, strong and
/// weak scaling, and the exchange alone. Prints a table of milliseconds, medians of several runs.
/// Build it with the solution, or with exchange_nccl.cu in place of its exchange.cu:
///
///     cd solutions/11_several_gpus
///     nvcc -std=c++20 -O3 -I../../labs/11_several_gpus -I../../common/image/include
///       rows.cu exchange.cu passes.cu overlapped.cu deep.cu
///       ../../tests/labs/11_several_gpus/study/scaling.cu -o ../../build/scaling
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace {

constexpr int kRadius = 3, kPasses = 8, kRuns = 7, kWarmUp = 2;
constexpr int kRounds = 50;  // exchanges of one run, since one is too short to be measured

/// An image in equal bands, one on each device.
class Image {
 public:
  Image(int width, int height, int devices, int halo) {
    bands_.width = width;
    bands_.height = height;
    bands_.count = devices;
    bands_.halo = halo;
    bands_.radius = kRadius;
    for (int d = 0, first = 0; d < devices; ++d) {
      lab11::Band& band = bands_.band[d];
      band.device = d;
      band.first = first;
      band.rows = height / devices + (d < height % devices ? 1 : 0);
      first += band.rows;
      KIT_CHECK(cudaSetDevice(d));
      const std::size_t bytes =
          sizeof(float) * static_cast<std::size_t>(band.rows + 2 * halo) * width;
      for (float*& rows : band.d_rows) {
        KIT_CHECK(cudaMalloc(&rows, bytes));
        KIT_CHECK(cudaMemset(rows, 0, bytes));
      }
      const std::vector<float> box(2 * kRadius + 1, 1.0f / (2 * kRadius + 1));
      float* weights = nullptr;
      KIT_CHECK(cudaMalloc(&weights, sizeof(float) * box.size()));
      KIT_CHECK(
          cudaMemcpy(weights, box.data(), sizeof(float) * box.size(), cudaMemcpyHostToDevice));
      band.d_weights = weights;
      KIT_CHECK(cudaStreamCreateWithFlags(&band.compute, cudaStreamNonBlocking));
      KIT_CHECK(cudaStreamCreateWithFlags(&band.copies, cudaStreamNonBlocking));
      KIT_CHECK(cudaEventCreateWithFlags(&band.ready, cudaEventDisableTiming));
      KIT_CHECK(cudaEventCreateWithFlags(&band.arrived, cudaEventDisableTiming));
    }
    wait();
  }
  ~Image() {
    for (int d = 0; d < bands_.count; ++d) {
      lab11::Band& band = bands_.band[d];
      cudaSetDevice(d);
      cudaEventDestroy(band.arrived);
      cudaEventDestroy(band.ready);
      cudaStreamDestroy(band.copies);
      cudaStreamDestroy(band.compute);
      cudaFree(const_cast<float*>(band.d_weights));
      for (float* rows : band.d_rows) cudaFree(rows);
    }
  }
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  const lab11::Bands& bands() const { return bands_; }
  void wait() const {
    for (int d = 0; d < bands_.count; ++d) {
      KIT_CHECK(cudaSetDevice(d));
      KIT_CHECK(cudaDeviceSynchronize());
    }
  }

 private:
  lab11::Bands bands_{};
};

double median_milliseconds(const Image& image, const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  for (int run = 0; run < kRuns + kWarmUp; ++run) {
    const auto begin = Clock::now();
    work();
    image.wait();
    const double time = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    if (run >= kWarmUp) times.push_back(time);
  }
  std::nth_element(times.begin(), times.begin() + kRuns / 2, times.end());
  return times[kRuns / 2];
}

void print(const char* study, const char* what, const Image& image, double milliseconds) {
  const lab11::Bands& bands = image.bands();
  std::printf("%s,%s,%d,%d,%d,%.4f\n", study, what, bands.count, bands.width, bands.height,
              milliseconds);
  std::fflush(stdout);
}

void measure_passes(const char* study, int width, int height, int devices) {
  {
    const Image image(width, height, devices, kRadius);
    const lab11::Bands& bands = image.bands();
    print(study, "passes", image,
          median_milliseconds(image, [&] { lab11::filter_passes(bands, kPasses); }));
    print(study, "overlapped", image,
          median_milliseconds(image, [&] { lab11::filter_overlapped(bands, kPasses); }));
  }
  for (const int every : {2, 4, 8}) {
    const Image image(width, height, devices, every * kRadius);
    char name[16];
    std::snprintf(name, sizeof name, "deep by %d", every);
    print(study, name, image,
          median_milliseconds(image, [&] { lab11::filter_deep(image.bands(), kPasses, every); }));
  }
}

void measure_exchange(int width, int height, int devices, int depth) {
  const Image image(width, height, devices, depth);
  const double all = median_milliseconds(image, [&] {
    for (int n = 0; n < kRounds; ++n) lab11::exchange_halos(image.bands(), n % 2, depth);
  });
  char name[32];
  std::snprintf(name, sizeof name, "exchange of %d rows", depth);
  print("exchange", name, image, all / kRounds);
}

void allow_direct_copies(int devices) {
  for (int one = 0; one < devices; ++one) {
    KIT_CHECK(cudaSetDevice(one));
    for (int other = 0; other < devices; ++other) {
      int can = 0;
      if (one != other) KIT_CHECK(cudaDeviceCanAccessPeer(&can, one, other));
      if (can != 0) KIT_CHECK(cudaDeviceEnablePeerAccess(other, 0));
    }
  }
}

}  // namespace

int main() {
  int most = 0;
  KIT_CHECK(cudaGetDeviceCount(&most));
  most = std::min(most, lab11::kMaxBands);
  allow_direct_copies(most);
  std::printf("study,what,devices,width,height,ms\n");
  for (int devices = 1; devices <= most; devices *= 2) {
    for (const int size : {4096, 8192, 16384, 32768}) measure_passes("strong", size, size, devices);
    measure_passes("weak", 32768, 8192 * devices, devices);
    if (devices == 1) continue;
    for (const int depth : {3, 24, 192}) measure_exchange(32768, 32768, devices, depth);
  }
}
