/// @file
/// Arithmetic on the two halves or the four bytes of a 32-bit word, as CUDA's SIMD intrinsics do
/// it, and sums of products of such lanes. Written without branches, which a card does not have
/// here either: they would show in what is counted.
#pragma once

#include "../vector_types.h"
#include "device_math.h"
#include "qualifiers.h"

KIT_SIM_DEVICE

namespace kit::sim {

/// Lane at bit `at` of a word.
template <typename Lane>
constexpr Lane lane_at(unsigned word, int at) {
  return static_cast<Lane>(word >> at);
}

/// The nearest value that a lane can hold.
template <typename Lane>
constexpr int saturate_lane(int value) {
  return ::min(::max(value, int(kLowest<Lane>)), int(kHighest<Lane>));
}

inline int lane_magnitude(int value) {
  return __builtin_abs(value);
}

/// Puts `operation` of each pair of lanes into a lane of the result.
template <typename Lane, typename Operation>
inline unsigned in_lanes(unsigned a, unsigned b, Operation operation) {
  constexpr int bits = 8 * sizeof(Lane);
  const auto one = [=](int at) {
    const int value = operation(lane_at<Lane>(a, at), lane_at<Lane>(b, at));
    return (unsigned(value) & ((1u << bits) - 1)) << at;
  };
  if constexpr (bits == 16) return one(0) | one(16);
  return one(0) | one(8) | one(16) | one(24);
}

/// Sum of the distances between the lanes of two words.
template <typename Lane>
inline unsigned sum_of_distances(unsigned a, unsigned b) {
  constexpr int bits = 8 * sizeof(Lane);
  const auto one = [=](int at) {
    return unsigned(lane_magnitude(lane_at<Lane>(a, at) - lane_at<Lane>(b, at)));
  };
  if constexpr (bits == 16) return one(0) + one(16);
  return one(0) + one(8) + one(16) + one(24);
}

}  // namespace kit::sim

#define KIT_SIM_WORD(name, LaneType, expression)                                           \
  inline unsigned int name(unsigned int a, unsigned int b) {                               \
    using Lane = LaneType;                                                                 \
    return kit::sim::in_lanes<Lane>(a, b, [](Lane x, Lane y) { return int(expression); }); \
  }
#define KIT_SIM_WORD_1(name, LaneType, expression)                                       \
  inline unsigned int name(unsigned int a) {                                             \
    using Lane = LaneType;                                                               \
    return kit::sim::in_lanes<Lane>(a, a, [](Lane x, Lane) { return int(expression); }); \
  }
#define KIT_SIM_SIGNED(name, expression)   \
  KIT_SIM_WORD(name##2, short, expression) \
  KIT_SIM_WORD(name##4, signed char, expression)
#define KIT_SIM_UNSIGNED(name, expression)          \
  KIT_SIM_WORD(name##2, unsigned short, expression) \
  KIT_SIM_WORD(name##4, unsigned char, expression)
#define KIT_SIM_SIGNED_1(name, expression)   \
  KIT_SIM_WORD_1(name##2, short, expression) \
  KIT_SIM_WORD_1(name##4, signed char, expression)

KIT_SIM_UNSIGNED(__vadd, x + y)
KIT_SIM_UNSIGNED(__vsub, x - y)
KIT_SIM_SIGNED(__vaddss, kit::sim::saturate_lane<Lane>(x + y))
KIT_SIM_SIGNED(__vsubss, kit::sim::saturate_lane<Lane>(x - y))
KIT_SIM_UNSIGNED(__vaddus, kit::sim::saturate_lane<Lane>(x + y))
KIT_SIM_UNSIGNED(__vsubus, kit::sim::saturate_lane<Lane>(x - y))
KIT_SIM_SIGNED_1(__vabs, kit::sim::lane_magnitude(x))
KIT_SIM_SIGNED_1(__vabsss, kit::sim::saturate_lane<Lane>(kit::sim::lane_magnitude(x)))
KIT_SIM_SIGNED_1(__vneg, -x)
KIT_SIM_SIGNED_1(__vnegss, kit::sim::saturate_lane<Lane>(-x))
KIT_SIM_SIGNED(__vabsdiffs, kit::sim::lane_magnitude(x - y))
KIT_SIM_UNSIGNED(__vabsdiffu, kit::sim::lane_magnitude(x - y))
// Halves are rounded away from 0: -0.5 to -1.
KIT_SIM_SIGNED(__vavgs, (x + y + int(x + y >= 0)) >> 1)
KIT_SIM_UNSIGNED(__vavgu, (x + y + 1) >> 1)
KIT_SIM_UNSIGNED(__vhaddu, (x + y) >> 1)
KIT_SIM_SIGNED(__vmaxs, ::max(int(x), int(y)))
KIT_SIM_SIGNED(__vmins, ::min(int(x), int(y)))
KIT_SIM_UNSIGNED(__vmaxu, ::max(int(x), int(y)))
KIT_SIM_UNSIGNED(__vminu, ::min(int(x), int(y)))

// __vcmp fills the lanes where it holds with ones, __vset sets them to 1.
#define KIT_SIM_COMPARE(Signedness, suffix, comparison)      \
  KIT_SIM_##Signedness(__vcmp##suffix, -int(x comparison y)) \
      KIT_SIM_##Signedness(__vset##suffix, x comparison y)
KIT_SIM_COMPARE(UNSIGNED, eq, ==)
KIT_SIM_COMPARE(UNSIGNED, ne, !=)
KIT_SIM_COMPARE(SIGNED, ges, >=)
KIT_SIM_COMPARE(SIGNED, gts, >)
KIT_SIM_COMPARE(SIGNED, les, <=)
KIT_SIM_COMPARE(SIGNED, lts, <)
KIT_SIM_COMPARE(UNSIGNED, geu, >=)
KIT_SIM_COMPARE(UNSIGNED, gtu, >)
KIT_SIM_COMPARE(UNSIGNED, leu, <=)
KIT_SIM_COMPARE(UNSIGNED, ltu, <)
#undef KIT_SIM_COMPARE
#undef KIT_SIM_SIGNED_1
#undef KIT_SIM_UNSIGNED
#undef KIT_SIM_SIGNED
#undef KIT_SIM_WORD_1
#undef KIT_SIM_WORD

inline unsigned int __vsads2(unsigned int a, unsigned int b) {
  return kit::sim::sum_of_distances<short>(a, b);
}
inline unsigned int __vsads4(unsigned int a, unsigned int b) {
  return kit::sim::sum_of_distances<signed char>(a, b);
}
inline unsigned int __vsadu2(unsigned int a, unsigned int b) {
  return kit::sim::sum_of_distances<unsigned short>(a, b);
}
inline unsigned int __vsadu4(unsigned int a, unsigned int b) {
  return kit::sim::sum_of_distances<unsigned char>(a, b);
}

namespace kit::sim {

/// Sum of the products of `pairs` lanes, those of `b` bytes from bit `first` on. Fits 32 bits.
template <typename LaneA, typename LaneB, int pairs>
inline unsigned sum_of_products(unsigned a, unsigned b, int first) {
  const auto one = [=](int pair) {
    return unsigned(lane_at<LaneA>(a, pair * 8 * int(sizeof(LaneA))) *
                    lane_at<LaneB>(b, first + pair * 8));
  };
  if constexpr (pairs == 2) return one(0) + one(1);
  return one(0) + one(1) + one(2) + one(3);
}

}  // namespace kit::sim

// The sums wrap around, as on a card.
inline int __dp4a(int a, int b, int c) {
  using Byte = signed char;
  return int(kit::sim::sum_of_products<Byte, Byte, 4>(unsigned(a), unsigned(b), 0) + unsigned(c));
}
inline unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  using Byte = unsigned char;
  return kit::sim::sum_of_products<Byte, Byte, 4>(a, b, 0) + c;
}
inline int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
inline unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return __dp4a(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);
}

// Two 16-bit lanes with the lower or the upper two bytes of the other word.
#define KIT_SIM_DP2A(name, first)                                                                  \
  inline int name(int a, int b, int c) {                                                           \
    return int(kit::sim::sum_of_products<short, signed char, 2>(unsigned(a), unsigned(b), first) + \
               unsigned(c));                                                                       \
  }                                                                                                \
  inline unsigned int name(unsigned int a, unsigned int b, unsigned int c) {                       \
    return kit::sim::sum_of_products<unsigned short, unsigned char, 2>(a, b, first) + c;           \
  }                                                                                                \
  inline int name(short2 a, char4 b, int c) {                                                      \
    return name(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);                        \
  }                                                                                                \
  inline unsigned int name(ushort2 a, uchar4 b, unsigned int c) {                                  \
    return name(__builtin_bit_cast(unsigned, a), __builtin_bit_cast(unsigned, b), c);              \
  }
KIT_SIM_DP2A(__dp2a_lo, 0)
KIT_SIM_DP2A(__dp2a_hi, 16)
#undef KIT_SIM_DP2A

KIT_SIM_END
