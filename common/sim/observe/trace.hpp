/// @file
/// What the lanes of a warp did, lane by lane, put together to what the warp did.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace kit::sim {

enum class Space : std::uint8_t { none, global, shared, constant, local };
enum class Access : std::uint8_t { read, write, atomic };

/// Place of an event: deeper calls first, then lower addresses of the code; that order of the
/// lanes' next events brings lanes together again after they took different branches. An event
/// without a space is the start of a basic block.
using EventKey = std::uint64_t;

constexpr EventKey block_key(std::uint32_t pc, std::uint32_t depth) {
  return EventKey(depth) << 48 | EventKey(~pc) << 16;
}
constexpr EventKey access_key(std::uint32_t pc, std::uint32_t depth, Space space, Access access,
                              unsigned log2_bytes) {
  return block_key(pc, depth) | EventKey(space) << 5 | EventKey(access) << 3 | log2_bytes;
}
constexpr std::uint32_t pc_of(EventKey key) {
  return ~std::uint32_t(key >> 16);
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
/// True if two events stand at the same place of the code.
constexpr bool same_place(EventKey a, EventKey b) {
  return a == b;
}

/// Events of one CUDA thread that its warp has not put together yet.
struct LaneLog {
  static constexpr std::uint32_t kCapacity = 2048;
  std::uint32_t keys_end = 0, keys_at = 0, addresses_end = 0, addresses_at = 0;
  std::array<EventKey, kCapacity> keys;
  std::array<std::uint64_t, kCapacity> addresses;  // one for each event that has a space

  bool full() const { return keys_end == kCapacity; }
  bool empty() const { return keys_at == keys_end; }
  void clear() { keys_end = keys_at = addresses_end = addresses_at = 0; }
};

/// One instruction that a warp issued to memory: the lanes that took part and their addresses.
struct Request {
  EventKey key = 0;
  unsigned count = 0;
  std::array<std::uint64_t, 32> addresses;
};

/// Receives what a warp did, in an order that a warp could have done it.
class TraceSink {
 public:
  virtual ~TraceSink() = default;
  virtual void request(const Request& request) = 0;
  /// `lanes` lanes entered the basic block at `pc`.
  virtual void basic_block(std::uint32_t pc, unsigned lanes) = 0;
  /// Lanes that ran together went different ways after the place `key`.
  virtual void divergence(EventKey key) = 0;
};

/// The 32 logs of a warp.
class WarpTrace {
 public:
  LaneLog& lane(unsigned i) { return *lanes_[i]; }
  WarpTrace();

  /// A lane that waits or has ended will add nothing for now; one that is only full will.
  void set_paused(unsigned lane, bool paused) { paused_[lane] = paused; }

  /// Puts events together until a lane that is not paused has none left.
  void merge(TraceSink& sink);
  void reset();

 private:
  bool merge_converged(TraceSink& sink);
  bool merge_step(TraceSink& sink);
  bool starved() const;
  void emit(TraceSink& sink, EventKey key, std::uint32_t lanes);

  std::array<std::unique_ptr<LaneLog>, 32> lanes_;
  std::array<bool, 32> paused_{};
};

}  // namespace kit::sim
