// Arithmetic that names its rounding, in float and double, against the host's processor in the same
// mode: on edges (zeros, denormals, the largest, infinities, NaN), on ties and on random bits.
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "program.hpp"

enum Mode { nearest, down, up, zero };
enum Operation { add, subtract, multiply, divide, reciprocal, root, fused };
constexpr int kModes = 4, kOperations = 7;

template <typename Real>
__device__ Real directed(Operation operation, Mode mode, Real a, Real b, Real c);

#define MODES(name, ...)                    \
  (mode == nearest ? name##_rn(__VA_ARGS__) \
   : mode == down  ? name##_rd(__VA_ARGS__) \
   : mode == up    ? name##_ru(__VA_ARGS__) \
                   : name##_rz(__VA_ARGS__))
#define DIRECTED(Real, add_, sub_, mul_, div_, rcp_, root_, fma_)                          \
  template <>                                                                              \
  __device__ Real directed<Real>(Operation operation, Mode mode, Real a, Real b, Real c) { \
    if (operation == add) return MODES(add_, a, b);                                        \
    if (operation == subtract) return MODES(sub_, a, b);                                   \
    if (operation == multiply) return MODES(mul_, a, b);                                   \
    if (operation == divide) return MODES(div_, a, b);                                     \
    if (operation == reciprocal) return MODES(rcp_, a);                                    \
    if (operation == root) return MODES(root_, a);                                         \
    return MODES(fma_, a, b, c);                                                           \
  }
DIRECTED(float, __fadd, __fsub, __fmul, __fdiv, __frcp, __fsqrt, __fmaf)
DIRECTED(double, __dadd, __dsub, __dmul, __ddiv, __drcp, __dsqrt, __fma)

// All modes and operations of each triple; what rounds to nearest stands among them.
template <typename Real>
__global__ void compute(const Real* a, const Real* b, const Real* c, int count, Real* out,
                        Real* plain) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int operation = 0; operation < kOperations; ++operation)
    for (int mode = 0; mode < kModes; ++mode)
      out[(operation * kModes + mode) * count + i] =
          directed(Operation(operation), Mode(mode), a[i], b[i], c[i]);
  plain[i] = a[i] / b[i];
}

template <typename Real>
Real on_the_host(Operation operation, Mode mode, Real a_, Real b_, Real c_) {
  constexpr int kHostModes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  volatile Real a = a_, b = b_, c = c_, result = 0;  // so that nothing is computed elsewhere
  std::fesetround(kHostModes[mode]);
  if (operation == add) result = a + b;
  if (operation == subtract) result = a - b;
  if (operation == multiply) result = a * b;
  if (operation == divide) result = a / b;
  if (operation == reciprocal) result = 1 / a;
  if (operation == root) result = std::sqrt(a);
  if (operation == fused) result = std::fma(a, b, c);
  std::fesetround(FE_TONEAREST);
  return result;
}

template <typename Real>
bool same(Real a, Real b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::memcmp(&a, &b, sizeof(Real)) == 0;
}

template <typename Real, typename Bits>
std::vector<Real> inputs(unsigned seed, int repeat) {
  using Limits = std::numeric_limits<Real>;
  const Real one = 1, epsilon = Limits::epsilon();
  const std::vector<Real> edges = {0,
                                   -Real(0),
                                   one,
                                   -one,
                                   one + epsilon,
                                   one + epsilon / 2,
                                   epsilon / 2,
                                   -epsilon / 4,
                                   3,
                                   10,
                                   Limits::min(),
                                   -Limits::min(),
                                   Limits::denorm_min(),
                                   -Limits::denorm_min(),
                                   Limits::max(),
                                   -Limits::max(),
                                   Limits::infinity(),
                                   -Limits::infinity(),
                                   Limits::quiet_NaN(),
                                   2 - epsilon,
                                   Limits::min() * 3 / 2};
  std::vector<Real> list;
  const int n = int(edges.size());
  for (int i = 0; i < n * n; ++i)
    list.push_back(edges[repeat == 0 ? i / n : repeat == 1 ? i % n : i * 7 % n]);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 600; ++i) {  // any bits, and numbers of like size
    const Bits bits = Bits(random());
    Real value;
    std::memcpy(&value, &bits, sizeof(Real));
    list.push_back(i % 2 == 0 ? value : Real(std::int64_t(random()) >> 20) / 1024);
  }
  return list;
}

template <typename Real, typename Bits>
void check() {
  const auto a = inputs<Real, Bits>(1, 0), b = inputs<Real, Bits>(2, 1),
             c = inputs<Real, Bits>(3, 2);
  const int count = int(a.size());
  std::vector<Real> out(std::size_t(count) * kOperations * kModes), plain(count);
  kit::DeviceBuffer<Real> d_a(a.data(), count), d_b(b.data(), count), d_c(c.data(), count);
  kit::DeviceBuffer<Real> d_out(out.size()), d_plain(count);
  compute<<<(count + 127) / 128, 128>>>(d_a.data(), d_b.data(), d_c.data(), count, d_out.data(),
                                        d_plain.data());
  KIT_CHECK(cudaGetLastError());
  d_out.download(out.data());
  d_plain.download(plain.data());
  for (int i = 0; i < count; ++i) {
    // Between directed operations the language's own arithmetic rounds to nearest.
    EXPECT(same(plain[i], on_the_host(divide, nearest, a[i], b[i], c[i])));
    for (int k = 0; k < kOperations * kModes; ++k) {
      const Real expected = on_the_host(Operation(k / kModes), Mode(k % kModes), a[i], b[i], c[i]);
      const Real seen = out[std::size_t(k) * count + i];
      if (!same(seen, expected))
        std::printf("operation %d, mode %d: %a %a %a: %a, not %a\n", k / kModes, k % kModes,
                    double(a[i]), double(b[i]), double(c[i]), double(seen), double(expected));
      EXPECT(same(seen, expected));
    }
  }
}

// Neighbours of a third: no mode may leak into what stands beside it.
__global__ void beside(const float* in, float* out) {
  const float x = in[0], y = in[1];
  const float first = x / y, lower = __fdiv_rd(x, y), second = (x + y) / y, upper = __fdiv_ru(x, y),
              third = x * y;
  out[0] = first, out[1] = lower, out[2] = second, out[3] = upper, out[4] = third;
  out[5] = __frsqrt_rn(y);
}

void check_neighbours() {
  const float in[2] = {1.1f, 3.3f};
  float out[6];
  kit::DeviceBuffer<float> d_in(in, 2), d_out(6);
  beside<<<1, 1>>>(d_in.data(), d_out.data());
  KIT_CHECK(cudaGetLastError());
  d_out.download(out);
  EXPECT(out[0] == in[0] / in[1] && out[2] == (in[0] + in[1]) / in[1] && out[4] == in[0] * in[1]);
  EXPECT(out[1] < out[3] && std::nextafter(out[1], 1.0f) == out[3]);
  EXPECT(double(out[1]) * in[1] <= in[0] && double(out[3]) * in[1] >= in[0]);
  EXPECT(out[5] == float(1 / std::sqrt(double(in[1]))));
}

int main() {
  check<float, std::uint32_t>();
  check<double, std::uint64_t>();
  check_neighbours();
  return finish();
}
