/// @file
/// How long a frame takes that arrives alone, and how many frames a second go through: lab 10's
/// challenge beside its stage pinned. Prints a table of milliseconds. Build it with the solution:
///
///     nvcc -std=c++20 -O3 -Ilabs/10_streams -Icommon/image/include solutions/10_streams/*.cu
///       tests/labs/10_streams/study/latency.cu -o build/latency
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace {

constexpr int kRadius = 7;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

void print(const char* what, int width, int height, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const auto part = [&](double share) {
    return times[std::size_t(share * double(times.size() - 1))];
  };
  std::printf("%s,%d,%d,%zu,%.4f,%.4f,%.4f\n", what, width, height, times.size(), part(0.5),
              part(0.99), times.back());
}

float* pinned(std::size_t count) {
  float* data = nullptr;
  KIT_CHECK(cudaMallocHost(&data, sizeof(float) * count));
  std::fill_n(data, count, 0.5f);
  return data;
}

void measure(int width, int height) {
  constexpr int kFrames = 2000, kWarmUp = 50;
  const std::size_t pixels = std::size_t(width) * std::size_t(height);
  const std::vector<float> weights(2 * kRadius + 1, 1.0f / (2 * kRadius + 1));
  float* const frame = pinned(pixels);
  float* const filtered = pinned(pixels);
  float *d_frame = nullptr, *d_filtered = nullptr, *d_weights = nullptr;
  KIT_CHECK(cudaMalloc(&d_frame, sizeof(float) * pixels));
  KIT_CHECK(cudaMalloc(&d_filtered, sizeof(float) * pixels));
  KIT_CHECK(cudaMalloc(&d_weights, sizeof(float) * weights.size()));
  KIT_CHECK(cudaMemcpy(d_weights, weights.data(), sizeof(float) * weights.size(),
                       cudaMemcpyHostToDevice));
  cudaStream_t stream = nullptr;
  KIT_CHECK(cudaStreamCreate(&stream));
  lab10::Frames* const frames = lab10::open_frames(width, height, weights.data(), kRadius);

  std::vector<double> whole, alone;
  for (int n = 0; n < kFrames + kWarmUp; ++n) {
    auto begin = Clock::now();
    lab10::filter_pinned(frame, filtered, d_frame, d_filtered, width, height, d_weights, kRadius,
                         stream);
    KIT_CHECK(cudaStreamSynchronize(stream));
    const double one = milliseconds_since(begin);
    begin = Clock::now();
    lab10::submit_frame(frames, frame, filtered);
    lab10::collect_frame(frames);
    const double other = milliseconds_since(begin);
    if (n < kWarmUp) continue;
    whole.push_back(one);
    alone.push_back(other);
  }
  print("pinned, a frame alone", width, height, whole);
  print("challenge, a frame alone", width, height, alone);

  // As fast as frames go through: the time from one result to the next.
  std::vector<double> between;
  auto last = Clock::now();
  for (int n = 0; n < kFrames + lab10::kFramesInFlight; ++n) {
    if (n >= lab10::kFramesInFlight) {
      lab10::collect_frame(frames);
      if (n >= kWarmUp) between.push_back(milliseconds_since(last));
      last = Clock::now();
    }
    if (n < kFrames) lab10::submit_frame(frames, frame, filtered);
  }
  print("challenge, from one frame to the next", width, height, between);

  lab10::close_frames(frames);
  KIT_CHECK(cudaStreamDestroy(stream));
  for (float* data : {d_weights, d_filtered, d_frame}) KIT_CHECK(cudaFree(data));
  KIT_CHECK(cudaFreeHost(filtered));
  KIT_CHECK(cudaFreeHost(frame));
}

}  // namespace

int main() {
  std::printf("what,width,height,frames,p50_ms,p99_ms,max_ms\n");
  for (const auto& [width, height] :
       {std::pair(640, 480), std::pair(1920, 1080), std::pair(3840, 2160)})
    measure(width, height);
}
