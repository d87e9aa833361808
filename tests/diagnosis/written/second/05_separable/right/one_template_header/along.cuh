// One kernel for both directions: the step between neighbours and the border are template arguments.
#pragma once
#include "lab.hpp"

namespace lab05 {

enum class Direction { across, down };

template <Direction direction, kit::Border border>
__global__ void filter_along(const float* __restrict__ from, float* __restrict__ to, int2 size,
                             const float* __restrict__ weights, int taps) {
  const int2 at = make_int2(blockIdx.x * blockDim.x + threadIdx.x,
                            blockIdx.y * blockDim.y + threadIdx.y);
  if (at.x < size.x && at.y < size.y) {
    constexpr bool across = direction == Direction::across;
    const int step = across ? 1 : size.x;
    const int length = across ? size.x : size.y;
    const int start = (across ? at.x : at.y) - taps / 2;
    const float* const line = across ? from + at.y * size.x : from + at.x;

    float sum = 0.0f;
    for (int n = 0; n < taps; n++) {
      const int position = start + n;
      const int nearest = position < 0 ? 0 : (position < length ? position : length - 1);
      if (border == kit::Border::clamp || nearest == position) {
        sum = fmaf(__ldg(weights + n), __ldg(line + nearest * step), sum);
      }
    }
    to[at.y * size.x + at.x] = sum;
  }
}

}  // namespace lab05
