// Lab 01. The image is cut into an interior, where no test is needed, and a frame, where it is.
#include <algorithm>
#include <cstddef>

#include "lab.hpp"

namespace lab01 {
namespace {

struct Job {
  const float* input;
  float* output;
  int width;
  int height;
  const float* filter;
  int taps;
  int radius;
  kit::Border border;
};

// Output pixels [from, to) of row y. With kSafe every read of the input may be outside.
template <bool kSafe>
void span_of_row(const Job& job, int y, int from, int to) {
  const std::ptrdiff_t pitch = job.width;
  for (int x = from; x < to; ++x) {
    float acc = 0.f;
    const float* w = job.filter;
    for (int dy = -job.radius; dy <= job.radius; ++dy) {
      int v = y + dy;
      if constexpr (kSafe) {
        if (v < 0 || v >= job.height) {
          if (job.border == kit::Border::zero) {
            w += job.taps;
            continue;
          }
          v = v < 0 ? 0 : job.height - 1;
        }
      }
      const float* const line = job.input + v * pitch;
      for (int dx = -job.radius; dx <= job.radius; ++dx, ++w) {
        int u = x + dx;
        if constexpr (kSafe) {
          if (u < 0 || u >= job.width) {
            if (job.border == kit::Border::zero) continue;
            u = std::min(std::max(u, 0), job.width - 1);
          }
        }
        acc += *w * line[u];
      }
    }
    job.output[y * pitch + x] = acc;
  }
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const Job job{input, output, width, height, filter, filter_width, filter_width / 2, border};
  // A filter wider than the image leaves no interior: then left == right.
  const int left = std::min(job.radius, width);
  const int right = std::max(left, width - job.radius);
  for (int y = 0; y < height; ++y) {
    if (y < job.radius || y + job.radius >= height) {
      span_of_row<true>(job, y, 0, width);
      continue;
    }
    span_of_row<true>(job, y, 0, left);
    span_of_row<false>(job, y, left, right);
    span_of_row<true>(job, y, right, width);
  }
}

}  // namespace lab01
