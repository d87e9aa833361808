/// @file
/// What happened to each word of a block's shared memory: who wrote and read it last, since which
/// barrier.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../src/device.hpp"
#include "padding.hpp"
#include "trace.hpp"
#include "warp_order.hpp"

namespace kit::sim {

/// What an access may be to other threads, besides one to memory.
enum class Signal : std::uint8_t { none, volatile_access, atomic };

/// Who touches memory, and between which synchronisations.
struct AccessRecord {
  /// Barriers that this host thread's blocks have passed, starts of blocks included.
  std::uint32_t epoch = 0;
  std::uint16_t thread = 0;   ///< number in the block
  std::uint16_t segment = 0;  ///< of the thread, as WarpOrder counts them
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
    Signal other_signal = Signal::none;
    bool both_signal = false;  ///< no mistake in a block with fences
  };
  /// Notes an access; returns the unordered access of another thread that it conflicts with, one
  /// that is no signal if there is such. Two atomic accesses do not conflict.
  /// `signalled(record)`: signals order that access before this one.
  template <typename Signalled>
  std::optional<Conflict> record_access(const char* address, unsigned bytes, Access access,
                                        Signal signal, const AccessRecord& record,
                                        const WarpOrder& warps, const Signalled& signalled);
  /// True if nothing about a read of one aligned word inside an array needs a closer look: it is
  /// written since the block started, before the last barrier or by the same thread; it is noted.
  bool quick_read(const char* address, const AccessRecord& record, const WarpOrder& warps);
  /// True if every byte was written since the block started, but for such as a struct's padding.
  bool initialised(const char* address, unsigned bytes) const;
  /// The bytes [first, second) of an array, if those that nobody has written since the block
  /// started stand in one piece; else an empty range.
  std::pair<std::ptrdiff_t, std::ptrdiff_t> unwritten(const SharedArray& array) const;

  /// The places that stored what stands in an array since the block started, each once.
  std::vector<std::uint32_t> writers(const SharedArray& array) const;

  /// True for an address in the memory of `extern __shared__` arrays.
  bool is_dynamic(const char* address) const {
    return std::size_t(address - dynamic_) < dynamic_most_;
  }

 private:
  struct ShadowCell {
    AccessRecord who;
    std::uint8_t bytes = 0;  // mask of the word's bytes
    Signal signal = Signal::none;
  };
  struct Cells {
    ShadowCell write, read, other_read;
  };
  struct alignas(64) Word {
    Cells cells;
    std::uint8_t written = 0;
    std::uint32_t written_epoch = 0;
    std::uint32_t split_epoch = 0;  // since then each byte has cells of its own, in this block
  };
  struct Words {
    std::vector<Word> whole;
    std::vector<Cells> bytes;  // of words that are split; empty before the first is
  };
  Cells* bytes_of(Words& words, std::size_t word, const AccessRecord& record);
  // Happens-before within a block: another epoch means that a barrier was between the two. Within a
  // warp its primitives order too.
  bool ordered(const ShadowCell& cell, const AccessRecord& now, const WarpOrder& warps) const {
    if (cell.who.epoch < block_epoch_ || cell.bytes == 0) return true;  // another block's
    if (cell.who.thread == now.thread || cell.who.epoch != now.epoch) return true;
    return cell.who.thread / 32 == now.thread / 32 &&
           (cell.who.segment < warps.known(now.thread, cell.who.thread) ||
            cell.who.segment == UINT16_MAX);
  }
  void note_read(Cells& word, const AccessRecord& record, std::uint8_t mask, const WarpOrder& warps,
                 Signal signal = Signal::none) {
    if (word.read.who.thread != record.thread && !ordered(word.read, record, warps)) {
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
  Words static_words_, dynamic_words_;
  std::uint32_t block_epoch_ = 0;
};

inline bool SharedShadow::quick_read(const char* address, const AccessRecord& record,
                                     const WarpOrder& warps) {
  if (last_ == nullptr || std::size_t(address - last_->begin) >= last_->bytes) return false;
  const bool dynamic = is_dynamic(address);
  const auto offset = std::size_t(address - (dynamic ? dynamic_ : low_));
  Word& word = (dynamic ? dynamic_words_ : static_words_).whole[offset / 4];
  if ((word.written & kWrittenBytes) != kWrittenBytes || word.written_epoch < block_epoch_ ||
      word.split_epoch >= block_epoch_) {
    return false;
  }
  const AccessRecord& writer = word.cells.write.who;
  if (writer.epoch == record.epoch && writer.thread != record.thread) return false;
  note_read(word.cells, record, 0xf, warps);
  return true;
}

template <typename Signalled>
std::optional<SharedShadow::Conflict> SharedShadow::record_access(
    const char* address, unsigned bytes, Access access, Signal signal, const AccessRecord& record,
    const WarpOrder& warps, const Signalled& signalled) {
  // A wide access is checked word by word; the first conflict is what is reported.
  const char* const origin = is_dynamic(address) ? dynamic_ : low_;
  Words& words = is_dynamic(address) ? dynamic_words_ : static_words_;
  std::optional<Conflict> conflict;
  const auto check = [&](const ShadowCell& other, std::uint8_t mask, bool was_write) {
    if ((conflict && !conflict->both_signal) || (other.bytes & mask) == 0) return;
    if (signal == Signal::atomic && other.signal == Signal::atomic) return;
    const bool both_signal = signal != Signal::none && other.signal != Signal::none;
    if ((conflict && both_signal) || ordered(other, record, warps) || signalled(other.who)) return;
    conflict = Conflict{other.who, was_write, other.signal, both_signal};
  };
  const auto use = [&](Cells& cells, std::uint8_t mask) {
    check(cells.write, mask, true);
    if (access == Access::read) return note_read(cells, record, mask, warps, signal);
    check(cells.read, mask, false);
    check(cells.other_read, mask, false);
    // An atomic operation harms less than a plain store before it by the same thread.
    const AccessRecord& last = cells.write.who;
    if (access == Access::atomic && cells.write.signal == Signal::none &&
        (cells.write.bytes & mask) == mask && last.thread == record.thread &&
        last.epoch == record.epoch && last.segment == record.segment)
      return;
    cells.write = {record, mask, signal};
  };
  const char* const end = address + bytes;
  for (const char* at = address; at < end;) {
    const std::size_t i = std::size_t(at - origin) / 4;
    const char* const word_begin = origin + 4 * i;
    const unsigned first = unsigned(at - word_begin);
    const unsigned last = unsigned(std::min<std::ptrdiff_t>(4, end - word_begin));
    const auto mask = std::uint8_t(((1u << last) - 1) & ~((1u << first) - 1));
    at = word_begin + last;
    Word& word = words.whole[i];
    if (mask == 0xf && word.split_epoch < block_epoch_) {
      use(word.cells, mask);
    } else {
      Cells* const cells = bytes_of(words, i, record);
      for (unsigned byte = first; byte < last; ++byte) use(cells[byte], 0xf);
    }
    if (access == Access::read) continue;
    if (word.written_epoch < block_epoch_) word.written = 0;
    word.written |= std::uint8_t(mask | store_width_bits(bytes));
    word.written_epoch = record.epoch;
  }
  return conflict;
}

}  // namespace kit::sim
