/// @file
/// Groups of threads: a block, the grid, and tiles and other groups of lanes within a warp.
/// Everything a group does is a barrier of its block, or a warp primitive with a mask.
#pragma once

#include "group_lanes.h"

KIT_SIM_DEVICE

namespace cooperative_groups {

class thread_block;
class coalesced_group;
template <unsigned Size, typename Parent = void>
class thread_block_tile;

/// Any group. The others are converted to it without losing what they are.
class thread_group {
 public:
  void sync() const;
  unsigned long long num_threads() const;
  unsigned long long size() const { return num_threads(); }
  unsigned long long thread_rank() const;

 protected:
  enum class Kind { lanes, block, grid };
  __forceinline__ explicit thread_group(Kind kind, unsigned mask = 0, unsigned meta_rank = 0,
                                        unsigned meta_size = 1)
      : kind_(kind), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

  Kind kind_;
  unsigned mask_, meta_rank_, meta_size_;  // of lanes

  friend thread_group tiled_partition(const thread_group& parent, unsigned tile_size);
};

/// All threads of the block.
class thread_block : public thread_group {
 public:
  __forceinline__ static void sync() { __syncthreads(); }
  __forceinline__ static unsigned thread_rank() { return kit::sim::rank_in_block(); }
  __forceinline__ static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  __forceinline__ static unsigned size() { return num_threads(); }
  __forceinline__ static dim3 group_index() { return blockIdx; }
  __forceinline__ static dim3 thread_index() { return threadIdx; }
  __forceinline__ static dim3 dim_threads() { return blockDim; }
  __forceinline__ static dim3 group_dim() { return blockDim; }

 private:
  __forceinline__ thread_block() : thread_group(Kind::block) {}
  friend thread_block this_thread_block();
};

__forceinline__ thread_block this_thread_block() {
  return {};
}

/// All threads of the grid.
class grid_group : public thread_group {
 public:
  /// True in a launch by cudaLaunchCooperativeKernel(), whose blocks all run at once.
  __forceinline__ static bool is_valid() { return kit::sim::is_cooperative(); }
  __forceinline__ static void sync() {
    kit::sim::compiler_fence();
    kit::sim::grid_barrier();
    kit::sim::compiler_fence();
  }
  __forceinline__ static dim3 dim_blocks() { return gridDim; }
  __forceinline__ static dim3 group_dim() { return gridDim; }
  __forceinline__ static dim3 dim_threads() {
    return {gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z};
  }
  __forceinline__ static dim3 block_index() { return blockIdx; }
  __forceinline__ static dim3 thread_index() {
    return {blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
            blockIdx.z * blockDim.z + threadIdx.z};
  }
  __forceinline__ static unsigned long long num_blocks() {
    return 1ull * gridDim.x * gridDim.y * gridDim.z;
  }
  __forceinline__ static unsigned long long block_rank() {
    return (1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __forceinline__ static unsigned long long num_threads() {
    return num_blocks() * thread_block::num_threads();
  }
  __forceinline__ static unsigned long long size() { return num_threads(); }
  __forceinline__ static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }

 private:
  __forceinline__ grid_group() : thread_group(Kind::grid) {}
  friend grid_group this_grid();
};

__forceinline__ grid_group this_grid() {
  return {};
}

/// Some lanes of a warp.
class coalesced_group : public thread_group {
 public:
  __forceinline__ void sync() const { kit::sim::lanes::synchronise(mask_); }
  __forceinline__ unsigned num_threads() const { return kit::sim::count_lanes(mask_); }
  __forceinline__ unsigned size() const { return num_threads(); }
  __forceinline__ unsigned thread_rank() const { return kit::sim::rank_among(mask_); }
  __forceinline__ unsigned meta_group_rank() const { return meta_rank_; }
  __forceinline__ unsigned meta_group_size() const { return meta_size_; }
  template <typename T>
  __forceinline__ T shfl(T value, int rank) const {
    return kit::sim::lanes::shuffle_rank(mask_, value, unsigned(rank));
  }
  template <typename T>
  __forceinline__ T shfl_up(T value, int delta) const {
    return kit::sim::lanes::shuffle_by(mask_, value, -delta);
  }
  template <typename T>
  __forceinline__ T shfl_down(T value, unsigned delta) const {
    return kit::sim::lanes::shuffle_by(mask_, value, int(delta));
  }
  __forceinline__ int any(int predicate) const { return __ballot_sync(mask_, predicate) != 0; }
  __forceinline__ int all(int predicate) const {
    return kit::sim::lanes::all_of(mask_, predicate != 0);
  }
  __forceinline__ unsigned ballot(int predicate) const {
    return kit::sim::lanes::ballot(mask_, predicate != 0);
  }
  template <typename T>
  __forceinline__ unsigned match_any(T value) const {
    return kit::sim::lanes::match_any(mask_, value);
  }
  template <typename T>
  __forceinline__ unsigned match_all(T value, int& predicate) const {
    return kit::sim::lanes::match_all(mask_, value, predicate);
  }

 private:
  __forceinline__ explicit coalesced_group(unsigned mask, unsigned meta_rank = 0,
                                           unsigned meta_size = 1)
      : thread_group(Kind::lanes, mask, meta_rank, meta_size) {}
  friend coalesced_group coalesced_threads();
  friend coalesced_group tiled_partition(const coalesced_group& parent, unsigned tile_size);
  friend struct group_access;
};

/// The lanes of the warp that have come here together: at least the calling one.
__forceinline__ coalesced_group coalesced_threads() {
  return coalesced_group(kit::sim::converged_lanes());
}

/// What tiles do that does not depend on what they are part of. They know nothing at run time:
/// which lanes are in one follows from its size.
template <unsigned Size>
class static_tile {
  static_assert(Size > 0 && (Size & (Size - 1)) == 0, "the size of a tile is a power of two");
  static_assert(Size <= 32, "the simulator has tiles of up to 32 threads, none of several warps");

 public:
  __forceinline__ static void sync() { kit::sim::lanes::synchronise(mask()); }
  __forceinline__ static unsigned thread_rank() { return kit::sim::rank_in_block() % Size; }
  __forceinline__ static constexpr unsigned num_threads() { return Size; }
  __forceinline__ static constexpr unsigned size() { return Size; }
  template <typename T>
  __forceinline__ T shfl(T value, int rank) const {
    return exchange(value, kit::sim::Shuffle::index, rank);
  }
  template <typename T>
  __forceinline__ T shfl_up(T value, unsigned delta) const {
    return exchange(value, kit::sim::Shuffle::up, int(delta));
  }
  template <typename T>
  __forceinline__ T shfl_down(T value, unsigned delta) const {
    return exchange(value, kit::sim::Shuffle::down, int(delta));
  }
  template <typename T>
  __forceinline__ T shfl_xor(T value, unsigned lane_mask) const {
    return exchange(value, kit::sim::Shuffle::exclusive_or, int(lane_mask));
  }
  __forceinline__ int any(int predicate) const { return __ballot_sync(mask(), predicate) != 0; }
  __forceinline__ int all(int predicate) const {
    return kit::sim::lanes::all_of(mask(), predicate != 0);
  }
  __forceinline__ unsigned ballot(int predicate) const {
    return __ballot_sync(mask(), predicate) >> first_lane();
  }
  template <typename T>
  __forceinline__ unsigned match_any(T value) const {
    static_assert(std::is_arithmetic_v<T>, "match_any compares numbers");
    return __match_any_sync(mask(), value) >> first_lane();
  }
  template <typename T>
  __forceinline__ unsigned match_all(T value, int& predicate) const {
    static_assert(std::is_arithmetic_v<T>, "match_all compares numbers");
    int equal = 0;
    const unsigned matching = __match_all_sync(mask(), value, &equal);
    predicate = equal;
    return matching >> first_lane();
  }

 protected:
  __forceinline__ static unsigned first_lane() { return kit::sim::own_lane() & ~(Size - 1); }
  __forceinline__ static unsigned mask() {
    return (kit::sim::kWholeWarp >> (32 - Size)) << first_lane();
  }

 private:
  template <typename T>
  __forceinline__ static T exchange(T value, kit::sim::Shuffle mode, int operand) {
    return kit::sim::shuffle_object(mask(), value, mode, operand, int(Size));
  }
  friend struct group_access;
};

/// A tile of `Size` threads that follow one another in the parent.
template <unsigned Size, typename Parent>
class thread_block_tile : public static_tile<Size> {
 public:
  __forceinline__ static unsigned meta_group_rank() { return Parent::thread_rank() / Size; }
  __forceinline__ static unsigned meta_group_size() { return (Parent::size() + Size - 1) / Size; }
  __forceinline__ operator thread_block_tile<Size, void>() const {
    return {meta_group_rank(), meta_group_size()};
  }

 private:
  __forceinline__ thread_block_tile() {}
  friend struct group_access;
};

/// A tile whose type does not say what it is part of.
template <unsigned Size>
class thread_block_tile<Size, void> : public static_tile<Size>, public thread_group {
 public:
  using static_tile<Size>::sync;
  using static_tile<Size>::thread_rank;
  using static_tile<Size>::num_threads;
  using static_tile<Size>::size;
  __forceinline__ unsigned meta_group_rank() const { return meta_rank_; }
  __forceinline__ unsigned meta_group_size() const { return meta_size_; }

 private:
  __forceinline__ thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : thread_group(Kind::lanes, static_tile<Size>::mask(), meta_rank, meta_size) {}
  template <unsigned, typename>
  friend class thread_block_tile;
  friend thread_block_tile<1, void> this_thread();
};

/// The calling thread alone.
__forceinline__ thread_block_tile<1, void> this_thread() {
  return {0, 1};
}

/// What the functions on groups may know of them.
struct group_access {
  template <unsigned Size, typename Parent>
  __forceinline__ static unsigned mask(const thread_block_tile<Size, Parent>&) {
    return static_tile<Size>::mask();
  }
  __forceinline__ static unsigned mask(const coalesced_group& group) { return group.mask_; }
  template <unsigned Size, typename Parent>
  __forceinline__ static thread_block_tile<Size, Parent> tile() {
    return {};
  }
  __forceinline__ static coalesced_group lanes(unsigned mask, unsigned meta_rank,
                                               unsigned meta_size) {
    return coalesced_group(mask, meta_rank, meta_size);
  }
};

__forceinline__ void thread_group::sync() const {
  switch (kind_) {
    case Kind::lanes:
      return kit::sim::lanes::synchronise(mask_);
    case Kind::block:
      return thread_block::sync();
    case Kind::grid:
      return grid_group::sync();
  }
}
__forceinline__ unsigned long long thread_group::num_threads() const {
  switch (kind_) {
    case Kind::lanes:
      return kit::sim::count_lanes(mask_);
    case Kind::block:
      return thread_block::num_threads();
    case Kind::grid:
      break;
  }
  return grid_group::num_threads();
}
__forceinline__ unsigned long long thread_group::thread_rank() const {
  switch (kind_) {
    case Kind::lanes:
      return kit::sim::rank_among(mask_);
    case Kind::block:
      return thread_block::thread_rank();
    case Kind::grid:
      break;
  }
  return grid_group::thread_rank();
}

template <typename Group>
__forceinline__ void sync(const Group& group) {
  group.sync();
}
template <typename Group>
__forceinline__ auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <typename Group>
__forceinline__ auto group_size(const Group& group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

}  // namespace cooperative_groups

KIT_SIM_END
