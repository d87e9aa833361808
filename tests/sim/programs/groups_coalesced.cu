// Groups of the lanes that happen to be together, and groups that a predicate or a label makes. How
// many lanes the first kind has is left to the card: what is checked holds for any.
#include <cooperative_groups.h>

#include <algorithm>
#include <vector>

#include "program.hpp"

namespace cg = cooperative_groups;

// One atomic operation for all lanes that have found something.
__device__ int next_place(int* count) {
  const cg::coalesced_group active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(count, int(active.size()));
  return active.shfl(base, 0) + int(active.thread_rank());
}

__global__ void keep_multiples(const int* in, int* out, int* count, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (in[i] % 3 == 0) out[next_place(count)] = in[i];
  }
}

struct Seen {
  unsigned rank, size, lanes, sum, up, down, all;
};

__global__ void in_branches(Seen* out) {
  const unsigned t = threadIdx.x;
  Seen seen;
  const auto look = [&](unsigned value) {
    const cg::coalesced_group group = cg::coalesced_threads();
    seen.rank = group.thread_rank();
    seen.size = group.size();
    seen.lanes = 0;
    seen.sum = 0;
    for (unsigned i = 0; i < group.size(); ++i) {
      const unsigned lane = group.shfl(t % 32, int(i));
      seen.lanes |= 1u << lane;
      seen.sum += group.shfl(value, int(i));
    }
    seen.up = group.shfl_up(t, 1);
    seen.down = group.shfl_down(t, 1);
    seen.all = group.ballot(1) == 0xffffffffu >> (32 - group.size()) && group.all(1) &&
               !group.any(0) && group.match_any(7) == group.ballot(1);
    group.sync();
  };
  if (t % 4 == 0)
    look(1);
  else if (t % 4 == 1)
    look(100);
  else
    look(10000);
  out[t] = seen;
}

__global__ void by_predicate(Seen* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned t = threadIdx.x;
  const auto part = cg::binary_partition(warp, t % 5 == 0);
  const auto whole = cg::binary_partition(warp, true);
  const auto less = cg::tiled_partition(part, 4);
  Seen seen{};
  seen.rank = part.thread_rank() + 100 * part.meta_group_rank();
  seen.size = part.size() + 100 * part.meta_group_size();
  seen.lanes = part.ballot(t % 2 == 0);
  seen.sum = less.size() + 100 * less.thread_rank() + 10000 * less.meta_group_rank();
  seen.up = part.shfl(t, int(part.size()) - 1);
  seen.all = whole.size() == 32 && whole.meta_group_size() == 1 && whole.meta_group_rank() == 0;
  out[t] = seen;
}

__global__ void by_label(Seen* out) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const unsigned t = threadIdx.x;
  const auto part = cg::labeled_partition(tile, int(t * t % 7));
  Seen seen{};
  seen.rank = part.thread_rank();
  seen.size = part.size();
  seen.up = part.meta_group_rank();
  seen.down = part.meta_group_size();
  cg::invoke_one(part, [&] { seen.all = 1; });
  seen.sum = cg::invoke_one_broadcast(
      part, [](unsigned x) { return x + 1; }, t);
  out[t] = seen;
}

template <typename Kernel>
std::vector<Seen> result(Kernel kernel, int threads) {
  std::vector<Seen> values(threads);
  kit::DeviceBuffer<Seen> buffer(values.data(), values.size());
  kernel<<<1, threads>>>(buffer.data());
  KIT_CHECK(cudaGetLastError());
  buffer.download(values.data());
  return values;
}

void check_compaction() {
  const int n = 10000;
  std::vector<int> in(n), out(n), expected;
  for (int i = 0; i < n; ++i) in[i] = int(i * 2654435761u >> 8);
  for (const int value : in)
    if (value % 3 == 0) expected.push_back(value);
  kit::DeviceBuffer<int> device_in(in.data(), n), device_out(out.data(), n);
  int count = 0;
  kit::DeviceBuffer<int> device_count(&count, 1);
  keep_multiples<<<8, 96>>>(device_in.data(), device_out.data(), device_count.data(), n);
  KIT_CHECK(cudaGetLastError());
  device_count.download(&count);
  device_out.download(out.data());
  EXPECT(count == int(expected.size()));
  out.resize(std::min(count, n));
  std::sort(out.begin(), out.end());
  std::sort(expected.begin(), expected.end());
  EXPECT(out == expected);
}

void check_branches() {
  const auto seen = result(in_branches, 80);
  for (unsigned t = 0; t < 80; ++t) {
    const Seen& s = seen[t];
    const unsigned branch = t % 4 < 2 ? t % 4 : 2, value = branch == 0   ? 1
                                                           : branch == 1 ? 100
                                                                         : 10000;
    unsigned size = 0, rank = 0, before = t, after = t;
    EXPECT((s.lanes >> t % 32 & 1) == 1);
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((s.lanes >> lane & 1) == 0) continue;
      const unsigned other = t / 32 * 32 + lane;
      EXPECT(other < 80 && (other % 4 < 2 ? other % 4 : 2) == branch);
      ++size;
      rank += other < t;
      if (other < t) before = other;
      if (other > t && after == t) after = other;
      EXPECT(seen[other].lanes == s.lanes);
    }
    EXPECT(s.size == size && s.rank == rank && s.sum == size * value);
    EXPECT(s.up == before && s.down == after && s.all == 1);
  }
}

void check_partitions() {
  const auto seen = result(by_predicate, 64);
  for (unsigned t = 0; t < 64; ++t) {
    const Seen& s = seen[t];
    unsigned size = 0, rank = 0, ballot = 0, last = 0;
    for (unsigned other = t / 32 * 32; other < t / 32 * 32 + 32; ++other) {
      if ((other % 5 == 0) != (t % 5 == 0)) continue;
      ballot |= unsigned(other % 2 == 0) << size;
      rank += other < t;
      ++size;
      last = other;
    }
    EXPECT(s.rank == rank + 100 * (t % 5 == 0) && s.size == size + 200);
    EXPECT(s.lanes == ballot && s.up == last && s.all == 1);
    const unsigned left = size - rank / 4 * 4;
    EXPECT(s.sum == (left < 4 ? left : 4) + 100 * (rank % 4) + 10000 * (rank / 4));
  }
  const auto labels = result(by_label, 32);
  for (unsigned t = 0; t < 32; ++t) {
    unsigned size = 0, rank = 0, first = 99;
    std::vector<unsigned> kinds;  // in the order of their first lanes
    for (unsigned other = t / 16 * 16; other < t / 16 * 16 + 16; ++other) {
      const unsigned label = other * other % 7;
      if (std::find(kinds.begin(), kinds.end(), label) == kinds.end()) kinds.push_back(label);
      if (label != t * t % 7) continue;
      if (first == 99) first = other;
      rank += other < t;
      ++size;
    }
    const auto place = std::find(kinds.begin(), kinds.end(), t * t % 7) - kinds.begin();
    EXPECT(labels[t].rank == rank && labels[t].size == size);
    EXPECT(labels[t].up == unsigned(place) && labels[t].down == kinds.size());
    // Which thread is the one is left to the card.
    unsigned called = 0, sum = labels[t].sum;
    bool is_member = false;
    for (unsigned other = t / 16 * 16; other < t / 16 * 16 + 16; ++other) {
      if (other * other % 7 != t * t % 7) continue;
      called += labels[other].all;
      is_member |= sum == other + 1;
      EXPECT(labels[other].sum == sum);
    }
    EXPECT(called == 1 && is_member);
  }
}

int main() {
  check_compaction();
  check_branches();
  check_partitions();
  return finish();
}
