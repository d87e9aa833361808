/// @file
/// cuRAND's generator XORWOW: Marsaglia's xorshift of 160 bits beside a Weyl sequence (Xorshift
/// RNGs, Journal of Statistical Software 8 (14), 2003). A subsequence has 2^67 numbers. The numbers
/// that a seed is mixed with are cuRAND's, so that a seed gives the sequence that it gives there.
#pragma once

#include "../cuda_runtime.h"

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
using curandStateXORWOW_t = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;

KIT_SIM_DEVICE

namespace kit::sim {

/// The five words of the xorshift after n * 2^unit steps.
void xorwow_skip(unsigned* words, unsigned long long n, unsigned unit);

inline constexpr unsigned kXorwowWeyl = 362437, kXorwowSubsequence = 67;

__forceinline__ void xorwow_advance(curandStateXORWOW_t* state, unsigned long long n,
                                    unsigned unit) {
  unsigned words[5] = {state->v[0], state->v[1], state->v[2], state->v[3], state->v[4]};
  xorwow_skip(words, n, unit);
  for (int i = 0; i < 5; ++i) state->v[i] = words[i];
}

}  // namespace kit::sim

/// `n` numbers further.
__forceinline__ void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  kit::sim::xorwow_advance(state, n, 0);
  state->d += kit::sim::kXorwowWeyl * unsigned(n);
}
/// `n` subsequences further.
__forceinline__ void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  kit::sim::xorwow_advance(state, n, kit::sim::kXorwowSubsequence);
}

__forceinline__ void curand_init(unsigned long long seed, unsigned long long subsequence,
                                 unsigned long long offset, curandStateXORWOW_t* state) {
  const unsigned low = (unsigned(seed) ^ 0xaad26b49u) * 1099087573u;
  const unsigned high = (unsigned(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
  curandStateXORWOW_t begin{};
  begin.d = 6615241u + high + low;
  begin.v[0] = 123456789u + low;
  begin.v[1] = 362436069u ^ low;
  begin.v[2] = 521288629u + high;
  begin.v[3] = 88675123u ^ high;
  begin.v[4] = 5783321u + low;
  skipahead_sequence(subsequence, &begin);
  skipahead(offset, &begin);
  *state = begin;
}

/// The next number, of 32 bits.
__forceinline__ unsigned int curand(curandStateXORWOW_t* state) {
  const unsigned first = state->v[0], mixed = first ^ (first >> 2), last = state->v[4];
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = last;
  const unsigned next = last ^ (last << 4) ^ mixed ^ (mixed << 1);
  state->v[4] = next;
  state->d += kit::sim::kXorwowWeyl;
  return next + state->d;
}

KIT_SIM_END
