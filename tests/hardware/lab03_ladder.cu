// Times the solutions of labs 02 and 03 on a card; tests/hardware/lab03_ladder compiles and runs
// it.
//
//   lab03_ladder          the table as CSV
//   lab03_ladder tone     the part of it with the tone curves
//   lab03_ladder once     every function once on 4096x4096, for ncu
//   lab03_ladder check    the same on 333x217 in several block shapes, for compute-sanitizer
//
// A time is the median of kRuns calls between two events, the copy of the filter to the device
// included. Images rotate over more than kRotated bytes, so that none is found in the L2 cache, and
// a kernel that only waits keeps the device busy until the host has queued the call. "x copy" is
// the time over that of a device-to-device copy of a float32 image of this size, measured in the
// same way.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "../../labs/02_naive/lab.hpp"
#include "../../labs/03_constant_memory/lab.hpp"
#include "kit/cuda_check.hpp"
#include "kit/device_buffer.hpp"

namespace {

constexpr int kRuns = 25;
constexpr std::size_t kRotated = std::size_t(700) << 20;
constexpr auto kClamp = kit::Border::clamp;

__constant__ float upload_target[15 * 15];

__global__ void wait_cycles(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

__global__ void fill_noise(unsigned* values, std::size_t count, unsigned seed, bool as_float) {
  const std::size_t n = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (n >= count) return;
  unsigned bits = (unsigned(n) + seed) * 2654435761u;
  bits = (bits ^ (bits >> 15)) * 2246822519u;
  bits = (bits ^ (bits >> 13)) * 3266489917u;
  bits ^= bits >> 16;
  values[n] = as_float ? __float_as_uint(float(bits >> 8) * 0x1p-24f) : bits;
}

/// 8-bit images: every pixel 77, or a level for each column or row.
__global__ void fill_pattern(std::uint8_t* image, int width, int height, int x_step, int y_step) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width && y < height) {
    image[std::size_t(y) * width + x] = std::uint8_t(77 + x * x_step + y * y_step);
  }
}

struct Time {
  double median, spread;  // milliseconds; interquartile range / median
};

Time measure(const std::function<void(int run)>& call) {
  cudaEvent_t start, stop;
  KIT_CHECK(cudaEventCreate(&start));
  KIT_CHECK(cudaEventCreate(&stop));
  std::vector<double> times;
  for (int run = -3; run < kRuns; ++run) {
    wait_cycles<<<1, 1>>>(200000);
    KIT_CHECK(cudaEventRecord(start));
    call(run + 3);
    KIT_CHECK(cudaEventRecord(stop));
    KIT_CHECK(cudaEventSynchronize(stop));
    float ms = 0;
    KIT_CHECK(cudaEventElapsedTime(&ms, start, stop));
    if (run >= 0) times.push_back(ms);
  }
  KIT_CHECK(cudaEventDestroy(start));
  KIT_CHECK(cudaEventDestroy(stop));
  std::sort(times.begin(), times.end());
  const double median = times[kRuns / 2];
  return {median, (times[kRuns * 3 / 4] - times[kRuns / 4]) / median};
}

/// Images of one size in rotation.
struct Images {
  Images(int width_, int height_, std::size_t pixel_bytes, std::size_t rotated = kRotated)
      : width(width_), height(height_) {
    const std::size_t bytes = pixel_bytes * width * height;
    const std::size_t sets = rotated / (2 * bytes) + 1;
    for (std::size_t n = 0; n < sets; ++n) {
      inputs.emplace_back(bytes + 4);
      outputs.emplace_back(bytes + 4);
      const std::size_t words = bytes / 4 + 1;
      fill_noise<<<unsigned((words + 255) / 256), 256>>>(
          reinterpret_cast<unsigned*>(inputs[n].data()), words, unsigned(n), pixel_bytes == 4);
      KIT_CHECK(cudaGetLastError());
    }
  }
  template <typename T>
  const T* input(int run) {
    return reinterpret_cast<const T*>(inputs[std::size_t(run) % inputs.size()].data());
  }
  template <typename T>
  T* output(int run) {
    return reinterpret_cast<T*>(outputs[std::size_t(run) % outputs.size()].data());
  }
  int width, height;
  std::vector<kit::DeviceBuffer<std::byte>> inputs, outputs;
};

struct Filter {
  explicit Filter(int width_) : width(width_), host(std::size_t(width_) * width_) {
    for (std::size_t n = 0; n < host.size(); ++n) host[n] = float(n + 1) / float(host.size());
    device = kit::DeviceBuffer<float>(host.data(), host.size());
  }
  int width;
  std::vector<float> host;
  kit::DeviceBuffer<float> device;
};

constexpr const char* kConvolutions[] = {"02 convolve", "03 convolve", "03 convolve_unrolled"};

void convolve(int which, Images& images, int run, const Filter& filter, dim3 block) {
  const float* const in = images.input<float>(run);
  float* const out = images.output<float>(run);
  if (which == 0) {
    lab02::convolve(in, out, images.width, images.height, filter.device.data(), filter.width,
                    kClamp, block, nullptr);
  } else {
    const auto function = which == 1 ? lab03::convolve : lab03::convolve_unrolled;
    function(in, out, images.width, images.height, filter.host.data(), filter.width, kClamp, block,
             nullptr);
  }
}

void tone_curve(bool shared, Images& images, int run, const std::uint8_t* host,
                const std::uint8_t* device, dim3 block) {
  const auto function = shared ? lab03::tone_curve_shared : lab03::tone_curve_constant;
  function(images.input<std::uint8_t>(run), images.output<std::uint8_t>(run), images.width,
           images.height, shared ? device : host, block, nullptr);
}

double copy_ms = 0;

void print(const std::string& what, const Images& images, const std::string& parameter, dim3 block,
           Time time) {
  std::printf("%s,%dx%d,%s,%ux%u,%.4f,%.3f,%.4f,%.2f\n", what.c_str(), images.width, images.height,
              parameter.c_str(), block.x, block.y, time.median, time.spread, copy_ms,
              time.median / copy_ms);
  std::fflush(stdout);
}

void measure_copy(Images& images) {
  const std::size_t bytes = sizeof(float) * images.width * images.height;
  copy_ms = measure([&](int run) {
              KIT_CHECK(cudaMemcpyAsync(images.output<float>(run), images.input<float>(run), bytes,
                                        cudaMemcpyDeviceToDevice));
            }).median;
}

void convolution_table() {
  constexpr int kSizes[][2] = {{2048, 2048}, {4096, 4096}, {8192, 8192}, {8191, 8193}};
  constexpr dim3 kBlocks[] = {{8, 8, 1}, {16, 16, 1}, {32, 16, 1}, {32, 32, 1}};
  for (const auto& size : kSizes) {
    Images images(size[0], size[1], sizeof(float));
    measure_copy(images);
    print("copy", images, "", dim3(0, 0), {copy_ms, 0});
    for (const int width : {3, 5, 7, 15}) {
      const Filter filter(width);
      const auto row = [&](int which, dim3 block) {
        const Time time = measure([&](int run) { convolve(which, images, run, filter, block); });
        print(kConvolutions[which], images, std::to_string(width) + "x" + std::to_string(width),
              block, time);
      };
      for (int which = 0; which < 3; ++which) {
        row(which, dim3(32, 8));
        if (size[0] != 4096) continue;
        for (const dim3& block : kBlocks) row(which, block);
      }
    }
    if (size[0] == 2048) {
      const std::vector<float> weights(15 * 15);
      print("upload of 225 weights", images, "", dim3(0, 0), measure([&](int) {
              KIT_CHECK(cudaMemcpyToSymbolAsync(upload_target, weights.data(), 900, 0,
                                                cudaMemcpyHostToDevice, nullptr));
            }));
    }
  }
}

void fill(Images& images, const std::string& kind) {
  if (kind == "noise") return;  // as made
  for (auto& input : images.inputs) {
    fill_pattern<<<dim3((images.width + 255) / 256, images.height), 256>>>(
        reinterpret_cast<std::uint8_t*>(input.data()), images.width, images.height,
        kind == "level per column", kind == "level per row");
    KIT_CHECK(cudaGetLastError());
  }
}

std::vector<std::uint8_t> negative() {
  std::vector<std::uint8_t> table(256);
  for (int n = 0; n < 256; ++n) table[std::size_t(n)] = std::uint8_t(255 - n);
  return table;
}

void tone_curve_table() {
  const std::vector<std::uint8_t> table = negative();
  const kit::DeviceBuffer<std::uint8_t> device(table.data(), table.size());
  for (const int size : {4096, 8192}) {
    {
      Images images(size, size, sizeof(float));
      measure_copy(images);
    }
    Images images(size, size, 1);
    for (const char* kind : {"noise", "level per column", "level per row", "constant"}) {
      fill(images, kind);
      for (const bool shared : {false, true}) {
        for (const dim3 block : {dim3(32, 8), dim3(32, 32)}) {
          print(shared ? "03 tone_curve_shared" : "03 tone_curve_constant", images, kind, block,
                measure([&](int run) {
                  tone_curve(shared, images, run, table.data(), device.data(), block);
                }));
        }
      }
    }
  }
}

void call_all(int width, int height, dim3 block, std::initializer_list<int> filters) {
  Images images(width, height, sizeof(float), 0);
  for (const int filter_width : filters) {
    const Filter filter(filter_width);
    for (int which = 0; which < 3; ++which) convolve(which, images, 0, filter, block);
  }
  const std::vector<std::uint8_t> table = negative();
  const kit::DeviceBuffer<std::uint8_t> device(table.data(), table.size());
  Images bytes(width, height, 1, 0);
  for (const char* kind : {"noise", "level per column", "constant"}) {
    fill(bytes, kind);
    for (const bool shared : {false, true}) {
      tone_curve(shared, bytes, 0, table.data(), device.data(), block);
    }
  }
  KIT_CHECK(cudaDeviceSynchronize());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "once") {
    call_all(4096, 4096, dim3(32, 8), {5, 15});
  } else if (mode == "check") {
    for (const dim3 block : {dim3(32, 8), dim3(20, 5), dim3(1, 64), dim3(32, 32)}) {
      call_all(333, 217, block, {3, 7, 17, 19});
    }
  } else {
    std::printf("what,size,filter_or_image,block,ms,spread,copy_ms,x_copy\n");
    if (mode != "tone") convolution_table();
    tone_curve_table();
  }
  return 0;
}
