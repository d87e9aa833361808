/// @file
/// What the lanes of a warp did, lane by lane, put together to what the warp did.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>

#include "own_pages.hpp"

namespace kit::sim {

enum class Space : std::uint8_t { none, global, shared, constant, local, texture, surface };
enum class Access : std::uint8_t { read, write, atomic };

/// Place of an event: how deep in calls, and where in the code. An event without a space is the
/// start of a basic block.
using EventKey = std::uint64_t;

/// `depth`: bytes of the stack in use, less than 2^20 and a multiple of 16.
constexpr EventKey block_key(std::uint32_t pc, std::uint64_t depth) {
  return depth << 44 | EventKey(pc) << 16;
}
constexpr EventKey access_key(std::uint32_t pc, std::uint64_t depth, Space space, Access access,
                              unsigned log2_bytes) {
  return block_key(pc, depth) | EventKey(space) << 5 | EventKey(access) << 3 | log2_bytes;
}
constexpr std::uint32_t pc_of(EventKey key) {
  return std::uint32_t(key >> 16);
}
/// Of two events the one with the larger rank goes first: deeper calls, then lower addresses of the
/// code. Going by the lanes' next events, that brings lanes together again after they took
/// different branches.
constexpr std::uint64_t rank(EventKey key) {
  return key ^ EventKey(UINT32_MAX) << 16;
}
constexpr Space space_of(EventKey key) {
  return Space(key >> 5 & 7);
}
constexpr Access access_of(EventKey key) {
  return Access(key >> 3 & 3);
}
constexpr unsigned bytes_of(EventKey key) {
  return 1u << (key & 7);
}

/// One instruction that a warp issued to memory: the lanes that took part and their addresses.
struct Request {
  EventKey key = 0;
  unsigned count = 0;
  std::uint32_t lanes = 0;  ///< one bit for each; their addresses in this order
  std::array<std::uint64_t, 32> addresses;
};

/// Receives what a warp did, in an order that a warp could have done it.
class TraceSink {
 public:
  virtual ~TraceSink() = default;
  virtual void request(const Request& request) = 0;
  /// These lanes, one bit for each, entered the basic block at `pc`.
  virtual void basic_block(std::uint32_t pc, std::uint32_t lanes) = 0;
  /// Lanes that ran together went different ways after the place `key`.
  virtual void divergence(EventKey key) = 0;
};

/// The logs of a warp's 32 lanes. Lanes run one after another and mostly do the same, so what they
/// have in common from the start, the path, is kept once; each lane keeps what it did after it left
/// the path, and its addresses.
class WarpTrace : public OnOwnPages {
 public:
  WarpTrace();

  /// Where a lane that runs writes. What happens most often is that its next event is the path's
  /// too, and that takes one comparison.
  struct Cursor {
    const EventKey* expected;  ///< the path's event at this point; 0 if there is none
    std::uint64_t* addresses;  ///< where the address of an event with a space goes
    /// True if the event is the path's; then it is noted.
    bool follow(EventKey key) {
      if (*expected != key) return false;
      ++expected;
      return true;
    }
  };
  Cursor open(unsigned lane);
  void close(unsigned lane, const Cursor& cursor);
  /// Notes an event that is not the path's; false if there is no room until merge() has made some.
  bool add(unsigned lane, Cursor& cursor, EventKey key);

  /// The lane's last access to this address, as far as its log goes back; without a space if there
  /// is none.
  EventKey last_access(unsigned lane, const Cursor& cursor, std::uint64_t address) const;

  struct PlacedAccess {
    EventKey key = 0;
    std::uint64_t address = 0;
  };
  using LastAccesses = std::array<PlacedAccess, 32>;
  /// The lane's last accesses, as far as its log goes back; the rest have the key 0, of one byte.
  LastAccesses last_accesses(unsigned lane, const Cursor& cursor) const;

  /// The first place in the code of a lane's events.
  std::uint32_t least_pc(unsigned lane, const Cursor& cursor) const;

  /// A lane that waits or has ended will add nothing for now; one that is only full will.
  void set_paused(unsigned lane, bool paused) {
    paused_ = (paused_ & ~(1u << lane)) | std::uint32_t(paused) << lane;
  }
  /// Puts events together until a lane that is not paused has none left.
  void merge(TraceSink& sink);
  void reset();

  static constexpr std::uint32_t kCapacity = 1024;  ///< events of a lane

 private:
  // Eight more, so that the lanes' logs do not all start in the same set of the cache.
  using Events = std::array<std::uint64_t, kCapacity + 8>;
  struct Lane {
    std::uint32_t agreed = 0;  // events that are the path's
    std::uint32_t own = 0;     // events after those
    std::uint32_t at = 0;      // events that have been put together
    std::uint32_t addresses_end = 0, addresses_at = 0;
    std::uint64_t* events = nullptr;     // the own ones
    std::uint64_t* addresses = nullptr;  // one for each event that has a space

    bool empty() const { return at == agreed + own; }
    void clear() { agreed = own = at = addresses_end = addresses_at = 0; }
  };

  EventKey next(const Lane& lane) const {
    return lane.at < lane.agreed ? path_[lane.at] : lane.events[lane.at - lane.agreed];
  }
  std::uint32_t lanes_with_events() const;
  bool merge_converged(TraceSink& sink);
  void merge_diverged(TraceSink& sink);
  void emit(TraceSink& sink, EventKey key, std::uint32_t lanes);
  void make_room();

  std::array<Lane, 32> lanes_;
  std::uint32_t paused_ = 0;  // one bit for each lane
  std::uint32_t path_end_ = 0;
  std::array<EventKey, kCapacity + 1> path_;  // with a 0 at its end
  struct Logs : OnOwnPages, std::array<Events, 32> {};
  std::unique_ptr<Logs> events_, addresses_;
};

}  // namespace kit::sim
