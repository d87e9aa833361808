/// @file
/// Happens-before by signals: a thread writes, fences and then stores to a place by an atomic or a
/// volatile access; who reads that place so is ordered after the write.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "warp_order.hpp"

namespace kit::sim {

/// When a thread of a block did something: barriers of the block before, and its segment.
struct SignalPoint {
  std::uint32_t block = 0, epoch = 0;
  std::uint32_t thread = 0, segment = 0;
};

/// Accesses of one block that come before something: all of earlier epochs, and of this one those
/// of some threads' earlier segments.
struct SignalCover {
  struct Warp {
    std::uint32_t warp = 0;
    std::array<std::uint16_t, 32> before{};  // segments of each lane
  };
  std::uint32_t epoch = 0;
  std::vector<Warp> warps;

  bool holds(const SignalPoint& point) const;
  void add(const SignalCover& other);
  void add(std::uint32_t warp, const std::array<std::uint16_t, 32>& before);
};

class SignalPlace;

/// What a thread has seen of the signals of one place: the first `count`.
struct SeenSignals {
  SignalPlace* place = nullptr;
  std::size_t count = 0;
  bool near = false;  ///< by an atomic of the block's scope: those of the own block alone
};
using AllSeen = std::vector<SeenSignals>;

/// What was signalled by one place. Of each block the covers grow: the last before a count holds
/// what all before it hold.
class SignalPlace {
 public:
  /// `near`: for threads of the same block alone.
  void signal(std::uint32_t block, const SignalCover& cover, bool near);
  void note_seen(const AllSeen& seen);
  std::size_t count() const { return count_; }
  /// True if one of the first `count` signals comes after the point.
  bool covers(const SignalPoint& point, std::size_t count, std::uint32_t reader_block) const;
  const AllSeen& seen() const { return seen_; }

 private:
  struct Entry {
    std::size_t number;
    SignalCover cover;
  };
  std::unordered_map<std::uint64_t, std::vector<Entry>> entries_;  // by block and nearness
  AllSeen seen_;  // by those who signalled, before their fences
  std::size_t count_ = 0;
};

/// The signals of a launch, for all host threads. Few kernels have fences: nothing is locked or
/// kept before the first one.
class SignalOrder {
 public:
  void start_launch();
  /// True once a block of this launch has called a fence.
  bool used() const { return used_.load(std::memory_order_relaxed); }

 private:
  friend class BlockSignals;
  // Places in shared memory are each block's own.
  SignalPlace& place(const void* address) { return places_[address]; }

  std::mutex mutex_;
  std::unordered_map<const void*, SignalPlace> places_;
  std::deque<SignalPlace> shared_places_;
  std::size_t kept_ = 0;  // covers
  std::atomic<bool> used_{false};
};

/// The signals of the block that runs on one host thread.
class BlockSignals {
 public:
  explicit BlockSignals(SignalOrder& order) : order_(order) {}
  void start_block(std::uint32_t block, unsigned threads);
  /// True once a thread of this block has called a fence.
  bool used() const { return used_; }

  /// The thread fences, in this epoch; `near`: within the block.
  void fence(unsigned thread, std::uint32_t epoch, bool near, WarpOrder& warps);
  /// The thread stores to a place as an atomic or volatile access.
  void signal(unsigned thread, const void* address, bool shared, bool near);
  /// The thread reads a place so, now or before what it does next.
  void reads(unsigned thread, const void* address, bool shared, bool near);
  /// What it has read so it has read by now. True if it has learnt of new signals.
  bool has_read(unsigned thread) {
    return !pending_.empty() && pending_[thread].address != nullptr && take(thread);
  }
  void warp_met(unsigned warp, std::uint32_t lanes);
  /// All threads have met; the epoch that ends.
  void barrier(std::uint32_t epoch);
  /// True if signals order the point before what the thread does now.
  bool ordered(const SignalPoint& point, unsigned thread);
  /// True if the thread has seen a signal at all.
  bool has_seen(unsigned thread) const {
    return !seen_by_all_.empty() || (!seen_.empty() && !seen_[thread].empty());
  }

 private:
  struct Pending {
    const void* address = nullptr;
    bool shared = false, near = false;
  };
  /// What a thread's signals tell: what came before its last fence in this epoch.
  struct Published {
    std::array<std::uint16_t, 32> before[2] = {};  // for all blocks, and for the own one
    bool any[2] = {};
    AllSeen seen;
  };
  bool take(unsigned thread);
  void too_many();
  SignalPlace& place_of(const void* address, bool shared);
  bool search(const AllSeen& seen, const SignalPoint& point,
              std::vector<const SignalPlace*>& visited) const;

  SignalOrder& order_;
  std::uint32_t block_ = 0, epoch_ = 0;
  unsigned threads_ = 0;
  bool used_ = false;
  std::unordered_map<const void*, SignalPlace*> shared_;
  // By thread; empty as long as none has any.
  std::vector<Pending> pending_;
  std::vector<AllSeen> seen_;
  std::vector<Published> published_;
  // What all threads have seen, or may tell, since the last barrier at which there was something.
  AllSeen seen_by_all_, published_seen_;
  SignalCover published_by_all_[2];
  bool any_by_all_[2] = {};
};

}  // namespace kit::sim
