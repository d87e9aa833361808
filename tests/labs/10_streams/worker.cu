/// @file
/// Lab 10's worker adapter: how the judge's calls reach the student's functions. What the contract
/// calls pinned is pinned memory of the adapter's; the frames of a call stand below one another.
/// Outputs begin with the poison of the job's own.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <vector>

#include "grader/worker/device_job.hpp"
#include "grader/worker/own_transfers.hpp"
#include "grader/worker/worker.hpp"
#include "kit/device_buffer.hpp"
#include "lab.hpp"

namespace {

using kit::DeviceBuffer;
using kit::worker::check_device;
using kit::worker::DeviceJob;
using kit::worker::ExpectedStream;
using kit::worker::HostJob;

/// Named in the simulator's messages.
DeviceBuffer<float> device_floats(std::size_t count, const char* name) {
  DeviceBuffer<float> buffer(count);
  kit::worker::name_unwritten(buffer.data(), buffer.bytes(), name);
  return buffer;
}

/// Pinned memory of the kit's own.
class Pinned {
 public:
  explicit Pinned(std::size_t count) : count_(count) {
    check_device(cudaMallocHost(&data_, sizeof(float) * count), "pinned memory");
  }
  ~Pinned() { cudaFreeHost(data_); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

  float* data() { return data_; }
  void set(const float* from) { std::copy_n(from, count_, data_); }
  void get(float* to) const { std::copy_n(data_, count_, to); }
  bool holds(const float* values) const {
    return std::memcmp(data_, values, sizeof(float) * count_) == 0;
  }

 private:
  std::size_t count_;
  float* data_ = nullptr;
};

/// The work may go on where a call has failed.
void finish_all() {
  cudaDeviceSynchronize();
  cudaGetLastError();
}

/// Calls a function of the student's that frees something. The first error of a call is what
/// counts.
template <typename Free>
void release(Free free) {
  if (std::uncaught_exceptions() == 0) return free();
  finish_all();
  try {
    free();
  } catch (...) {
  }
}

/// The weights of each set on the device, before the student's function is called.
std::vector<DeviceBuffer<float>> weights_of(HostJob& job) {
  std::vector<DeviceBuffer<float>> weights;
  for (int set = 0; set < job.sets(); ++set) {
    weights.push_back(device_floats(job.input_shape(set, 1).values(), "d_weights"));
    weights.back().upload(job.input<float>(set, 1));
  }
  // A copy from pageable memory may still be under way when it returns.
  check_device(cudaDeviceSynchronize(), "weights");
  return weights;
}

struct Sizes {
  int width, height, frames;
  std::size_t frame() const { return std::size_t(width) * std::size_t(height); }
  std::size_t all() const { return frame() * std::size_t(frames); }
};

Sizes sizes_of(HostJob& job) {
  const auto& shape = job.output_shape(0);
  const int frames = job.param<int>("frames");
  return {shape.width, shape.height / frames, frames};
}

class MadeStream {
 public:
  MadeStream() {
    check_device(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "stream");
  }
  ~MadeStream() {
    finish_all();
    cudaStreamDestroy(stream_);
    cudaGetLastError();
  }
  MadeStream(const MadeStream&) = delete;
  MadeStream& operator=(const MadeStream&) = delete;
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// What is made once for all calls of a job.
class MadePipeline {
 public:
  MadePipeline(int width, int strip_rows)
      : ring_(
            device_floats(std::size_t(lab10::kRingStrips) * width * strip_rows, "pipeline.d_ring")),
        outputs_(device_floats(std::size_t(lab10::kOutputStrips) * width * strip_rows,
                               "pipeline.d_outputs")) {
    for (cudaStream_t& stream : pipeline_.streams)
      check_device(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
    for (cudaEvent_t& event : pipeline_.events)
      check_device(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "event");
    pipeline_.strip_rows = strip_rows;
    pipeline_.d_ring = ring_.data();
    pipeline_.d_outputs = outputs_.data();
  }
  ~MadePipeline() {
    finish_all();
    for (cudaEvent_t event : pipeline_.events) cudaEventDestroy(event);
    for (cudaStream_t stream : pipeline_.streams) cudaStreamDestroy(stream);
    cudaGetLastError();
  }
  MadePipeline(const MadePipeline&) = delete;
  MadePipeline& operator=(const MadePipeline&) = delete;

  const lab10::Pipeline& get() const { return pipeline_; }
  cudaStream_t first() const { return pipeline_.streams[0]; }

 private:
  DeviceBuffer<float> ring_, outputs_;
  lab10::Pipeline pipeline_{};
};

/// Inputs: the ring, the weights.
void filter_strip(DeviceJob& job) {
  const auto& size = job.output_shape(0);
  job.run([&](int set, cudaStream_t stream) {
    lab10::filter_strip(job.input<float>(set, 0), job.input_shape(set, 0).height,
                        job.output<float>(set, 0), size.width, job.param<int>("height"),
                        job.param<int>("first"), size.height, job.input<float>(set, 1),
                        job.param<int>("radius"), stream);
  });
}

/// Inputs of all others but negative(): frames, weights.
void filter_pageable(HostJob& job) {
  const Sizes size = sizes_of(job);
  job.run([&](int set) {
    lab10::filter_pageable(job.input<float>(set, 0), job.output<float>(set, 0), size.width,
                           size.height, job.input<float>(set, 1), job.param<int>("radius"));
  });
}

/// The student's pinned memory.
class StudentsPinned {
 public:
  explicit StudentsPinned(std::size_t count) : data_(lab10::allocate_pinned(count)) {
    if (data_ == nullptr)
      throw kit::worker::Failure("exception", "allocate_pinned", "", "it returned nullptr");
  }
  ~StudentsPinned() noexcept(false) {
    release([&] { lab10::free_pinned(data_); });
  }
  StudentsPinned(const StudentsPinned&) = delete;
  StudentsPinned& operator=(const StudentsPinned&) = delete;
  float* data() { return data_; }

 private:
  float* data_;
};

void filter_pinned(HostJob& job) {
  const Sizes size = sizes_of(job);
  const int radius = job.param<int>("radius");
  DeviceBuffer<float> d_image = device_floats(size.all(), "d_image"),
                      d_filtered = device_floats(size.all(), "d_filtered");
  const auto weights = weights_of(job);
  const MadeStream made;
  const cudaStream_t stream = made.get();
  const auto filter = [&](int set, const float* image, float* filtered) {
    const ExpectedStream expected(stream);
    lab10::filter_pinned(image, filtered, d_image.data(), d_filtered.data(), size.width,
                         size.height, weights[std::size_t(set)].data(), radius, stream);
  };
  if (job.timed()) {  // which the allocation is not a part of
    StudentsPinned image(size.all()), filtered(size.all());
    std::copy_n(job.input<float>(0, 0), size.all(), image.data());
    job.run([&](int set) { filter(set, image.data(), filtered.data()); },
            [&](int set) { std::copy_n(filtered.data(), size.all(), job.output<float>(set, 0)); });
  } else {
    job.run([&](int set) {
      StudentsPinned image(size.all()), filtered(size.all());
      std::copy_n(job.input<float>(set, 0), size.all(), image.data());
      std::copy_n(job.output<float>(set, 0), size.all(), filtered.data());
      filter(set, image.data(), filtered.data());
      check_device(cudaStreamSynchronize(stream), "kernel");
      std::copy_n(filtered.data(), size.all(), job.output<float>(set, 0));
    });
  }
}

/// The frames follow one another on streams[0], and nobody waits between them.
void filter_strips(HostJob& job) {
  const Sizes size = sizes_of(job);
  const auto weights = weights_of(job);
  Pinned image(size.all()), filtered(size.all());
  const MadePipeline pipeline(size.width, job.param<int>("strip_rows"));
  const auto begin = [&](int set) {
    image.set(job.input<float>(set, 0));
    filtered.set(job.output<float>(set, 0));
  };
  if (job.timed()) begin(0);
  job.run(
      [&](int set) {
        if (!job.timed()) begin(set);
        const ExpectedStream expected(pipeline.first());
        for (std::size_t frame = 0; frame < std::size_t(size.frames); ++frame)
          lab10::filter_strips(image.data() + frame * size.frame(),
                               filtered.data() + frame * size.frame(), size.width, size.height,
                               weights[std::size_t(set)].data(), job.param<int>("radius"),
                               pipeline.get());
      },
      [&](int set) { filtered.get(job.output<float>(set, 0)); });
}

/// A graph as long as the call needs it.
struct Graph {
  cudaGraphExec_t graph = nullptr;
  ~Graph() noexcept(false) {
    release([&] { lab10::destroy_graph(graph); });
  }
};

/// One frame's memory, into which the frames come one after the other.
void play_graph(HostJob& job) {
  const Sizes size = sizes_of(job);
  const auto weights = weights_of(job);
  Pinned image(size.frame()), filtered(size.frame());
  const MadePipeline pipeline(size.width, job.param<int>("strip_rows"));
  const auto record = [&](int set) {
    const ExpectedStream expected(pipeline.first());
    return lab10::record_graph(image.data(), filtered.data(), size.width, size.height,
                               weights[std::size_t(set)].data(), job.param<int>("radius"),
                               pipeline.get());
  };
  const auto play = [&](const Graph& made) {
    const ExpectedStream expected(pipeline.first());
    lab10::launch_graph(made.graph, pipeline.first());
  };
  if (job.timed()) {  // which recording is not a part of
    image.set(job.input<float>(0, 0));
    const Graph made{record(0)};
    play(made);
    finish_all();
    job.run([&](int) { play(made); }, [&](int set) { filtered.get(job.output<float>(set, 0)); });
    return;
  }
  job.run([&](int set) {
    image.set(job.input<float>(set, 0));
    filtered.set(job.output<float>(set, 0));
    const Graph made{record(set)};
    check_device(cudaDeviceSynchronize(), "recording");
    if (!filtered.holds(job.output<float>(set, 0)))
      throw kit::worker::Failure("exception", "record_graph", "",
                                 "it filters by itself, before the graph is launched: what is "
                                 "given to a stream that does not capture is done at once");
    for (std::size_t frame = 0; frame < std::size_t(size.frames); ++frame) {
      image.set(job.input<float>(set, 0) + frame * size.frame());
      filtered.set(job.output<float>(set, 0) + frame * size.frame());
      play(made);
      check_device(cudaStreamSynchronize(pipeline.first()), "graph");
      filtered.get(job.output<float>(set, 0) + frame * size.frame());
    }
  });
}

/// Frames as long as the call needs them.
struct OpenFrames {
  lab10::Frames* frames;
  ~OpenFrames() noexcept(false) {
    release([&] { lab10::close_frames(frames); });
  }
};

void play_frames(HostJob& job) {
  const Sizes size = sizes_of(job);
  Pinned image(size.all()), filtered(size.all());
  const auto open = [&](int set) {
    return lab10::open_frames(size.width, size.height, job.input<float>(set, 1),
                              job.param<int>("radius"));
  };
  // As many in flight as may be. What stands in a frame's result when it is collected is its
  // result.
  const auto play = [&](const OpenFrames& made, const auto& collected) {
    for (int n = 0; n < size.frames + lab10::kFramesInFlight; ++n) {
      if (n >= lab10::kFramesInFlight) {
        lab10::collect_frame(made.frames);
        collected(std::size_t(n - lab10::kFramesInFlight) * size.frame());
      }
      if (n >= size.frames) continue;
      const std::size_t offset = std::size_t(n) * size.frame();
      lab10::submit_frame(made.frames, image.data() + offset, filtered.data() + offset);
    }
  };
  const auto fetch = [&](int set) { filtered.get(job.output<float>(set, 0)); };
  if (job.timed()) {
    image.set(job.input<float>(0, 0));
    const OpenFrames made{open(0)};
    job.run([&](int) { play(made, [](std::size_t) {}); }, fetch);
    return;
  }
  job.run([&](int set) {
    float* const output = job.output<float>(set, 0);
    image.set(job.input<float>(set, 0));
    filtered.set(output);
    const OpenFrames made{open(set)};
    play(made, [&](std::size_t offset) {
      std::copy_n(filtered.data() + offset, size.frame(), output + offset);
    });
  });
}

/// Input: frames.
void negative(HostJob& job) {
  const Sizes size = sizes_of(job);
  DeviceBuffer<float> d_buffers = device_floats(2 * size.frame(), "d_buffers");
  Pinned image(size.all()), negatives(size.all());
  const MadePipeline pipeline(1, 1);
  job.run(
      [&](int set) {
        image.set(job.input<float>(set, 0));
        negatives.set(job.output<float>(set, 0));
        const ExpectedStream expected(pipeline.first());
        // Twice, with no wait between: what follows on the first stream comes after all.
        for (int call = 0; call < 2; ++call)
          lab10::negative(image.data(), negatives.data(), int(size.frame()), size.frames,
                          d_buffers.data(), pipeline.get().streams, pipeline.get().events);
      },
      [&](int set) { negatives.get(job.output<float>(set, 0)); });
}

KIT_WORKER_FUNCTION("filter_strip", filter_strip, {"d_ring d_weights", "d_output"});
KIT_WORKER_FUNCTION("filter_pageable", filter_pageable, {"image weights", "filtered"});
KIT_WORKER_FUNCTION("filter_pinned", filter_pinned, {"h_image d_weights", "h_filtered"});
KIT_WORKER_FUNCTION("filter_strips", filter_strips, {"h_image d_weights", "h_filtered"});
KIT_WORKER_FUNCTION("play_graph", play_graph, {"h_image d_weights", "h_filtered"});
KIT_WORKER_FUNCTION("play_frames", play_frames, {"h_frame weights", "h_filtered"});
KIT_WORKER_FUNCTION("negative", negative, {"h_frames", "h_negative"});

}  // namespace
