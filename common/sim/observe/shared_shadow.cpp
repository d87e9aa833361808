/// Shadow memory of a block's shared memory. Blocks run to their end on one host thread, one after
/// another, so nothing here is shared or locked, and a new block needs no clearing: a cell whose
/// epoch is older than the block's first one belongs to a block that has ended.
///
/// Invariant. Of each word the last write and two reads are kept. The two reads are of different
/// threads whenever two unordered threads have read the word, so a later write of either of them
/// still meets a read of the other.
#include "shared_shadow.hpp"

#include <algorithm>

#include "elf_symbols.hpp"
#include "kit_sim/shared.h"

extern __thread unsigned char kit_sim_dynamic_shared_bytes[kit::sim::kSharedBytesOptIn] __asm__(
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
  static_words_.resize(static_bytes_ / 4 + 1);
  dynamic_ = reinterpret_cast<char*>(kit_sim_dynamic_shared_bytes);
  dynamic_words_.resize(kSharedBytesOptIn / 4);
  arrays_.push_back({"the launch's dynamic shared memory", const_cast<char*>(dynamic_), 0});
}

void SharedShadow::start_block(std::uint32_t epoch, std::size_t dynamic_bytes) {
  block_epoch_ = epoch;
  arrays_.back().bytes = dynamic_bytes;
}

SharedArray* SharedShadow::find(const char* address) {
  for (SharedArray& array : arrays_) {
    const bool dynamic = array.begin == dynamic_;
    const std::size_t before = dynamic ? 0 : kSharedPadding;
    const std::size_t reach = dynamic ? kSharedBytesOptIn : array.bytes + kSharedPadding;
    if (address < array.begin - before || address >= array.begin + reach) continue;
    array.accessed = true;
    return last_ = &array;
  }
  return nullptr;
}

std::optional<SharedShadow::Conflict> SharedShadow::record_access(const char* address,
                                                                  unsigned bytes, Access access,
                                                                  const AccessRecord& record) {
  // A wide access is checked word by word; the first conflict is what is reported.
  const bool dynamic = is_dynamic(address);
  std::vector<Word>& words = dynamic ? dynamic_words_ : static_words_;
  std::optional<Conflict> conflict;
  const char* end = address + bytes;
  for (const char* at = address; at < end;) {
    const std::size_t i = std::size_t(at - (dynamic ? dynamic_ : low_)) / 4;
    const char* word_begin = (dynamic ? dynamic_ : low_) + 4 * i;
    const unsigned first = unsigned(at - word_begin);
    const unsigned last = unsigned(std::min<std::ptrdiff_t>(4, end - word_begin));
    const auto mask = std::uint8_t(((1u << last) - 1) & ~((1u << first) - 1));
    at = word_begin + last;
    Word& word = words[i];
    const bool is_atomic = access == Access::atomic;
    auto clashes = [&](const ShadowCell& other) {
      return (other.bytes & mask) != 0 && !(is_atomic && other.atomic) && !ordered(other, record);
    };
    if (!conflict && clashes(word.write)) {
      conflict = Conflict{word.write.who, true};
    }
    if (access == Access::read) {
      note_read(word, record, mask);
      continue;
    }
    for (const ShadowCell* read : {&word.read, &word.other_read}) {
      if (!conflict && clashes(*read)) conflict = Conflict{read->who, false};
    }
    word.write = {record, mask, is_atomic};
    if (word.written_epoch < block_epoch_) word.written = 0;
    word.written |= mask;
    word.written_epoch = record.epoch;
  }
  return conflict;
}

bool SharedShadow::initialised(const char* address, unsigned bytes) const {
  const bool dynamic = is_dynamic(address);
  const char* origin = dynamic ? dynamic_ : low_;
  for (const char* at = address; at < address + bytes; ++at) {
    const auto offset = std::size_t(at - origin);
    const Word& word = (dynamic ? dynamic_words_ : static_words_)[offset / 4];
    if (word.written_epoch < block_epoch_ || (word.written >> (offset % 4) & 1) == 0) return false;
  }
  return true;
}

}  // namespace kit::sim
