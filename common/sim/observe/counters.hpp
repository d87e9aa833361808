/// @file
/// Counts of what warps did to memory, per launch and per place of the code.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "flat_map.hpp"
#include "global_shadow.hpp"
#include "sim/report/counters.hpp"
#include "trace.hpp"

namespace kit::sim {

/// Adds every counter of `more` to `sum`; of what is a maximum, the larger one stays.
void add(Counters& sum, const Counters& more);

/// What the accesses of one kind at one program counter did.
struct PcCounters {
  Space space = Space::none;
  Access access = Access::read;
  std::uint64_t requests = 0;
  std::uint64_t units = 0;  ///< sectors, wavefronts or replays + 1
  std::uint64_t ideal = 0;  ///< the fewest units that the bytes asked for could take
  std::uint64_t divergences = 0;
};
/// Adds what was counted at the same address of the code by accesses of the same kind.
void add(PcCounters& sum, const PcCounters& more);

/// Counts requests. One for each host thread; added up at the end of the launch.
class RequestCounter : public TraceSink {
 public:
  /// `buffers`: the launch's, in which accessed sectors are marked.
  explicit RequestCounter(const std::vector<GlobalBuffer*>& buffers) : buffers_(buffers) {}

  void request(const Request& request) override;
  void basic_block(std::uint32_t pc, std::uint32_t lanes) override {
    lanes_in_block_[pc] += unsigned(std::popcount(lanes));
  }
  void divergence(EventKey key) override;

  Counters& totals() { return totals_; }
  FlatMap<PcCounters>& places() { return places_; }
  /// How many lanes entered each basic block: what floating-point operations are counted from.
  FlatMap<std::uint64_t>& lanes_in_block() { return lanes_in_block_; }
  void clear();
  /// A launch begins: buffers may have changed.
  void launch_begins() { buffers_.forget(); }
  /// A block begins: it has read nothing yet.
  void block_begins(unsigned threads) {
    read_.clear();
    sectors_read_ = 0;
    thread_bytes_.assign((threads + 31) / 32 * 32, 0);
  }
  /// The requests that follow are this warp's.
  void warp_goes_on(unsigned warp) { warp_bytes_ = &thread_bytes_[std::size_t(32) * warp]; }
  void block_ends();

 private:
  void count_global(const Request& request, PcCounters& counters);
  void count_by_thread(const Request& request);

  BufferFinder buffers_;
  Counters totals_;
  FlatMap<PcCounters> places_;
  FlatMap<std::uint64_t> lanes_in_block_;
  /// The sectors that the running block has read, each with its number among them when it came to
  /// a cache of 128 KiB, whose oldest sector makes room.
  FlatMap<std::uint64_t> read_;
  std::uint64_t sectors_read_ = 0;
  std::vector<std::uint32_t> thread_bytes_;  // of each thread of the running block
  std::uint32_t* warp_bytes_ = nullptr;      // in them, the first of the warp's
};

/// Distinct aligned pieces of memory that a request touches.
struct Pieces {
  unsigned count = 0;
  std::array<std::uint64_t, 32 * 5> numbers;  ///< address / size; 16 bytes can touch 5 words
};
/// Distinct 32-byte sectors that the request touches.
Pieces sectors(const Request& request);
/// Sectors of an atomic operation: those of each turn that lanes take which mean one place.
unsigned atomic_sectors(const Request& request);
/// Passes that the request takes through shared memory: for each, every bank serves one 4-byte
/// word, to as many lanes as want it. Requests of 8 (16) bytes a lane go half (quarter) warp by
/// warp; two of these go together if lane i and lane i ^ 1 want the same, for all of them, or lane
/// i and lane i ^ 2 (as measured on an H200, docs/results/simulator_vs_gpu.csv).
unsigned wavefronts(const Request& request);
/// Distinct addresses, of whatever size: a constant load serves one at a time. Neighbouring bytes
/// count one each, as on a card.
unsigned distinct_addresses(const Request& request);
/// What the counters count of a request: sectors, wavefronts, words of constant memory; else 1.
unsigned units_of(const Request& request);

}  // namespace kit::sim
