/// @file
/// Launches for tests/hardware/compare_counts: atomic operations on global and shared memory.
/// Where all lanes of a warp mean one word nvcc lets one of them do it, which is one request too.
#include "launches.cuh"

using launches::check, launches::value;

namespace {

constexpr int kCount = 1 << 15;

__global__ void histogram_global(const unsigned char* in, unsigned* bins) {
  atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x]], 1u);
}

// A histogram for each warp, in the banks behind one another.
__global__ void histogram_by_warps(const unsigned char* in, unsigned* bins) {
  __shared__ unsigned own[8][65];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  own[warp][lane] = own[warp][lane + 32] = 0;
  __syncwarp();
  for (int k = 0; k < 4; ++k) {
    const int i = (blockIdx.x * 4 + k) * 256 + t;
    atomicAdd(&own[warp][in[i] / 4], 1u);
  }
  __syncthreads();
  if (t < 64) {
    unsigned sum = 0;
    for (int w = 0; w < 8; ++w) sum += own[w][t];
    atomicAdd(&bins[t], sum);
  }
}

__global__ void append_by_atomics(const unsigned char* in, int* counters, int* out) {
  const int t = threadIdx.x, first = blockIdx.x * blockDim.x;
  const int at = atomicAdd(&counters[blockIdx.x], 1);
  out[first + at] = in[first + t] < 251;
}

__global__ void maximum_by_atomics(const int* in, int* out) {
  __shared__ int best;
  if (threadIdx.x == 0) best = 0;
  __syncthreads();
  atomicMax(&best, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(out, best);
}

__global__ void column_minima(const int* in, int* out, int pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  atomicMin(&out[x], in[y * pitch + x] - 1000);
}

__global__ void sum_doubles(const double* in, double* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&out[i % 48], in[i]);
}

__global__ void sum_floats(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&out[i % 5 * 9], in[i]);
}

// All lanes mean one word, which nvcc cannot see: they take turns on a card. The simulator takes it
// for what one lane does for all.
__global__ void set_bits(const int* in, unsigned* bits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicOr(&bits[i / 32], unsigned(in[i] % 2) << i % 32);
}

__global__ void claim_places(int* owners) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicCAS(&owners[i / 4 * 3], 0, i / 4 + 1);
}

__global__ void swap_in_shared(const int* in, int* out) {
  __shared__ int words[256];
  const int t = threadIdx.x, first = blockIdx.x * 256;
  words[t] = in[first + t];
  __syncthreads();
  out[first + t] = atomicExch(&words[t * 4 % 256 + t / 64], in[first + t] + 1);
}

// No card adds floats in shared memory by one instruction: nvcc makes a loop that compares and
// swaps, and turns as often as lanes want one word. The simulator counts one request.
__global__ void sum_floats_in_shared(const float* in, float* out) {
  __shared__ float sums[16];
  const int t = threadIdx.x;
  if (t < 16) sums[t] = 0;
  __syncthreads();
  atomicAdd(&sums[t % 16], in[blockIdx.x * 128 + t]);
  __syncthreads();
  if (t < 16) out[blockIdx.x * 16 + t] = sums[t];
}

/// How many of the first `count` values are `wanted`.
template <typename Wanted>
int count_of(std::size_t count, Wanted wanted) {
  int found = 0;
  for (std::size_t i = 0; i < count; ++i) found += wanted(value(i));
  return found;
}

}  // namespace

void launches::of_atomics() {
  auto bytes = values<unsigned char>(kCount);
  auto numbers = values<int>(kCount);
  auto bins = zeros<unsigned>(kCount);
  auto out = zeros<int>(kCount);
  histogram_global<<<kCount / 256, 256>>>(bytes.data(), bins.data());
  check("histogram_global", bins, 256, [](std::size_t bin) {
    return count_of(kCount, [=](int found) { return found == int(bin); });
  });
  histogram_by_warps<<<kCount / 1024, 256>>>(bytes.data(), bins.data());
  check("histogram_by_warps", bins, 64, [](std::size_t bin) {
    return count_of(kCount, [=](int found) { return found / 4 == int(bin); });
  });
  auto counters = zeros<int>(kCount / 128);
  append_by_atomics<<<kCount / 128, 128>>>(bytes.data(), counters.data(), out.data());
  check("append_by_atomics", out, kCount, [](std::size_t) { return 1; });
  maximum_by_atomics<<<kCount / 256, 256>>>(numbers.data(), out.data());
  check("maximum_by_atomics", out, 1, [](std::size_t) { return 250; });
  column_minima<<<dim3(6, 10), dim3(32, 8)>>>(numbers.data(), out.data(), 203);
  check("column_minima", out, 192, [](std::size_t x) {
    int least = 0;
    for (std::size_t y = 0; y < 80; ++y) least = std::min(least, value(y * 203 + x) - 1000);
    return least;
  });
  auto doubles = values<double>(kCount);
  auto double_sums = zeros<double>(48);
  sum_doubles<<<kCount / 256, 256>>>(doubles.data(), double_sums.data());
  check("sum_doubles", double_sums, 48, [](std::size_t place) {
    double sum = 0;
    for (std::size_t i = place; i < kCount; i += 48) sum += value(i);
    return sum;
  });
  auto floats = values<float>(kCount);
  auto float_sums = zeros<float>(kCount / 8);
  sum_floats<<<kCount / 256, 256>>>(floats.data(), float_sums.data());
  check("sum_floats", float_sums, 45, [](std::size_t place) {
    double sum = 0;
    for (std::size_t i = place / 9; i < kCount && place % 9 == 0; i += 5) sum += value(i);
    return sum;
  });
  set_bits<<<kCount / 256, 256>>>(numbers.data(), bins.data());
  check("set_bits", bins, kCount / 32, [](std::size_t word) {
    unsigned bits = 0;
    for (std::size_t k = 0; k < 32; ++k) bits |= unsigned(value(32 * word + k) % 2) << k;
    return bits;
  });
  claim_places<<<kCount / 256, 256>>>(out.data());
  check("claim_places", out, kCount / 4 * 3,
        [](std::size_t i) { return i % 3 == 0 ? i / 3 + 1 : 0; });
  swap_in_shared<<<kCount / 256, 256>>>(numbers.data(), out.data());
  check("swap_in_shared", out, kCount, [](std::size_t i) {
    const std::size_t t = i % 256;
    return value(i - t + t * 4 % 256 + t / 64);
  });
  sum_floats_in_shared<<<kCount / 128, 128>>>(floats.data(), float_sums.data());
  check("sum_floats_in_shared", float_sums, kCount / 8, [](std::size_t i) {
    int sum = 0;
    for (std::size_t k = 0; k < 8; ++k) sum += value(i / 16 * 128 + i % 16 + 16 * k);
    return sum;
  });
}
