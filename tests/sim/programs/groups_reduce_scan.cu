// Reductions and scans over tiles and over other lanes, with CUDA's operators and with one's own.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cmath>
#include <limits>
#include <vector>

#include "program.hpp"

namespace cg = cooperative_groups;

constexpr int kThreads = 64, kResults = 10;

struct Affine {  // x -> a * x + b, modulo 2^32; to follow one by another is associative
  unsigned a, b;
};
struct Then {
  __device__ Affine operator()(Affine f, Affine g) const { return {f.a * g.a, f.a * g.b + f.b}; }
};

template <typename T, typename Group>
__device__ void use(const Group& group, T value, T* out) {
  out[0] = cg::reduce(group, value, cg::plus<T>());
  out[1] = cg::reduce(group, value, cg::less<T>());
  out[2] = cg::reduce(group, value, cg::greater<T>());
  out[3] = cg::inclusive_scan(group, value);
  out[4] = cg::exclusive_scan(group, value);
  out[5] = cg::inclusive_scan(group, value, cg::greater<T>());
  out[6] = cg::exclusive_scan(group, value, cg::less<T>());
  if constexpr (std::numeric_limits<T>::is_integer) {
    out[7] = cg::reduce(group, value, cg::bit_and<T>());
    out[8] = cg::reduce(group, value, cg::bit_or<T>());
    out[9] = cg::reduce(group, value, cg::bit_xor<T>());
  } else {
    out[7] = cg::reduce(group, value, [](T a, T b) { return a + b; });
    out[8] = out[9] = T(0);
  }
}

template <unsigned Size, typename T>
__global__ void in_tiles(const T* in, T* out) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  use(tile, in[threadIdx.x], out + kResults * threadIdx.x);
}

// Lanes 0, 3, 6 ... of each warp, and the others.
template <typename T>
__global__ void in_parts(const T* in, T* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto part = cg::binary_partition(warp, threadIdx.x % 32 % 3 == 0);
  use(part, in[threadIdx.x], out + kResults * threadIdx.x);
}

template <typename T>
__global__ void in_whole_warps(const T* in, T* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  use(cg::binary_partition(warp, true), in[threadIdx.x], out + kResults * threadIdx.x);
}

__global__ void own_operator(Affine* out, int* stored) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const unsigned t = threadIdx.x;
  out[t] = cg::inclusive_scan(tile, Affine{2 * t + 1, t}, Then());
  cg::reduce_store_async(tile, stored + tile.meta_group_rank(), int(t), cg::plus<int>());
}

template <typename T>
bool same(T a, T b) {
  return a == b && std::signbit(double(a)) == std::signbit(double(b));
}

// What each thread gets if its group is that of all threads with its label.
template <typename T, typename Label>
void check(const std::vector<T>& in, const std::vector<T>& out, Label label) {
  for (int t = 0; t < kThreads; ++t) {
    const T* got = out.data() + kResults * t;
    T sum = 0, before = 0, least = in[t], most = in[t], high = in[t], low = in[t];
    unsigned long long both = ~0ull, either = 0, odd = 0;
    bool first = true;
    for (int i = 0; i < kThreads; ++i) {
      if (label(i) != label(t)) continue;
      const T v = in[i];
      sum = T(sum + v);
      least = v < least ? v : least;
      most = v > most ? v : most;
      if (i < t) before = T(before + v);
      if (i < t) low = first || v < low ? v : low;
      if (i <= t && v > high) high = v;
      if (i < t) first = false;
      if constexpr (std::numeric_limits<T>::is_integer) {
        both &= (unsigned long long)(v);
        either |= (unsigned long long)(v);
        odd ^= (unsigned long long)(v);
      }
    }
    EXPECT(got[0] == sum && same(got[1], least) && same(got[2], most));
    EXPECT(got[3] == T(before + in[t]) && got[4] == before);
    EXPECT(same(got[5], high) && same(got[6], first ? T(0) : low));
    if constexpr (std::numeric_limits<T>::is_integer) {
      EXPECT(got[7] == T(both) && got[8] == T(either) && got[9] == T(odd));
    } else {
      EXPECT(got[7] == sum);
    }
  }
}

template <typename T, typename Kernel>
std::vector<T> run(Kernel kernel, const std::vector<T>& in) {
  std::vector<T> out(kThreads * kResults);
  kit::DeviceBuffer<T> device_in(in.data(), in.size()), device_out(out.data(), out.size());
  kernel<<<1, kThreads>>>(device_in.data(), device_out.data());
  KIT_CHECK(cudaGetLastError());
  device_out.download(out.data());
  return out;
}

template <typename T>
void check_all(const std::vector<T>& in) {
  check(in, run<T>(in_tiles<32, T>, in), [](int t) { return t / 32; });
  check(in, run<T>(in_tiles<16, T>, in), [](int t) { return t / 16; });
  check(in, run<T>(in_tiles<4, T>, in), [](int t) { return t / 4; });
  check(in, run<T>(in_tiles<1, T>, in), [](int t) { return t; });
  check(in, run<T>(in_parts<T>, in), [](int t) { return t / 32 * 2 + (t % 32 % 3 == 0); });
  check(in, run<T>(in_whole_warps<T>, in), [](int t) { return t / 32; });
}

// Sums stay within the type, and within what a floating-point number holds exactly.
template <typename T>
std::vector<T> numbers(unsigned seed, int range, int offset, T scale) {
  std::vector<T> values(kThreads);
  for (T& value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = T(int(seed >> 8) % range + offset) * scale;
  }
  return values;
}

int main() {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    check_all(numbers<int>(seed, 60000001, -30000000, 1));
    check_all(numbers<unsigned>(seed, 1 << 24, 0, 255u));
    check_all(numbers<long long>(seed, 1 << 24, -(1 << 23), 1ll << 30));
    check_all(numbers<float>(seed, 4001, -2000, 0.125f));
    check_all(numbers<double>(seed, 1 << 24, -(1 << 23), 1.0 / 1024));
  }
  auto edges = numbers<float>(9, 101, -50, 1.0f);
  edges[3] = std::numeric_limits<float>::infinity();
  edges[40] = edges[41] = -std::numeric_limits<float>::infinity();
  check_all(edges);
  auto extremes = numbers<int>(10, 3, -1, 1);
  extremes[7] = std::numeric_limits<int>::max() - 100;
  extremes[50] = std::numeric_limits<int>::min() + 100;
  check_all(extremes);

  std::vector<Affine> affine(32);
  std::vector<int> stored(2, -1);
  kit::DeviceBuffer<Affine> device_affine(affine.data(), 32);
  kit::DeviceBuffer<int> device_stored(stored.data(), 2);
  own_operator<<<1, 32>>>(device_affine.data(), device_stored.data());
  KIT_CHECK(cudaGetLastError());
  device_affine.download(affine.data());
  device_stored.download(stored.data());
  EXPECT(stored[0] == 120 && stored[1] == 376);
  // CUDA combines a thread's own value with the lower one's: the last function is the outer one.
  for (unsigned t = 0; t < 32; ++t) {
    Affine f{1, 0};
    for (unsigned i = t / 16 * 16; i <= t; ++i) f = {(2 * i + 1) * f.a, (2 * i + 1) * f.b + i};
    EXPECT(affine[t].a == f.a && affine[t].b == f.b);
  }
  return finish();
}
