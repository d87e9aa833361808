// What is measured of the kernels in kernels/: each function by its own name.
#include <memory>

#include "bench/harness/bench.hpp"
#include "held_out.hpp"
#include "kit/device_buffer.hpp"

namespace {

using namespace kit::bench;
using held_out::Byte;

/// `function(input, output, width, height)` on In and Out, of which there are so many a pixel.
template <typename In, typename Out, typename Function>
DeviceWork work(const Parameters& p, Function function, std::size_t in_pixel = 1,
                std::size_t out_pixel = 1) {
  const int width = p.width(), height = p.height();
  const std::size_t pixels = std::size_t(width) * std::size_t(height);
  DeviceWork made;
  made.input_bytes = pixels * in_pixel * sizeof(In);
  made.output_bytes = pixels * out_pixel * sizeof(Out);
  made.least_bytes = double(made.input_bytes) + double(made.output_bytes);
  made.pixels = sizeof(In) == 1 ? DeviceWork::Pixels::bytes : DeviceWork::Pixels::floats;
  made.launch = [=](const void* input, void* output) {
    function(static_cast<const In*>(input), static_cast<Out*>(output), width, height);
  };
  return made;
}

template <typename T>
using Shared = std::shared_ptr<kit::DeviceBuffer<T>>;
template <typename T>
Shared<T> room(std::size_t count) {
  return std::make_shared<kit::DeviceBuffer<T>>(count);
}

DeviceWork equalise(const Parameters& p) {
  const auto bins = room<unsigned>(256);
  const auto table = room<Byte>(256);
  return work<Byte, Byte>(p, [=](const Byte* in, Byte* out, int width, int height) {
    held_out::equalise(in, out, width, height, bins->data(), table->data());
  });
}

DeviceWork above_mean(const Parameters& p) {
  const auto sum = room<float>(1);
  return work<float, float>(p, [=](const float* in, float* out, int width, int height) {
    held_out::above_mean(in, out, width, height, sum->data());
  });
}

DeviceWork haar(const Parameters& p) {
  const auto between = room<float>(p.values());
  return work<float, float>(p, [=](const float* in, float* out, int width, int height) {
    held_out::haar(in, out, width, height, between->data());
  });
}

DeviceWork project(const Parameters& p) {
  const std::size_t count = std::size_t(p.width()) * 64;
  const std::vector<float> ones(count, 1.0f);
  const auto matrix = room<float>(count);
  matrix->upload(ones.data());
  return work<float, float>(p, [=](const float* in, float* out, int width, int height) {
    held_out::project(in, out, width, height, matrix->data());
  });
}

/// The same from a function alone.
template <typename In, typename Out, typename Function>
MakeDeviceWork each(Function function, std::size_t in_pixel = 1, std::size_t out_pixel = 1) {
  return [=](const Parameters& p) { return work<In, Out>(p, function, in_pixel, out_pixel); };
}

KIT_BENCH_DEVICE("grey_of_rgb", (each<Byte, Byte>(held_out::grey_of_rgb, 3, 1)));
KIT_BENCH_DEVICE("hsv_of_rgb", (each<Byte, Byte>(held_out::hsv_of_rgb, 3, 3)));
KIT_BENCH_DEVICE("equalise", equalise);
KIT_BENCH_DEVICE("above_mean", above_mean);
KIT_BENCH_DEVICE("bilateral", (each<float, float>(held_out::bilateral)));
KIT_BENCH_DEVICE("median", (each<Byte, Byte>(held_out::median)));
KIT_BENCH_DEVICE("box_5x5", (each<float, float>(held_out::box_5x5)));
KIT_BENCH_DEVICE("edges", (each<float, float>(held_out::edges, 1, 2)));
KIT_BENCH_DEVICE("dilate", (each<Byte, Byte>(held_out::dilate)));
KIT_BENCH_DEVICE("sharpen", (each<float, float>(held_out::sharpen)));
KIT_BENCH_DEVICE("shrink", (each<float, float>(held_out::shrink)));
KIT_BENCH_DEVICE("smooth_rows", (each<float, float>(held_out::smooth_rows)));
KIT_BENCH_DEVICE("haar", haar);
KIT_BENCH_DEVICE("erode_rows", (each<Byte, Byte>(held_out::erode_rows)));
KIT_BENCH_DEVICE("recursive_rows", (each<float, float>(held_out::recursive_rows)));
KIT_BENCH_DEVICE("recursive_columns", (each<float, float>(held_out::recursive_columns)));
KIT_BENCH_DEVICE("box_columns", (each<float, float>(held_out::box_columns)));
KIT_BENCH_DEVICE("gaussian_columns", (each<float, float>(held_out::gaussian_columns)));
KIT_BENCH_DEVICE("prefix_rows", (each<float, float>(held_out::prefix_rows)));
KIT_BENCH_DEVICE("transpose_naive", (each<float, float>(held_out::transpose_naive)));
KIT_BENCH_DEVICE("transpose_tiled", (each<float, float>(held_out::transpose_tiled)));
KIT_BENCH_DEVICE("transpose_padded", (each<float, float>(held_out::transpose_padded)));
KIT_BENCH_DEVICE("rotate", (each<Byte, Byte>(held_out::rotate)));
KIT_BENCH_DEVICE("project", project);

}  // namespace
