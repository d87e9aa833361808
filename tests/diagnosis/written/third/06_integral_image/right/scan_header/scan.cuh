// Scans over a warp and over a block, for any integer type.
#pragma once

#include <concepts>
#include <cstdint>

namespace scan {

inline constexpr unsigned kAll = 0xffffffffu;

template <int kStep = 1, std::integral T>
__device__ T inclusive_over_lanes(T value, int lane) {
  if constexpr (kStep < 32) {
    const T other = __shfl_up_sync(kAll, value, kStep);
    return inclusive_over_lanes<2 * kStep>(lane < kStep ? value : T(value + other), lane);
  } else {
    return value;
  }
}

// What stands before this thread in the block, and what the whole block has.
template <std::integral T>
struct Position {
  T before, whole;
};

// All threads of a block of kWarps warps must call it; the room may be used again after it returns,
// since it begins with a barrier.
template <int kWarps, std::integral T>
__device__ Position<T> exclusive_over_block(T value, T (&room)[kWarps + 1], int warp, int lane) {
  static_assert(kWarps <= 32);
  const T inclusive = inclusive_over_lanes(value, lane);
  __syncthreads();
  if (lane == 31) room[warp + 1] = inclusive;
  __syncthreads();
  if (warp == 0) {
    const T total = lane < kWarps ? room[lane + 1] : T(0);
    const T up_to = inclusive_over_lanes(total, lane);
    if (lane < kWarps) room[lane + 1] = up_to;
    if (lane == 0) room[0] = 0;
  }
  __syncthreads();
  return {T(room[warp] + inclusive - value), room[kWarps]};
}

}  // namespace scan
