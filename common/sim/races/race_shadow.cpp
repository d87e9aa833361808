/// @file
/// Most uses are of whole words, so a word has one cell. A word that is used in parts gets a cell
/// for each of its bytes: two threads may write neighbouring bytes. What is kept of a use follows
/// FastTrack (Flanagan and Freund, PLDI 2009), with two reads in place of a clock of reads.
#include "sim/races/race_shadow.hpp"

#include <algorithm>

namespace kit::sim {
namespace {

// A use as a number: pc, thread, whether it may write, step.
constexpr unsigned kThreadShift = 32, kWritesShift = 38, kStepShift = 39;
constexpr std::uint32_t kMaxStep = (std::uint32_t(1) << (64 - kStepShift)) - 2;

std::uint32_t pc_in(std::uint64_t use) {
  return std::uint32_t(use);
}
unsigned thread_in(std::uint64_t use) {
  return unsigned(use >> kThreadShift) % kMaxTeam;
}
bool writes_in(std::uint64_t use) {
  return (use >> kWritesShift & 1) != 0;
}
std::uint32_t step_in(std::uint64_t use) {
  return std::uint32_t(use >> kStepShift);
}

constexpr unsigned kWhole = 0b1111;  // a bit for each byte of a word

bool writes(Use use) {
  return use == Use::write || use == Use::atomic_update;
}

}  // namespace

RaceShadow::Page* RaceShadow::page_at(std::uintptr_t address, bool make) {
  const std::uintptr_t number = address / kPage;
  Known& known = known_[number % known_.size()];
  if (known.page == number) return known.cells;
  const auto found = pages_.find(number);
  if (found == pages_.end() && !make) return nullptr;
  auto& page = found == pages_.end() ? pages_[number] : found->second;
  if (!page) page = std::make_unique<Page>();
  known = {number, page.get()};
  return page.get();
}

void RaceShadow::use(unsigned thread, const void* address, std::size_t bytes, Use use,
                     std::uint32_t pc) {
  const std::uint64_t step = clocks_.step_of(thread);
  if (step > kMaxStep) return;  // nothing is known any more
  Current now{thread, use, pc, 0, address};
  now.packed = std::uint64_t(pc) | std::uint64_t(thread) << kThreadShift |
               std::uint64_t(writes(use)) << kWritesShift | step << kStepShift;
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t end = first + bytes;
  for (std::uintptr_t word = first / kWord * kWord; word < end; word += kWord) {
    unsigned mask = kWhole;
    if (word < first) mask &= kWhole << (first - word);
    if (end < word + kWord) mask &= kWhole >> (word + kWord - end);
    use_word(word, mask, now);
  }
}

void RaceShadow::use_word(std::uintptr_t word, unsigned mask, const Current& now) {
  Cell& cell = (*page_at(word, true))[word % kPage / kWord];
  if (cell.write != kSplit) {
    if (mask == kWhole) return use_cell(cell, now);
    bytes_[word].fill(cell);
    cell.write = kSplit;
  }
  std::array<Cell, kWord>& cells = bytes_[word];
  for (unsigned byte = 0; byte < kWord; ++byte)
    if ((mask >> byte & 1) != 0) use_cell(cells[byte], now);
}

void RaceShadow::use_cell(Cell& cell, const Current& now) {
  const auto mine = [&](std::uint64_t use) {
    return thread_in(use) == now.thread && step_in(use) == step_in(now.packed);
  };
  const auto past = [&](std::uint64_t use) {
    return thread_in(use) == now.thread ||
           clocks_.is_before(thread_in(use), step_in(use), now.thread);
  };
  switch (now.use) {
    case Use::read:
      if (mine(cell.read) || mine(cell.other_read)) return;
      check(cell.write, true, now);
      if (writes_in(cell.atomic)) check(cell.atomic, true, now);
      (past(cell.read) ? cell.read : cell.other_read) = now.packed;
      return;
    case Use::write:
      check(cell.write, true, now);
      check(cell.atomic, writes_in(cell.atomic), now);
      check(cell.read, false, now);
      check(cell.other_read, false, now);
      cell = {now.packed, 0, 0, 0};
      return;
    case Use::atomic_read:
    case Use::atomic_update:
      check(cell.write, true, now);
      if (now.use == Use::atomic_update) {
        check(cell.read, false, now);
        check(cell.other_read, false, now);
      }
      // What is kept may be older than another's, as long as it says more.
      if (now.use == Use::atomic_update || !writes_in(cell.atomic) || past(cell.atomic))
        cell.atomic = now.packed;
      return;
  }
}

void RaceShadow::check(std::uint64_t before, bool before_writes, const Current& now) {
  if (before == 0) return;
  const unsigned other = thread_in(before);
  if (other == now.thread || clocks_.is_before(other, step_in(before), now.thread)) return;
  const auto [known, is_new] =
      raced_.try_emplace(std::minmax({pc_in(before), now.pc}), races_.size());
  if (!is_new) {
    if (known->second < races_.size()) ++races_[known->second].count;
    return;
  }
  // One variable that is used at many places is one mistake.
  if (!raced_words_.insert(reinterpret_cast<std::uintptr_t>(now.address) / kWord).second) {
    known->second = kPartOfAnother;
    return;
  }
  races_.push_back({{now.pc, now.thread, writes(now.use)},
                    {pc_in(before), other, before_writes},
                    now.address,
                    1});
}

void RaceShadow::forget_word(std::uintptr_t word, unsigned mask) {
  Page* const page = page_at(word, false);
  if (page == nullptr) return;
  Cell& cell = (*page)[word % kPage / kWord];
  if (mask == kWhole) {
    if (cell.write == kSplit) bytes_.erase(word);
    cell = {};
    return;
  }
  if (cell.write != kSplit) {
    bytes_[word].fill(cell);
    cell.write = kSplit;
  }
  for (unsigned byte = 0; byte < kWord; ++byte)
    if ((mask >> byte & 1) != 0) bytes_[word][byte] = {};
}

void RaceShadow::forget(const void* address, std::size_t bytes) {
  if (pages_.empty()) return;
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t end = first + bytes;
  for (std::uintptr_t word = first / kWord * kWord; word < end;) {
    if (page_at(word, false) == nullptr) {  // nor is anything else of its page
      word = (word / kPage + 1) * kPage;
      continue;
    }
    unsigned mask = kWhole;
    if (word < first) mask &= kWhole << (first - word);
    if (end < word + kWord) mask &= kWhole >> (word + kWord - end);
    forget_word(word, mask);
    word += kWord;
  }
}

void RaceShadow::clear() {
  pages_.clear();
  bytes_.clear();
  known_.fill({});
}

std::vector<Race> RaceShadow::take_races() {
  raced_.clear();
  raced_words_.clear();
  return std::exchange(races_, {});
}

}  // namespace kit::sim
