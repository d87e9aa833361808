/// Shadow memory of a block's shared memory. Blocks run to their end on one host thread, one after
/// another, so nothing here is shared or locked, and a new block needs no clearing: a cell whose
/// epoch is older than the block's first one belongs to a block that has ended.
///
/// Invariant. Of each word the last write and two reads are kept. The two reads are of different
/// threads whenever two unordered threads have read the word, so a later write of either of them
/// still meets a read of the other. From the first access to less than a word on the same is kept
/// of each of its bytes instead, until the block ends.
#include "shared_shadow.hpp"

#include <algorithm>
#include <set>

#include "elf_symbols.hpp"
#include "kit_sim/shared.h"

extern __thread unsigned char kit_sim_dynamic_shared_bytes[kit::sim::kSharedBytesMost] __asm__(
    "kit_sim_dynamic_shared");

namespace kit::sim {

SharedShadow::SharedShadow() {
  char* base = thread_pointer();
  for (const TlsVariable& variable : shared_variables()) {
    if (variable.bytes <= 2 * kSharedPadding) continue;
    arrays_.push_back({variable.name + " in shared memory", base + variable.offset + kSharedPadding,
                       variable.bytes - 2 * kSharedPadding});
  }
  const char* high = nullptr;
  for (const SharedArray& array : arrays_) {
    const char* begin = array.begin - kSharedPadding;
    const char* end = array.begin + array.bytes + kSharedPadding;
    low_ = low_ == nullptr ? begin : std::min(low_, begin);
    high = high == nullptr ? end : std::max(high, end);
  }
  static_bytes_ = std::size_t(high - low_);
  static_words_.whole.resize(static_bytes_ / 4 + 1);
  dynamic_ = reinterpret_cast<char*>(kit_sim_dynamic_shared_bytes);
  dynamic_most_ = played_card().shared_opt_in;
  dynamic_words_.whole.resize(dynamic_most_ / 4);
  arrays_.push_back({"the launch's dynamic shared memory", const_cast<char*>(dynamic_), 0});
}

void SharedShadow::start_block(std::uint32_t epoch, std::size_t dynamic_bytes) {
  block_epoch_ = epoch;
  arrays_.back().bytes = dynamic_bytes;
}

// The array that holds the address, else one whose padding does: a neighbour may begin there.
SharedArray* SharedShadow::find(const char* address) {
  SharedArray* found = nullptr;
  for (SharedArray& array : arrays_) {
    const bool dynamic = array.begin == dynamic_;
    const std::size_t before = dynamic ? 0 : kSharedPadding;
    const std::size_t reach = dynamic ? dynamic_most_ : array.bytes + kSharedPadding;
    if (address < array.begin - before || address >= array.begin + reach) continue;
    found = &array;
    if (address >= array.begin && address < array.begin + array.bytes) break;
  }
  if (found == nullptr) return nullptr;
  found->accessed = true;
  return last_ = found;
}

const SharedArray* SharedShadow::last_used_before(const char* address) const {
  const SharedArray* last = nullptr;
  for (const SharedArray& array : arrays_) {
    const char* const end = array.begin + array.bytes;
    if (!array.accessed || array.begin == dynamic_ || end > address) continue;
    if (last == nullptr || end > last->begin + last->bytes) last = &array;
  }
  return last;
}

bool SharedShadow::is_near(const char* address) const {
  // All thread-local variables, dynamic memory too, and what an index past them leads to. A program
  // with many kernels may have hundreds of KiB of them.
  constexpr std::ptrdiff_t kBeyond = 128 * 1024;
  const char* const begin = low_ == nullptr ? dynamic_ : std::min(low_, dynamic_);
  return address >= begin - kBeyond && address < thread_pointer() + kBeyond;
}

const SharedArray* SharedShadow::nearest(const char* address) const {
  if (!is_near(address)) return nullptr;
  const SharedArray* best = nullptr;
  std::ptrdiff_t least = 0;
  for (const SharedArray& array : arrays_) {
    if (!array.accessed) continue;
    const std::ptrdiff_t distance =
        std::max(array.begin - address, address - (array.begin + std::ptrdiff_t(array.bytes)) + 1);
    if (best == nullptr || distance < least) {
      best = &array;
      least = distance;
    }
  }
  return best;
}

// The cells of a word's bytes. They begin with what is known of the word.
SharedShadow::Cells* SharedShadow::bytes_of(Words& words, std::size_t word,
                                            const AccessRecord& record) {
  if (words.bytes.empty()) words.bytes.resize(4 * words.whole.size());
  Cells* const cells = &words.bytes[4 * word];
  Word& whole = words.whole[word];
  if (whole.split_epoch < block_epoch_) {
    whole.split_epoch = record.epoch;
    std::fill_n(cells, 4, whole.cells);
  }
  return cells;
}

// The word that holds this byte, as in padding.hpp; 0 outside of all arrays.
std::uint8_t SharedShadow::written_at(const char* address) const {
  if (!covers(address)) return 0;
  const bool dynamic = is_dynamic(address);
  const auto offset = std::size_t(address - (dynamic ? dynamic_ : low_));
  const Word& word = (dynamic ? dynamic_words_ : static_words_).whole[offset / 4];
  return word.written_epoch < block_epoch_ ? 0 : word.written;
}

std::pair<std::ptrdiff_t, std::ptrdiff_t> SharedShadow::unwritten(const SharedArray& array) const {
  const auto is_written = [&](std::ptrdiff_t byte) {
    const char* const at = array.begin + byte;
    const char* const origin = is_dynamic(at) ? dynamic_ : low_;
    return (written_at(at) >> ((at - origin) % 4) & 1) != 0;
  };
  const auto bytes = std::ptrdiff_t(array.bytes);
  std::ptrdiff_t begin = 0, end = bytes;
  while (begin < bytes && is_written(begin)) ++begin;
  while (end > begin && is_written(end - 1)) --end;
  for (std::ptrdiff_t byte = begin; byte < end; ++byte)
    if (is_written(byte)) return {};
  return {begin, end};
}

std::vector<std::uint32_t> SharedShadow::writers(const SharedArray& array) const {
  const bool dynamic = is_dynamic(array.begin);
  const Words& words = dynamic ? dynamic_words_ : static_words_;
  const auto first = std::size_t(array.begin - (dynamic ? dynamic_ : low_));
  std::set<std::uint32_t> places;
  const auto note = [&](const Cells& cells) {
    if (cells.write.bytes != 0 && cells.write.who.epoch >= block_epoch_)
      places.insert(cells.write.who.pc);
  };
  for (std::size_t i = first / 4; i < (first + array.bytes + 3) / 4; ++i) {
    if (words.whole[i].split_epoch < block_epoch_) {
      note(words.whole[i].cells);
      continue;
    }
    for (std::size_t byte = 4 * i; byte < 4 * i + 4; ++byte)
      if (byte >= first && byte < first + array.bytes) note(words.bytes[byte]);
  }
  return {places.begin(), places.end()};
}

bool SharedShadow::initialised(const char* address, unsigned bytes) const {
  const char* at = address;
  const char* const origin = is_dynamic(address) ? dynamic_ : low_;
  while (at < address + bytes && (written_at(at) >> ((at - origin) % 4) & 1) != 0) ++at;
  if (at == address + bytes) return true;
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  return bytes > 1 && only_padding_missing(begin, begin + bytes, [&](std::uintptr_t byte) {
           return written_at(reinterpret_cast<const char*>(byte));
         });
}

}  // namespace kit::sim
