/// @file
/// Counts of what warps did to memory, per launch and per place of the code.
#pragma once

#include <cstdint>
#include <vector>

#include "flat_map.hpp"
#include "global_shadow.hpp"
#include "trace.hpp"

namespace kit::sim {

/// Requests are warp instructions; sectors are pieces of 32 bytes; wavefronts are passes through
/// the shared memory's 32 banks.
struct Counters {
  std::uint64_t global_load_requests = 0, global_load_sectors = 0, global_load_bytes = 0;
  std::uint64_t global_store_requests = 0, global_store_sectors = 0, global_store_bytes = 0;
  std::uint64_t global_atomic_requests = 0, global_atomic_sectors = 0;
  std::uint64_t shared_load_requests = 0, shared_load_wavefronts = 0, shared_load_ideal = 0;
  std::uint64_t shared_store_requests = 0, shared_store_wavefronts = 0, shared_store_ideal = 0;
  std::uint64_t shared_atomic_requests = 0;
  std::uint64_t constant_requests = 0, constant_replays = 0;
  std::uint64_t local_requests = 0, local_bytes = 0;
  std::uint64_t divergent_branches = 0;
  std::uint64_t barriers = 0;  ///< block barriers, times the warps that waited
  std::uint64_t blocks = 0, warps = 0, threads = 0;
  std::uint64_t working_threads = 0;  ///< threads that read or wrote global memory
  std::uint64_t working_warps = 0;    ///< warps with such a thread
  std::uint64_t flops = 0;            ///< additions, multiplications, ... ; a fused one counts two
  std::uint64_t unique_load_sectors = 0, unique_store_sectors = 0;  ///< distinct, over the launch

  void add(const Counters& other);
};

/// Name and value of every counter, in a fixed order.
struct NamedCounter {
  using Member = std::uint64_t Counters::*;
  const char* name;
  Member member;
};
const std::vector<NamedCounter>& counter_names();

/// What the accesses of one kind at one program counter did.
struct PcCounters {
  Space space = Space::none;
  Access access = Access::read;
  std::uint64_t requests = 0;
  std::uint64_t units = 0;  ///< sectors, wavefronts or replays + 1
  std::uint64_t ideal = 0;  ///< the fewest units that the bytes asked for could take
  std::uint64_t divergences = 0;
};

/// Counts requests. One for each host thread; added up at the end of the launch.
class RequestCounter : public TraceSink {
 public:
  /// `buffers`: the launch's, in which accessed sectors are marked.
  explicit RequestCounter(const std::vector<GlobalBuffer*>& buffers) : buffers_(buffers) {}

  void request(const Request& request) override;
  void basic_block(std::uint32_t pc, unsigned lanes) override { lanes_in_block_[pc] += lanes; }
  void divergence(EventKey key) override;

  Counters& totals() { return totals_; }
  FlatMap<PcCounters>& places() { return places_; }
  /// How many lanes entered each basic block: what floating-point operations are counted from.
  FlatMap<std::uint64_t>& lanes_in_block() { return lanes_in_block_; }
  void clear();
  /// A launch begins: buffers may have changed.
  void launch_begins() { buffers_.forget(); }

 private:
  void count_global(const Request& request, PcCounters& counters);

  BufferFinder buffers_;
  Counters totals_;
  FlatMap<PcCounters> places_;
  FlatMap<std::uint64_t> lanes_in_block_;
};

/// Distinct aligned pieces of memory that a request touches.
struct Pieces {
  unsigned count = 0;
  std::array<std::uint64_t, 32 * 5> numbers;  ///< address / size; 16 bytes can touch 5 words
};
/// Distinct 32-byte sectors that the request touches.
Pieces sectors(const Request& request);
/// Passes that the request takes through shared memory: for each, every bank serves one 4-byte
/// word, to as many lanes as want it. Requests of 8 (16) bytes a lane go half (quarter) warp by
/// warp.
unsigned wavefronts(const Request& request);
/// Distinct addresses, of whatever size: a constant load serves one at a time. Neighbouring bytes
/// count one each, as on a card.
unsigned distinct_addresses(const Request& request);

}  // namespace kit::sim
