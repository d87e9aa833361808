// Lab 01, challenge: one function filters along lines and stores the result transposed; called twice,
// it has done both directions and turned the image back.
#include <cstddef>
#include <memory>

#include "lab.hpp"

namespace lab01 {
namespace {

template <kit::Border border>
void filter_and_transpose(const float* from, float* to, int length, int lines,
                          const float* weights, int taps) {
#pragma omp for schedule(dynamic, 8)
  for (int line = 0; line < lines; ++line) {
    const float* const values = from + line * length;
    for (int position = 0; position < length; ++position) {
      double sum = 0.0;
      int at = position - taps / 2;
      for (const float* weight = weights; weight != weights + taps; ++weight, ++at) {
        if constexpr (border == kit::Border::zero) {
          if (at >= 0 && at < length) sum += double(*weight) * values[at];
        } else {
          sum += double(*weight) * values[at < 0 ? 0 : at >= length ? length - 1 : at];
        }
      }
      to[position * lines + line] = static_cast<float>(sum);
    }
  }  // the threads wait for each other here
}

template <kit::Border border>
void both(const float* input, float* between, float* output, int width, int height,
          const float* row, const float* column, int taps) {
#pragma omp parallel
  {
    filter_and_transpose<border>(input, between, width, height, row, taps);
    filter_and_transpose<border>(between, output, height, width, column, taps);
  }
}

}  // namespace

void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border) {
  const std::unique_ptr<float[]> between(new float[std::size_t(width) * std::size_t(height)]);
  (border == kit::Border::zero ? both<kit::Border::zero> : both<kit::Border::clamp>)(
      input, between.get(), output, width, height, row_filter, column_filter, filter_width);
}

}  // namespace lab01
