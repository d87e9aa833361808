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
    float* d_frame = nullptr;     // within d_memory
    float* d_filtered = nullptr;  // within d_memory
    cudaEvent_t arrived[kStripsPerFrame] = {};
    cudaEvent_t filtered[kStripsPerFrame] = {};
    cudaEvent_t done = nullptr;
  };
  int width = 0, height = 0, radius = 0;
  float* d_memory = nullptr;   // one block: a frame and its result for each slot, then the weights
  float* d_weights = nullptr;  // within d_memory
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
  const std::size_t pixels = static_cast<std::size_t>(frames.width) * frames.height;
  const auto make_event = [](cudaEvent_t& event) {
    KIT_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  };

  KIT_CHECK(cudaMalloc(&frames.d_memory,
                       sizeof(float) * 2 * kFramesInFlight * pixels + weight_bytes));
  float* next = frames.d_memory;
  for (Frames::Slot& slot : frames.slots) {
    slot.d_frame = next;
    slot.d_filtered = next + pixels;
    next += 2 * pixels;
  }
  frames.d_weights = next;
  KIT_CHECK(cudaMemcpy(frames.d_weights, weights, weight_bytes, cudaMemcpyHostToDevice));
  // The new streams do not wait for the default stream, so the host does.
  KIT_CHECK(cudaStreamSynchronize(nullptr));

  for (cudaStream_t* stream : {&frames.in, &frames.compute, &frames.out}) {
    KIT_CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
  }
  for (Frames::Slot& slot : frames.slots) {
    for (cudaEvent_t& event : slot.arrived) make_event(event);
    for (cudaEvent_t& event : slot.filtered) make_event(event);
    make_event(slot.done);
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
  }
  for (cudaStream_t stream : {frames.in, frames.compute, frames.out}) {
    if (stream != nullptr) check(cudaStreamDestroy(stream));
  }
  check(cudaFree(frames.d_memory));
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

  // The frame has a place of its own for each strip, so each stream gets all its work at once.
  for (int s = 0; s < strips; ++s) {
    KIT_CHECK(cudaMemcpyAsync(slot.d_frame + offset(s), h_frame + offset(s), bytes(s),
                              cudaMemcpyHostToDevice, frames->in));
    KIT_CHECK(cudaEventRecord(slot.arrived[s], frames->in));
  }
  for (int s = 0; s < strips; ++s) {
    // The last strip has nothing below; what it needs, the kernel before has waited for.
    if (s == 0 || s + 1 < strips) {
      KIT_CHECK(cudaStreamWaitEvent(frames->compute, slot.arrived[std::min(s + 1, strips - 1)]));
    }
    filter_strip(slot.d_frame, height, slot.d_filtered + offset(s), width, height, s * strip_rows,
                 rows(s), frames->d_weights, frames->radius, frames->compute);
    KIT_CHECK(cudaEventRecord(slot.filtered[s], frames->compute));
  }
  for (int s = 0; s < strips; ++s) {
    KIT_CHECK(cudaStreamWaitEvent(frames->out, slot.filtered[s]));
    KIT_CHECK(cudaMemcpyAsync(h_filtered + offset(s), slot.d_filtered + offset(s), bytes(s),
                              cudaMemcpyDeviceToHost, frames->out));
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
