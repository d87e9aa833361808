/// Right: each slot has three streams, and the work of a frame becomes a graph, which is updated
/// for each frame's addresses.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

constexpr int kStrips = 5;

struct Frames {
  struct Slot {
    cudaStream_t streams[3] = {};
    cudaEvent_t events[2 * kStrips + 1] = {}, done = nullptr;
    float *d_frame = nullptr, *d_filtered = nullptr;
    cudaGraphExec_t graph = nullptr;
  };
  int width = 0, height = 0, radius = 0;
  float* d_weights = nullptr;
  Slot slots[kFramesInFlight];
  int next = 0, oldest = 0;
};

Frames* open_frames(int width, int height, const float* weights, int radius) {
  auto* frames = new Frames;
  frames->width = width;
  frames->height = height;
  frames->radius = radius;
  try {
    const std::size_t bytes = sizeof(float) * width * height;
    const std::size_t weight_bytes = sizeof(float) * (2 * radius + 1);
    KIT_CHECK(cudaMalloc(&frames->d_weights, weight_bytes));
    KIT_CHECK(cudaMemcpy(frames->d_weights, weights, weight_bytes, cudaMemcpyHostToDevice));
    for (auto& slot : frames->slots) {
      for (auto& stream : slot.streams) {
        KIT_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      }
      for (auto& event : slot.events) {
        KIT_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
      }
      KIT_CHECK(cudaEventCreateWithFlags(&slot.done, cudaEventDisableTiming));
      KIT_CHECK(cudaMalloc(&slot.d_frame, bytes));
      KIT_CHECK(cudaMalloc(&slot.d_filtered, bytes));
    }
  } catch (...) {
    close_frames(frames);
    throw;
  }
  return frames;
}

namespace {

void queue_strips(Frames* frames, Frames::Slot& slot, const float* h_frame, float* h_filtered) {
  const auto [in, compute, out] = slot.streams;
  const int rows = std::max({(frames->height + kStrips - 1) / kStrips, frames->radius, 1});
  const int strips = (frames->height + rows - 1) / rows;
  const std::size_t width = frames->width;
  const auto first = [&](int strip) { return strip * rows; };
  const auto count = [&](int strip) { return std::min(rows, frames->height - first(strip)); };
  for (int strip = 0; strip < strips; ++strip) {
    KIT_CHECK(cudaMemcpyAsync(slot.d_frame + first(strip) * width, h_frame + first(strip) * width,
                              sizeof(float) * count(strip) * width, cudaMemcpyHostToDevice, in));
    KIT_CHECK(cudaEventRecord(slot.events[strip], in));
  }
  for (int strip = 0; strip < strips; ++strip) {
    KIT_CHECK(cudaStreamWaitEvent(compute, slot.events[std::min(strip + 1, strips - 1)]));
    filter_strip(slot.d_frame, frames->height, slot.d_filtered + first(strip) * width,
                 frames->width, frames->height, first(strip), count(strip), frames->d_weights,
                 frames->radius, compute);
    KIT_CHECK(cudaEventRecord(slot.events[kStrips + strip], compute));
    KIT_CHECK(cudaStreamWaitEvent(out, slot.events[kStrips + strip]));
    KIT_CHECK(cudaMemcpyAsync(h_filtered + first(strip) * width,
                              slot.d_filtered + first(strip) * width,
                              sizeof(float) * count(strip) * width, cudaMemcpyDeviceToHost, out));
  }
  KIT_CHECK(cudaEventRecord(slot.events[2 * kStrips], out));
  KIT_CHECK(cudaStreamWaitEvent(in, slot.events[2 * kStrips]));
}

}  // namespace

void submit_frame(Frames* frames, const float* h_frame, float* h_filtered) {
  auto& slot = frames->slots[frames->next];
  const cudaStream_t in = slot.streams[0];
  cudaGraph_t graph = nullptr;
  KIT_CHECK(cudaStreamBeginCapture(in, cudaStreamCaptureModeThreadLocal));
  try {
    queue_strips(frames, slot, h_frame, h_filtered);
  } catch (...) {
    cudaStreamEndCapture(in, &graph);
    cudaGraphDestroy(graph);
    cudaGetLastError();
    throw;
  }
  KIT_CHECK(cudaStreamEndCapture(in, &graph));
  cudaError_t error = cudaSuccess;
  if (slot.graph == nullptr) {
    error = cudaGraphInstantiate(&slot.graph, graph, 0);
  } else {
    cudaGraphExecUpdateResultInfo result;
    error = cudaGraphExecUpdate(slot.graph, graph, &result);
  }
  cudaGraphDestroy(graph);
  KIT_CHECK(error);
  KIT_CHECK(cudaGraphLaunch(slot.graph, in));
  KIT_CHECK(cudaEventRecord(slot.done, in));
  frames->next = (frames->next + 1) % kFramesInFlight;
}

void collect_frame(Frames* frames) {
  KIT_CHECK(cudaEventSynchronize(frames->slots[frames->oldest].done));
  frames->oldest = (frames->oldest + 1) % kFramesInFlight;
}

void close_frames(Frames* frames) {
  if (frames == nullptr) return;
  for (auto& slot : frames->slots) {
    if (slot.graph != nullptr) cudaGraphExecDestroy(slot.graph);
    for (auto stream : slot.streams) {
      if (stream != nullptr) cudaStreamDestroy(stream);
    }
    for (auto event : slot.events) {
      if (event != nullptr) cudaEventDestroy(event);
    }
    if (slot.done != nullptr) cudaEventDestroy(slot.done);
    cudaFree(slot.d_frame);
    cudaFree(slot.d_filtered);
  }
  cudaFree(frames->d_weights);
  delete frames;
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab10
