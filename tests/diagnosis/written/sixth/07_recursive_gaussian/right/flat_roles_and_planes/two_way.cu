/// @file
/// Lab 07, stage two_way: blocks of one dimension, the roles one after the other, and the centres in
/// dynamic shared memory.
#include <initializer_list>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace two_way {

constexpr int kRoles = 3;  // left half, centre, right half
constexpr int kLongestHalf = kLongestLocalLine / 2;

struct Filter {
  float p, e1, e2;
};

struct State {
  float u, w, d;
};

__device__ float step(const Filter& filter, State& s, float sample) {
  s.u = s.u + filter.p * (sample - s.u);
  s.d = filter.e1 * (s.u - s.w) + filter.e2 * s.d;
  s.w = s.w + s.d;
  return s.w;
}

/// Where the lines of an image are.
struct Lines {
  int count, length, line_step, step;
};

/// The outer taps first, so that small products are added up before large ones.
__device__ float gaussian_sum(const float* first, int step, int length, int centre,
                              const float* __restrict__ weights, int radius) {
  const auto pixel = [&](int k) { return first[min(max(k, 0), length - 1) * step]; };
  float sum = 0.0f;
  for (int r = radius; r > 0; --r) {
    sum = fmaf(weights[r], pixel(centre - r) + pixel(centre + r), sum);
  }
  return fmaf(weights[0], pixel(centre), sum);
}

/// Thread t of a block has role t / lines per block, and line t % lines per block of the block's.
template <typename Keep>
__device__ void filter_line(const float* input, float* output, const Lines& lines, Filter filter,
                            const float* __restrict__ weights, int radius, int copies,
                            float* middle, Keep keep) {
  const int together = int(blockDim.x) / kRoles;
  const int role = int(threadIdx.x) / together;
  const int place = int(threadIdx.x) % together;
  const int line = int(blockIdx.x) * together + place;
  const bool works = line < lines.count;
  const int c = lines.length / 2;
  const int begin = line * lines.line_step;

  // Pixel k of this thread's half is at origin + k * stride, counted from the border.
  const int stride = role == 0 ? lines.step : -lines.step;
  const int origin = role == 0 ? begin : begin + (lines.length - 1) * lines.step;
  const int pixels = !works || role == 1 ? 0 : role == 0 ? c : lines.length - 1 - c;

  if (works && role == 1) {
    middle[place] =
        gaussian_sum(input + begin, lines.step, lines.length, c, weights, radius);
  }
  if (pixels > 0) {
    const float border = input[origin];
    State s{border, border, 0.0f};
    for (int k = 0; k < pixels; ++k) {
      const bool copied = role == 0 && k < copies;
      keep(k, origin + k * stride) =
          copied ? border : step(filter, s, input[origin + k * stride]);
    }
  }
  __syncthreads();

  if (works && role == 1) output[begin + c * lines.step] = middle[place];
  if (pixels > 0) {
    State s{middle[place], middle[place], 0.0f};
    for (int k = pixels - 1; k >= 0; --k) {
      const int at = origin + k * stride;
      output[at] = step(filter, s, keep(k, at));
    }
  }
}

__global__ void with_workspace(const float* input, float* output, float* workspace, Lines lines,
                               Filter filter, const float* __restrict__ weights, int radius,
                               int copies) {
  extern __shared__ float middle[];
  filter_line(input, output, lines, filter, weights, radius, copies, middle,
              [=](int, int at) -> float& { return workspace[at]; });
}

__global__ void with_own_array(const float* input, float* output, float*, Lines lines,
                               Filter filter, const float* __restrict__ weights, int radius,
                               int copies) {
  extern __shared__ float middle[];
  float own[kLongestHalf];
  filter_line(input, output, lines, filter, weights, radius, copies, middle,
              [&own](int k, int) -> float& { return own[k]; });
}

}  // namespace two_way

void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream) {
  using namespace two_way;
  const Filter filter{float(coefficients.p), float(coefficients.e1), float(coefficients.e2)};
  const int copies = boundary == Boundary::duplicate ? 3 : 0;
  const auto kernel = scratch == Scratch::local ? with_own_array : with_workspace;
  const float* d_from = d_input;
  for (const Lines& lines : {Lines{height, width, width, 1}, Lines{width, height, 1, width}}) {
    const int blocks = (lines.count + lines_per_block - 1) / lines_per_block;
    kernel<<<blocks, kRoles * lines_per_block, lines_per_block * sizeof(float), stream>>>(
        d_from, d_output, d_workspace, lines, filter, d_weights, radius, copies);
    KIT_CHECK(cudaGetLastError());
    d_from = d_output;
  }
}

}  // namespace lab07
