#include "estimate/arithmetic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace kit::estimate {
namespace {

double as_double(std::uint64_t value, Type type) {
  if (type == Type::f64) return std::bit_cast<double>(value);
  if (type == Type::f32) return std::bit_cast<float>(std::uint32_t(value));
  return is_signed(type) ? double(extended(value, type)) : double(masked(value, type));
}
bool holds(Compare compare, auto a, auto b) {
  switch (compare) {
    case Compare::eq:
      return a == b;
    case Compare::ne:
      return a != b;
    case Compare::lt:
      return a < b;
    case Compare::le:
      return a <= b;
    case Compare::gt:
      return a > b;
    case Compare::ge:
      return a >= b;
  }
  return false;
}

double of_floats(const Instruction& one, double a, double b, double c) {
  switch (one.op) {
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::mul:
      return a * b;
    case Op::mad:
    case Op::fma:
      return a * b + c;
    case Op::div:
      return a / b;
    case Op::abs:
      return std::fabs(a);
    case Op::neg:
      return -a;
    case Op::min:
      return std::fmin(a, b);
    case Op::max:
      return std::fmax(a, b);
    case Op::rcp:
      return 1 / a;
    case Op::sqrt:
      return std::sqrt(a);
    case Op::rsqrt:
      return 1 / std::sqrt(a);
    case Op::ex2:
      return std::exp2(a);
    case Op::lg2:
      return std::log2(a);
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    default:
      return a;
  }
}

std::uint64_t divided(const Instruction& one, std::uint64_t x, std::uint64_t y) {
  const Type type = one.type;
  if (masked(y, type) == 0) return masked(~0ull, type);
  const bool rest = one.op == Op::rem;
  if (!is_signed(type)) {
    const std::uint64_t a = masked(x, type), b = masked(y, type);
    return rest ? a % b : a / b;
  }
  const std::int64_t a = extended(x, type), b = extended(y, type);
  if (b == -1) return rest ? 0 : masked(std::uint64_t(0) - std::uint64_t(a), type);
  return masked(std::uint64_t(rest ? a % b : a / b), type);
}

std::uint64_t multiplied(const Instruction& one, std::uint64_t x, std::uint64_t y) {
  __extension__ using Wide = __int128;
  const Type type = one.type;
  const Wide product = is_signed(type) ? Wide(extended(x, type)) * extended(y, type)
                                       : Wide(masked(x, type)) * Wide(masked(y, type));
  return std::uint64_t(one.half == Half::high ? product >> 8 * bytes_of(type) : product);
}

}  // namespace

std::uint64_t masked(std::uint64_t value, Type type) {
  const unsigned bits = 8 * bytes_of(type);
  return type == Type::pred ? value & 1 : bits >= 64 ? value : value & ((1ull << bits) - 1);
}
std::int64_t extended(std::uint64_t value, Type type) {
  const unsigned bits = 8 * bytes_of(type);
  return std::int64_t(value << (64 - bits)) >> (64 - bits);
}
std::uint64_t bits_of(double value, Type type) {
  if (type == Type::f64) return std::bit_cast<std::uint64_t>(value);
  if (type == Type::f32) return std::bit_cast<std::uint32_t>(float(value));
  if (std::isnan(value)) return 0;
  constexpr double kLimit = 9e18;
  return masked(std::uint64_t(std::int64_t(std::clamp(value, -kLimit, kLimit))), type);
}

std::uint64_t compute(const Instruction& one,
                      const std::function<std::uint64_t(std::size_t)>& source) {
  const std::uint64_t x = source(0), y = source(1), z = source(2);
  const Type type = one.type;
  if (one.op == Op::setp) {
    if (is_float(type)) return holds(one.compare, as_double(x, type), as_double(y, type));
    if (is_signed(type)) return holds(one.compare, extended(x, type), extended(y, type));
    return holds(one.compare, masked(x, type), masked(y, type));
  }
  if (one.op == Op::selp) return (z & 1) != 0 ? x : y;
  if (one.op == Op::cvt) {
    if (is_float(type) || is_float(one.source)) return bits_of(as_double(x, one.source), type);
    return masked(
        is_signed(one.source) ? std::uint64_t(extended(x, one.source)) : masked(x, one.source),
        type);
  }
  if (is_float(type) && one.op != Op::mov)
    return bits_of(of_floats(one, as_double(x, type), as_double(y, type), as_double(z, type)),
                   type);
  const unsigned bits = type == Type::pred ? 1 : 8 * bytes_of(type);
  const auto less = [&] {
    return is_signed(type) ? extended(x, type) < extended(y, type)
                           : masked(x, type) < masked(y, type);
  };
  const auto wide = one.half == Half::wide ? Type::b64 : type;
  const auto shift = unsigned(std::min<std::uint64_t>(y, bits));
  switch (one.op) {
    case Op::mov:
      return masked(x, type);
    case Op::add:
      return masked(x + y, type);
    case Op::sub:
      return masked(x - y, type);
    case Op::mul:
      return masked(multiplied(one, x, y), wide);
    case Op::mad:
      return masked(multiplied(one, x, y) + z, wide);
    case Op::div:
    case Op::rem:
      return divided(one, x, y);
    case Op::abs:
      return masked(std::uint64_t(std::abs(extended(x, type))), type);
    case Op::neg:
      return masked(std::uint64_t(0) - x, type);
    case Op::min:
      return masked(less() ? x : y, type);
    case Op::max:
      return masked(less() ? y : x, type);
    case Op::and_:
      return x & y;
    case Op::or_:
      return x | y;
    case Op::xor_:
      return x ^ y;
    case Op::not_:
      return masked(~x, type);
    case Op::shl:
      return shift >= bits ? 0 : masked(x << shift, type);
    case Op::shr:
      if (is_signed(type))
        return masked(std::uint64_t(extended(x, type) >> std::min(shift, bits - 1)), type);
      return shift >= bits ? 0 : masked(x, type) >> shift;
    case Op::bfe:
      return masked(x, type) >> std::min<std::uint64_t>(y & 255, bits - 1) &
             ((1ull << std::min<std::uint64_t>(z & 255, 63)) - 1);
    case Op::popc:
      return std::uint64_t(std::popcount(masked(x, type)));
    case Op::clz:
      return std::uint64_t(std::countl_zero(masked(x, type))) - (64 - bits);
    default:
      return x;
  }
}

}  // namespace kit::estimate
