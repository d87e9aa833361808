// Intrinsics that work on the halves and the bytes of a word, sums of products of bytes, and what
// the lanes of a warp hold together: on edges and on random words, against sums lane by lane.
#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstring>
#include <random>
#include <type_traits>
#include <vector>

#include "program.hpp"

constexpr int kWords = 512;

// 8 or 16 bits of a word, as a number with or without sign.
long lane_of(unsigned word, int lane, int bits, bool with_sign) {
  const long value = word >> (lane * bits) & ((1u << bits) - 1);
  return with_sign && value >= 1l << (bits - 1) ? value - (1l << bits) : value;
}

long clamped(long value, int bits, bool with_sign) {
  const long lowest = with_sign ? -(1l << (bits - 1)) : 0;
  return std::min(std::max(value, lowest), lowest + (1l << bits) - 1);
}

std::vector<unsigned> words(unsigned seed) {
  std::vector<unsigned> list;
  const unsigned edges[] = {0,           0xffffffffu, 0x80008000u, 0x7fff7fffu,
                            0x80808080u, 0x7f7f7f7fu, 0x00010001u, 0xff01ff01u};
  for (const unsigned a : edges)
    for (const unsigned b : edges) list.push_back(seed == 1 ? a : b);
  std::mt19937 random(seed);
  while (list.size() < kWords) list.push_back(unsigned(random()));
  return list;
}

struct Words {
  std::vector<unsigned> a = words(1), b = words(2), c = words(3),
                        out = std::vector<unsigned>(kWords);
  kit::DeviceBuffer<unsigned> d_a{a.data(), kWords}, d_b{b.data(), kWords}, d_c{c.data(), kWords},
      d_out{kWords};
};

template <typename Kernel>
void run(Words& w, Kernel kernel) {
  kernel<<<kWords / 128, 128>>>(w.d_a.data(), w.d_b.data(), w.d_c.data(), w.d_out.data());
  KIT_CHECK(cudaGetLastError());
  w.d_out.download(w.out.data());
}

// What one lane gets, put into the lanes of a word.
template <typename Lane>
void expect_lanes(const char* name, const Words& w, int bits, bool with_sign, Lane lane) {
  for (int i = 0; i < kWords; ++i) {
    unsigned expected = 0;
    for (int k = 0; k < 32 / bits; ++k) {
      const long x = lane_of(w.a[i], k, bits, with_sign), y = lane_of(w.b[i], k, bits, with_sign);
      expected |= (unsigned(lane(x, y, bits)) & ((1u << bits) - 1)) << (k * bits);
    }
    if (w.out[i] != expected)
      std::printf("%s(%08x, %08x) = %08x, not %08x\n", name, w.a[i], w.b[i], w.out[i], expected);
    EXPECT(w.out[i] == expected);
  }
}

#define KERNEL(name, call)                                                             \
  __global__ void kernel_##name(const unsigned* a, const unsigned* b, const unsigned*, \
                                unsigned* o) {                                         \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                               \
    const unsigned x = a[i], y = b[i];                                                 \
    o[i] = call + 0 * y;                                                               \
  }
// Every function with 2 and with 4 lanes: its name, whether lanes have a sign, what a lane gets.
#define BINARY(apply)                                                                           \
  apply(__vadd, false, x + y) apply(__vsub, false, x - y) apply(                                \
      __vaddss, true, clamped(x + y, bits, true)) apply(__vsubss, true,                         \
                                                        clamped(x - y, bits, true))             \
      apply(__vaddus, false, clamped(x + y, bits, false)) apply(                                \
          __vsubus, false, clamped(x - y, bits, false)) apply(__vabsdiffs, true,                \
                                                              std::max(x, y) - std::min(x, y))  \
          apply(__vabsdiffu, false, std::max(x, y) - std::min(x, y)) apply(                     \
              __vavgs, true, x + y >= 0 ? (x + y + 1) / 2 : -(-x - y + 1) / 2)                  \
              apply(__vavgu, false, (x + y + 1) / 2) apply(__vhaddu, false, (x + y) / 2) apply( \
                  __vmaxs, true, std::max(x, y)) apply(__vmaxu, false, std::max(x, y))          \
                  apply(__vmins, true, std::min(x, y)) apply(__vminu, false, std::min(x, y))    \
                      apply(__vcmpeq, false, x == y ? -1 : 0)                                   \
                          apply(__vcmpne, false, x != y ? -1 : 0) apply(                        \
                              __vcmpges, true,                                                  \
                              x >= y ? -1 : 0) apply(__vcmpgeu, false, x >= y ? -1 : 0)         \
                              apply(__vcmpgts, true, x > y ? -1 : 0) apply(                     \
                                  __vcmpgtu, false,                                             \
                                  x > y ? -1 : 0) apply(__vcmples, true, x <= y ? -1 : 0)       \
                                  apply(__vcmpleu, false, x <= y ? -1 : 0) apply(               \
                                      __vcmplts, true,                                          \
                                      x < y ? -1 : 0) apply(__vcmpltu, false, x < y ? -1 : 0)   \
                                      apply(__vseteq, false, x == y ? 1 : 0)                    \
                                          apply(__vsetne, false, x != y ? 1 : 0) apply(         \
                                              __vsetges, true, x >= y ? 1 : 0)                  \
                                              apply(__vsetgeu, false, x >= y ? 1 : 0) apply(    \
                                                  __vsetgts, true, x > y ? 1 : 0)               \
                                                  apply(__vsetgtu, false, x > y ? 1 : 0) apply( \
                                                      __vsetles, true, x <= y ? 1 : 0)          \
                                                      apply(__vsetleu, false, x <= y ? 1 : 0)   \
                                                          apply(__vsetlts, true, x < y ? 1 : 0) \
                                                              apply(__vsetltu, false,           \
                                                                    x < y ? 1 : 0)
#define UNARY(apply)                                                                             \
  apply(__vabs, true, x < 0 ? -x : x) apply(__vabsss, true, clamped(x < 0 ? -x : x, bits, true)) \
      apply(__vneg, true, -x) apply(__vnegss, true, clamped(-x, bits, true))

#define BINARY_KERNELS(name, with_sign, lane) \
  KERNEL(name##2, name##2(x, y))              \
  KERNEL(name##4, name##4(x, y))
#define UNARY_KERNELS(name, with_sign, lane) \
  KERNEL(name##2, name##2(x))                \
  KERNEL(name##4, name##4(x))
BINARY(BINARY_KERNELS)
UNARY(UNARY_KERNELS)

void lanes() {
  Words w;
#define CHECK_LANES(name, lanes_of_name, width, with_sign, lane) \
  run(w, kernel_##name##lanes_of_name);                          \
  expect_lanes(#name, w, width, with_sign,                       \
               [](long x, [[maybe_unused]] long y, [[maybe_unused]] int bits) { return lane; });
#define CHECK_BOTH(name, with_sign, lane)     \
  CHECK_LANES(name, 2, 16, with_sign, (lane)) \
  CHECK_LANES(name, 4, 8, with_sign, (lane))
  BINARY(CHECK_BOTH)
  UNARY(CHECK_BOTH)
}

KERNEL(sads2, __vsads2(x, y))
KERNEL(sads4, __vsads4(x, y))
KERNEL(sadu2, __vsadu2(x, y))
KERNEL(sadu4, __vsadu4(x, y))

void distances() {
  Words w;
  using Kernel = void (*)(const unsigned*, const unsigned*, const unsigned*, unsigned*);
  const Kernel kernels[] = {kernel_sads2, kernel_sads4, kernel_sadu2, kernel_sadu4};
  for (int k = 0; k < 4; ++k) {
    run(w, kernels[k]);
    const int bits = k % 2 == 0 ? 16 : 8;
    for (int i = 0; i < kWords; ++i) {
      long sum = 0;
      for (int lane = 0; lane < 32 / bits; ++lane)
        sum += std::labs(lane_of(w.a[i], lane, bits, k < 2) - lane_of(w.b[i], lane, bits, k < 2));
      EXPECT(w.out[i] == unsigned(sum));
    }
  }
}

template <typename To, typename From>
__device__ To same_bits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  memcpy(&to, &from, sizeof(To));
  return to;
}

enum Products { four_bytes, lower_bytes, upper_bytes };

// With or without sign, of words or of vectors.
template <Products products, bool with_sign, bool vectors>
__global__ void multiply(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned x = a[i], y = b[i], z = c[i];
  using Halves = std::conditional_t<with_sign, short2, ushort2>;
  using Bytes = std::conditional_t<with_sign, char4, uchar4>;
  using Number = std::conditional_t<with_sign, int, unsigned>;
  using First = std::conditional_t<!vectors, Number,
                                   std::conditional_t<products == four_bytes, Bytes, Halves>>;
  using Second = std::conditional_t<vectors, Bytes, Number>;
  const auto first = same_bits<First>(x);
  const auto second = same_bits<Second>(y);
  Number result;
  if constexpr (products == four_bytes) result = __dp4a(first, second, Number(z));
  if constexpr (products == lower_bytes) result = __dp2a_lo(first, second, Number(z));
  if constexpr (products == upper_bytes) result = __dp2a_hi(first, second, Number(z));
  out[i] = unsigned(result);
}

template <Products products, bool with_sign>
void check_products(Words& w) {
  const int bits = products == four_bytes ? 8 : 16, first = products == upper_bytes ? 2 : 0;
  for (const bool vectors : {false, true}) {
    run(w, vectors ? multiply<products, with_sign, true> : multiply<products, with_sign, false>);
    for (int i = 0; i < kWords; ++i) {
      long sum = long(w.c[i]);
      for (int k = 0; k < 32 / bits; ++k)
        sum += lane_of(w.a[i], k, bits, with_sign) * lane_of(w.b[i], first + k, 8, with_sign);
      EXPECT(w.out[i] == unsigned(sum));
    }
  }
}

// nvcc has these for compute capability 8.0 and newer.
#if !defined(__NVCC__) || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define REDUCE(call) call
#else
#define REDUCE(call) 0
#endif

__global__ void reduce(const unsigned* in, unsigned mask, unsigned* out, int* known) {
  const unsigned lane = threadIdx.x;
  [[maybe_unused]] const unsigned value = in[lane];
#if defined(__NVCC__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  *known = 0;
#else
  *known = 1;
#endif
  if ((mask >> lane & 1) == 0) return;
  out[lane] = unsigned(REDUCE(__reduce_add_sync(mask, int(value))));
  out[32 + lane] = REDUCE(__reduce_add_sync(mask, value));
  out[64 + lane] = unsigned(REDUCE(__reduce_min_sync(mask, int(value))));
  out[96 + lane] = REDUCE(__reduce_min_sync(mask, value));
  out[128 + lane] = unsigned(REDUCE(__reduce_max_sync(mask, int(value))));
  out[160 + lane] = REDUCE(__reduce_max_sync(mask, value));
  out[192 + lane] = REDUCE(__reduce_and_sync(mask, value));
  out[224 + lane] = REDUCE(__reduce_or_sync(mask, value));
  out[256 + lane] = REDUCE(__reduce_xor_sync(mask, value));
}

void warps() {
  std::mt19937 random(5);
  for (const unsigned mask : {0xffffffffu, 0xffffu, 0x80000001u, 0x00100000u, 0xf0f0f0f0u}) {
    std::vector<unsigned> values(32), out(9 * 32);
    for (unsigned& value : values) value = unsigned(random()) | (mask == 0xffffu ? 0xf0000000u : 0);
    int known = 0;
    kit::DeviceBuffer<unsigned> d_values(values.data(), 32), d_out(out.data(), out.size());
    kit::DeviceBuffer<int> d_known(&known, 1);
    reduce<<<1, 32>>>(d_values.data(), mask, d_out.data(), d_known.data());
    KIT_CHECK(cudaGetLastError());
    d_out.download(out.data());
    d_known.download(&known);
    if (known == 0) return;
    unsigned sum = 0, all = ~0u, any = 0, odd = 0, lowest = ~0u, highest = 0;
    int least = INT_MAX, most = INT_MIN;
    for (int lane = 0; lane < 32; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      const unsigned value = values[lane];
      sum += value, all &= value, any |= value, odd ^= value;
      lowest = std::min(lowest, value), highest = std::max(highest, value);
      least = std::min(least, int(value)), most = std::max(most, int(value));
    }
    const unsigned expected[] = {sum, sum, unsigned(least), lowest, unsigned(most), highest, all,
                                 any, odd};
    for (int k = 0; k < 9; ++k)
      for (int lane = 0; lane < 32; ++lane)
        EXPECT(out[k * 32 + lane] == ((mask >> lane & 1) != 0 ? expected[k] : 0));
  }
}

int main() {
  lanes();
  distances();
  Words w;
  check_products<four_bytes, true>(w);
  check_products<four_bytes, false>(w);
  check_products<lower_bytes, true>(w);
  check_products<lower_bytes, false>(w);
  check_products<upper_bytes, true>(w);
  check_products<upper_bytes, false>(w);
  warps();
  return finish();
}
