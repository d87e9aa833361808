/// The xorshift of XORWOW many steps further. A step is linear over the field of two elements: a
/// matrix of 160 by 160 bits, of which the powers to 1, 2, 4 and so on are computed once, each by
/// squaring the one before it.
#include "kit_sim/xorwow.h"

#include <array>
#include <cstdint>
#include <mutex>
#include <vector>

namespace kit::sim {
namespace {

constexpr unsigned kWords = 5, kBits = 32 * kWords;
using XorshiftState = std::array<std::uint32_t, kWords>;
/// What each single bit of the state becomes.
using XorshiftMatrix = std::array<XorshiftState, kBits>;

XorshiftState step(const XorshiftState& v) {
  const std::uint32_t mixed = v[0] ^ (v[0] >> 2);
  return {v[1], v[2], v[3], v[4], v[4] ^ (v[4] << 4) ^ mixed ^ (mixed << 1)};
}

XorshiftState times(const XorshiftMatrix& matrix, const XorshiftState& v) {
  XorshiftState result{};
  for (unsigned bit = 0; bit < kBits; ++bit) {
    const std::uint32_t taken = 0u - (v[bit / 32] >> (bit % 32) & 1u);
    for (unsigned i = 0; i < kWords; ++i) result[i] ^= matrix[bit][i] & taken;
  }
  return result;
}

/// The matrix of 2^power steps; never moved once it is there.
const XorshiftMatrix& steps_of_power(unsigned power) {
  static std::mutex mutex;
  static std::vector<XorshiftMatrix>* const matrices = [] {
    auto* list = new std::vector<XorshiftMatrix>;
    list->reserve(64 + kXorwowSubsequence);
    return list;
  }();
  const std::lock_guard lock(mutex);
  while (matrices->size() <= power) {
    XorshiftMatrix next;
    for (unsigned bit = 0; bit < kBits; ++bit) {
      XorshiftState single{};
      single[bit / 32] = 1u << (bit % 32);
      next[bit] = matrices->empty() ? step(single)
                                    : times(matrices->back(), times(matrices->back(), single));
    }
    matrices->push_back(next);
  }
  return (*matrices)[power];
}

}  // namespace

void xorwow_skip(unsigned* words, unsigned long long n, unsigned unit) {
  XorshiftState state{words[0], words[1], words[2], words[3], words[4]};
  for (unsigned power = unit; n > 0 && power < 64 + kXorwowSubsequence; ++power, n >>= 1) {
    if ((n & 1) != 0) state = times(steps_of_power(power), state);
  }
  for (unsigned i = 0; i < kWords; ++i) words[i] = state[i];
}

}  // namespace kit::sim
