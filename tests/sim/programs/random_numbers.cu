// cuRAND in kernels: Philox4_32_10 and XORWOW give the sequences that a card gives, wherever they
// begin; uniform numbers lie in (0, 1], normal ones have mean 0 and deviation 1.
#include <curand_kernel.h>

#include <cmath>
#include <vector>

#include "program.hpp"

using Philox = curandStatePhilox4_32_10_t;
using Xorwow = curandState;

struct Begin {
  unsigned long long seed, subsequence, offset;
};
constexpr int kNumbers = 7, kBegins = 4;
constexpr Begin begins[kBegins] = {
    {0, 0, 0}, {0, 1, 1}, {1234, 5, 6}, {0x123456789abcdef, 1ull << 40, 123456789012}};
// Five numbers, one seven further, one three subsequences further, as cuRAND of CUDA 13.0 has them.
// The first four of Philox are those of its authors' own tests.
constexpr unsigned philox[kBegins][kNumbers] = {
    {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, 0xf8e4cca4, 0xc990ef29, 0x6b1ee995},
    {0xf08d6eaa, 0x0f19c053, 0x83f875f0, 0xca7cf69e, 0xd9c77ded, 0xa003a1da, 0x41f691e8},
    {0x32773955, 0x72c26332, 0x26a9bd1b, 0xd88ecb0d, 0x088f2111, 0x2344a738, 0x7bed2388},
    {0x3cc9860e, 0x02531ea6, 0xeb4bfd6c, 0x5bedea22, 0xbde76185, 0xa0f4ac04, 0x8276ada3}};
constexpr unsigned xorwow[kBegins][kNumbers] = {
    {0xbd7f03b6, 0x703e556d, 0x845af0c5, 0x283067fd, 0x1245241f, 0xf983603c, 0xe5c6108b},
    {0x75da7152, 0x555de696, 0x5f5d7f6c, 0x7d569691, 0x9138aaf0, 0xd3158214, 0x68d70f77},
    {0xb0335a0d, 0xc7c04273, 0xd8577152, 0x18c2f892, 0x45ebfbe1, 0xf6eb848b, 0x734e3543},
    {0x81d82027, 0xd92d1393, 0xe70b740e, 0x6dc94209, 0xd8ea82a1, 0x54f53c31, 0xfbd5851f}};

template <typename State>
__global__ void draw(const Begin* from, unsigned* out) {
  State state;
  const Begin begin = from[threadIdx.x];
  curand_init(begin.seed, begin.subsequence, begin.offset, &state);
  unsigned* const own = out + kNumbers * threadIdx.x;
  for (int i = 0; i < 5; ++i) own[i] = curand(&state);
  skipahead(7, &state);
  own[5] = curand(&state);
  skipahead_sequence(3, &state);
  own[6] = curand(&state);
}

__global__ void draw_four(unsigned* out, float* uniform) {
  Philox state;
  curand_init(77, 3, 2, &state);
  for (int i = 0; i < 4; ++i) {
    const uint4 four = curand4(&state);
    out[4 * i] = four.x;
    out[4 * i + 1] = four.y;
    out[4 * i + 2] = four.z;
    out[4 * i + 3] = four.w;
    curand(&state);
  }
  Xorwow other;
  curand_init(0, 0, 13, &other);
  uniform[0] = curand_uniform(&other);
  uniform[1] = float(curand_uniform_double(&other));
}

template <typename State>
__global__ void distribute(State* states, float* sums, int count) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  State state = states[id];
  curand_init(42, id, 0, &state);
  float uniform = 0, normal = 0, squares = 0, log_normal = 0, doubles = 0;
  for (int i = 0; i < count; ++i) {
    uniform += curand_uniform(&state);
    const float v = curand_normal(&state);
    normal += v;
    squares += v * v;
    log_normal += curand_log_normal(&state, 0.0f, 0.5f);
    doubles += float(curand_normal_double(&state) * curand_uniform_double(&state));
  }
  states[id] = state;
  atomicAdd(&sums[0], uniform);
  atomicAdd(&sums[1], normal);
  atomicAdd(&sums[2], squares);
  atomicAdd(&sums[3], log_normal);
  atomicAdd(&sums[4], doubles);
}

template <typename State>
void check_sequences(const unsigned (&expected)[kBegins][kNumbers]) {
  kit::DeviceBuffer<Begin> from(begins, kBegins);
  kit::DeviceBuffer<unsigned> out(kBegins * kNumbers);
  draw<State><<<1, kBegins>>>(from.data(), out.data());
  KIT_CHECK(cudaGetLastError());
  unsigned numbers[kBegins * kNumbers];
  out.download(numbers);
  for (int i = 0; i < kBegins * kNumbers; ++i)
    EXPECT(numbers[i] == expected[i / kNumbers][i % kNumbers]);
}

template <typename State>
void check_distributions() {
  const int blocks = 4, threads = 32, count = 60;
  kit::DeviceBuffer<State> states(blocks * threads);
  KIT_CHECK(cudaMemset(states.data(), 0, states.bytes()));
  kit::DeviceBuffer<float> sums(5);
  KIT_CHECK(cudaMemset(sums.data(), 0, sums.bytes()));
  distribute<State><<<blocks, threads>>>(states.data(), sums.data(), count);
  KIT_CHECK(cudaGetLastError());
  float s[5];
  sums.download(s);
  for (float& sum : s) sum /= float(blocks * threads * count);
  EXPECT(std::fabs(s[0] - 0.5) < 0.02 && std::fabs(s[1]) < 0.05 && std::fabs(s[2] - 1) < 0.08);
  EXPECT(std::fabs(s[3] - std::exp(0.125)) < 0.05 && std::fabs(s[4]) < 0.05);
}

int main() {
  check_sequences<Philox>(philox);
  check_sequences<Xorwow>(xorwow);
  check_distributions<Philox>();
  check_distributions<Xorwow>();
  kit::DeviceBuffer<unsigned> four(16);
  kit::DeviceBuffer<float> uniform(2);
  draw_four<<<1, 1>>>(four.data(), uniform.data());
  KIT_CHECK(cudaGetLastError());
  const unsigned expected[16] = {0x5a77c64a, 0x4c528c5f, 0x5de1d969, 0xe6ae30e2,  //
                                 0xcbadbb11, 0x82bb0afe, 0x336a1a25, 0xe5c0c871,
                                 0xd5ecd5fb, 0x012fa6e6, 0xa1bf48ac, 0xa64d1dc8,
                                 0x769f4816, 0x104b081b, 0x9e764c26, 0x13ada39d};
  unsigned drawn[16];
  four.download(drawn);
  for (int i = 0; i < 16; ++i) EXPECT(drawn[i] == expected[i]);
  float u[2];
  uniform.download(u);
  EXPECT(u[0] > 0 && u[0] <= 1 && u[1] > 0 && u[1] <= 1 && u[0] != u[1]);
  static_assert(sizeof(Philox) == 64 && sizeof(Xorwow) == 48);
  return finish();
}
