// Arithmetic and comparisons of half precision numbers and pairs, on the device and on the host:
// operands at the edges and drawn ones, against results worked out in whole numbers.
#include "half_reference.hpp"

struct Row {
  Bits a, b, c;
  bool nan() const { return is_nan(a) || is_nan(b); }
};

// What is infinite or no number; false if the operands are numbers, whose result is exact.
bool special_sum(Bits a, Bits b, Bits& result) {
  if (!is_nan(a) && !is_nan(b) && !is_infinite(a) && !is_infinite(b)) return false;
  if (is_nan(a) || is_nan(b) || (is_infinite(a) && is_infinite(b) && a != b))
    result = 0x7fff;
  else
    result = is_infinite(a) ? a : b;
  return true;
}
bool special_product(Bits a, Bits b, Bits& result) {
  if (!is_nan(a) && !is_nan(b) && !is_infinite(a) && !is_infinite(b)) return false;
  const bool none = is_nan(a) || is_nan(b) || units(a) == 0 || units(b) == 0;
  result = none ? 0x7fff : Bits(0x7c00 | ((a ^ b) & 0x8000));
  return true;
}

Bits sum(Bits a, Bits b) {
  Bits result;
  if (special_sum(a, b, result)) return result;
  const Whole exact = Whole(signed_units(a)) + signed_units(b);
  return round_units(exact << 24, is_negative(a) && is_negative(b));
}
Bits difference(Bits a, Bits b) {
  return is_nan(b) ? 0x7fff : sum(a, Bits(b ^ 0x8000));
}
Bits product(Bits a, Bits b) {
  Bits result;
  if (special_product(a, b, result)) return result;
  return round_units(Whole(signed_units(a)) * signed_units(b), ((a ^ b) & 0x8000) != 0);
}
Bits quotient(Bits a, Bits b) {
  const Bits sign = (a ^ b) & 0x8000;
  const bool both_zero = units(a) == 0 && units(b) == 0;
  if (is_nan(a) || is_nan(b) || both_zero || (is_infinite(a) && is_infinite(b))) return 0x7fff;
  if (is_infinite(a) || units(b) == 0) return Bits(sign | 0x7c00);
  if (is_infinite(b)) return sign;
  const Whole scaled = Whole(units(a)) << 25;
  return round_exact(sign != 0, [&](long long n) { return scaled - Whole(n) * units(b); });
}
Bits fused(Bits a, Bits b, Bits c) {
  Bits result;
  const bool product_negative = ((a ^ b) & 0x8000) != 0;
  if (special_product(a, b, result)) return special_sum(result, c, result) ? result : Bits(0x7fff);
  if (special_sum(0, c, result)) return result;
  const Whole exact = Whole(signed_units(a)) * signed_units(b) + (Whole(signed_units(c)) << 24);
  return round_units(exact, product_negative && is_negative(c));
}
Bits into_unit(Bits half) {
  return is_nan(half) || is_negative(half) ? Bits(0) : half > 0x3c00 ? Bits(0x3c00) : half;
}
Bits not_negative(Bits half) {
  return is_nan(half) || !is_negative(half) ? half : Bits(0);
}
// Numbers in the order of the halves; -0 comes before 0.
long long order(Bits half) {
  return is_negative(half) ? -2 * units(half) - 1 : 2 * units(half);
}
// Of a number and a NaN the number.
Bits smaller(const Row& row) {
  if (is_nan(row.a)) return is_nan(row.b) ? 0x7fff : row.b;
  return is_nan(row.b) || order(row.a) < order(row.b) ? row.a : row.b;
}
Bits larger(const Row& row) {
  if (is_nan(row.a)) return is_nan(row.b) ? 0x7fff : row.b;
  return is_nan(row.b) || order(row.a) > order(row.b) ? row.a : row.b;
}

#define BINARY(function, pair_function)                                    \
  struct function##_of {                                                   \
    __host__ __device__ static unsigned of(__half a, __half b, __half c) { \
      return with_pair(function(a, b), function(c, a),                     \
                       pair_function(__half2(a, c), __half2(b, a)));       \
    }                                                                      \
  };
BINARY(__hadd, __hadd2)
BINARY(__hsub, __hsub2)
BINARY(__hmul, __hmul2)
BINARY(__hdiv, __h2div)
BINARY(__hadd_rn, __hadd2_rn)
BINARY(__hsub_rn, __hsub2_rn)
BINARY(__hmul_rn, __hmul2_rn)
BINARY(__hmin, __hmin2)
BINARY(__hmax, __hmax2)
BINARY(__hmin_nan, __hmin2_nan)
BINARY(__hmax_nan, __hmax2_nan)
#define TERNARY(function, pair_function)                                            \
  struct function##_of {                                                            \
    __device__ static unsigned of(__half a, __half b, __half c) {                   \
      return with_pair(function(a, b, c), function(b, c, a),                        \
                       pair_function(__half2(a, b), __half2(b, c), __half2(c, a))); \
    }                                                                               \
  };
TERNARY(__hfma, __hfma2)

// CUDA does not say which sign a 0 has that was put into a range.
__host__ __device__ inline __half plain(__half h) {
  return __half_as_ushort(h) == 0x8000 ? __ushort_as_half(0) : h;
}
__host__ __device__ inline __half2 plain(__half2 h) {
  return __half2(plain(h.x), plain(h.y));
}
#define CLAMPED_TO(function, clamp)                                              \
  __host__ __device__ inline __half function##_clamped(__half a, __half b) {     \
    return plain(function##clamp(a, b));                                         \
  }                                                                              \
  __host__ __device__ inline __half2 function##2_clamped(__half2 a, __half2 b) { \
    return plain(function##2##clamp(a, b));                                      \
  }                                                                              \
  BINARY(function##_clamped, function##2_clamped)
CLAMPED_TO(__hadd, _sat)
CLAMPED_TO(__hsub, _sat)
CLAMPED_TO(__hmul, _sat)
#define FUSED_CLAMPED_TO(clamp)                                            \
  __device__ inline __half fma##clamp(__half a, __half b, __half c) {      \
    return plain(__hfma##clamp(a, b, c));                                  \
  }                                                                        \
  __device__ inline __half2 fma2##clamp(__half2 a, __half2 b, __half2 c) { \
    return plain(__hfma2##clamp(a, b, c));                                 \
  }                                                                        \
  TERNARY(fma##clamp, fma2##clamp)
FUSED_CLAMPED_TO(_sat)
FUSED_CLAMPED_TO(_relu)

// Operators on halves and on pairs: the number of those that differ from the functions.
__host__ __device__ inline bool bits_differ(__half a, __half b) {
  return __half_as_ushort(a) != __half_as_ushort(b);
}
__host__ __device__ inline bool bits_differ(__half2 a, __half2 b) {
  return bits_differ(a.x, b.x) || bits_differ(a.y, b.y);
}
template <typename T>
__host__ __device__ unsigned compound_differs(T a, T b, T sum, T difference, T product,
                                              T quotient) {
  T value = a;
  unsigned wrong = bits_differ(value += b, sum) + bits_differ(value, sum);
  value = a;
  wrong += bits_differ(value -= b, difference) + bits_differ(value, difference);
  value = a;
  wrong += bits_differ(value *= b, product) + bits_differ(value, product);
  value = a;
  wrong += bits_differ(value /= b, quotient) + bits_differ(value, quotient);
  return wrong + bits_differ(a + b, sum) + bits_differ(a - b, difference) +
         bits_differ(a * b, product) + bits_differ(a / b, quotient) + bits_differ(+a, a);
}
template <typename T>
__host__ __device__ unsigned step_differs(T a, T next, T before) {
  T value = a;
  unsigned wrong = bits_differ(value++, a) + bits_differ(value, next);
  value = a;
  wrong += bits_differ(++value, next) + bits_differ(value, next);
  value = a;
  wrong += bits_differ(value--, a) + bits_differ(value, before);
  value = a;
  return wrong + bits_differ(--value, before) + bits_differ(value, before);
}
struct operators_of {
  __host__ __device__ static unsigned of(__half a, __half b, __half c) {
    const __half one = __float2half(1.0f);
    const __half2 p(a, c), q(b, a), ones = __half2half2(one);
    unsigned wrong =
        compound_differs(a, b, __hadd(a, b), __hsub(a, b), __hmul(a, b), __hdiv(a, b)) +
        compound_differs(p, q, __hadd2(p, q), __hsub2(p, q), __hmul2(p, q), __h2div(p, q));
    wrong += step_differs(a, __hadd(a, one), __hsub(a, one)) +
             step_differs(p, __hadd2(p, ones), __hsub2(p, ones));
    wrong += bits_differ(-a, __hneg(a)) + bits_differ(-p, __hneg2(p));
    wrong += ((a == b) != __heq(a, b)) + ((a != b) != __hneu(a, b)) + ((a < b) != __hlt(a, b)) +
             ((a <= b) != __hle(a, b)) + ((a > b) != __hgt(a, b)) + ((a >= b) != __hge(a, b));
    wrong += ((p == q) != __hbeq2(p, q)) + ((p != q) != __hbneu2(p, q)) +
             ((p < q) != __hblt2(p, q)) + ((p <= q) != __hble2(p, q)) + ((p > q) != __hbgt2(p, q)) +
             ((p >= q) != __hbge2(p, q));
    return wrong;
  }
};

// Bit n: comparison n of a and b; from bit 16 on how many forms for pairs differ from it.
#define COMPARE(place, name)                                              \
  {                                                                       \
    const bool low = __h##name(a, b), high = __h##name(c, a);             \
    const unsigned mask = (low ? 0xffffu : 0) | (high ? 0xffff0000u : 0); \
    const __half2 ones = __h##name##2(p, q);                              \
    result |= unsigned(low) << place;                                     \
    wrong += __h##name##2_mask(p, q) != mask;                             \
    wrong += __half_as_ushort(ones.x) != (low ? 0x3c00 : 0);              \
    wrong += __half_as_ushort(ones.y) != (high ? 0x3c00 : 0);             \
    wrong += __hb##name##2(p, q) != (low && high);                        \
  }
struct comparisons_of {
  __host__ __device__ static unsigned of(__half a, __half b, __half c) {
    const __half2 p(a, c), q(b, a);
    unsigned result = 0, wrong = 0;
    COMPARE(0, eq)
    COMPARE(1, ne)
    COMPARE(2, lt)
    COMPARE(3, le)
    COMPARE(4, gt)
    COMPARE(5, ge)
    COMPARE(6, equ)
    COMPARE(7, neu)
    COMPARE(8, ltu)
    COMPARE(9, leu)
    COMPARE(10, gtu)
    COMPARE(11, geu)
    return result | (wrong << 16);
  }
};
unsigned comparisons(const Row& row) {
  if (row.nan()) return 0xfc0;
  const double a = value_of(row.a), b = value_of(row.b);
  const unsigned ordered = unsigned(a == b) | unsigned(a != b) << 1 | unsigned(a < b) << 2 |
                           unsigned(a <= b) << 3 | unsigned(a > b) << 4 | unsigned(a >= b) << 5;
  return ordered | (ordered << 6);
}

class Rows {
 public:
  explicit Rows(int drawn) { draw_operands(drawn, a_, b_, c_); }

  template <typename Operation, typename Expected>
  void check(const char* name, const Expected& expected) const {
    const auto results = of_rows<Operation>(a_, b_, c_);
    for (std::size_t i = 0; i < a_.size(); ++i) {
      const unsigned wanted = expected(Row{a_[i], b_[i], c_[i]});
      if (results[i] != wanted && failures < 5)
        std::printf("%s of %04x %04x %04x: %x, not %x\n", name, a_[i], b_[i], c_[i], results[i],
                    wanted);
      EXPECT(results[i] == wanted);
    }
  }

  /// On the host too.
  template <typename Operation, typename Expected>
  void check_both(const char* name, const Expected& expected) const {
    check<Operation>(name, expected);
    for (std::size_t i = 0; i < a_.size(); ++i)
      EXPECT(Operation::of(__ushort_as_half(a_[i]), __ushort_as_half(b_[i]),
                           __ushort_as_half(c_[i])) == expected(Row{a_[i], b_[i], c_[i]}));
  }

 private:
  std::vector<Bits> a_, b_, c_;
};

struct complex_of {
  __device__ static unsigned of(__half a, __half b, __half c) {
    const __half2 x(a, b), y(b, c), z(c, a);
    const __half real = __hfma(__hneg(x.y), y.y, __hfma(x.x, y.x, z.x));
    const __half imaginary = __hfma(x.y, y.x, __hfma(x.x, y.y, z.y));
    const __half2 result = __hcmadd(x, y, z);
    return bits_differ(result.x, real) + bits_differ(result.y, imaginary);
  }
};

int main() {
  const Rows rows(20000);
#define CHECK_BOTH(function, expression) \
  rows.check_both<function##_of>(        \
      #function, []([[maybe_unused]] const Row& row) -> unsigned { return expression; })
#define CHECK_DEVICE(function, expression) \
  rows.check<function##_of>(               \
      #function, []([[maybe_unused]] const Row& row) -> unsigned { return expression; })
  CHECK_BOTH(__hadd, sum(row.a, row.b));
  CHECK_BOTH(__hsub, difference(row.a, row.b));
  CHECK_BOTH(__hmul, product(row.a, row.b));
  CHECK_BOTH(__hdiv, quotient(row.a, row.b));
  CHECK_DEVICE(__hadd_rn, sum(row.a, row.b));
  CHECK_DEVICE(__hsub_rn, difference(row.a, row.b));
  CHECK_DEVICE(__hmul_rn, product(row.a, row.b));
  CHECK_BOTH(__hadd_clamped, into_unit(sum(row.a, row.b)));
  CHECK_BOTH(__hsub_clamped, into_unit(difference(row.a, row.b)));
  CHECK_BOTH(__hmul_clamped, into_unit(product(row.a, row.b)));
  CHECK_DEVICE(__hfma, fused(row.a, row.b, row.c));
  CHECK_DEVICE(fma_sat, into_unit(fused(row.a, row.b, row.c)));
  CHECK_DEVICE(fma_relu, not_negative(fused(row.a, row.b, row.c)));
  CHECK_BOTH(__hmin, smaller(row));
  CHECK_BOTH(__hmax, larger(row));
  CHECK_BOTH(__hmin_nan, row.nan() ? 0x7fff : smaller(row));
  CHECK_BOTH(__hmax_nan, row.nan() ? 0x7fff : larger(row));
  CHECK_BOTH(comparisons, comparisons(row));
  CHECK_BOTH(operators, 0);
  CHECK_DEVICE(complex, 0);
  return finish();
}
