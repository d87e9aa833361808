// What is measured of lab 10: images on their way to the card and back, and the link alone. Work
// begins behind the default stream and ends before it, so that its events see all of it.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "bench/harness/bench.hpp"
#include "kit/device_buffer.hpp"
#include "lab.hpp"

namespace {

using namespace kit::bench;

constexpr int kRadius = 7;

class Pinned {
 public:
  explicit Pinned(std::size_t count) {
    KIT_CHECK(cudaMallocHost(&data_, sizeof(float) * count));
    std::fill_n(data_, count, 0.5f);
  }
  ~Pinned() { cudaFreeHost(data_); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  float* data() { return data_; }

 private:
  float* data_ = nullptr;
};

/// A box's weights: what they are does not matter here.
std::vector<float> box() {
  return std::vector<float>(2 * kRadius + 1, 1.0f / (2 * kRadius + 1));
}

struct Streams {
  Streams() {
    for (cudaStream_t& stream : streams)
      KIT_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (cudaEvent_t& event : events)
      KIT_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  }
  ~Streams() {
    for (cudaEvent_t event : events) cudaEventDestroy(event);
    for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  /// `work` on streams[0] comes after the default stream, and what follows there after it.
  template <typename Work>
  void between(Work work) {
    KIT_CHECK(cudaEventRecord(events[14], nullptr));
    KIT_CHECK(cudaStreamWaitEvent(streams[0], events[14]));
    work();
    KIT_CHECK(cudaEventRecord(events[15], streams[0]));
    KIT_CHECK(cudaStreamWaitEvent(nullptr, events[15]));
  }

  cudaStream_t streams[3];
  cudaEvent_t events[16];
};

struct Size {
  explicit Size(const Parameters& p)
      : width(p.width()), height(p.height()), pixels(std::size_t(width) * std::size_t(height)) {}
  int width, height;
  std::size_t pixels;
};

/// Everything that any of the versions needs.
struct Setup {
  Setup(const Size& size_, int strip_rows)
      : size(size_),
        image(size.pixels),
        filtered(size.pixels),
        d_image(size.pixels),
        d_filtered(size.pixels),
        d_weights(box().data(), box().size()) {
    KIT_CHECK(cudaDeviceSynchronize());
    std::copy_n(streams.streams, 3, pipeline.streams);
    std::copy_n(streams.events, 14, pipeline.events);
    pipeline.events[14] = pipeline.events[15] = nullptr;
    pipeline.strip_rows = strip_rows;
    pipeline.d_ring = d_image.data();
    pipeline.d_outputs = d_filtered.data();
  }
  std::size_t bytes() const { return sizeof(float) * size.pixels; }

  Size size;
  Pinned image, filtered;
  kit::DeviceBuffer<float> d_image, d_filtered, d_weights;
  Streams streams;
  lab10::Pipeline pipeline{};
};

/// `launch(setup)`: in and out over the link.
template <typename Launch>
DeviceWork over_the_link(const Parameters& p, Launch launch) {
  const auto setup = std::make_shared<Setup>(Size(p), p.number("strip_rows", 256));
  DeviceWork work;
  work.input_bytes = work.output_bytes = sizeof(float);
  work.least_bytes = 2.0 * double(setup->bytes());
  work.launch = [=](const void*, void*) { launch(*setup); };
  return work;
}

DeviceWork copy_in(const Parameters& p) {
  return over_the_link(p, [](Setup& s) {
    KIT_CHECK(cudaMemcpyAsync(s.d_image.data(), s.image.data(), s.bytes(), cudaMemcpyHostToDevice));
  });
}

DeviceWork copy_out(const Parameters& p) {
  return over_the_link(p, [](Setup& s) {
    KIT_CHECK(
        cudaMemcpyAsync(s.filtered.data(), s.d_filtered.data(), s.bytes(), cudaMemcpyDeviceToHost));
  });
}

/// Both ways at the same time: what the link can do.
DeviceWork copy_both(const Parameters& p) {
  return over_the_link(p, [](Setup& s) {
    s.streams.between([&] {
      const cudaStream_t in = s.streams.streams[0], out = s.streams.streams[1];
      KIT_CHECK(cudaStreamWaitEvent(out, s.streams.events[14]));
      KIT_CHECK(
          cudaMemcpyAsync(s.d_image.data(), s.image.data(), s.bytes(), cudaMemcpyHostToDevice, in));
      KIT_CHECK(cudaMemcpyAsync(s.filtered.data(), s.d_filtered.data(), s.bytes(),
                                cudaMemcpyDeviceToHost, out));
      KIT_CHECK(cudaEventRecord(s.streams.events[0], out));
      KIT_CHECK(cudaStreamWaitEvent(in, s.streams.events[0]));
    });
  });
}

DeviceWork kernel(const Parameters& p) {
  return over_the_link(p, [](Setup& s) {
    lab10::filter_strip(s.d_image.data(), s.size.height, s.d_filtered.data(), s.size.width,
                        s.size.height, 0, s.size.height, s.d_weights.data(), kRadius, nullptr);
  });
}

DeviceWork pageable(const Parameters& p) {
  const Size size(p);
  const auto image = std::make_shared<std::vector<float>>(size.pixels, 0.5f);
  const auto filtered = std::make_shared<std::vector<float>>(size.pixels);
  DeviceWork work;
  work.input_bytes = work.output_bytes = sizeof(float);
  work.least_bytes = 2.0 * sizeof(float) * double(size.pixels);
  work.launch = [=](const void*, void*) {
    const std::vector<float> weights = box();
    lab10::filter_pageable(image->data(), filtered->data(), size.width, size.height, weights.data(),
                           kRadius);
  };
  return work;
}

DeviceWork pinned(const Parameters& p) {
  return over_the_link(p, [](Setup& s) {
    s.streams.between([&] {
      lab10::filter_pinned(s.image.data(), s.filtered.data(), s.d_image.data(), s.d_filtered.data(),
                           s.size.width, s.size.height, s.d_weights.data(), kRadius,
                           s.streams.streams[0]);
    });
  });
}

DeviceWork strips(const Parameters& p) {
  return over_the_link(p, [](Setup& s) {
    s.streams.between([&] {
      lab10::filter_strips(s.image.data(), s.filtered.data(), s.size.width, s.size.height,
                           s.d_weights.data(), kRadius, s.pipeline);
    });
  });
}

DeviceWork graph(const Parameters& p) {
  const auto executable = std::make_shared<cudaGraphExec_t>(nullptr);
  return over_the_link(p, [=](Setup& s) {
    if (*executable == nullptr)
      *executable = lab10::record_graph(s.image.data(), s.filtered.data(), s.size.width,
                                        s.size.height, s.d_weights.data(), kRadius, s.pipeline);
    s.streams.between([&] { lab10::launch_graph(*executable, s.streams.streams[0]); });
  });
}

/// Frames of the image's size that follow one another; per launch as many as "frames" says.
DeviceWork frames(const Parameters& p) {
  const Size size(p);
  const int count = p.number("frames", 1);
  const auto image = std::make_shared<Pinned>(size.pixels),
             filtered = std::make_shared<Pinned>(size.pixels);
  const std::vector<float> weights = box();
  const std::shared_ptr<lab10::Frames> open(
      lab10::open_frames(size.width, size.height, weights.data(), kRadius), lab10::close_frames);
  DeviceWork work;
  work.input_bytes = work.output_bytes = sizeof(float);
  work.least_bytes = 2.0 * sizeof(float) * double(size.pixels) * count;
  work.launch = [=](const void*, void*) {
    KIT_CHECK(cudaStreamSynchronize(nullptr));
    for (int n = 0; n < count + lab10::kFramesInFlight; ++n) {
      if (n >= lab10::kFramesInFlight && n - lab10::kFramesInFlight < count)
        lab10::collect_frame(open.get());
      if (n < count) lab10::submit_frame(open.get(), image->data(), filtered->data());
    }
  };
  return work;
}

KIT_BENCH_DEVICE("copy_in", copy_in);
KIT_BENCH_DEVICE("copy_out", copy_out);
KIT_BENCH_DEVICE("copy_both", copy_both);
KIT_BENCH_DEVICE("kernel", kernel);
KIT_BENCH_DEVICE("pageable", pageable);
KIT_BENCH_DEVICE("pinned", pinned);
KIT_BENCH_DEVICE("strips", strips);
KIT_BENCH_DEVICE("graph", graph);
KIT_BENCH_DEVICE("challenge", frames);

}  // namespace
