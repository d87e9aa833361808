// Frames by a class whose members own what they hold; eight strips for each frame.
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

/// The first error of a destructor, which must not throw; close_frames() reports it.
thread_local cudaError_t close_error = cudaSuccess;
void note(cudaError_t error) {
  if (close_error == cudaSuccess) close_error = error;
}

template <typename Handle, cudaError_t (*Destroy)(Handle)>
struct Owner {
  Handle handle = nullptr;
  Owner() = default;
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() {
    if (handle != nullptr) note(Destroy(handle));
  }
  operator Handle() const { return handle; }
};

struct Stream : Owner<cudaStream_t, cudaStreamDestroy> {
  Stream() { KIT_CHECK(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking)); }
};
struct Event : Owner<cudaEvent_t, cudaEventDestroy> {
  Event() { KIT_CHECK(cudaEventCreateWithFlags(&handle, cudaEventDisableTiming)); }
};
struct FreeDevice {
  void operator()(float* memory) const { note(cudaFree(memory)); }
};
using Floats = std::unique_ptr<float[], FreeDevice>;
Floats device_floats(std::size_t count) {
  float* memory = nullptr;
  KIT_CHECK(cudaMalloc(&memory, count * sizeof(float)));
  return Floats(memory);
}

constexpr int kMostStrips = 8;

}  // namespace

struct Frames {
  struct Slot {
    Floats pixels, results;
    std::array<Event, kMostStrips> came, filtered;
    Event complete;
  };

  int width, height, radius, strip_rows, strips;
  Stream in, compute, out;
  Floats weights;
  std::array<Slot, kFramesInFlight> slots;
  int next = 0, oldest = 0;

  Frames(int w, int h, const float* host_weights, int r)
      : width(w), height(h), radius(r) {
    strip_rows = std::max({(height + kMostStrips - 1) / kMostStrips, radius, 1});
    strips = (height + strip_rows - 1) / strip_rows;
    weights = device_floats(2 * radius + 1);
    for (Slot& slot : slots) {
      slot.pixels = device_floats(static_cast<std::size_t>(width) * height);
      slot.results = device_floats(static_cast<std::size_t>(width) * height);
    }
    KIT_CHECK(cudaMemcpy(weights.get(), host_weights, sizeof(float) * (2 * radius + 1),
                         cudaMemcpyHostToDevice));
    KIT_CHECK(cudaStreamSynchronize(nullptr));
  }

  void submit(const float* h_frame, float* h_filtered) {
    Slot& slot = slots[next];
    next = (next + 1) % kFramesInFlight;
    int arrived = 0;  // strips that are queued to come in
    for (int k = 0; k < strips; ++k) {
      for (; arrived < std::min(k + 2, strips); ++arrived) {
        const auto [at, count] = part(arrived);
        KIT_CHECK(cudaMemcpyAsync(slot.pixels.get() + at, h_frame + at, count * sizeof(float),
                                  cudaMemcpyHostToDevice, in));
        KIT_CHECK(cudaEventRecord(slot.came[arrived], in));
      }
      const auto [at, count] = part(k);
      KIT_CHECK(cudaStreamWaitEvent(compute, slot.came[arrived - 1]));
      filter_strip(slot.pixels.get(), height, slot.results.get() + at, width, height,
                   k * strip_rows, static_cast<int>(count / width), weights.get(), radius, compute);
      KIT_CHECK(cudaEventRecord(slot.filtered[k], compute));
      KIT_CHECK(cudaStreamWaitEvent(out, slot.filtered[k]));
      KIT_CHECK(cudaMemcpyAsync(h_filtered + at, slot.results.get() + at, count * sizeof(float),
                                cudaMemcpyDeviceToHost, out));
    }
    KIT_CHECK(cudaEventRecord(slot.complete, out));
  }

  void collect() {
    KIT_CHECK(cudaEventSynchronize(slots[oldest].complete));
    oldest = (oldest + 1) % kFramesInFlight;
  }

 private:
  struct Part {
    std::size_t at, count;
  };
  Part part(int strip) const {
    const int first = strip * strip_rows, end = std::min(first + strip_rows, height);
    return {static_cast<std::size_t>(first) * width, static_cast<std::size_t>(end - first) * width};
  }
};

Frames* open_frames(int width, int height, const float* weights, int radius) {
  return std::make_unique<Frames>(width, height, weights, radius).release();
}
void submit_frame(Frames* frames, const float* h_frame, float* h_filtered) {
  frames->submit(h_frame, h_filtered);
}
void collect_frame(Frames* frames) { frames->collect(); }
void close_frames(Frames* frames) {
  if (frames == nullptr) return;
  close_error = cudaSuccess;
  delete frames;
  KIT_CHECK(close_error);
}

}  // namespace lab10
