/// @file
/// Launches for tests/hardware/compare_counts: warps that exchange values by shuffles, votes and
/// groups, sums of many numbers, and arithmetic on halves, doubles and bytes of words.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "launches.cuh"

using launches::as, launches::check, launches::value;
namespace cg = cooperative_groups;

namespace {

constexpr int kCount = 1 << 15;
constexpr unsigned kAll = 0xffffffffu;

__global__ void scan_by_shuffle(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  float sum = in[i];
  for (int delta = 1; delta < 32; delta *= 2) {
    const float left = __shfl_up_sync(kAll, sum, delta);
    sum += lane >= delta ? left : 0.0f;
  }
  out[i] = sum;
}

__global__ void maximum_by_butterfly(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int best = in[i];
  for (int mask = 16; mask > 0; mask /= 2) best = max(best, __shfl_xor_sync(kAll, best, mask));
  out[i] = best;
}

__global__ void threshold_to_bits(const unsigned char* in, unsigned* bits, int threshold) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned word = __ballot_sync(kAll, in[i] > threshold);
  if (threadIdx.x % 32 == 0) bits[i / 32] = word;
}

__global__ void count_alike(const unsigned char* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __popc(__match_any_sync(kAll, in[i] % 8));
}

__global__ void votes(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int mine = in[i];
  const int any = __any_sync(kAll, mine > 245), all = __all_sync(kAll, mine < 249);
  out[i] = 2 * (any != 0) + (all != 0);
}

template <int Size>
__global__ void sum_by_tiles(const float* in, float* out) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = in[i];
  for (int delta = Size / 2; delta > 0; delta /= 2) sum += tile.shfl_down(sum, delta);
  if (tile.thread_rank() == 0) out[i / Size] = sum;
}

__global__ void reduce_groups(const int* in, int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int mine = in[i];
  const int sum = cg::reduce(warp, mine, cg::plus<int>());
  out[i] = sum + 1000 * cg::reduce(warp, mine + 1, cg::greater<int>());
}

__global__ void sum_rows_by_warps(const float* in, float* out, int width, int pitch) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  float sum = 0;
  for (int x = lane; x < width; x += 32) sum += in[row * pitch + x];
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(kAll, sum, delta);
  if (lane == 0) out[row] = sum;
}

__global__ void dot_product(const float* a, const float* b, float* out, int count) {
  __shared__ float sums[128];
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * 128 + t; i < count; i += gridDim.x * 128) sum += a[i] * b[i];
  sums[t] = sum;
  for (int active = 64; active > 0; active /= 2) {
    __syncthreads();
    if (t < active) sums[t] += sums[t + active];
  }
  if (t == 0) atomicAdd(out, sums[0]);
}

__global__ void dot_bytes(const int* a, const int* b, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  int sum = 0;
  for (int k = 0; k < 4; ++k) sum = __dp4a(a[k * all + i], b[k * all + i], sum);
  out[i] = sum;
}

__global__ void axpy_in_halves(const half2* x, const half2* y, half2* out, half2 a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __hfma2(a, x[i], y[i]);
}

// Of plain operators nvcc makes x * y + (-0) and x * 1 + y for cards of compute capability 9.0,
// each of which counts twice there.
__global__ void multiply_in_halves(const half2* x, const half2* y, half2* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __hmul2_rn(x[i], y[i]);
}

__global__ void blend_in_halves(const half2* x, const half2* y, half2* out, half2 a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __hmul2_rn(__hadd2_rn(x[i], y[i]), a);
}

// The numbers are halves in memory only.
__global__ void distance_of_halves(const half* in, float* out, int apart) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = __half2float(in[i]), y = __half2float(in[i + apart]);
  out[i] = x * x + y * y;
}

__global__ void polynomial_of_doubles(const double* in, double* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const double x = in[i];
  out[i] = ((0.5 * x + 3) * x - 7) * x + (x - 1) * (x + 2);
}

__global__ void product_of_complex(const float2* a, const float2* b, float2* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float2 x = a[i], y = b[i];
  out[i] = make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}

// For each element i what `of` makes of the elements of its warp.
template <typename Of>
auto by_warp(Of of) {
  return [of](std::size_t i) { return of(i, i / 32 * 32); };
}

void exchanges() {
  auto floats = launches::values<float>(kCount);
  auto numbers = launches::values<int>(kCount);
  auto bytes = launches::values<unsigned char>(kCount);
  auto out = launches::zeros<float>(kCount);
  auto counts = launches::zeros<int>(kCount);
  scan_by_shuffle<<<kCount / 128, 128>>>(floats.data(), out.data());
  check("scan_by_shuffle", out, kCount, by_warp([](std::size_t i, std::size_t first) {
          int sum = 0;
          for (std::size_t k = first; k <= i; ++k) sum += value(k);
          return sum;
        }));
  maximum_by_butterfly<<<kCount / 128, 128>>>(numbers.data(), counts.data());
  check("maximum_by_butterfly", counts, kCount, by_warp([](std::size_t, std::size_t first) {
          int best = 0;
          for (std::size_t k = first; k < first + 32; ++k) best = std::max(best, value(k));
          return best;
        }));
  threshold_to_bits<<<kCount / 64, 64>>>(bytes.data(), as<unsigned>(counts), 99);
  check("threshold_to_bits", counts, kCount / 32, [](std::size_t word) {
    unsigned bits = 0;
    for (std::size_t k = 0; k < 32; ++k) bits |= unsigned(value(32 * word + k) > 99) << k;
    return int(bits);
  });
  count_alike<<<kCount / 128, 128>>>(bytes.data(), counts.data());
  check("count_alike", counts, kCount, by_warp([](std::size_t i, std::size_t first) {
          int alike = 0;
          for (std::size_t k = first; k < first + 32; ++k) alike += value(k) % 8 == value(i) % 8;
          return alike;
        }));
  votes<<<kCount / 128, 128>>>(numbers.data(), counts.data());
  check("votes", counts, kCount, by_warp([](std::size_t, std::size_t first) {
          bool any = false, all = true;
          for (std::size_t k = first; k < first + 32; ++k) {
            any |= value(k) > 245;
            all &= value(k) < 249;
          }
          return 2 * any + all;
        }));
  const auto sum_of = [](std::size_t size) {
    return [size](std::size_t i) {
      int sum = 0;
      for (std::size_t k = 0; k < size; ++k) sum += value(i * size + k);
      return sum;
    };
  };
  sum_by_tiles<8><<<kCount / 128, 128>>>(floats.data(), out.data());
  check("sum_by_tiles<8>", out, kCount / 8, sum_of(8));
  sum_by_tiles<16><<<kCount / 96, 96>>>(floats.data(), out.data());
  check("sum_by_tiles<16>", out, kCount / 96 * 6, sum_of(16));
  reduce_groups<<<kCount / 128, 128>>>(numbers.data(), counts.data());
  check("reduce_groups", counts, kCount, by_warp([=](std::size_t, std::size_t first) {
          int best = 0;
          for (std::size_t k = first; k < first + 32; ++k) best = std::max(best, value(k) + 1);
          return sum_of(32)(first / 32) + 1000 * best;
        }));
  sum_rows_by_warps<<<25, dim3(32, 4)>>>(floats.data(), out.data(), 200, 217);
  check("sum_rows_by_warps", out, 100, [](std::size_t row) {
    int sum = 0;
    for (std::size_t x = 0; x < 200; ++x) sum += value(row * 217 + x);
    return sum;
  });
}

void arithmetic() {
  auto floats = launches::values<float>(2 * kCount + 8);
  auto out = launches::zeros<float>(2 * kCount);
  dot_product<<<20, 128>>>(floats.data(), floats.data() + 3, out.data(), 20000);
  check("dot_product", out, 1, [](std::size_t) {
    double sum = 0;
    for (std::size_t k = 0; k < 20000; ++k) sum += value(k) * value(k + 3);
    return sum;
  });
  auto numbers = launches::values<int>(2 * kCount);
  auto sums = launches::zeros<int>(kCount);
  dot_bytes<<<32, 128>>>(numbers.data(), numbers.data() + kCount, sums.data());
  check("dot_bytes", sums, 32 * 128, [](std::size_t i) {
    int sum = 0;
    for (std::size_t k = i; k < 4 * 4096; k += 4096) {
      const int a = value(k), b = value(k + kCount);  // one byte each, with a sign
      sum += (a < 128 ? a : a - 256) * (b < 128 ? b : b - 256);
    }
    return sum;
  });
  auto halves = launches::values<half>(4 * kCount);
  auto halves_out = launches::zeros<half>(2 * kCount);
  const half2 two = __float2half2_rn(2.0f);
  axpy_in_halves<<<kCount / 256, 256>>>(as<half2>(halves), as<half2>(halves) + kCount,
                                        as<half2>(halves_out), two);
  check("axpy_in_halves", halves_out, 2 * kCount,
        [](std::size_t i) { return 2 * value(i) + value(i + 2 * kCount); });
  multiply_in_halves<<<kCount / 256, 256>>>(as<half2>(halves), as<half2>(halves) + 1,
                                            as<half2>(halves_out));
  check("multiply_in_halves", halves_out, 2 * kCount,
        [](std::size_t i) { return launches::number(half(float(value(i) * value(i + 2)))); });
  blend_in_halves<<<kCount / 256, 256>>>(as<half2>(halves), as<half2>(halves) + kCount,
                                         as<half2>(halves_out), two);
  check("blend_in_halves", halves_out, 2 * kCount,
        [](std::size_t i) { return 2 * (value(i) + value(i + 2 * kCount)); });
  distance_of_halves<<<kCount / 256, 256>>>(halves.data(), out.data(), 21);
  check("distance_of_halves", out, kCount,
        [](std::size_t i) { return value(i) * value(i) + value(i + 21) * value(i + 21); });
  auto doubles = launches::values<double>(kCount);
  auto doubles_out = launches::zeros<double>(kCount);
  polynomial_of_doubles<<<kCount / 256, 256>>>(doubles.data(), doubles_out.data());
  check("polynomial_of_doubles", doubles_out, kCount, [](std::size_t i) {
    const double x = value(i);
    return 0.5 * x * x * x + 4 * x * x - 6 * x - 2;
  });
  product_of_complex<<<kCount / 512, 512>>>(as<float2>(floats), as<float2>(floats) + 2,
                                            as<float2>(out));
  check("product_of_complex", out, 2 * kCount, [](std::size_t i) {
    const std::size_t k = i / 2 * 2;
    const int a = value(k), b = value(k + 1), c = value(k + 4), d = value(k + 5);
    return i % 2 == 0 ? a * c - b * d : a * d + b * c;
  });
}

}  // namespace

void launches::of_warps() {
  exchanges();
  arithmetic();
}
