/// @file
/// Lab 10, challenge: frames that arrive one at a time. Strips of a frame overlap, so that its
/// result comes soon, and frames overlap, so that the link is never idle. Read README.md first.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

// More strips overlap better, and cost more calls.
constexpr int kStripsPerFrame = 6;

/// All frames share the streams, which keep their order. Each frame in flight has a whole image of
/// its own on the device, so that no frame waits for the memory of another: the caller has
/// collected the one before.
struct Frames {
  struct Slot {
    float* d_frame = nullptr;
    float* d_filtered = nullptr;
    cudaEvent_t done = nullptr;
  };
  // A wait means the last record before its call, and the host calls each wait right behind the
  // record that it means. So one event of a kind is enough for all strips of all frames.
  cudaEvent_t arrived = nullptr, filtered = nullptr;
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
  const std::size_t weight_bytes = sizeof(float) * (2 * frames.radius + 1);
  const std::size_t frame_bytes = sizeof(float) * frames.width * frames.height;
  const auto make_event = [](cudaEvent_t& event) {
    KIT_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  };

  KIT_CHECK(cudaMalloc(&frames.d_weights, weight_bytes));
  KIT_CHECK(cudaMemcpy(frames.d_weights, weights, weight_bytes, cudaMemcpyHostToDevice));
  // The new streams do not wait for the default stream, so the host does.
  KIT_CHECK(cudaStreamSynchronize(nullptr));

  for (cudaStream_t* stream : {&frames.in, &frames.compute, &frames.out}) {
    KIT_CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
  }
  for (Frames::Slot& slot : frames.slots) {
    KIT_CHECK(cudaMalloc(&slot.d_frame, frame_bytes));
    KIT_CHECK(cudaMalloc(&slot.d_filtered, frame_bytes));
    make_event(slot.done);
  }
  make_event(frames.arrived);
  make_event(frames.filtered);
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
    destroy(slot.done);
    check(cudaFree(slot.d_frame));
    check(cudaFree(slot.d_filtered));
  }
  destroy(frames.arrived);
  destroy(frames.filtered);
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
  const auto bytes = [&](int strip) { return sizeof(float) * rows(strip) * width; };

  const auto copy_in = [&](int strip) {
    KIT_CHECK(cudaMemcpyAsync(slot.d_frame + offset(strip), h_frame + offset(strip), bytes(strip),
                              cudaMemcpyHostToDevice, frames->in));
    KIT_CHECK(cudaEventRecord(frames->arrived, frames->in));
  };
  copy_in(0);
  for (int strip = 0; strip < strips; ++strip) {
    if (strip + 1 < strips) copy_in(strip + 1);
    // The last record is that of the next strip, or of the last one.
    KIT_CHECK(cudaStreamWaitEvent(frames->compute, frames->arrived));
    filter_strip(slot.d_frame, height, slot.d_filtered + offset(strip), width, height,
                 strip * strip_rows, rows(strip), frames->d_weights, frames->radius,
                 frames->compute);
    KIT_CHECK(cudaEventRecord(frames->filtered, frames->compute));
    KIT_CHECK(cudaStreamWaitEvent(frames->out, frames->filtered));
    KIT_CHECK(cudaMemcpyAsync(h_filtered + offset(strip), slot.d_filtered + offset(strip),
                              bytes(strip), cudaMemcpyDeviceToHost, frames->out));
  }
  KIT_CHECK(cudaEventRecord(slot.done, frames->out));
  ++frames->submitted;
}

void collect_frame(Frames* frames) {
  const Frames::Slot& oldest = frames->slots[frames->collected % kFramesInFlight];
  KIT_CHECK(cudaEventSynchronize(oldest.done));
  ++frames->collected;
}

void close_frames(Frames* frames) {
  if (frames == nullptr) return;
  const cudaError_t error = release(*frames);
  delete frames;
  KIT_CHECK(error);
}

}  // namespace lab10
