// Times every way to apply a Gaussian that the labs have, two passes beside squares, on a card;
// tests/hardware/lab05_ladder compiles and runs it.
//
//   lab05_ladder times   the table as CSV
//   lab05_ladder race    how many pixels one kernel for both passes gets wrong
//   lab05_ladder once    every float stage once, 15 taps on 4096x4096 in blocks of 32x8, for ncu
//   lab05_ladder check   small images against a reference, for compute-sanitizer
//
// A time is the median of kRuns calls between two events, copies of weights to the device included.
// Images rotate over up to 1.5 GB, so that none is found in the L2 cache, and a kernel that only
// waits keeps the device busy until the host has queued the calls. "x_copy" is the time over that
// of a device-to-device copy of a float32 image of this size, measured in the same way.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../../labs/02_naive/lab.hpp"
#include "../../labs/03_constant_memory/lab.hpp"
#include "../../labs/04_tiled/lab.hpp"
#include "../../labs/05_separable/lab.hpp"
#include "kit/cuda_check.hpp"
#include "kit/device_buffer.hpp"

// The wrong version with both passes in one kernel is compiled under a namespace of its own.
namespace lab05_race {
void separable_global(const float*, float*, float*, int, int, const float*, const float*, int,
                      kit::Border, dim3, cudaStream_t);
}  // namespace lab05_race

namespace {

using kit::Border;

constexpr int kRuns = 21;
constexpr int kMostPairs = 24;
constexpr std::size_t kPool = std::size_t(1536) << 20;  // bytes, for inputs and for outputs
constexpr long kMostShared = 48 * 1024;
constexpr dim3 kBlocks[] = {{32, 8, 1},  {16, 16, 1}, {32, 32, 1}, {32, 1, 1},  {64, 1, 1},
                            {128, 1, 1}, {256, 1, 1}, {512, 1, 1}, {1024, 1, 1}};

struct Size {
  int width, height;
  std::size_t bytes() const { return sizeof(float) * width * height; }
};

__global__ void wait_cycles(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

__global__ void fill_noise(float* values, std::size_t count) {
  const std::size_t n = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (n >= count) return;
  unsigned bits = unsigned(n) * 2654435761u;
  bits = (bits ^ (bits >> 15)) * 2246822519u;
  bits ^= bits >> 13;
  values[n] = float(bits >> 8) * 0x1p-24f;
}

/// A Gaussian whose window reaches three standard deviations, as vector and as square, on the host
/// and on the device.
struct Gaussian {
  explicit Gaussian(int number) : taps(number) {
    double sum = 0;
    std::vector<double> values;
    for (int i = 0; i < taps; ++i) {
      const double x = (i - taps / 2) / (taps / 6.0);
      values.push_back(std::exp(-x * x / 2));
      sum += values.back();
    }
    for (const double value : values) line.push_back(float(value / sum));
    for (const double down : values) {
      for (const double across : values) square.push_back(float(down * across / sum / sum));
    }
    d_line = std::make_unique<kit::DeviceBuffer<float>>(line.data(), line.size());
    d_square = std::make_unique<kit::DeviceBuffer<float>>(square.data(), square.size());
  }
  int taps;
  std::vector<float> line, square;
  std::unique_ptr<kit::DeviceBuffer<float>> d_line, d_square;
};

struct Memory {
  explicit Memory(std::size_t bytes)
      : pool(bytes),
        inputs(bytes / sizeof(float)),
        outputs(bytes / sizeof(float)),
        workspace(std::size_t(8193) * 8192) {
    const std::size_t count = pool / sizeof(float);
    fill_noise<<<unsigned((count + 255) / 256), 256>>>(inputs.data(), count);
    KIT_CHECK(cudaDeviceSynchronize());
  }
  std::size_t pool;
  kit::DeviceBuffer<float> inputs, outputs, workspace;
};

void fetch(const kit::DeviceBuffer<float>& from, std::vector<float>& to) {
  KIT_CHECK(cudaMemcpy(to.data(), from.data(), to.size() * sizeof(float), cudaMemcpyDeviceToHost));
}

/// Filters `in` to `out`; for 8-bit images the pointers are those of bytes.
using Work = std::function<void(const float* in, float* out)>;

double median_ms(Memory& memory, const Size& size, const Work& work) {
  const int pairs = int(std::min<std::size_t>(memory.pool / size.bytes(), kMostPairs));
  const std::size_t pixels = std::size_t(size.width) * size.height;
  std::vector<kit::Event> begin(kRuns), end(kRuns);
  work(memory.inputs.data(), memory.outputs.data());
  wait_cycles<<<1, 1>>>(3'000'000);
  for (std::size_t n = 0; n < kRuns; ++n) {
    const std::size_t at = n % std::size_t(pairs) * pixels;
    begin[n].record();
    work(memory.inputs.data() + at, memory.outputs.data() + at);
    end[n].record();
  }
  KIT_CHECK(cudaDeviceSynchronize());
  std::vector<float> times;
  for (std::size_t n = 0; n < kRuns; ++n) times.push_back(end[n].milliseconds_since(begin[n]));
  std::sort(times.begin(), times.end());
  return times[kRuns / 2];
}

bool tiles_fit(const dim3& block, int taps) {
  const long halo = taps / 2 * 2, x = block.x, y = block.y;
  return 4 * (x + halo) * y <= kMostShared && 4 * x * (y + halo) <= kMostShared;
}
bool square_tile_fits(const dim3& block, int taps) {
  const long halo = taps / 2 * 2;
  return 4 * (block.x + halo) * (block.y + halo) <= kMostShared;
}

/// The rows of one size and one filter.
class Table {
 public:
  Table(Memory& memory, const Size& size, const Gaussian& gaussian, double copy_ms)
      : memory_(memory), size_(size), filter_(gaussian), copy_ms_(copy_ms) {}

  void print() {
    for (const dim3& block : kBlocks) add_two_passes(block);
    const float* const line = filter_.line.data();
    row("two passes fused", "own", [=, this](const float* in, float* out) {
      lab05::separable_fused(in, out, size_.width, size_.height, line, line, filter_.taps,
                             Border::clamp, nullptr);
    });
    for (const dim3& block : {dim3(32, 8), dim3(256, 1)}) add_squares(block);
    row("square registers", "own", [=, this](const float* in, float* out) {
      lab04::convolve_registers(in, out, size_.width, size_.height, filter_.square.data(),
                                filter_.taps, Border::clamp, nullptr);
    });
    std::fflush(stdout);
  }

 private:
  static std::string name(const dim3& block) {
    return std::to_string(block.x) + "x" + std::to_string(block.y);
  }

  void row(const char* what, const std::string& block, const Work& work) {
    const double ms = median_ms(memory_, size_, work);
    KIT_CHECK(cudaGetLastError());
    std::printf("%s,%dx%d,%d,%s,%.5f,%.3f\n", what, size_.width, size_.height, filter_.taps,
                block.c_str(), ms, ms / copy_ms_);
  }

  void add_two_passes(const dim3& block) {
    const auto [width, height] = size_;
    const int taps = filter_.taps;
    const float *line = filter_.line.data(), *d_line = filter_.d_line->data();
    float* const between = memory_.workspace.data();
    row("two passes global", name(block), [=](const float* in, float* out) {
      lab05::separable_global(in, out, between, width, height, d_line, d_line, taps, Border::clamp,
                              block, nullptr);
    });
    row("two passes constant", name(block), [=](const float* in, float* out) {
      lab05::separable_constant(in, out, between, width, height, line, line, taps, Border::clamp,
                                block, nullptr);
    });
    row("two passes bytes", name(block), [=](const float* in, float* out) {
      lab05::separable_bytes(reinterpret_cast<const std::uint8_t*>(in),
                             reinterpret_cast<std::uint8_t*>(out), between, width, height, line,
                             line, taps, Border::clamp, block, nullptr);
    });
    if (!tiles_fit(block, taps)) return;
    row("two passes shared", name(block), [=](const float* in, float* out) {
      lab05::separable_shared(in, out, between, width, height, line, line, taps, Border::clamp,
                              block, nullptr);
    });
  }

  void add_squares(const dim3& block) {
    const auto [width, height] = size_;
    const int taps = filter_.taps;
    const float* const weights = filter_.square.data();
    const float* const d_weights = filter_.d_square->data();
    row("square global", name(block), [=](const float* in, float* out) {
      lab02::convolve(in, out, width, height, d_weights, taps, Border::clamp, block, nullptr);
    });
    const auto from_host = [&](const char* what, auto function) {
      row(what, name(block), [=](const float* in, float* out) {
        function(in, out, width, height, weights, taps, Border::clamp, block, nullptr);
      });
    };
    from_host("square constant", lab03::convolve);
    from_host("square unrolled", lab03::convolve_unrolled);
    if (!square_tile_fits(block, taps)) return;
    from_host("square shared", lab04::convolve);
    from_host("square sized", lab04::convolve_sized);
  }

  Memory& memory_;
  const Size size_;
  const Gaussian& filter_;
  const double copy_ms_;
};

void times() {
  Memory memory(kPool);
  std::printf("what,size,taps,block,ms,x_copy\n");
  for (const Size& size : {Size{2048, 2048}, {4096, 4096}, {8192, 8192}, {8191, 8193}}) {
    const double copy = median_ms(memory, size, [&](const float* in, float* out) {
      KIT_CHECK(cudaMemcpyAsync(out, in, size.bytes(), cudaMemcpyDeviceToDevice, nullptr));
    });
    std::printf("copy,%dx%d,,,%.5f,1.000\n", size.width, size.height, copy);
    for (int taps = 3; taps <= 17; taps += 2) Table(memory, size, Gaussian(taps), copy).print();
  }
}

void race() {
  Memory memory(std::size_t(512) << 20);
  float* const between = memory.workspace.data();
  std::printf("size,taps,block,run,wrong_pixels,pixels\n");
  for (const Size& size : {Size{512, 512}, {2048, 2048}, {8192, 8192}}) {
    const auto [width, height] = size;
    for (const int taps : {3, 15}) {
      const Gaussian gaussian(taps);
      const float* const line = gaussian.d_line->data();
      for (const dim3& block : {dim3(32, 8), dim3(256, 1)}) {
        const std::size_t pixels = std::size_t(width) * height;
        std::vector<float> right(pixels), got(pixels);
        lab05::separable_global(memory.inputs.data(), memory.outputs.data(), between, width, height,
                                line, line, taps, Border::clamp, block, nullptr);
        fetch(memory.outputs, right);
        for (int run = 0; run < 3; ++run) {
          KIT_CHECK(cudaMemset(between, 0, size.bytes()));
          lab05_race::separable_global(memory.inputs.data(), memory.outputs.data(), between, width,
                                       height, line, line, taps, Border::clamp, block, nullptr);
          fetch(memory.outputs, got);
          std::size_t wrong = 0;
          for (std::size_t n = 0; n < pixels; ++n) wrong += got[n] != right[n];
          std::printf("%dx%d,%d,%ux%u,%d,%zu,%zu\n", width, height, taps, block.x, block.y, run,
                      wrong, pixels);
        }
      }
    }
  }
}

void once() {
  constexpr int kSide = 4096, kTaps = 15;
  constexpr dim3 kBlock(32, 8);
  Memory memory(sizeof(float) * kSide * kSide);
  const Gaussian gaussian(kTaps);
  const float *in = memory.inputs.data(), *line = gaussian.line.data();
  const float* const d_line = gaussian.d_line->data();
  float *const out = memory.outputs.data(), *const between = memory.workspace.data();
  lab05::separable_global(in, out, between, kSide, kSide, d_line, d_line, kTaps, Border::clamp,
                          kBlock, nullptr);
  lab05::separable_constant(in, out, between, kSide, kSide, line, line, kTaps, Border::clamp,
                            kBlock, nullptr);
  lab05::separable_shared(in, out, between, kSide, kSide, line, line, kTaps, Border::clamp, kBlock,
                          nullptr);
  lab05::separable_fused(in, out, kSide, kSide, line, line, kTaps, Border::clamp, nullptr);
  KIT_CHECK(cudaDeviceSynchronize());
}

/// Largest difference between the stage `which` and the first; both filter the same small image.
void check() {
  const Size size{203, 117};
  const auto [width, height] = size;
  const std::size_t pixels = std::size_t(width) * height;
  Memory memory(std::size_t(1) << 20);
  float *const in = memory.inputs.data(), *const out = memory.outputs.data();
  float* const between = memory.workspace.data();
  double worst = 0;
  for (const int taps : {3, 7, 15, 17, 31}) {
    const Gaussian gaussian(taps);
    const float *line = gaussian.line.data(), *d_line = gaussian.d_line->data();
    for (const Border border : {Border::zero, Border::clamp}) {
      for (const dim3& block : {dim3(32, 8), dim3(16, 16), dim3(64, 1)}) {
        const Work stages[] = {[&](const float* from, float* to) {
                                 lab02::convolve(from, to, width, height, gaussian.d_square->data(),
                                                 taps, border, block, nullptr);
                               },
                               [&](const float* from, float* to) {
                                 lab05::separable_global(from, to, between, width, height, d_line,
                                                         d_line, taps, border, block, nullptr);
                               },
                               [&](const float* from, float* to) {
                                 lab05::separable_constant(from, to, between, width, height, line,
                                                           line, taps, border, block, nullptr);
                               },
                               [&](const float* from, float* to) {
                                 lab05::separable_shared(from, to, between, width, height, line,
                                                         line, taps, border, block, nullptr);
                               },
                               [&](const float* from, float* to) {
                                 lab05::separable_fused(from, to, width, height, line, line, taps,
                                                        border, nullptr);
                               }};
        std::vector<float> square(pixels), got(pixels);
        for (const Work& stage : stages) {
          KIT_CHECK(cudaMemset(out, 255, size.bytes()));  // NaN
          KIT_CHECK(cudaMemset(between, 255, size.bytes()));
          stage(in, out);
          fetch(memory.outputs, got);
          if (&stage == stages) square = got;
          for (std::size_t n = 0; n < pixels; ++n) {
            const double difference = std::abs(double(got[n]) - square[n]);
            if (!(difference <= worst)) worst = difference;
          }
        }
        lab05::separable_bytes(reinterpret_cast<const std::uint8_t*>(in),
                               reinterpret_cast<std::uint8_t*>(out), between, width, height, line,
                               line, taps, border, block, nullptr);
        KIT_CHECK(cudaDeviceSynchronize());
      }
    }
  }
  std::printf("largest difference from the square filter: %.3g\n", worst);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string mode = count > 1 ? arguments[1] : "times";
  if (mode == "times") times();
  if (mode == "race") race();
  if (mode == "once") once();
  if (mode == "check") check();
  return 0;
}
