// What is measured of NPP, NVIDIA's library of image functions that comes with the toolkit.
// Replicated border, which is the one its filters have.
#include <nppi_filtering_functions.h>
#include <nppi_statistics_functions.h>

#include <cmath>
#include <memory>
#include <stdexcept>

#include "bench/harness/bench.hpp"
#include "kit/device_buffer.hpp"

namespace {

using namespace kit::bench;

void check(NppStatus status) {
  if (status != NPP_SUCCESS) throw std::runtime_error("NPP says " + std::to_string(int(status)));
}

NppStreamContext default_stream() {
  NppStreamContext context{};
  cudaDeviceProp card{};
  KIT_CHECK(cudaGetDevice(&context.nCudaDeviceId));
  KIT_CHECK(cudaGetDeviceProperties(&card, context.nCudaDeviceId));
  context.nMultiProcessorCount = card.multiProcessorCount;
  context.nMaxThreadsPerMultiProcessor = card.maxThreadsPerMultiProcessor;
  context.nMaxThreadsPerBlock = card.maxThreadsPerBlock;
  context.nSharedMemPerBlock = card.sharedMemPerBlock;
  context.nCudaDevAttrComputeCapabilityMajor = card.major;
  context.nCudaDevAttrComputeCapabilityMinor = card.minor;
  return context;
}

/// The Gaussian of `taps` weights, sigma = taps / 6, as a line or as a square.
kit::DeviceBuffer<float> gaussian(int taps, bool square) {
  std::vector<double> line;
  double sum = 0;
  for (int i = 0; i < taps; ++i) {
    const double x = (i - taps / 2) / (taps / 6.0);
    line.push_back(std::exp(-x * x / 2));
    sum += line.back();
  }
  std::vector<float> weights;
  for (const double down : line) {
    if (!square) weights.push_back(float(down / sum));
    for (std::size_t i = 0; square && i < line.size(); ++i) {
      weights.push_back(float(down * line[i] / sum / sum));
    }
  }
  return kit::DeviceBuffer<float>(weights.data(), weights.size());
}

/// `launch(input, output, size, weights, taps, context)` on float32 images.
template <typename Launch>
DeviceWork on_floats(const Parameters& p, bool square, Launch launch) {
  const int taps = p.number("taps");
  const auto weights = std::make_shared<kit::DeviceBuffer<float>>(gaussian(taps, square));
  const NppStreamContext context = default_stream();
  const NppiSize size{p.width(), p.height()};
  DeviceWork work;
  work.input_bytes = work.output_bytes = p.values() * sizeof(float);
  work.least_bytes = 2.0 * double(work.input_bytes);
  work.launch = [=](const void* input, void* output) {
    launch(static_cast<const Npp32f*>(input), static_cast<Npp32f*>(output), size, weights->data(),
           taps, context);
  };
  return work;
}

DeviceWork square(const Parameters& p) {
  return on_floats(p, true,
                   [](const Npp32f* in, Npp32f* out, NppiSize size, const Npp32f* weights, int taps,
                      const NppStreamContext& context) {
                     const int step = size.width * int(sizeof(Npp32f));
                     check(nppiFilterBorder_32f_C1R_Ctx(in, step, size, {0, 0}, out, step, size,
                                                        weights, {taps, taps}, {taps / 2, taps / 2},
                                                        NPP_BORDER_REPLICATE, context));
                   });
}

DeviceWork separable(const Parameters& p) {
  return on_floats(
      p, false,
      [](const Npp32f* in, Npp32f* out, NppiSize size, const Npp32f* weights, int taps,
         const NppStreamContext& context) {
        const int step = size.width * int(sizeof(Npp32f));
        check(nppiFilterGaussAdvancedBorder_32f_C1R_Ctx(
            in, step, size, {0, 0}, out, step, size, taps, weights, NPP_BORDER_REPLICATE, context));
      });
}

DeviceWork box(const Parameters& p) {
  const int taps = p.number("taps");
  const NppStreamContext context = default_stream();
  const NppiSize size{p.width(), p.height()};
  DeviceWork work;
  work.input_bytes = work.output_bytes = p.values();
  work.least_bytes = 2.0 * double(p.values());
  work.pixels = DeviceWork::Pixels::bytes;
  work.may_be_slow = true;
  work.launch = [=](const void* input, void* output) {
    check(nppiFilterBoxBorder_8u_C1R_Ctx(
        static_cast<const Npp8u*>(input), size.width, size, {0, 0}, static_cast<Npp8u*>(output),
        size.width, size, {taps, taps}, {taps / 2, taps / 2}, NPP_BORDER_REPLICATE, context));
  };
  return work;
}

/// NPP's table has a row and a column of zeros in front.
DeviceWork table(const Parameters& p) {
  const NppStreamContext context = default_stream();
  const NppiSize size{p.width(), p.height()};
  const int step = (size.width + 1 + 63) / 64 * 64 * int(sizeof(Npp32s));
  DeviceWork work;
  work.input_bytes = p.values();
  work.output_bytes = std::size_t(step) * std::size_t(size.height + 1);
  work.least_bytes = 5.0 * double(p.values());
  work.pixels = DeviceWork::Pixels::bytes;
  work.launch = [=](const void* input, void* output) {
    check(nppiIntegral_8u32s_C1R_Ctx(static_cast<const Npp8u*>(input), size.width,
                                     static_cast<Npp32s*>(output), step, size, 0, context));
  };
  return work;
}

/// A Gaussian of 5x5, then edges with both thresholds: NPP's Canny has no blur of its own.
DeviceWork edges(const Parameters& p) {
  const NppStreamContext context = default_stream();
  const NppiSize size{p.width(), p.height()};
  int bytes = 0;
  check(nppiFilterCannyBorderGetBufferSize(size, &bytes));
  const auto scratch = std::make_shared<kit::DeviceBuffer<Npp8u>>(std::size_t(bytes));
  const auto blurred = std::make_shared<kit::DeviceBuffer<Npp8u>>(p.values());
  DeviceWork work;
  work.input_bytes = work.output_bytes = p.values();
  work.least_bytes = 2.0 * double(p.values());
  work.pixels = DeviceWork::Pixels::bytes;
  work.launch = [=](const void* input, void* output) {
    constexpr Npp16s kLow = 60, kHigh = 120;
    check(nppiFilterGaussBorder_8u_C1R_Ctx(static_cast<const Npp8u*>(input), size.width, size,
                                           {0, 0}, blurred->data(), size.width, size,
                                           NPP_MASK_SIZE_5_X_5, NPP_BORDER_REPLICATE, context));
    check(nppiFilterCannyBorder_8u_C1R_Ctx(
        blurred->data(), size.width, size, {0, 0}, static_cast<Npp8u*>(output), size.width, size,
        NPP_FILTER_SOBEL, NPP_MASK_SIZE_3_X_3, kLow, kHigh, nppiNormL1, NPP_BORDER_REPLICATE,
        scratch->data(), context));
  };
  return work;
}

KIT_BENCH_DEVICE("edges", edges);
KIT_BENCH_DEVICE("square", square);
KIT_BENCH_DEVICE("separable", separable);
KIT_BENCH_DEVICE("box", box);
KIT_BENCH_DEVICE("table", table);

}  // namespace
