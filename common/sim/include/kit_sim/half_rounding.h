/// @file
/// The bits of half precision numbers: conversions from and to other types, each rounded once.
///
/// In integers alone, and without branches. Lanes whose numbers are normal and lanes whose numbers
/// are not must not look as if they went different ways, since on a card they do not. And what a
/// kernel's additions and multiplications are is counted from the machine code, where a conversion
/// must have none.
#pragma once

#include "qualifiers.h"

// The compiler must not put a check, which is a branch, around a shift by a variable.
#define KIT_SIM_ROUNDING __attribute__((no_sanitize("shift"))) __forceinline__
// Kernels in half precision convert at every step. Written out each time, the code of a loop that
// is unrolled would take the compiler half a minute.
#define KIT_SIM_CONVERSION __attribute__((noinline, const, no_sanitize("shift"))) static

KIT_SIM_HOST_DEVICE

namespace kit::sim {

/// To the nearest, ties to even; toward zero; down; up.
enum class HalfRounding { rn, rz, rd, ru };

using HalfBits = unsigned short;
using Wide = unsigned long long;

inline constexpr unsigned kHalfMagnitude = 0x7fff, kHalfInfinity = 0x7c00, kHalfNan = 0x7fff;

/// All bits if the condition holds, else none: chooses between values without a branch.
template <typename Bits>
__forceinline__ Bits mask_of(bool condition) {
  return Bits(0) - Bits(condition);
}
template <typename Bits>
__forceinline__ Bits choose(Bits mask, Bits where_set, Bits elsewhere) {
  return (where_set & mask) | (elsewhere & ~mask);
}

template <typename Number>
__forceinline__ constexpr Number smaller(Number a, Number b) {
  return a < b ? a : b;
}
template <typename Number>
__forceinline__ constexpr Number larger(Number a, Number b) {
  return a < b ? b : a;
}

/// The magnitude `value` of a number that is negative or not, rounded after `shift` bits (1 or
/// more) were taken away from its end.
template <HalfRounding mode, typename Bits>
KIT_SIM_ROUNDING Bits round_off(Bits value, unsigned shift, bool negative) {
  const Bits last = (Bits(1) << shift) - 1;  // what has to be added so that any rest rounds up
  Bits added = 0;
  if constexpr (mode == HalfRounding::rn) added = (last >> 1) + ((value >> shift) & 1);
  if constexpr (mode == HalfRounding::rd) added = last & mask_of<Bits>(negative);
  if constexpr (mode == HalfRounding::ru) added = last & mask_of<Bits>(!negative);
  return (value + added) >> shift;
}

/// Where a float or a double has its parts. `kSmallest` is the exponent, as it is stored, of half's
/// smallest normal number.
template <typename Real>
struct RealParts;
template <>
struct RealParts<float> {
  using Bits = unsigned int;
  static constexpr unsigned kFraction = 23, kSmallest = 113;
};
template <>
struct RealParts<double> {
  using Bits = Wide;
  static constexpr unsigned kFraction = 52, kSmallest = 1009;
};

/// The half nearest to a number. A NaN becomes the one that a card makes.
template <HalfRounding mode, typename Real>
KIT_SIM_CONVERSION HalfBits to_half(Real number) {
  using Parts = RealParts<Real>;
  using Bits = typename Parts::Bits;
  constexpr unsigned kSign = sizeof(Bits) * 8 - 1;
  constexpr Bits kInfinity = ((Bits(1) << kSign) - 1) >> Parts::kFraction << Parts::kFraction;
  const Bits bits = __builtin_bit_cast(Bits, number);
  const bool negative = (bits >> kSign) != 0;
  const Bits magnitude = bits & ~(Bits(1) << kSign);
  const unsigned exponent = unsigned(magnitude >> Parts::kFraction);
  const Bits fraction = magnitude & ((Bits(1) << Parts::kFraction) - 1);
  const Bits significand = fraction | (Bits(exponent != 0) << Parts::kFraction);

  // Half has 10 bits of fraction, and one less for each power of two below its normal numbers. 12
  // powers below, all bits are gone.
  const unsigned below = Parts::kSmallest - smaller(exponent, Parts::kSmallest);
  const unsigned shift = Parts::kFraction - 10 + smaller(below, 12u);
  const Bits rounded = round_off<mode>(significand, shift, negative);
  // The significand's first bit, and what rounding carries, add up with the exponent.
  const unsigned exponents = larger(exponent, Parts::kSmallest) - Parts::kSmallest;
  const unsigned result = (exponents << 10) + unsigned(rounded);

  // Too large a number becomes infinity, or the largest number where it is rounded toward zero.
  bool toward_zero = mode == HalfRounding::rz;
  if constexpr (mode == HalfRounding::rd) toward_zero = !negative;
  if constexpr (mode == HalfRounding::ru) toward_zero = negative;
  const unsigned largest = kHalfInfinity - unsigned(toward_zero & (magnitude < kInfinity));
  const unsigned number_bits = smaller(result, largest) | (unsigned(negative) << 15);
  return HalfBits(choose(mask_of<unsigned>(magnitude > kInfinity), kHalfNan, number_bits));
}

/// The same number as a float, which has all of half's.
KIT_SIM_CONVERSION float half_to_float(HalfBits half) {
  const unsigned magnitude = half & kHalfMagnitude;
  constexpr unsigned kExponentStep = 1u << 23;
  const unsigned normal = (magnitude << 13) + 112 * kExponentStep;
  // A denormal half is its fraction times 2^-24: the compiler converts the integer, exactly.
  const unsigned fraction = __builtin_bit_cast(unsigned, float(int(magnitude)));
  const unsigned denormal = fraction - ((24 * kExponentStep) & mask_of<unsigned>(magnitude != 0));
  unsigned bits = choose(mask_of<unsigned>(magnitude < 0x400), denormal, normal);
  bits += (112 * kExponentStep) & mask_of<unsigned>(magnitude >= kHalfInfinity);
  bits |= unsigned(half & 0x8000) << 16;
  const unsigned nan = mask_of<unsigned>(magnitude > kHalfInfinity);
  return __builtin_bit_cast(float, choose(nan, 0x7fffffffu, bits));
}

/// The magnitude of a half as a whole number; 65536 and more for infinities and NaNs.
template <HalfRounding mode>
KIT_SIM_ROUNDING Wide whole_magnitude(HalfBits half) {
  const unsigned magnitude = half & kHalfMagnitude, exponent = magnitude >> 10;
  const unsigned significand = (magnitude & 0x3ff) | (unsigned(exponent != 0) << 10);
  // The half is scaled * 2^-24.
  const Wide scaled = Wide(significand) << (larger(exponent, 1u) - 1);
  return round_off<mode>(scaled, 24, (half >> 15) != 0);
}

template <typename Int>
inline constexpr bool kSigned = Int(-1) < Int(0);
/// All bits but the sign's, and the other bits.
template <typename Int>
inline constexpr Wide kLargestOf = ~Wide(0) >> (64 - 8 * sizeof(Int) + unsigned(kSigned<Int>));
template <typename Int>
inline constexpr Wide kSmallestOf = kSigned<Int> ? ~kLargestOf<Int> : 0;

/// As a card does it: what does not fit becomes the nearest number of the type. NaN becomes 0, or
/// 2^63 where the type has 64 bits.
template <typename Int, HalfRounding mode>
__forceinline__ Int half_to_integer(HalfBits half) {
  constexpr Wide kMost = kLargestOf<long long>;
  constexpr Wide kNanResult = sizeof(Int) == 8 ? ~kMost : 0;
  const unsigned magnitude = half & kHalfMagnitude;
  const Wide negative = mask_of<Wide>((half >> 15) != 0);
  const auto whole = static_cast<long long>((whole_magnitude<mode>(half) ^ negative) - negative);
  constexpr auto kLow = static_cast<long long>(kSmallestOf<Int>);
  constexpr auto kHigh = static_cast<long long>(smaller(kLargestOf<Int>, kMost));
  const Wide finite = Wide(smaller(larger(whole, kLow), kHigh));
  const Wide infinite = choose(negative, kSmallestOf<Int>, kLargestOf<Int>);
  const Wide number = choose(mask_of<Wide>(magnitude == kHalfInfinity), infinite, finite);
  return Int(choose(mask_of<Wide>(magnitude > kHalfInfinity), kNanResult, number));
}

/// Magnitudes from 2^17 on are rounded as 2^17 is, too large for half; all others are floats.
template <HalfRounding mode, typename Int>
__forceinline__ HalfBits integer_to_half(Int number) {
  constexpr long long kTooLarge = 1 << 17;
  if constexpr (kSigned<Int>) {
    const long long clamped = smaller<long long>(larger<long long>(number, -kTooLarge), kTooLarge);
    return to_half<mode>(float(int(clamped)));
  } else {
    return to_half<mode>(float(int(smaller<Wide>(number, Wide(kTooLarge)))));
  }
}

/// A whole half. From 2^10 on all of them are.
template <HalfRounding mode>
__forceinline__ HalfBits round_to_whole(HalfBits half) {
  const unsigned magnitude = half & kHalfMagnitude;
  const unsigned whole = to_half<HalfRounding::rz>(float(int(whole_magnitude<mode>(half))));
  const unsigned number = choose(mask_of<unsigned>(magnitude < 0x6400), whole, magnitude);
  const unsigned nan = mask_of<unsigned>(magnitude > kHalfInfinity);
  return HalfBits(choose(nan, kHalfNan, number | (half & 0x8000u)));
}

}  // namespace kit::sim

KIT_SIM_END_HOST_DEVICE
#undef KIT_SIM_ROUNDING
#undef KIT_SIM_CONVERSION
