/// @file
/// Lab 10, challenge: streams, events and memory have owners. Of each frame all copies in are
/// queued first, then all kernels, then all copies out.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

constexpr int kMostStrips = 8;

/// Something of the CUDA runtime that is made and freed. Kind says how.
template <class Kind>
class Owned {
 public:
  using Handle = typename Kind::Handle;
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { close(); }
  template <class... Arguments>
  void open(Arguments... arguments) {
    KIT_CHECK(Kind::make(&handle_, arguments...));
  }
  cudaError_t close() {
    if (handle_ == nullptr) return cudaSuccess;
    const Handle handle = handle_;
    handle_ = nullptr;
    return Kind::destroy(handle);
  }
  Handle get() const { return handle_; }

 private:
  Handle handle_ = nullptr;
};

struct StreamKind {
  using Handle = cudaStream_t;
  static cudaError_t make(Handle* stream) {
    return cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
  }
  static cudaError_t destroy(Handle stream) { return cudaStreamDestroy(stream); }
};
struct EventKind {
  using Handle = cudaEvent_t;
  static cudaError_t make(Handle* event) {
    return cudaEventCreateWithFlags(event, cudaEventDisableTiming);
  }
  static cudaError_t destroy(Handle event) { return cudaEventDestroy(event); }
};
struct FloatsKind {
  using Handle = float*;
  static cudaError_t make(Handle* floats, std::size_t count) {
    return cudaMalloc(floats, count * sizeof(float));
  }
  static cudaError_t destroy(Handle floats) { return cudaFree(floats); }
};

using Stream = Owned<StreamKind>;
using Event = Owned<EventKind>;
using Floats = Owned<FloatsKind>;

struct Strip {
  int first, rows;
  std::size_t offset, bytes;
};

/// What a frame in flight has for itself. `done` is behind its last copy out.
struct Slot {
  Floats image, result;
  Event arrived[kMostStrips], filtered[kMostStrips], done;
};

}  // namespace

struct Frames {
  int width, height, radius;
  std::vector<Strip> strips;
  Floats weights;
  Slot slots[kFramesInFlight];
  Stream in, compute, out;
  int next = 0, oldest = 0;  // slots
};

Frames* open_frames(int width, int height, const float* weights, int radius) {
  auto frames = std::make_unique<Frames>();
  frames->width = width;
  frames->height = height;
  frames->radius = radius;
  const int size = std::max({(height + kMostStrips - 1) / kMostStrips, radius, 1});
  for (int first = 0; first < height; first += size) {
    const int rows = std::min(size, height - first);
    const std::size_t pitch = width;
    frames->strips.push_back({first, rows, first * pitch, sizeof(float) * rows * pitch});
  }

  frames->in.open();
  frames->compute.open();
  frames->out.open();
  const std::size_t pixels = static_cast<std::size_t>(width) * height;
  for (Slot& slot : frames->slots) {
    slot.image.open(pixels);
    slot.result.open(pixels);
    slot.done.open();
    for (std::size_t strip = 0; strip < frames->strips.size(); ++strip) {
      slot.arrived[strip].open();
      slot.filtered[strip].open();
    }
  }
  const std::size_t taps = 2 * radius + 1;
  frames->weights.open(taps);
  KIT_CHECK(cudaMemcpy(frames->weights.get(), weights, taps * sizeof(float),
                       cudaMemcpyHostToDevice));
  KIT_CHECK(cudaDeviceSynchronize());  // the streams do not wait for the default stream
  return frames.release();
}

void submit_frame(Frames* frames, const float* h_frame, float* h_filtered) {
  Slot& slot = frames->slots[frames->next];
  const std::vector<Strip>& strips = frames->strips;
  const cudaStream_t in = frames->in.get(), compute = frames->compute.get();
  const cudaStream_t out = frames->out.get();

  for (std::size_t k = 0; k < strips.size(); ++k) {
    KIT_CHECK(cudaMemcpyAsync(slot.image.get() + strips[k].offset, h_frame + strips[k].offset,
                              strips[k].bytes, cudaMemcpyHostToDevice, in));
    KIT_CHECK(cudaEventRecord(slot.arrived[k].get(), in));
  }
  // Copies in are in order: a later strip has arrived after this one.
  for (std::size_t k = 0; k < strips.size(); ++k) {
    const std::size_t needed = k + 1 < strips.size() ? k + 1 : k;
    KIT_CHECK(cudaStreamWaitEvent(compute, slot.arrived[needed].get()));
    filter_strip(slot.image.get(), frames->height, slot.result.get() + strips[k].offset,
                 frames->width, frames->height, strips[k].first, strips[k].rows,
                 frames->weights.get(), frames->radius, compute);
    KIT_CHECK(cudaEventRecord(slot.filtered[k].get(), compute));
  }
  for (std::size_t k = 0; k < strips.size(); ++k) {
    KIT_CHECK(cudaStreamWaitEvent(out, slot.filtered[k].get()));
    KIT_CHECK(cudaMemcpyAsync(h_filtered + strips[k].offset, slot.result.get() + strips[k].offset,
                              strips[k].bytes, cudaMemcpyDeviceToHost, out));
  }
  KIT_CHECK(cudaEventRecord(slot.done.get(), out));
  frames->next = (frames->next + 1) % kFramesInFlight;
}

void collect_frame(Frames* frames) {
  KIT_CHECK(cudaEventSynchronize(frames->slots[frames->oldest].done.get()));
  frames->oldest = (frames->oldest + 1) % kFramesInFlight;
}

void close_frames(Frames* frames) {
  const std::unique_ptr<Frames> owner(frames);
  if (frames == nullptr) return;
  cudaError_t first = cudaSuccess;
  const auto close = [&](auto& owned) {
    const cudaError_t error = owned.close();
    if (first == cudaSuccess) first = error;
  };
  for (Slot& slot : frames->slots) {
    close(slot.image);
    close(slot.result);
    close(slot.done);
    for (Event& event : slot.arrived) close(event);
    for (Event& event : slot.filtered) close(event);
  }
  close(frames->in);
  close(frames->compute);
  close(frames->out);
  close(frames->weights);
  KIT_CHECK(first);
}

}  // namespace lab10
