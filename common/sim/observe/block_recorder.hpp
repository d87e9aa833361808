/// @file
/// What the warps of one block did, step by step, for those who want to watch it.
///
/// `KIT_SIM_RECORD=0:12,1:3` asks for block 12 of the first launch of a call and block 3 of the
/// second. The steps have an order that the block could have had on a card. A program that is not
/// asked pays for one comparison per access.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "own_pages.hpp"
#include "trace.hpp"

namespace kit::sim {

class GlobalBuffer;
struct SharedArray;

/// The memory that one access of a lane is in, and what was there: read by it, or written.
struct RecordedAccess {
  std::uint64_t address = 0;
  std::array<std::uint8_t, 16> value{};
  bool known = false;  ///< the value is; the first `bytes` of it count
};

/// One step of a warp, or of the block.
struct RecordedStep {
  enum class Kind : std::uint8_t { line, request, barrier, divergence };
  Kind kind = Kind::line;
  std::uint8_t warp = 0;
  std::uint32_t pc = 0;
  std::uint32_t lanes = 0;  ///< one bit for each; of a barrier the number of threads that waited
  EventKey key = 0;         ///< of a request
  unsigned units = 0;       ///< of a request: its sectors, wavefronts or words of constant memory
  std::uint32_t first = 0;  ///< of a request: of its accesses, in the order of the lanes
};

/// A piece of memory that recorded accesses are in.
struct RecordedBuffer {
  std::string name;
  Space space = Space::none;
  std::uint64_t begin = 0, bytes = 0;
};

/// Requests of one kind that are not among the steps, since there were many.
struct FoldedRequests {
  std::uint64_t requests = 0, units = 0;
};

/// All that was recorded of a block.
struct RecordedBlock {
  std::uint64_t block = 0;  ///< x + gridDim.x * (y + gridDim.y * z)
  unsigned threads = 0;
  std::vector<RecordedStep> steps;
  std::vector<RecordedAccess> accesses;
  std::vector<RecordedBuffer> buffers;
  std::map<std::pair<unsigned, EventKey>, FoldedRequests> folded;  ///< by warp and kind
};

/// Records one block of one launch.
class BlockRecorder : public TraceSink, public OnOwnPages {
 public:
  /// `share`: the part of a call's recording that this launch may have, such as 1/3.
  BlockRecorder(std::uint64_t block, double share);

  bool wants(std::uint64_t block) const { return block == recorded_.block; }
  /// What the block does is told to `counter` as well.
  void block_begins(TraceSink& counter, unsigned threads);
  /// The memory is looked up while it is there.
  void block_ends(const std::vector<GlobalBuffer*>& buffers,
                  const std::vector<SharedArray>& shared);

  /// The running thread announces an access, its next one with a space. `in_pieces`: what it has
  /// announced is stored only later.
  void note_value(unsigned thread, const char* address, unsigned bytes, bool write, bool in_pieces);
  /// What the running thread announced has been stored.
  void writes_are_done();
  /// A thread of this warp stops; the steps that follow are of this warp.
  void thread_pauses(unsigned warp);
  void barrier(std::uint32_t pc, unsigned waiting);

  void request(const Request& request) override;
  void basic_block(std::uint32_t pc, std::uint32_t lanes) override;
  void divergence(EventKey key) override;

  RecordedBlock take();

 private:
  struct Value {
    std::array<std::uint8_t, 16> bytes{};
    std::uint32_t next = 0;  // of the same thread
    bool known = false;
  };
  struct PendingWrite {
    std::uint32_t value = 0;
    const char* address = nullptr;
    unsigned bytes = 0;
  };
  bool has_room(EventKey key, std::size_t bytes);

  TraceSink* counter_ = nullptr;
  RecordedBlock recorded_;
  unsigned warp_ = 0;
  std::size_t most_bytes_, bytes_per_warp_ = 0;  // of the recording as text
  std::vector<std::size_t> bytes_of_warp_;
  std::map<std::pair<unsigned, EventKey>, unsigned> seen_;
  // Values that threads have noted and no request has taken yet, a list for each thread. Number 0
  // stands for none.
  std::vector<Value> values_;
  std::vector<std::uint32_t> first_, last_;
  std::vector<PendingWrite> pending_;
};

/// The recorder of this launch of the call, as KIT_SIM_RECORD asks; null if it asks for none.
BlockRecorder* recorder_for(std::size_t launch);

}  // namespace kit::sim
