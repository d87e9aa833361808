// The kernels of card_rates.cu, each of which does one thing alone. None is taken from the labs.
#pragma once

#include <cstddef>

namespace card_rates {

constexpr int kWarp = 32, kLargestBlock = 1024;
constexpr long long kWaitCycles = 200'000;  // longer than the host takes to queue a launch

__global__ void wait_cycles(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

// --- Latencies: chains of dependent instructions, one warp
// ----------------------------------------

enum class Op { fma, add, imad, iadd, logic, sfu, root, divide, convert, shuffle, fp64, vote };

template <Op op>
__device__ __forceinline__ unsigned step(unsigned x, unsigned y) {
  if constexpr (op == Op::fma) {
    asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+r"(x) : "r"(y));
  } else if constexpr (op == Op::add) {
    asm volatile("add.rn.f32 %0, %0, %1;" : "+r"(x) : "r"(y));
  } else if constexpr (op == Op::imad) {
    asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(y));
  } else if constexpr (op == Op::iadd) {
    // Of two sums one alone would be folded into a longer one.
    asm volatile("{ .reg .u32 t; xor.b32 t, %0, %1; add.u32 %0, t, %1; }" : "+r"(x) : "r"(y));
  } else if constexpr (op == Op::logic) {
    asm volatile("lop3.b32 %0, %0, %1, %1, 0x96;" : "+r"(x) : "r"(y));
  } else if constexpr (op == Op::sfu) {
    asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+r"(x));
  } else if constexpr (op == Op::root) {
    asm volatile("sqrt.rn.f32 %0, %0;" : "+r"(x));
  } else if constexpr (op == Op::divide) {
    asm volatile("div.rn.f32 %0, %1, %0;" : "+r"(x) : "r"(y));
  } else if constexpr (op == Op::convert) {
    float f;
    asm volatile("cvt.rn.f32.s32 %0, %1;" : "=f"(f) : "r"(x));
    x = __float_as_uint(f);
  } else if constexpr (op == Op::shuffle) {
    x = __shfl_xor_sync(~0u, x, 1);
  } else if constexpr (op == Op::vote) {
    x = __ballot_sync(~0u, x > y);
  } else {
    double d = __hiloint2double(int(x), 1);
    asm volatile("fma.rn.f64 %0, %0, %0, %0;" : "+d"(d));
    x = unsigned(__double2hiint(d));
  }
  return x;
}

/// Clocks that kSteps steps of each of kChains chains take a warp; all warps of the block begin
/// together.
template <Op op, int kChains>
__global__ void chains(unsigned* out, long long* clocks, unsigned y) {
  constexpr int kSteps = 64, kTurns = 16;
  unsigned x[kChains];
  for (int c = 0; c < kChains; ++c) x[c] = threadIdx.x + unsigned(c) + 0x3f800000u;
  for (int warm = 0; warm < 2; ++warm) {
    __syncthreads();
    const long long start = clock64();
#pragma unroll 1
    for (int turn = 0; turn < kTurns; ++turn) {
#pragma unroll
      for (int n = 0; n < kSteps / kChains; ++n) {
#pragma unroll
        for (int c = 0; c < kChains; ++c) x[c] = step<op>(x[c], y);
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) clocks[blockIdx.x] = clock64() - start;
  }
  unsigned sum = 0;
  for (int c = 0; c < kChains; ++c) sum += x[c];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
constexpr double kChainSteps = 64 * 16;

/// Clocks of `turns` turns of a loop that is not unrolled; in each, kBranches branches over a store
/// that is never made.
template <int kBranches>
__global__ void loops(unsigned* out, long long* clocks, unsigned turns, unsigned never) {
  unsigned x = threadIdx.x;
  long long start = 0;
  for (int warm = 0; warm < 2; ++warm) {
    start = clock64();
#pragma unroll 1
    for (unsigned turn = 0; turn < turns; ++turn) {
      asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(never));
#pragma unroll
      for (int n = 0; n < kBranches; ++n) {
        if (turn == never + unsigned(n)) {
          out[x] = turn;
          __threadfence();
        }
      }
    }
    if (threadIdx.x == 0) *clocks = clock64() - start;
  }
  out[threadIdx.x] = x;
}

/// A chase through `bytes` of memory, a step of `stride` at a time.
enum class Space { l1, l2, shared, constant };
__constant__ unsigned constant_links[2048];

template <Space space>
__global__ void chase(const unsigned* links, long long* clocks, unsigned* out, int warm, int steps,
                      unsigned lane_step) {
  __shared__ unsigned near[2048];
  for (int n = int(threadIdx.x); n < 2048; n += int(blockDim.x)) near[n] = unsigned(n + 32) % 2048;
  __syncthreads();
  unsigned at = threadIdx.x * lane_step;
  long long start = 0;
  for (int n = -warm; n < steps; ++n) {
    if (n == 0) start = clock64();
    if constexpr (space == Space::l1) {
      asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(at) : "l"(links + at) : "memory");
    } else if constexpr (space == Space::l2) {
      asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(at) : "l"(links + at) : "memory");
    } else if constexpr (space == Space::shared) {
      at = *static_cast<volatile unsigned*>(near + at);
    } else {
      at = constant_links[at];
    }
  }
  const long long end = clock64();
  if (threadIdx.x == 0) *clocks = end - start;
  out[threadIdx.x] = at;
}

// --- Rates of memory on one multiprocessor
// --------------------------------------------------------

/// Clocks of `turns` x 8 requests of each warp to memory that its first-level cache holds. Lane l
/// reads the vector number l * lane_step + 1.
template <typename Vector>
__global__ void read_l1(const Vector* data, long long* clocks, float* out, int lane_step, int turns,
                        int none) {
  const int lane = int(threadIdx.x) % kWarp;
  const Vector* mine = data + lane * lane_step;
  float sum = 0;
  long long start = 0;
  // 0 is added, which the compiler does not know: it must not read once for several turns.
  for (int turn = -1; turn < turns; ++turn, mine += none) {
    if (turn == 0) {
      __syncthreads();
      start = clock64();
    }
#pragma unroll
    for (int n = 0; n < 8; ++n) {
      Vector v;
      if constexpr (sizeof(Vector) == 16) {
        asm volatile("ld.global.ca.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                     : "l"(mine + n * kWarp));
        sum += v.x + v.y + v.z + v.w;
      } else {
        asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(v) : "l"(mine + n * kWarp));
        sum += v;
      }
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) clocks[blockIdx.x] = clock64() - start;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// The same for shared memory.
template <typename Vector>
__global__ void read_shared(long long* clocks, float* out, int lane_step, int turns) {
  __shared__ __align__(16) float words[8192];
  for (int n = int(threadIdx.x); n < 8192; n += int(blockDim.x)) words[n] = 0;
  __syncthreads();
  const unsigned address = unsigned(__cvta_generic_to_shared(words)) +
                           threadIdx.x % kWarp * unsigned(lane_step * sizeof(Vector));
  float sum = 0;
  const long long start = clock64();
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int n = 0; n < 8; ++n) {
      if constexpr (sizeof(Vector) == 16) {
        float4 v;
        asm volatile("ld.volatile.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                     : "r"(address + unsigned(n) * 512));
        sum += v.x + v.y + v.z + v.w;
      } else {
        float v;
        asm volatile("ld.volatile.shared.f32 %0, [%1];" : "=f"(v) : "r"(address + unsigned(n) * 4));
        sum += v;
      }
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) clocks[blockIdx.x] = clock64() - start;
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Constant memory: lane l wants word l % words of 32 ones, so that `words` are handed out.
__global__ void read_constant(long long* clocks, unsigned* out, int words, int turns,
                              unsigned none) {
  unsigned at = threadIdx.x % kWarp % unsigned(words), sum = 0;
  const long long start = clock64();
  for (int turn = 0; turn < turns; ++turn, at += none) {
#pragma unroll
    for (int n = 0; n < 8; ++n) {
      sum += constant_links[(at + unsigned(n)) % 64];
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) clocks[blockIdx.x] = clock64() - start;
  out[threadIdx.x] = sum;
}

__global__ void barriers(long long* clocks, int turns) {
  __syncthreads();
  const long long start = clock64();
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int n = 0; n < 8; ++n) __syncthreads();
  }
  if (threadIdx.x == 0) *clocks = clock64() - start;
}

// --- Rates of the whole card
// ----------------------------------------------------------------------

__global__ void empty() {}

__global__ void read_all(const float4* data, std::size_t count, float* out, int turns) {
  float sum = 0;
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  for (int turn = 0; turn < turns; ++turn) {
    // In each turn another block's part, which no first-level cache holds.
    const unsigned block = (blockIdx.x + unsigned(turn) * 41) % gridDim.x;
    std::size_t n = std::size_t(block) * blockDim.x + threadIdx.x;
    for (; n + 3 * stride < count; n += 4 * stride) {
      float4 v[4];
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(v[k].x), "=f"(v[k].y), "=f"(v[k].z), "=f"(v[k].w)
                     : "l"(data + n + std::size_t(k) * stride));
      }
#pragma unroll
      for (int k = 0; k < 4; ++k) sum += v[k].x + v[k].y + v[k].z + v[k].w;
    }
  }
  if (sum == 1.25f) *out = sum;
}

template <typename Vector>
__global__ void write_all(Vector* data, std::size_t count, int turns) {
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  for (int turn = 0; turn < turns; ++turn) {
    for (std::size_t n = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; n < count; n += stride)
      data[n] = Vector{};
  }
}

template <typename Vector>
__global__ void copy_all(const Vector* __restrict__ input, Vector* __restrict__ output,
                         std::size_t count) {
  const std::size_t n = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (n < count) output[n] = input[n];
}

/// Every lane wants a sector of its own, 128 bytes from the next lane's.
__global__ void read_sectors(const float* data, std::size_t lines, float* out) {
  float sum = 0;
  const std::size_t stride = std::size_t(gridDim.x) * blockDim.x;
  std::size_t n = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; n + 3 * stride < lines; n += 4 * stride) {
    float v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      asm volatile("ld.global.cg.f32 %0, [%1];"
                   : "=f"(v[k])
                   : "l"(data + (n + std::size_t(k) * stride) * 32));
    }
    sum += v[0] + v[1] + v[2] + v[3];
  }
  if (sum == 1.25f) *out = sum;
}

__global__ void add_atomically(unsigned* data, int turns, unsigned lane_step, unsigned warp_step) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned* const mine = data + thread % kWarp * lane_step + thread / kWarp * warp_step;
  for (int turn = 0; turn < turns; ++turn) asm volatile("red.global.add.u32 [%0], 1;" ::"l"(mine));
}

__global__ void add_in_shared(unsigned* out, long long* clocks, int turns, unsigned lane_step) {
  __shared__ unsigned sums[1024];
  sums[threadIdx.x] = 0;
  __syncthreads();
  const long long start = clock64();
  for (int turn = 0; turn < turns; ++turn) atomicAdd(&sums[threadIdx.x % kWarp * lane_step], 1u);
  __syncthreads();
  if (threadIdx.x == 0) *clocks = clock64() - start;
  out[threadIdx.x] = sums[threadIdx.x];
}

/// Clocks of one thread's atomic additions, each of which waits for the one before.
__global__ void wait_for_atomics(unsigned* data, long long* clocks, int turns, unsigned none) {
  unsigned before = 0;
  const long long start = clock64();
  for (int turn = 0; turn < turns; ++turn) before = atomicAdd(data + (before & none), 1u);
  *clocks = clock64() - start;
  data[1] = before;
}

}  // namespace card_rates
