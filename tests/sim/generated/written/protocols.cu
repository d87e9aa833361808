// Threads and blocks that wait for each other, by hand; `// may: kind` marks the lines that a
// finding may name.

// races: ringPublishedTooEarly ticketLockPlainEnd
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

namespace {

constexpr int kBlocks = 2, kThreads = 32, kRounds = 4;

struct Shared {
  unsigned arrived, turn, next, head, tail, stamp, bits;
  int total, other, slots[8], rows[2][kThreads], sums[kBlocks][kThreads];
};

__device__ unsigned look(const unsigned* word) {
  return *(const volatile unsigned*)word;  // may: global_race
}

// All blocks meet: the last to arrive in a round lets the others on, since they count in rounds.
template <bool fenced>
__device__ void meet(Shared* s, unsigned round) {
  __syncthreads();
  if (threadIdx.x == 0) {
    if (fenced) __threadfence();
    atomicAdd(&s->arrived, 1);
    while (look(&s->arrived) < (round + 1) * kBlocks) {
    }
    if (fenced) __threadfence();
  }
  __syncthreads();
}

__global__ void meetWithFences(Shared* s) {
  const unsigned me = blockIdx.x, t = threadIdx.x;
  for (unsigned round = 0; round < kRounds; ++round) {
    s->rows[me][t] = int(10 * round + t + me);
    meet<true>(s, 2 * round);
    s->sums[me][t] += s->rows[1 - me][t];
    meet<true>(s, 2 * round + 1);
  }
}

__global__ void meetWithoutFences(Shared* s) {
  const unsigned me = blockIdx.x, t = threadIdx.x;
  for (unsigned round = 0; round < kRounds; ++round) {
    s->rows[me][t] = int(10 * round + t + me);  // may: global_race
    meet<false>(s, 2 * round);
    s->sums[me][t] += s->rows[1 - me][t];  // may: global_race
    meet<false>(s, 2 * round + 1);
  }
}

// A lock of tickets: who has the next number goes on.
__global__ void ticketLock(Shared* s) {
  if (threadIdx.x % 8 != 0) return;
  const unsigned mine = atomicAdd(&s->next, 1);
  while (look(&s->turn) != mine) {
  }
  __threadfence();
  s->total += int(threadIdx.x) + 1;
  __threadfence();
  atomicAdd(&s->turn, 1);
}

__global__ void ticketLockPlainEnd(Shared* s) {
  if (threadIdx.x % 8 != 0) return;
  const unsigned mine = atomicAdd(&s->next, 1);
  while (look(&s->turn) != mine) {  // may: global_race
  }
  __threadfence();
  s->total += int(threadIdx.x) + 1;  // may: global_race
  __threadfence();
  s->turn = mine + 1;  // may: global_race
}

// A stamp is odd while the writer is at work; the reader does not look at it.
__global__ void stampIgnored(Shared* s) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    atomicAdd(&s->stamp, 1);
    __threadfence();
    s->total = 7;  // may: global_race
    s->other = 8;  // may: global_race
    __threadfence();
    atomicAdd(&s->stamp, 1);
  } else {
    s->slots[0] = s->total + s->other;  // may: global_race
  }
}

// One block fills a ring of four places, the other empties it; whoever comes first fills.
template <bool fenced>
__device__ void ring(Shared* s) {
  if (threadIdx.x != 0) return;
  if (atomicAdd(&s->next, 1) == 0) {
    for (unsigned k = 0; k < 12; ++k) {
      while (k - look(&s->head) == 4) {
      }
      __threadfence();
      s->slots[k % 4] = int(k * k);  // may: global_race
      if (fenced) __threadfence();
      *(volatile unsigned*)&s->tail = k + 1;
    }
  } else {
    for (unsigned k = 0; k < 12; ++k) {
      while (look(&s->tail) == k) {
      }
      __threadfence();
      s->total += s->slots[k % 4];  // may: global_race
      __threadfence();
      *(volatile unsigned*)&s->head = k + 1;
    }
  }
}

__global__ void ringOfFour(Shared* s) {
  ring<true>(s);
}

__global__ void ringPublishedTooEarly(Shared* s) {
  ring<false>(s);
}

// Each lane of the first warp announces its element by a bit; the second warp waits for all bits.
__global__ void bitsAsFlags(Shared* s) {
  const unsigned lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    s->rows[0][lane] = int(lane * 3);
    __threadfence();
    atomicOr(&s->bits, 1u << lane);
  } else {
    while (atomicOr(&s->bits, 0) != ~0u) {
    }
    __threadfence();
    s->sums[0][lane] = s->rows[0][31 - lane];
  }
}

bool isMet(const Shared& s) {
  for (int b = 0; b < kBlocks; ++b) {
    for (int t = 0; t < kThreads; ++t) {
      if (s.sums[b][t] != 60 + 4 * (t + 1 - b)) return false;
    }
  }
  return true;
}

bool isTurned(const Shared& s) {
  for (int t = 0; t < 32; ++t) {
    if (s.sums[0][t] != (31 - t) * 3) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto is = [&](const char* name) { return std::strcmp(argv[1], name) == 0; };
  Shared *s = nullptr, host = {};
  cudaMalloc(&s, sizeof *s);
  cudaMemcpy(s, &host, sizeof host, cudaMemcpyHostToDevice);
  if (is("meetWithFences")) meetWithFences<<<kBlocks, kThreads>>>(s);
  if (is("meetWithoutFences")) meetWithoutFences<<<kBlocks, kThreads>>>(s);
  if (is("ticketLock")) ticketLock<<<kBlocks, kThreads>>>(s);
  if (is("ticketLockPlainEnd")) ticketLockPlainEnd<<<kBlocks, kThreads>>>(s);
  if (is("stampIgnored")) stampIgnored<<<kBlocks, kThreads>>>(s);
  if (is("ringOfFour")) ringOfFour<<<kBlocks, kThreads>>>(s);
  if (is("ringPublishedTooEarly")) ringPublishedTooEarly<<<kBlocks, kThreads>>>(s);
  if (is("bitsAsFlags")) bitsAsFlags<<<1, 64>>>(s);
  if (cudaMemcpy(&host, s, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  bool right = true;
  if (is("meetWithFences")) right = isMet(host);
  if (is("ticketLock")) right = host.total == 2 * (1 + 9 + 17 + 25);
  if (is("ringOfFour")) right = host.total == 506;
  if (is("bitsAsFlags")) right = isTurned(host);
  std::printf("%s: %s\n", argv[1], right ? "right" : "wrong");
  cudaFree(s);
  return right ? 0 : 1;
}
