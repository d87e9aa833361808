// Lab 01. The kind of border is a template parameter, so that it is not asked for each pixel.
#include <cstddef>

#include "lab.hpp"
#include "samplers.hpp"

namespace lab01 {
namespace {

template <typename Sampler, typename Store>
void correlate(const Sampler& at, int width, int height, const float* filter, int filter_width,
               Store&& store) {
  const int half = (filter_width - 1) / 2;
  for (int y = 0; y != height; ++y) {
    for (int x = 0; x != width; ++x) {
      double sum = 0.0;
      std::size_t tap = 0;
      for (int v = y - half; v <= y + half; ++v) {
        for (int u = x - half; u <= x + half; ++u) {
          sum += static_cast<double>(filter[tap++]) * at(u, v);
        }
      }
      store(x, y, static_cast<float>(sum));
    }
  }
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  // The pixels come in memory's order.
  auto append = [next = output](int, int, float value) mutable { *next++ = value; };
  switch (border) {
    case kit::Border::zero:
      correlate(samplers::Zero(input, width, height), width, height, filter, filter_width, append);
      break;
    case kit::Border::clamp:
      correlate(samplers::Clamp(input, width, height), width, height, filter, filter_width, append);
      break;
  }
}

}  // namespace lab01
