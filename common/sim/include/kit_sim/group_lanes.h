/// @file
/// What groups of threads within a warp are made of: masks of lanes, and values that go from lane
/// to lane. Whatever differs between the lanes is computed without branches, so that it counts as
/// no divergence.
#pragma once

#include <type_traits>

#include "warp.h"

KIT_SIM_DEVICE

namespace kit::sim {

inline constexpr unsigned kWholeWarp = 0xffffffffu;

/// The lanes of the calling thread's warp that have come to this place of the code before any of
/// the warp's lanes went on from it. There may be more of them that come later.
unsigned converged_lanes();

/// Number of the calling thread in its block, x fastest.
__forceinline__ unsigned rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__forceinline__ unsigned own_lane() {
  return rank_in_block() % 32;
}
__forceinline__ unsigned count_lanes(unsigned mask) {
  return unsigned(__builtin_popcount(mask));
}
/// How many of these lanes come before the calling one.
__forceinline__ unsigned rank_among(unsigned mask) {
  return count_lanes(mask & ((1u << own_lane()) - 1));
}
/// The lane that has this rank among the lanes of `mask`. Where there is none, a lane outside of
/// the mask, which a shuffle may not read.
__forceinline__ unsigned lane_of_rank(unsigned mask, unsigned rank) {
  const bool exists = rank < count_lanes(mask);
  unsigned lane = 0;
  for (unsigned half = 16; half > 0; half /= 2) {
    const unsigned below = count_lanes(mask >> lane & ((1u << half) - 1));
    const unsigned beyond = rank >= below;
    rank -= beyond * below;
    lane += beyond * half;
  }
  const unsigned outside = mask == kWholeWarp ? rank % 32 : unsigned(__builtin_ctz(~mask));
  return exists * lane + !exists * outside;
}
/// The bits of `lanes` at the places of `mask`, moved together to the low end.
__forceinline__ unsigned packed(unsigned lanes, unsigned mask) {
  unsigned result = 0, rank = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned member = mask >> lane & 1;
    result |= (lanes >> lane & member) << rank;
    rank += member;
  }
  return result;
}

/// A shuffle of any value of up to 32 bytes, eight bytes at a time.
template <typename T>
__forceinline__ T shuffle_object(unsigned mask, T value, Shuffle mode, int operand, int width) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 32,
                "groups exchange values of at most 32 bytes that may be copied byte by byte");
  if constexpr (sizeof(T) <= 8) {
    return shuffle_value(mask, value, mode, operand, width);
  } else {
    unsigned long long words[(sizeof(T) + 7) / 8] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (unsigned long long& word : words) word = shuffle(mask, word, mode, operand, width);
    __builtin_memcpy(static_cast<void*>(&value), words, sizeof(T));
    return value;
  }
}

/// What groups of one warp have in common: exchanges among the lanes of `mask`, which are numbered
/// by their rank.
namespace lanes {

template <typename T>
__forceinline__ T shuffle_rank(unsigned mask, T value, unsigned rank) {
  return shuffle_object(mask, value, Shuffle::index, int(lane_of_rank(mask, rank)), 32);
}
/// From the lane whose rank is larger by `distance`, which may be negative; a lane for which there
/// is no such one keeps its value.
template <typename T>
__forceinline__ T shuffle_by(unsigned mask, T value, int distance) {
  const int rank = int(rank_among(mask)), other = rank + distance;
  const bool exists = other >= 0 && other < int(count_lanes(mask));
  return shuffle_rank(mask, value, unsigned(rank + distance * exists));
}
__forceinline__ void synchronise(unsigned mask) {
  __syncwarp(mask);
}
__forceinline__ unsigned ballot(unsigned mask, bool predicate) {
  return packed(__ballot_sync(mask, predicate), mask);
}
/// A lane of the mask that does not exist, or has ended, has no predicate that holds.
__forceinline__ bool all_of(unsigned mask, bool predicate) {
  return __ballot_sync(mask, predicate) == mask;
}
template <typename T>
__forceinline__ unsigned match_any(unsigned mask, T value) {
  static_assert(std::is_arithmetic_v<T>, "match_any compares numbers");
  return packed(__match_any_sync(mask, value), mask);
}
template <typename T>
__forceinline__ unsigned match_all(unsigned mask, T value, int& predicate) {
  static_assert(std::is_arithmetic_v<T>, "match_all compares numbers");
  int equal = 0;
  const unsigned matching = __match_all_sync(mask, value, &equal);
  predicate = equal;
  return packed(matching, mask);
}

}  // namespace lanes
}  // namespace kit::sim

KIT_SIM_END
