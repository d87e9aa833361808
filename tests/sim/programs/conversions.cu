// Conversions that name their rounding, bits of doubles, and integer means, products and shifts: on
// edges and on random values, against 128-bit integers and the host's processor.
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "program.hpp"

enum Mode { nearest, down, up, zero };
constexpr int kModes = 4;

#define MODES(name, x)            \
  (mode == nearest ? name##_rn(x) \
   : mode == down  ? name##_rd(x) \
   : mode == up    ? name##_ru(x) \
                   : name##_rz(x))
// One function per pair of types, by the types of its arguments.
#define CONVERSION(name, From, To)                       \
  __device__ void convert(int mode, From from, To& to) { \
    to = MODES(name, from);                              \
  }
CONVERSION(__double2float, double, float)
CONVERSION(__int2float, int, float)
CONVERSION(__uint2float, unsigned, float)
CONVERSION(__ll2float, long long, float)
CONVERSION(__ull2float, unsigned long long, float)
CONVERSION(__ll2double, long long, double)
CONVERSION(__ull2double, unsigned long long, double)
CONVERSION(__float2int, float, int)
CONVERSION(__float2uint, float, unsigned)
CONVERSION(__float2ll, float, long long)
CONVERSION(__float2ull, float, unsigned long long)
CONVERSION(__double2int, double, int)
CONVERSION(__double2uint, double, unsigned)
CONVERSION(__double2ll, double, long long)
CONVERSION(__double2ull, double, unsigned long long)
__device__ void convert(int, int from, double& to) {
  to = __int2double_rn(from);
}
__device__ void convert(int, unsigned from, double& to) {
  to = __uint2double_rn(from);
}

template <typename From, typename To>
__global__ void convert_all(const From* from, int count, To* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int mode = 0; mode < kModes; ++mode) convert(mode, from[i], to[mode * count + i]);
}

void set_mode(int mode) {
  constexpr int kHostModes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  std::fesetround(kHostModes[mode]);
}

// To a floating-point type: through long double, which has at least the 64 bits of an integer.
template <typename To, typename From>
To expected_real(int mode, From from_) {
  volatile long double from = from_;
  set_mode(mode);
  volatile To to = To(from);
  std::fesetround(FE_TONEAREST);
  return to;
}

// To an integer: saturated; of a NaN 0, or the sign bit alone if either type has 64 bits.
template <typename To, typename From>
To expected_integer(int mode, From from) {
  using Limits = std::numeric_limits<To>;
  if (std::isnan(from))
    return sizeof(To) == 8 || sizeof(From) == 8 ? To(1ull << (8 * sizeof(To) - 1)) : To(0);
  const long double whole = mode == nearest ? std::nearbyint(from)
                            : mode == down  ? std::floor(from)
                            : mode == up    ? std::ceil(from)
                                            : std::trunc(from);
  if (whole <= static_cast<long double>(Limits::min())) return Limits::min();
  if (whole >= static_cast<long double>(Limits::max())) return Limits::max();
  return To(whole);
}

template <typename T>
bool same(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0 || (a != a && b != b);
}

template <typename Int>
std::vector<Int> integers() {
  using Limits = std::numeric_limits<Int>;
  std::vector<Int> list = {0, 1, Int(-1), Limits::min(), Limits::max(), Int(Limits::max() - 1)};
  for (int bit = 1; bit < int(8 * sizeof(Int)) - 1; ++bit)
    for (int off = -1; off <= 1; ++off) {
      list.push_back(Int((Int(1) << bit) + Int(off)));
      list.push_back(Int(~list.back()));
    }
  // In the middle of two floats, and of two doubles, and beside it.
  for (int off = -1; off <= 1; ++off) {
    list.push_back(Int((Int(1) << 30) + 64 + off));
    if (sizeof(Int) == 8) list.push_back(Int((std::int64_t(1) << 62) + 256 + off));
  }
  std::mt19937_64 random(3);
  for (int i = 0; i < 500; ++i) list.push_back(Int(random() >> (i % 50)));
  return list;
}

template <typename Real>
std::vector<Real> reals() {
  using Limits = std::numeric_limits<Real>;
  std::vector<Real> list = {Limits::infinity(),   Limits::quiet_NaN(), Limits::max(),
                            Limits::denorm_min(), Limits::min(),       0};
  for (const double x : {0.5,
                         1.5,
                         2.5,
                         0.49999,
                         0.75,
                         1.0,
                         2147483647.0,
                         2147483647.5,
                         2147483648.0,
                         2147483646.5,
                         4294967295.0,
                         4294967295.5,
                         4294967296.0,
                         9.3e18,
                         1.9e19,
                         9223372036854775807.0,
                         18446744073709551615.0,
                         8388607.5,
                         3.4028235677973366e38,
                         3.5e38,
                         1e300,
                         1e-50,
                         1.00000005960464477539,
                         1.0000000596046448})
    list.push_back(Real(x));
  std::mt19937_64 random(4);
  for (int i = 0; i < 500; ++i)
    list.push_back(Real(std::ldexp(double(random() >> 11), int(random() % 80) - 60)));
  const std::size_t half = list.size();
  for (std::size_t i = 0; i < half; ++i) list.push_back(-list[i]);
  return list;
}

template <typename To, typename From>
void check(const std::vector<From>& from) {
  const int count = int(from.size());
  std::vector<To> to(std::size_t(count) * kModes);
  kit::DeviceBuffer<From> d_from(from.data(), from.size());
  kit::DeviceBuffer<To> d_to(to.size());
  convert_all<<<(count + 127) / 128, 128>>>(d_from.data(), count, d_to.data());
  KIT_CHECK(cudaGetLastError());
  d_to.download(to.data());
  for (int i = 0; i < count; ++i)
    for (int mode = 0; mode < kModes; ++mode) {
      const To seen = to[std::size_t(mode) * count + i];
      To expected;
      if constexpr (std::numeric_limits<To>::is_integer)
        expected = expected_integer<To>(mode, from[i]);
      else
        expected = expected_real<To>(mode, from[i]);
      if (!same(seen, expected))
        std::printf("mode %d: %.20g becomes %.20g, not %.20g\n", mode, double(from[i]),
                    double(seen), double(expected));
      EXPECT(same(seen, expected));
    }
}

__global__ void bits_of(const double* in, int count, int* high, int* low, double* back) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  high[i] = __double2hiint(in[i]);
  low[i] = __double2loint(in[i]);
  back[i] = __hiloint2double(high[i], low[i]);
}

void check_bits() {
  const std::vector<double> in = reals<double>();
  const int count = int(in.size());
  std::vector<int> high(count), low(count);
  std::vector<double> back(count);
  kit::DeviceBuffer<double> d_in(in.data(), count), d_back(count);
  kit::DeviceBuffer<int> d_high(count), d_low(count);
  bits_of<<<(count + 127) / 128, 128>>>(d_in.data(), count, d_high.data(), d_low.data(),
                                        d_back.data());
  KIT_CHECK(cudaGetLastError());
  d_high.download(high.data());
  d_low.download(low.data());
  d_back.download(back.data());
  for (int i = 0; i < count; ++i) {
    std::uint64_t bits;
    std::memcpy(&bits, &in[i], sizeof(bits));
    EXPECT(unsigned(high[i]) == bits >> 32 && unsigned(low[i]) == (bits & 0xffffffffu));
    EXPECT(same(back[i], in[i]));
  }
}

constexpr int kIntegerResults = 12;

__global__ void on_integers(const long long* a, const long long* b, int count, long long* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const long long x = a[i], y = b[i];
  const int s = int(x), t = int(y);
  const unsigned u = unsigned(x), v = unsigned(y);
  const long long results[kIntegerResults] = {
      __hadd(s, t),
      __rhadd(s, t),
      __uhadd(u, v),
      __urhadd(u, v),
      __mul64hi(x, y),
      (long long)__umul64hi((unsigned long long)x, (unsigned long long)y),
      __funnelshift_lc(u, v, unsigned(x >> 32) & 63),
      __funnelshift_rc(u, v, unsigned(x >> 32) & 63),
      llmin(x, y),
      llmax(x, y),
      (long long)ullmin((unsigned long long)x, (unsigned long long)y),
      (long long)ullmax((unsigned long long)x, (unsigned long long)y)};
  for (int k = 0; k < kIntegerResults; ++k) out[k * count + i] = results[k];
}

void check_integers() {
  const auto a = integers<long long>();
  const std::vector<long long> b(a.rbegin(), a.rend());
  const int count = int(a.size());
  std::vector<long long> out(std::size_t(count) * kIntegerResults);
  kit::DeviceBuffer<long long> d_a(a.data(), count), d_b(b.data(), count), d_out(out.size());
  on_integers<<<(count + 127) / 128, 128>>>(d_a.data(), d_b.data(), count, d_out.data());
  KIT_CHECK(cudaGetLastError());
  d_out.download(out.data());
  using Wide = __int128;
  for (int i = 0; i < count; ++i) {
    const Wide x = a[i], y = b[i], s = int(a[i]), t = int(b[i]), u = unsigned(a[i]),
               v = unsigned(b[i]);
    const Wide ux = static_cast<unsigned long long>(a[i]),
               uy = static_cast<unsigned long long>(b[i]);
    const int shift = int(a[i] >> 32 & 63), most = shift < 32 ? shift : 32;
    const Wide both = v << 32 | u;
    const Wide expected[kIntegerResults] = {
        (s + t) >> 1,
        (s + t + 1) >> 1,
        (u + v) >> 1,
        (u + v + 1) >> 1,
        (x * y) >> 64,
        Wide(((unsigned __int128)(ux) * (unsigned __int128)(uy)) >> 64),
        (both << most >> 32) & 0xffffffffu,
        both >> most & 0xffffffffu,
        x < y ? x : y,
        x < y ? y : x,
        ux < uy ? ux : uy,
        ux < uy ? uy : ux};
    for (int k = 0; k < kIntegerResults; ++k)
      EXPECT(out[std::size_t(k) * count + i] == static_cast<long long>(expected[k]));
  }
}

int main() {
  check<float>(reals<double>());
  check<float>(integers<int>());
  check<float>(integers<unsigned>());
  check<float>(integers<long long>());
  check<float>(integers<unsigned long long>());
  check<double>(integers<int>());
  check<double>(integers<unsigned>());
  check<double>(integers<long long>());
  check<double>(integers<unsigned long long>());
  check<int>(reals<float>());
  check<unsigned>(reals<float>());
  check<long long>(reals<float>());
  check<unsigned long long>(reals<float>());
  check<int>(reals<double>());
  check<unsigned>(reals<double>());
  check<long long>(reals<double>());
  check<unsigned long long>(reals<double>());
  check_bits();
  check_integers();
  return finish();
}
