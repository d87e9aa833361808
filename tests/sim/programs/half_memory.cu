// Half precision numbers and pairs in memory and between threads: loads and stores with hints,
// shared memory, kernel arguments, shuffles, reductions and atomic additions.
#include <vector>

#include "half_reference.hpp"

// Each lane's value is a half, or a pair, made from its number: exact, and different in each lane.
__device__ inline __half lane_half(int lane) {
  return __int2half_rn(lane * 3 + 1);
}
__device__ inline __half2 lane_pair(int lane) {
  return __half2(lane_half(lane), __hneg(lane_half(lane)));
}

__global__ void shuffles(float* out) {
  const int lane = int(threadIdx.x);
  const unsigned all = 0xffffffffu;
  out[lane] = __half2float(__shfl_sync(all, lane_half(lane), 7));
  out[32 + lane] = __half2float(__shfl_up_sync(all, lane_half(lane), 3));
  out[64 + lane] = __half2float(__shfl_down_sync(all, lane_half(lane), 5));
  out[96 + lane] = __half2float(__shfl_xor_sync(all, lane_half(lane), 9, 16));
  const __half2 at = __shfl_sync(all, lane_pair(lane), lane + 1);
  const __half2 up = __shfl_up_sync(all, lane_pair(lane), 2, 8);
  const __half2 down = __shfl_down_sync(all, lane_pair(lane), 1);
  const __half2 other = __shfl_xor_sync(all, lane_pair(lane), 31);
  out[128 + lane] = __low2float(at);
  out[160 + lane] = __high2float(up);
  out[192 + lane] = __low2float(down);
  out[224 + lane] = __high2float(other);
}

// Small whole numbers: every order of the additions gives the same sum.
__global__ void warp_sum(const half* in, float* out) {
  half value = in[threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  if (threadIdx.x == 0) *out = float(value);
}

__global__ void hinted(const half* in, const half2* pairs, half* out, half2* out_pairs) {
  const int i = int(threadIdx.x);
  out[i] = __ldg(in + i);
  out[32 + i] = __ldca(in + i);
  __stcs(out + 64 + i, __ldcs(in + i));
  __stcg(out + 96 + i, __ldcg(in + i));
  __stwb(out + 128 + i, __ldlu(in + i));
  __stwt(out + 160 + i, __ldcv(in + i));
  __stcs(out + 192 + i, 0.5f);  // becomes a half
  out_pairs[i] = __ldg(pairs + i);
  out_pairs[32 + i] = __ldca(pairs + i);
  __stcs(out_pairs + 64 + i, __ldcs(pairs + i));
  __stcg(out_pairs + 96 + i, __ldcg(pairs + i));
  __stwb(out_pairs + 128 + i, __ldlu(pairs + i));
  __stwt(out_pairs + 160 + i, __ldcv(pairs + i));
}

struct Settings {
  half scale;
  half2 offsets;
};
__constant__ half weights[4];

__global__ void through_shared(const half2* in, half2* out, Settings settings, half2 bias) {
  __shared__ half2 tile[64];
  __shared__ half flat[64];
  extern __shared__ half dynamic[];
  const int i = int(threadIdx.x), n = int(blockDim.x);
  tile[i] = in[i];
  flat[i] = in[i].x;
  dynamic[i] = in[i].y;
  __syncthreads();
  half2 result = tile[n - 1 - i];
  result.x += flat[(i + 1) % n] * settings.scale;
  result.y = __hsub(result.y, dynamic[(i + 2) % n]);
  half own[2] = {weights[i % 4], settings.offsets.y};
  result += __halves2half2(own[i % 2], own[1 - i % 2]);
  out[i] = __hfma2(result, __half2half2(settings.offsets.x), bias);
}

__global__ void additions(half* sums, half2* pair_sums, half* old_values, half2* final_pair) {
  __shared__ half shared_sum;
  __shared__ half2 shared_pair;
  const int i = int(threadIdx.x);
  if (i == 0) {
    shared_sum = 0.0f;
    shared_pair = half2(0.0f, 1.0f);
  }
  __syncthreads();
  old_values[blockIdx.x * blockDim.x + i] = atomicAdd(sums + i % 3, half(1));
  atomicAdd(pair_sums + i % 2, half2(half(2), half(-1)));
  atomicAdd(&shared_sum, half(i % 4));
  atomicAdd(&shared_pair, half2(half(1), half(i % 2)));
  __syncthreads();
  if (i == 0) {
    final_pair[blockIdx.x] = shared_pair;
    sums[4 + blockIdx.x] = shared_sum;
  }
}

// Neighbours in one word: each half is added to, or stored to, by itself.
__global__ void neighbours(half* values) {
  const int i = int(threadIdx.x);
  if (i % 2 == 0)
    atomicAdd(values, half(0.25f));
  else if (i == 1)
    values[1] = half(7);
}

__global__ void one_each(half* values, half2* pairs, const half* addends, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  atomicAdd(values + i, addends[i]);
  atomicAdd(pairs + i, half2(addends[i], addends[i]));
}

template <typename T>
std::vector<T> downloaded(const kit::DeviceBuffer<T>& buffer) {
  std::vector<T> values(buffer.size());
  buffer.download(values.data());
  return values;
}

void check_shuffles() {
  kit::DeviceBuffer<float> out(256);
  shuffles<<<1, 32>>>(out.data());
  KIT_CHECK(cudaGetLastError());
  const auto s = downloaded(out);
  const auto of = [](int lane) { return float(lane * 3 + 1); };
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT(s[lane] == of(7) && s[32 + lane] == of(lane < 3 ? lane : lane - 3));
    EXPECT(s[64 + lane] == of(lane < 27 ? lane + 5 : lane) && s[96 + lane] == of(lane ^ 9));
    EXPECT(s[128 + lane] == of((lane + 1) % 32));
    EXPECT(s[160 + lane] == -of(lane % 8 < 2 ? lane : lane - 2));
    EXPECT(s[192 + lane] == of(lane < 31 ? lane + 1 : lane) && s[224 + lane] == -of(31 - lane));
  }
  std::vector<half> numbers;
  for (int i = 0; i < 32; ++i) numbers.push_back(half(i));
  kit::DeviceBuffer<half> in(numbers.data(), 32);
  kit::DeviceBuffer<float> sum(1);
  warp_sum<<<1, 32>>>(in.data(), sum.data());
  KIT_CHECK(cudaGetLastError());
  EXPECT(downloaded(sum)[0] == 496);
}

void check_hints() {
  std::vector<half> in;
  std::vector<half2> pairs;
  for (int i = 0; i < 32; ++i) {
    in.push_back(half(i * 0.25f));
    pairs.push_back(half2(half(i), half(-i)));
  }
  kit::DeviceBuffer<half> device_in(in.data(), 32), out(224);
  kit::DeviceBuffer<half2> device_pairs(pairs.data(), 32), out_pairs(192);
  hinted<<<1, 32>>>(device_in.data(), device_pairs.data(), out.data(), out_pairs.data());
  KIT_CHECK(cudaGetLastError());
  const auto values = downloaded(out);
  const auto pair_values = downloaded(out_pairs);
  for (std::size_t i = 0; i < 192; ++i) {
    EXPECT(values[i] == in[i % 32]);
    EXPECT(pair_values[i] == pairs[i % 32]);
  }
  for (std::size_t i = 192; i < 224; ++i) EXPECT(values[i] == half(0.5f));
}

void check_shared() {
  constexpr int kCount = 48;
  std::vector<half2> in;
  for (int i = 0; i < kCount; ++i) in.push_back(half2(half(i), half(2 * i)));
  const half host_weights[4] = {half(1), half(2), half(3), half(4)};
  KIT_CHECK(cudaMemcpyToSymbol(weights, host_weights, sizeof host_weights));
  kit::DeviceBuffer<half2> device_in(in.data(), kCount), out(kCount);
  const Settings settings{half(0.5f), half2(half(2), half(8))};
  through_shared<<<1, kCount, kCount * sizeof(half)>>>(device_in.data(), out.data(), settings,
                                                       half2(half(1), half(-1)));
  KIT_CHECK(cudaGetLastError());
  const auto values = downloaded(out);
  for (int i = 0; i < kCount; ++i) {
    // Small multiples of 1/2: all of it is exact.
    const double own[2] = {double(i % 4 + 1), 8};
    const double low = kCount - 1 - i + (i + 1) % kCount * 0.5 + own[i % 2];
    const double high = 2 * (kCount - 1 - i) - 2 * ((i + 2) % kCount) + own[1 - i % 2];
    EXPECT(__low2float(values[std::size_t(i)]) == float(2 * low + 1));
    EXPECT(__high2float(values[std::size_t(i)]) == float(2 * high - 1));
  }
}

void check_atomics() {
  constexpr int kBlocks = 4;
  kit::DeviceBuffer<half> sums(8), old_values(kBlocks * 64);
  kit::DeviceBuffer<half2> pairs(2), final_pairs(kBlocks);
  KIT_CHECK(cudaMemset(sums.data(), 0, sums.bytes()));
  KIT_CHECK(cudaMemset(pairs.data(), 0, pairs.bytes()));
  additions<<<kBlocks, 64>>>(sums.data(), pairs.data(), old_values.data(), final_pairs.data());
  KIT_CHECK(cudaGetLastError());
  const auto s = downloaded(sums);
  const auto p = downloaded(pairs);
  const auto old = downloaded(old_values);
  const auto f = downloaded(final_pairs);
  std::vector<int> seen(3 * 100);
  for (int i = 0; i < kBlocks * 64; ++i)
    ++seen[std::size_t(i % 64 % 3 * 100 + int(old[std::size_t(i)]))];
  for (int k = 0; k < 3; ++k) {
    const int adders = kBlocks * (k == 0 ? 22 : 21);
    EXPECT(float(s[std::size_t(k)]) == float(adders));
    // Each addition saw another old value.
    for (int value = 0; value < 100; ++value)
      EXPECT(seen[std::size_t(k * 100 + value)] == int(value < adders));
  }
  for (int k = 0; k < 2; ++k)
    EXPECT(p[std::size_t(k)] == half2(half(kBlocks * 64), half(-kBlocks * 32)));
  for (int block = 0; block < kBlocks; ++block) {
    EXPECT(float(s[std::size_t(4 + block)]) == 96);
    EXPECT(f[std::size_t(block)] == half2(half(64), half(33)));
  }

  kit::DeviceBuffer<half> word(2);
  KIT_CHECK(cudaMemset(word.data(), 0, word.bytes()));
  neighbours<<<1, 32>>>(word.data());
  KIT_CHECK(cudaGetLastError());
  const auto w = downloaded(word);
  EXPECT(float(w[0]) == 4 && float(w[1]) == 7);
}

// An atomic addition rounds as any other does, and keeps denormal numbers.
void check_atomic_rounding() {
  std::vector<half> values, addends;
  std::vector<half2> pairs;
  for (const Bits first : edges())
    for (const Bits second : edges()) {
      values.push_back(__ushort_as_half(first));
      addends.push_back(__ushort_as_half(second));
      pairs.push_back(half2(values.back(), addends.back()));
    }
  const int count = int(values.size());
  kit::DeviceBuffer<half> sums(values.data(), values.size()), other(addends.data(), values.size());
  kit::DeviceBuffer<half2> pair_sums(pairs.data(), values.size());
  one_each<<<blocks_for(values.size()), kThreads>>>(sums.data(), pair_sums.data(), other.data(),
                                                    count);
  KIT_CHECK(cudaGetLastError());
  const auto s = downloaded(sums);
  const auto p = downloaded(pair_sums);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Bits sum = __half_as_ushort(__hadd(values[i], addends[i]));
    const Bits twice = __half_as_ushort(__hadd(addends[i], addends[i]));
    EXPECT(same(__half_as_ushort(s[i]), sum));
    EXPECT(same(__half_as_ushort(p[i].x), sum) && same(__half_as_ushort(p[i].y), twice));
  }
}

int main() {
  check_shuffles();
  check_hints();
  check_shared();
  check_atomics();
  check_atomic_rounding();
  return finish();
}
