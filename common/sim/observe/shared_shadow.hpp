/// @file
/// What happened to each word of a block's shared memory: who wrote and read it last, since which
/// barrier.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../src/device.hpp"
#include "padding.hpp"
#include "trace.hpp"

namespace kit::sim {

/// Who touches memory, and between which synchronisations.
struct AccessRecord {
  /// Barriers that this host thread's blocks have passed, starts of blocks included.
  std::uint32_t epoch = 0;
  std::uint16_t thread = 0;     ///< number in the block
  std::uint16_t warp_step = 0;  ///< synchronisations of its warp in the block
  std::uint32_t pc = 0;
};

/// One array of shared memory: a variable of the kernel, or the launch's dynamic shared memory.
struct SharedArray {
  std::string name;
  char* begin = nullptr;  ///< of the array itself, on this host thread
  std::size_t bytes = 0;
  bool accessed = false;  ///< since the launch began
};

class SharedShadow {
 public:
  SharedShadow();

  /// A block starts: what the last one left is not initialised for this one.
  void start_block(std::uint32_t epoch, std::size_t dynamic_bytes);

  bool covers(const void* address) const {
    const char* byte = static_cast<const char*>(address);
    return std::size_t(byte - low_) < static_bytes_ || std::size_t(byte - dynamic_) < dynamic_most_;
  }
  /// The array an address lies in or (red zones included) next to.
  SharedArray* find(const char* address);
  /// True for an address among this host thread's variables, where shared memory lies.
  bool is_near(const char* address) const;
  /// The array of the kernel nearest to an address among this host thread's variables, where shared
  /// memory lies; null if the address is elsewhere.
  const SharedArray* nearest(const char* address) const;
  /// The variable of the kernel, accessed in this launch, that ends last before an address of the
  /// dynamic memory; null if there is none.
  const SharedArray* last_used_before(const char* address) const;
  /// Static arrays first, in the same order on every host thread; the dynamic one last.
  std::vector<SharedArray>& arrays() { return arrays_; }

  struct Conflict {
    AccessRecord other;
    bool other_was_write = false;
    bool other_signal = false;
  };
  /// Notes an access; returns the unordered access of another thread that it conflicts with. Two
  /// signals (atomic accesses, and volatile ones where there are fences) do not conflict.
  std::optional<Conflict> record_access(const char* address, unsigned bytes, Access access,
                                        bool signal, const AccessRecord& record);
  /// True if nothing about a read of one aligned word inside an array needs a closer look: it is
  /// written since the block started, before the last barrier or by the same thread; it is noted.
  bool quick_read(const char* address, const AccessRecord& record);
  /// True if every byte was written since the block started, but for such as a struct's padding.
  bool initialised(const char* address, unsigned bytes) const;
  /// The bytes [first, second) of an array, if those that nobody has written since the block
  /// started stand in one piece; else an empty range.
  std::pair<std::ptrdiff_t, std::ptrdiff_t> unwritten(const SharedArray& array) const;

  /// True for an address in the memory of `extern __shared__` arrays.
  bool is_dynamic(const char* address) const {
    return std::size_t(address - dynamic_) < dynamic_most_;
  }

 private:
  struct ShadowCell {
    AccessRecord who;
    std::uint8_t bytes = 0;  // mask of the word's bytes
    bool signal = false;
  };
  struct alignas(64) Word {
    ShadowCell write, read, other_read;
    std::uint8_t written = 0;
    std::uint32_t written_epoch = 0;
  };
  // Happens-before within a block: another epoch means that a barrier was between the two, another
  // step of the same warp that a __syncwarp was.
  bool ordered(const ShadowCell& cell, const AccessRecord& now) const {
    if (cell.who.epoch < block_epoch_ || cell.bytes == 0) return true;  // another block's
    if (cell.who.thread == now.thread || cell.who.epoch != now.epoch) return true;
    return cell.who.thread / 32 == now.thread / 32 && cell.who.warp_step != now.warp_step;
  }
  void note_read(Word& word, const AccessRecord& record, std::uint8_t mask, bool signal = false) {
    if (word.read.who.thread != record.thread && !ordered(word.read, record)) {
      word.other_read = {record, mask, signal};
    } else {
      word.read = {record, mask, signal};
    }
  }
  std::uint8_t written_at(const char* address) const;

  std::vector<SharedArray> arrays_;
  SharedArray* last_ = nullptr;
  const char* low_ = nullptr;
  std::size_t static_bytes_ = 0;
  const char* dynamic_ = nullptr;
  std::size_t dynamic_most_ = 0;  // bytes of dynamic shared memory that the card has
  std::vector<Word> static_words_, dynamic_words_;
  std::uint32_t block_epoch_ = 0;
};

inline bool SharedShadow::quick_read(const char* address, const AccessRecord& record) {
  if (last_ == nullptr || std::size_t(address - last_->begin) >= last_->bytes) return false;
  const bool dynamic = is_dynamic(address);
  const auto offset = std::size_t(address - (dynamic ? dynamic_ : low_));
  Word& word = (dynamic ? dynamic_words_ : static_words_)[offset / 4];
  if ((word.written & kWrittenBytes) != kWrittenBytes || word.written_epoch < block_epoch_) {
    return false;
  }
  if (word.write.who.epoch == record.epoch && word.write.who.thread != record.thread) {
    return false;
  }
  note_read(word, record, 0xf);
  return true;
}

}  // namespace kit::sim
