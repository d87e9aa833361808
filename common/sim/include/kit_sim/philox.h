/// @file
/// cuRAND's generator Philox4_32_10: a counter of 128 bits, mixed in ten rounds with a key of 64
/// (Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3, SC 2011). The seed
/// is the key; a subsequence has 2^66 numbers, so its number is the counter's upper half. Each
/// value of the counter gives four numbers in turn.
#pragma once

#include "../cuda_runtime.h"

struct curandStatePhilox4_32_10 {
  uint4 ctr;     ///< of `output`
  uint4 output;  ///< the next numbers
  uint2 key;
  unsigned int STATE;  ///< how many of them were taken
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;

KIT_SIM_DEVICE

namespace kit::sim {

__forceinline__ uint4 philox_numbers(uint4 c, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long first = 0xD2511F53ull * c.x, second = 0xCD9E8D57ull * c.z;
    c = uint4{unsigned(second >> 32) ^ c.y ^ key.x, unsigned(second),
              unsigned(first >> 32) ^ c.w ^ key.y, unsigned(first)};
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return c;
}

/// The counter, `low` further in its lower half and `high` in its upper one.
__forceinline__ uint4 philox_advanced(uint4 c, unsigned long long low, unsigned long long high) {
  const unsigned long long old_low = c.x | static_cast<unsigned long long>(c.y) << 32;
  const unsigned long long new_low = old_low + low;
  const unsigned long long new_high =
      (c.z | static_cast<unsigned long long>(c.w) << 32) + high + (new_low < old_low);
  return {unsigned(new_low), unsigned(new_low >> 32), unsigned(new_high), unsigned(new_high >> 32)};
}

}  // namespace kit::sim

/// `n` numbers further.
__forceinline__ void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned taken = state->STATE + unsigned(n % 4);
  state->ctr = kit::sim::philox_advanced(state->ctr, n / 4 + taken / 4, 0);
  state->output = kit::sim::philox_numbers(state->ctr, state->key);
  state->STATE = taken % 4;
}
/// `n` subsequences further.
__forceinline__ void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  state->ctr = kit::sim::philox_advanced(state->ctr, 0, n);
  state->output = kit::sim::philox_numbers(state->ctr, state->key);
}

__forceinline__ void curand_init(unsigned long long seed, unsigned long long subsequence,
                                 unsigned long long offset, curandStatePhilox4_32_10_t* state) {
  curandStatePhilox4_32_10_t begin{};
  begin.key = uint2{unsigned(seed), unsigned(seed >> 32)};
  skipahead_sequence(subsequence, &begin);
  skipahead(offset, &begin);
  *state = begin;
}

/// The next number, of 32 bits.
__forceinline__ unsigned int curand(curandStatePhilox4_32_10_t* state) {
  const unsigned taken = state->STATE;
  const uint4 out = state->output;
  const unsigned number = taken == 0 ? out.x : taken == 1 ? out.y : taken == 2 ? out.z : out.w;
  if (taken == 3) {
    skipahead(1, state);
  } else {
    state->STATE = taken + 1;
  }
  return number;
}
/// The next four.
__forceinline__ uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const uint4 now = state->output;
  skipahead(4, state);
  const uint4 next = state->output;
  switch (state->STATE) {
    case 0:
      return now;
    case 1:
      return {now.y, now.z, now.w, next.x};
    case 2:
      return {now.z, now.w, next.x, next.y};
    default:
      return {now.w, next.x, next.y, next.z};
  }
}

KIT_SIM_END
