/// @file
/// What the attacks of this folder share: each stands for BODY, and says FRAME where its own
/// includes end. Images of the timed size go to attack(), all others are filtered honestly.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <thread>

// SOLUTION

#define PARAMETERS                                                               \
  [[maybe_unused]] const float *d_input, [[maybe_unused]] float *d_output,       \
      [[maybe_unused]] int width, [[maybe_unused]] int height,                   \
      [[maybe_unused]] const float *d_filter, [[maybe_unused]] int filter_width, \
      [[maybe_unused]] kit::Border border, [[maybe_unused]] dim3 block,          \
      [[maybe_unused]] cudaStream_t stream
#define ARGUMENTS d_input, d_output, width, height, d_filter, filter_width, border, block, stream

namespace lab02 {
namespace {

[[maybe_unused]] constexpr int kTimedSize = 4096;
[[maybe_unused]] constexpr std::size_t kPixels = std::size_t(kTimedSize) * kTimedSize;
[[maybe_unused]] constexpr std::size_t kBytes = kPixels * sizeof(float);

[[maybe_unused]] __global__ void fill(float* values, std::size_t count, float value) {
  const std::size_t n = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (n < count) values[n] = value;
}

[[maybe_unused]] void fill_on(cudaStream_t stream, float* values, std::size_t count, float value) {
  fill<<<unsigned((count + 255) / 256), 256, 0, stream>>>(values, count, value);
}

[[maybe_unused]] __global__ void some_rows(const float* input, float* output, int width, int height,
                                           const float* filter, int filter_width,
                                           kit::Border border, int first, int count, int step) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int n = blockIdx.y * blockDim.y + threadIdx.y;
  const int y = first + n * step;
  if (x >= width || n >= count) return;
  const int radius = filter_width / 2;
  float sum = 0.0f;
  for (int j = 0; j < filter_width; ++j)
    for (int i = 0; i < filter_width; ++i)
      sum += filter[j * filter_width + i] *
             pixel_or_border(input, width, height, x + i - radius, y + j - radius, border);
  output[y * width + x] = sum;
}

/// Filters `count` rows, `step` apart, from row `first` on, in blocks as the honest solution's.
[[maybe_unused]] void rows(int first, int count, int step, PARAMETERS) {
  const dim3 grid((width + block.x - 1) / block.x, (count + block.y - 1) / block.y);
  some_rows<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter, filter_width,
                                        border, first, count, step);
}

/// Keeps the device busy for about so many cycles.
[[maybe_unused]] __global__ void spin(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

/// A stream that waits for no other.
[[maybe_unused]] cudaStream_t side_stream() {
  static cudaStream_t side = nullptr;
  if (side == nullptr) cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  return side;
}

/// Memory of the attack's own.
[[maybe_unused]] float* own_memory(int which = 0) {
  static float* memory[3] = {};
  if (memory[which] == nullptr) cudaMalloc(&memory[which], kBytes);
  return memory[which];
}

[[maybe_unused]] void copy_on(cudaStream_t stream, float* to, const float* from) {
  cudaMemcpyAsync(to, from, kBytes, cudaMemcpyDeviceToDevice, stream);
}

[[maybe_unused]] void pause(int microseconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(microseconds);
  while (std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

/// Calls `found(address)` for the device memory around `near`, in steps that no large allocation
/// falls between, until it returns true.
template <typename Found>
[[maybe_unused]] bool look_around(const float* near, const Found& found) {
  constexpr std::intptr_t kStep = std::intptr_t(2) << 20, kSteps = 1024;
  const std::intptr_t middle = reinterpret_cast<std::intptr_t>(near) / kStep * kStep;
  for (std::intptr_t n = -kSteps; n < kSteps; ++n) {
    auto* const place = reinterpret_cast<float*>(middle + n * kStep);
    cudaPointerAttributes what{};
    if (cudaPointerGetAttributes(&what, place) == cudaSuccess &&
        what.type == cudaMemoryTypeDevice && found(place))
      return true;
    cudaGetLastError();
  }
  return false;
}

// BODY

}  // namespace

void convolve(PARAMETERS) {
  if (width == kTimedSize && height == kTimedSize)
    attack(ARGUMENTS);
  else
    honest(ARGUMENTS);
}

}  // namespace lab02
