/// @file
/// What happened to each word of global memory within a launch, and which bytes were ever written.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "../src/finding.hpp"
#include "../src/stream_observer.hpp"
#include "padding.hpp"
#include "trace.hpp"

namespace kit::sim {

/// Who touches global memory: enough to say whether two accesses of a launch are ordered. Packed
/// into 64 bits, of which the rest is for GlobalBuffer.
struct GlobalAccessRecord {
  std::uint32_t launch = 0;   ///< number of the launch, modulo kLaunches
  std::uint32_t block = 0;    ///< modulo 2^20
  std::uint32_t thread = 0;   ///< in the block
  std::uint32_t epoch = 0;    ///< barriers of the block so far, modulo 2^12
  std::uint32_t segment = 0;  ///< of the thread, as WarpOrder counts them, less than kSegments
  bool sync = false;          ///< an atomic or volatile access

  /// Records of a launch as many launches ago must be forgotten.
  static constexpr std::uint32_t kLaunches = 64;
  static constexpr std::uint32_t kSegments = 512;

  // From the low bits up: block 20, thread 10, epoch 12, launch 6, segment 9, sync 1; 6 bits free.
  static constexpr std::uint64_t kBlock = 0xfffff, kThread = std::uint64_t(0x3ff) << 20,
                                 kEpoch = std::uint64_t(0xfff) << 30,
                                 kLaunch = std::uint64_t(0x3f) << 42,
                                 kSegment = std::uint64_t(kSegments - 1) << 48,
                                 kSync = std::uint64_t(1) << 57;
  static constexpr std::uint64_t kWarp = std::uint64_t(0x1f) << 25;  // of the thread's number
  std::uint64_t pack() const;
  static GlobalAccessRecord unpack(std::uint64_t bits);
};

/// Which of the four bytes of a buffer's word lie in [begin, end), as bits. Some do.
inline unsigned part_of_word(std::size_t word, std::size_t begin, std::size_t end) {
  const std::size_t first = begin > 4 * word ? begin - 4 * word : 0;
  const std::size_t last = end < 4 * word + 4 ? end - 4 * word : 4;
  return ((1u << last) - 1) & ~((1u << first) - 1);
}

/// A buffer that kernels may use, and what is known about its bytes.
class GlobalBuffer {
 public:
  GlobalBuffer(char* data, std::size_t bytes, std::string name, bool initialised, CodePlace where);
  ~GlobalBuffer();
  GlobalBuffer(const GlobalBuffer&) = delete;
  GlobalBuffer& operator=(const GlobalBuffer&) = delete;

  bool holds(const void* address) const {
    return std::size_t(static_cast<const char*>(address) - data) < bytes;
  }

  /// An earlier access, or none: `pc` is 0.
  struct PriorAccess {
    std::uint64_t who = 0;  ///< a packed GlobalAccessRecord
    std::uint32_t pc = 0;
    bool was_write = false;
  };
  /// What happened to four bytes.
  struct Word {
    std::atomic<std::uint64_t> write, read;
    std::atomic<std::uint32_t> write_pc, read_pc;
  };
  /// What quick_read() needs of a buffer, to be kept where it is at hand.
  struct View {
    const char* data = nullptr;
    std::size_t bytes = 0;
    Word* words = nullptr;
    const std::atomic<std::uint8_t>* written = nullptr;
    GlobalBuffer* buffer = nullptr;

    bool holds(const char* address) const { return std::size_t(address - data) < bytes; }
    /// True if nothing about a read of one aligned word of it needs a closer look: it is written,
    /// by an earlier launch, and the read is noted. `me` is packed, without sync.
    bool quick_read(const char* address, std::uint64_t me, std::uint32_t pc) const;
  };
  View view() { return {data, bytes, words_, written_, this}; }

  /// Notes an access; returns an earlier one that it is not ordered with, as `ordered(prior)`
  /// decides. Of a thread that has seen signals, readers in other blocks that are not kept are
  /// taken for ordered.
  template <typename Ordered>
  PriorAccess record_access(const char* address, unsigned size, Access access, std::uint64_t me,
                            std::uint32_t pc, bool seen_signals, Ordered ordered);
  /// The atomic operation that was noted so has happened. What another thread announced meanwhile
  /// may have happened before or after: a thread that has seen a signal is compared with neither.
  void atomic_happened(const char* address, unsigned size, std::uint64_t me, std::uint32_t pc);
  /// True if all bytes were written, but for such as a struct's padding may be.
  bool initialised(const char* address, unsigned size) const;
  /// The host wrote these bytes, or they count as never written.
  void set_initialised(const char* address, std::size_t size, bool value = true);
  bool all_unwritten(const char* address, std::size_t size) const;
  /// A kernel's store of up to 16 bytes.
  void note_store(const char* address, unsigned size);
  /// Where a thread of this launch (packed as in a record) last wrote one of these bytes; 0 if
  /// none.
  std::uint32_t written_by(const char* address, unsigned size, std::uint64_t launch) const;
  /// Bytes from the start on that have been written without a gap.
  std::size_t initialised_prefix() const;
  /// Forgets all accesses.
  void forget();
  /// Marks a sector (address / 32) as loaded or stored in this launch.
  void mark_sector(std::uint64_t sector, bool store) { mark(sector, store ? kStored : kLoaded); }
  /// Marks what a texture or a surface used: nothing that take_sectors() counts.
  void mark_used(const char* address, std::size_t bytes);
  /// What a launch (packed as in a record) has used, of the sectors that are marked. Of four bytes
  /// that several threads have read in part and none has written, one thread's part.
  void list_uses(std::uint64_t launch, std::vector<UsedBytes>& reads,
                 std::vector<UsedBytes>& writes) const;
  /// Distinct sectors marked since the last call: {loaded, stored}.
  std::pair<std::uint64_t, std::uint64_t> take_sectors();

  char* const data;
  const std::size_t bytes;
  const std::string name;    ///< for people: "a 400-byte buffer"
  const CodePlace where;     ///< allocated there
  bool forgotten = false;    ///< some of its contents were, by GlobalShadow::forget_contents()
  std::uint64_t serial = 0;  ///< rises with each allocation; 0 for variables of the program

 private:
  // Of reads, the first since nothing is ordered after it is kept, with marks for others.
  static constexpr std::uint64_t kOthersHere = std::uint64_t(1) << 58;  // same block, same epoch
  static constexpr std::uint64_t kOthersElsewhere = std::uint64_t(1) << 59;  // another block
  // Of a write that is an atomic operation: others of this word were under way at the same time,
  // and nobody knows which of them was the last.
  static constexpr std::uint64_t kOvertaken = std::uint64_t(1) << 58;
  static constexpr int kMaskShift = 60;  // which of the word's bytes
  template <typename Ordered>
  static void note_read(Word& word, std::uint64_t mine, std::uint32_t pc, Ordered ordered);

  bool padding_missing(const char* address, unsigned size) const;
  // From the first store of a launch to less than a word on, each of its bytes has a Word of its
  // own; the word's last write is then one of no byte.
  static bool is_split(std::uint64_t write, std::uint64_t me) {
    return write != 0 && write >> kMaskShift == 0 &&
           ((write ^ me) & GlobalAccessRecord::kLaunch) == 0;
  }
  void split(std::size_t word, std::uint64_t me);

  Word* words_ = nullptr;                         // one for each 4 bytes, mapped on demand
  Word* parts_ = nullptr;                         // one for each byte, likewise
  std::atomic<std::uint8_t>* written_ = nullptr;  // of each 4 bytes, as in padding.hpp
  enum SectorMark : std::uint8_t { kLoaded = 1, kStored = 2, kUsed = 4 };
  void mark(std::uint64_t sector, std::uint8_t bit);
  std::vector<std::atomic<std::uint8_t>> sectors_;  // SectorMarks
  std::atomic<bool> accessed_{false};
};

/// Finds the buffer of an address; neighbouring questions are mostly about the same two.
class BufferFinder {
 public:
  explicit BufferFinder(const std::vector<GlobalBuffer*>& buffers) : buffers_(buffers) {}

  /// Null if the address is in none.
  const GlobalBuffer::View* find(const char* address) {
    const GlobalBuffer::View* const recent = find_recent(address);
    return recent != nullptr ? recent : search(address);
  }
  /// Also null if it is in none of the three that are looked at first: a filter reads two buffers
  /// and writes a third.
  const GlobalBuffer::View* find_recent(const char* address) const {
    if (recent_[0].holds(address)) return &recent_[0];
    if (recent_[1].holds(address)) return &recent_[1];
    return recent_[2].holds(address) ? &recent_[2] : nullptr;
  }
  /// The buffers have changed.
  void forget() { recent_ = {}; }

 private:
  const GlobalBuffer::View* search(const char* address);

  const std::vector<GlobalBuffer*>& buffers_;   // sorted by address
  std::array<GlobalBuffer::View, 4> recent_{};  // the last one that was searched for comes first
};

[[gnu::always_inline]] inline bool GlobalBuffer::View::quick_read(const char* address,
                                                                  std::uint64_t me,
                                                                  std::uint32_t pc) const {
  const std::size_t i = std::size_t(address - data) / 4;
  Word& word = words[i];
  if ((written[i].load(std::memory_order_relaxed) & kWrittenBytes) != kWrittenBytes) return false;
  // Of a word that no kernel wrote, the launch is 0: where that is this launch too, take the long
  // way.
  const std::uint64_t write = word.write.load(std::memory_order_relaxed);
  if (((write ^ me) & GlobalAccessRecord::kLaunch) == 0) return false;
  constexpr std::uint64_t kWholeWord = std::uint64_t(0xf) << kMaskShift;
  const std::uint64_t mine = me | kWholeWord;
  const std::uint64_t read = word.read.load(std::memory_order_relaxed), changes = read ^ mine;
  // Somebody of this launch has read the word before: a mark says what kind of other reader this
  // is.
  if ((changes & (GlobalAccessRecord::kLaunch | GlobalAccessRecord::kSync | kWholeWord)) == 0)
      [[likely]] {
    std::uint64_t others = kOthersElsewhere;
    if ((changes & GlobalAccessRecord::kBlock) == 0) {
      if ((changes & GlobalAccessRecord::kEpoch) != 0) return false;
      // Within a warp, its primitives may order the two.
      if ((mine & GlobalAccessRecord::kSegment) != 0 && (changes & GlobalAccessRecord::kWarp) == 0)
        return false;
      others = (changes & GlobalAccessRecord::kThread) != 0 ? kOthersHere : 0;
    }
    if ((read | others) != read) word.read.store(read | others, std::memory_order_relaxed);
    return true;
  }
  if ((read & GlobalAccessRecord::kSync) != 0) return false;
  if (read != 0 && (changes & GlobalAccessRecord::kLaunch) == 0) return false;
  // Nobody of this launch has read the word: this thread is the first.
  word.read.store(mine, std::memory_order_relaxed);
  word.read_pc.store(pc, std::memory_order_relaxed);
  return true;
}

// One reader is kept, not all. It stays as long as a later write that is ordered after the new
// reader need not be ordered after the kept one; readers that it does not speak for leave a mark.
template <typename Ordered>
void GlobalBuffer::note_read(Word& word, std::uint64_t mine, std::uint32_t pc, Ordered ordered) {
  const std::uint64_t read = word.read.load(std::memory_order_relaxed);
  const std::uint64_t changes = read ^ mine;
  std::uint64_t noted = mine;
  const bool comparable =
      read != 0 && (changes & GlobalAccessRecord::kLaunch) == 0 && changes >> kMaskShift == 0;
  if (comparable && (mine & GlobalAccessRecord::kSync) != 0)
    return;  // harms less than what is noted
  if (comparable && (read & GlobalAccessRecord::kSync) == 0) {
    if ((changes & GlobalAccessRecord::kBlock) != 0) {
      if (!ordered({read, pc, false})) noted = read | kOthersElsewhere;
    } else {
      // What other blocks read stays unordered with what this one does later.
      noted |= read & kOthersElsewhere;
      if ((changes & (GlobalAccessRecord::kThread | GlobalAccessRecord::kEpoch)) == 0) {
        if ((changes & GlobalAccessRecord::kSegment) == 0) noted |= read & kOthersHere;
      } else if (!ordered({read, pc, false})) {
        noted = read | kOthersHere;
      }
    }
  }
  if (noted == read) return;
  word.read.store(noted, std::memory_order_relaxed);
  if ((noted ^ read) & ~(kOthersHere | kOthersElsewhere)) {
    word.read_pc.store(pc, std::memory_order_relaxed);
  }
}

template <typename Ordered>
GlobalBuffer::PriorAccess GlobalBuffer::record_access(const char* address, unsigned size,
                                                      Access access, std::uint64_t me,
                                                      std::uint32_t pc, bool seen_signals,
                                                      Ordered ordered) {
  constexpr std::uint64_t kSegmentOfThread =
      GlobalAccessRecord::kThread | GlobalAccessRecord::kEpoch | GlobalAccessRecord::kSegment;
  PriorAccess conflict;
  const auto check = [&](std::uint64_t who, std::uint64_t mask, std::uint32_t other_pc,
                         bool was_write) {
    if (conflict.pc != 0 || who == 0 || (who >> kMaskShift & mask) == 0) return;
    if (((who ^ me) & GlobalAccessRecord::kLaunch) != 0) return;
    const PriorAccess prior{who, other_pc, was_write};
    bool clash = !(was_write && seen_signals && (who & kOvertaken) != 0) && !ordered(prior);
    if (!was_write && !clash && ((who ^ me) & GlobalAccessRecord::kBlock) == 0) {
      // The first reader is no trouble; others may be. If something orders this thread after others
      // of the block, it has met them since its own read.
      clash = ((who & kOthersElsewhere) != 0 && !seen_signals) ||
              ((who & kOthersHere) != 0 && ((who ^ me) & kSegmentOfThread) == 0);
    }
    if (clash) conflict = prior;
  };
  // A write replaces the last one and is compared with it and with the reads; a read is compared
  // with the last write alone. An atomic operation harms less than a plain store before it by the
  // same thread, which stays.
  const auto use = [&](Word& word, std::uint64_t mask) {
    const std::uint64_t mine = me | mask << kMaskShift;
    if (access == Access::read) {
      check(word.write.load(std::memory_order_relaxed), mask,
            word.write_pc.load(std::memory_order_relaxed), true);
      return note_read(word, mine, pc, ordered);
    }
    constexpr std::uint64_t kSame = kSegmentOfThread | GlobalAccessRecord::kBlock |
                                    GlobalAccessRecord::kLaunch | std::uint64_t(0xf) << kMaskShift;
    const std::uint64_t last = word.write.load(std::memory_order_relaxed);
    if (access != Access::atomic || ((last ^ mine) & kSame) != 0 ||
        (last & GlobalAccessRecord::kSync) != 0)
      check(word.write.exchange(mine, std::memory_order_relaxed), mask,
            word.write_pc.exchange(pc, std::memory_order_relaxed), true);
    check(word.read.load(std::memory_order_relaxed), mask,
          word.read_pc.load(std::memory_order_relaxed), false);
  };
  const auto begin = std::size_t(address - data), end = begin + size;
  for (std::size_t i = begin / 4; i <= (end - 1) / 4; ++i) {
    Word& word = words_[i];
    const unsigned mask = part_of_word(i, begin, end);
    bool is_split = GlobalBuffer::is_split(word.write.load(std::memory_order_acquire), me);
    if (!is_split && mask != 0xf && access != Access::read) {
      split(i, me);
      is_split = true;
    }
    if (!is_split) {
      use(word, mask);
      continue;
    }
    for (unsigned byte = 0; byte < 4; ++byte)
      if ((mask >> byte & 1) != 0) use(parts_[4 * i + byte], 0xf);
  }
  return conflict;
}

/// All buffers, kept by the runtime's allocations.
class GlobalShadow {
 public:
  static GlobalShadow& instance();
  void add(char* data, std::size_t bytes, bool initialised, CodePlace where);
  void remove(const char* data, CodePlace where);
  /// Kernels may use only these bytes of an allocation, under this name.
  void restrict_to(char* data, std::size_t bytes, const std::string& name);
  void host_wrote(const char* data, std::size_t bytes);
  /// These bytes, all of one buffer, count as never written.
  void forget_contents(const char* data, std::size_t bytes);
  /// True if these bytes are of a buffer and none of them was ever written. Not of buffers whose
  /// contents were forgotten: who does that looks at what comes back.
  bool all_unwritten(const char* data, std::size_t bytes);
  /// The buffer that stands for a variable of the program.
  GlobalBuffer* variable(char* data, std::size_t bytes, const std::string& name);
  /// The buffers as they are now, sorted; valid while no call above is made.
  std::vector<GlobalBuffer*> snapshot();

  /// What an address that lies in no buffer is near to.
  struct Nearest {
    std::string text;  ///< "3 bytes past the end of a 400-byte buffer"; empty if near none
    bool freed = false;
    CodePlace allocated, freed_at;
    std::ptrdiff_t distance = 0;  ///< in bytes
  };
  Nearest describe(const char* address);
  /// Buffers with a serial number of at least `since`: where they were allocated, and their sizes.
  std::vector<std::pair<CodePlace, std::size_t>> alive(std::uint64_t since);
  std::uint64_t next_serial();

 private:
  struct Freed {
    const char* data;
    std::size_t bytes;
    std::string name;
    CodePlace allocated, freed_at;
  };
  std::mutex mutex_;
  std::map<const char*, std::unique_ptr<GlobalBuffer>> buffers_;
  std::deque<Freed> freed_;
  std::uint64_t next_serial_ = 1;
};

}  // namespace kit::sim
