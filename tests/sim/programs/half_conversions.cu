// Conversions of half precision numbers: all halves to floats and whole numbers, and floats,
// doubles and whole numbers to halves in every rounding mode, with those between two halves and
// those beside the middle between two.
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "half_reference.hpp"

static_assert(sizeof(__half) == 2 && alignof(__half) == 2);
static_assert(sizeof(__half2) == 4 && alignof(__half2) == 4);
static_assert(sizeof(__half_raw) == 2 && alignof(__half2_raw) == 4);
static_assert(std::is_same_v<half, __half> && std::is_same_v<half2, __half2>);
static_assert(std::is_trivially_default_constructible_v<half2>);
static_assert(std::is_convertible_v<float, half> && std::is_convertible_v<double, half>);
static_assert(std::is_convertible_v<long, half> && std::is_convertible_v<__half_raw, half>);
static_assert(std::is_convertible_v<half, float> && std::is_convertible_v<half, unsigned char>);
static_assert(std::is_convertible_v<half, bool> && std::is_convertible_v<half, __half_raw>);
static_assert(!std::is_convertible_v<half, half2> && !std::is_convertible_v<half2, half>);
static_assert(std::is_convertible_v<half2, __half2_raw> && !std::is_convertible_v<float, half2>);

template <typename Int>
Int expected_integer(Bits half, Mode mode) {
  if (is_nan(half)) return sizeof(Int) == 8 ? Int(1ull << 63) : Int(0);
  double whole = value_of(half);
  if (mode == Mode::nearest) whole = std::nearbyint(whole);
  if (mode == Mode::zero) whole = std::trunc(whole);
  if (mode == Mode::down) whole = std::floor(whole);
  if (mode == Mode::up) whole = std::ceil(whole);
  // The largest long long is no double; the next double is.
  if (whole >= std::ldexp(1.0, std::numeric_limits<Int>::digits))
    return std::numeric_limits<Int>::max();
  if (whole <= double(std::numeric_limits<Int>::min())) return std::numeric_limits<Int>::min();
  return Int(whole);
}

#define TO_INTEGER(function, Int)                              \
  struct function##_of {                                       \
    __device__ static Int of(__half h) { return function(h); } \
  };
#define FROM_NUMBER(function, Number)                                                       \
  struct function##_of {                                                                    \
    __device__ static Bits of(Number number) { return __half_as_ushort(function(number)); } \
  };
#define MODES(MACRO, function, Type) \
  MACRO(function##_rn, Type)         \
  MACRO(function##_rz, Type) MACRO(function##_rd, Type) MACRO(function##_ru, Type)

TO_INTEGER(__half2char_rz, signed char)
TO_INTEGER(__half2uchar_rz, unsigned char)
MODES(TO_INTEGER, __half2short, short)
MODES(TO_INTEGER, __half2ushort, unsigned short)
MODES(TO_INTEGER, __half2int, int)
MODES(TO_INTEGER, __half2uint, unsigned int)
MODES(TO_INTEGER, __half2ll, long long)
MODES(TO_INTEGER, __half2ull, unsigned long long)
MODES(FROM_NUMBER, __short2half, short)
MODES(FROM_NUMBER, __ushort2half, unsigned short)
MODES(FROM_NUMBER, __int2half, int)
MODES(FROM_NUMBER, __uint2half, unsigned int)
MODES(FROM_NUMBER, __ll2half, long long)
MODES(FROM_NUMBER, __ull2half, unsigned long long)
MODES(FROM_NUMBER, __float2half, float)
FROM_NUMBER(__float2half, float)
FROM_NUMBER(__double2half, double)

template <typename Operation, typename Number>
__global__ void on_numbers(const Number* in, Bits* out, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = Operation::of(in[i]);
}

template <typename Operation, typename Int>
void check_to_integer(Mode mode) {
  const auto halves = all_halves();
  const auto results = of_each<Operation, Int>(halves);
  for (const Bits half : halves) EXPECT(results[half] == expected_integer<Int>(half, mode));
}

template <typename Number>
Bits expected_half(Number number, Mode mode) {
  if constexpr (std::is_floating_point_v<Number>) {
    return round_real(number, mode);
  } else {
    const Whole magnitude = Whole(number) < 0 ? -Whole(number) : Whole(number);
    return round_exact(
        Whole(number) < 0, [&](long long n) { return (magnitude << 25) - Whole(n); }, mode);
  }
}

template <typename Operation, typename Number>
void check_from(const std::vector<Number>& numbers, Mode mode) {
  kit::DeviceBuffer<Number> in(numbers.data(), numbers.size());
  kit::DeviceBuffer<Bits> out(numbers.size());
  on_numbers<Operation>
      <<<blocks_for(numbers.size()), kThreads>>>(in.data(), out.data(), int(numbers.size()));
  KIT_CHECK(cudaGetLastError());
  std::vector<Bits> results(numbers.size());
  out.download(results.data());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    // Of a NaN of double a card makes 0x7e00 in kernels and 0x7fff on the host; here it is one.
    if (sizeof(Number) == 8 && is_nan(expected_half(numbers[i], mode)))
      EXPECT(is_nan(results[i]));
    else
      EXPECT(results[i] == expected_half(numbers[i], mode));
}

#define CHECK_MODES(check, function, ...)              \
  check<function##_rn_of>(__VA_ARGS__, Mode::nearest); \
  check<function##_rz_of>(__VA_ARGS__, Mode::zero);    \
  check<function##_rd_of>(__VA_ARGS__, Mode::down);    \
  check<function##_ru_of>(__VA_ARGS__, Mode::up)
#define CHECK_TO_INTEGER(function, Int)                   \
  check_to_integer<function##_rn_of, Int>(Mode::nearest); \
  check_to_integer<function##_rz_of, Int>(Mode::zero);    \
  check_to_integer<function##_rd_of, Int>(Mode::down);    \
  check_to_integer<function##_ru_of, Int>(Mode::up)

// Halves, the middle between each two, and the numbers of the type on both sides of these.
template <typename Real>
std::vector<Real> reals() {
  std::vector<Real> numbers;
  const Real infinity = std::numeric_limits<Real>::infinity();
  const auto add = [&](Real number) {
    for (const Real one :
         {number, std::nextafter(number, infinity), std::nextafter(number, Real(0))})
      for (const Real sign : {Real(1), Real(-1)}) numbers.push_back(sign * one);
  };
  for (int half = 0; half < 0x7c00; half += half < 0x0420 || half > 0x7bc0 ? 1 : 23) {
    add(Real(std::ldexp(double(units(Bits(half))), -24)));
    add(Real(std::ldexp(double(units(Bits(half)) + units(Bits(half + 1))), -25)));
  }
  for (const Real one : {infinity, std::numeric_limits<Real>::max(), Real(65536), Real(70000)})
    add(one);
  numbers.push_back(std::numeric_limits<Real>::quiet_NaN());
  add(std::numeric_limits<Real>::denorm_min());
  add(std::numeric_limits<Real>::min());
  std::mt19937 random(3);
  for (int i = 0; i < 1000; ++i) add(std::ldexp(Real(random()), int(random() % 50) - 25 - 32));
  return numbers;
}

template <typename Int>
std::vector<Int> integers() {
  std::vector<Int> numbers;
  using Limits = std::numeric_limits<Int>;
  for (long long i = -70000; i <= 70000; i += i > -100 && i < 2100 ? 1 : 7)
    if (Whole(i) >= Whole(Limits::min()) && Whole(i) <= Whole(Limits::max()))
      numbers.push_back(Int(i));
  for (int i = 0; i < 64; ++i) {
    numbers.push_back(Int(Limits::max() >> (i % (8 * sizeof(Int)))));
    numbers.push_back(Int(Limits::min() + Int(i)));
  }
  return numbers;
}

// Constructors, assignments and conversions without a name, on both sides.
__host__ __device__ inline unsigned check_unnamed(__half h) {
  const Bits bits = __half_as_ushort(h);
  unsigned wrong = 0;
  const int whole = int(h);
  wrong += whole != __half2int_rz(h);
  wrong += (unsigned int)(h) != __half2uint_rz(h);
  wrong += short(h) != __half2short_rz(h);
  wrong += (unsigned short)(h) != __half2ushort_rz(h);
  wrong += (signed char)(h) != __half2char_rz(h);
  wrong += (unsigned char)(h) != __half2uchar_rz(h);
  wrong += (long long)(h) != __half2ll_rz(h);
  wrong += long(h) != __half2ll_rz(h);
  wrong += (unsigned long long)(h) != __half2ull_rz(h);
  wrong += (unsigned long)(h) != __half2ull_rz(h);
  wrong += bool(h) != ((bits & 0x7fff) != 0);
  const float real = h;
  if (real == real) {
    wrong += __half_as_ushort(__half(real)) != bits;
    wrong += __half_as_ushort(__half(double(real))) != bits;
    half assigned;
    assigned = real;
    wrong += __half_as_ushort(assigned) != bits;
    assigned = double(real);
    wrong += __half_as_ushort(assigned) != bits;
  }
  wrong += __half_as_ushort(__half(whole)) != __half_as_ushort(__int2half_rn(whole));
  wrong +=
      __half_as_ushort(__half(short(whole))) != __half_as_ushort(__short2half_rn(short(whole)));
  wrong += __half_as_ushort(__half((long)(whole))) != __half_as_ushort(__int2half_rn(whole));
  half from_whole;
  from_whole = whole;
  wrong += __half_as_ushort(from_whole) != __half_as_ushort(__int2half_rn(whole));
  const __half_raw raw = h;
  wrong += raw.x != bits || __half_as_ushort(__half(raw)) != bits;
  wrong += __half_as_short(h) != short(bits);
  wrong += __half_as_ushort(__short_as_half(short(bits))) != bits;
  return wrong;
}
__host__ __device__ inline unsigned check_pairs(__half h) {
  const Bits bits = __half_as_ushort(h);
  const __half other = __ushort_as_half(Bits(bits ^ 0x1357));
  const auto is = [](__half2 pair, __half low, __half high) {
    const __half2_raw raw = pair;
    return raw.x == __half_as_ushort(low) && raw.y == __half_as_ushort(high) &&
           __half_as_ushort(pair.x) == raw.x && __half_as_ushort(pair.y) == raw.y;
  };
  const __half2 pair(h, other), swapped = __lowhigh2highlow(pair);
  unsigned wrong = !is(pair, h, other) + !is(swapped, other, h);
  wrong += !is(__halves2half2(h, other), h, other) + !is(make_half2(h, other), h, other);
  wrong += !is(__half2half2(h), h, h) + !is(__low2half2(pair), h, h);
  wrong += !is(__high2half2(pair), other, other) + !is(__lows2half2(pair, swapped), h, other);
  wrong += !is(__highs2half2(pair, swapped), other, h);
  wrong += __half_as_ushort(__low2half(pair)) != bits;
  wrong += __half_as_ushort(__high2half(pair)) != __half_as_ushort(other);
  const __half2_raw raw = pair;
  __half2 assigned;
  assigned = raw;
  wrong += !is(assigned, h, other);
  const float low = __low2float(pair), high = __high2float(pair);
  const float2 both = __half22float2(pair);
  if (low == low && high == high) {
    wrong += both.x != low || both.y != high || low != __half2float(h);
    wrong += !is(__floats2half2_rn(low, high), h, other) + !is(__float22half2_rn(both), h, other);
    wrong += !is(__float2half2_rn(low), h, h);
  }
  return wrong;
}
struct unnamed_of {
  __device__ static unsigned of(__half h) { return check_unnamed(h) + check_pairs(h); }
};
struct float_of {
  __device__ static float of(__half h) { return __half2float(h); }
};

int main() {
  const auto halves = all_halves();
  const auto floats = of_each<float_of, float>(halves);
  const auto unnamed = of_each<unnamed_of>(halves);
  for (const Bits half : halves) {
    const float on_host = __half2float(__ushort_as_half(half));
    const double exact = value_of(half);
    EXPECT(is_nan(half) ? std::isnan(floats[half]) && std::isnan(on_host)
                        : floats[half] == exact && on_host == exact &&
                              std::signbit(floats[half]) == std::signbit(exact));
    EXPECT(unnamed[half] == 0);
    EXPECT(check_unnamed(__ushort_as_half(half)) + check_pairs(__ushort_as_half(half)) == 0);
  }

  check_to_integer<__half2char_rz_of, signed char>(Mode::zero);
  check_to_integer<__half2uchar_rz_of, unsigned char>(Mode::zero);
  CHECK_TO_INTEGER(__half2short, short);
  CHECK_TO_INTEGER(__half2ushort, unsigned short);
  CHECK_TO_INTEGER(__half2int, int);
  CHECK_TO_INTEGER(__half2uint, unsigned int);
  CHECK_TO_INTEGER(__half2ll, long long);
  CHECK_TO_INTEGER(__half2ull, unsigned long long);

  const auto numbers = reals<float>();
  check_from<__float2half_of>(numbers, Mode::nearest);
  CHECK_MODES(check_from, __float2half, numbers);
  for (const float number : numbers) {
    EXPECT(__half_as_ushort(__float2half(number)) == round_real(number));
    EXPECT(__half_as_ushort(__float2half_rz(number)) == round_real(number, Mode::zero));
    EXPECT(__half_as_ushort(__float2half_rd(number)) == round_real(number, Mode::down));
    EXPECT(__half_as_ushort(__float2half_ru(number)) == round_real(number, Mode::up));
  }
  const auto doubles = reals<double>();
  check_from<__double2half_of>(doubles, Mode::nearest);
  for (const double number : doubles)
    EXPECT(__half_as_ushort(__double2half(number)) == round_real(number));

  CHECK_MODES(check_from, __short2half, integers<short>());
  CHECK_MODES(check_from, __ushort2half, integers<unsigned short>());
  CHECK_MODES(check_from, __int2half, integers<int>());
  CHECK_MODES(check_from, __uint2half, integers<unsigned int>());
  CHECK_MODES(check_from, __ll2half, integers<long long>());
  CHECK_MODES(check_from, __ull2half, integers<unsigned long long>());
  return finish();
}
