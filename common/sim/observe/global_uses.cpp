/// What a launch has used of a buffer: its sectors, for the counts, and its bytes, for those who
/// ask what another stream's work may meet.
#include <algorithm>
#include <bit>
#include <utility>

#include "global_shadow.hpp"

namespace kit::sim {

// Looks before it writes: most sectors are marked already, and several host threads share the line
// of the cache.
void GlobalBuffer::mark(std::uint64_t number, std::uint8_t bit) {
  auto& sector = sectors_[number - reinterpret_cast<std::uint64_t>(data) / 32];
  if ((sector.load(std::memory_order_relaxed) & bit) == 0) {
    sector.fetch_or(bit, std::memory_order_relaxed);
    accessed_.store(true, std::memory_order_relaxed);
  }
}

void GlobalBuffer::mark_used(const char* address, std::size_t size) {
  const auto begin = reinterpret_cast<std::uint64_t>(address);
  for (std::uint64_t number = begin / 32; number <= (begin + size - 1) / 32; ++number)
    mark(number, kUsed);
}

void GlobalBuffer::list_uses(std::uint64_t launch, std::vector<UsedBytes>& reads,
                             std::vector<UsedBytes>& writes) const {
  if (!accessed_.load(std::memory_order_relaxed)) return;
  constexpr std::size_t kSector = 32;
  const auto start = reinterpret_cast<std::uintptr_t>(data);
  const auto add = [&](std::size_t word, std::uint64_t who, unsigned mask, std::uint32_t pc,
                       std::vector<UsedBytes>& list) {
    if (who == 0 || ((who ^ launch) & GlobalAccessRecord::kLaunch) != 0) return;
    const char* const begin = data + 4 * word + std::countr_zero(mask);
    const char* const end = data + 4 * word + std::bit_width(mask);
    if (!list.empty() && list.back().end == begin && list.back().pc == pc)
      list.back().end = end;
    else
      list.push_back({begin, end, pc});
  };
  std::size_t next = 0;  // word
  for (std::size_t sector = 0; sector < sectors_.size(); ++sector) {
    if (sectors_[sector].load(std::memory_order_relaxed) == 0) continue;
    const std::uintptr_t low = (start / kSector + sector) * kSector;
    const std::size_t first = low > start ? (low - start) / 4 : 0;
    const std::size_t last = std::min((low + kSector - start + 3) / 4, (bytes + 3) / 4);
    for (std::size_t i = std::max(first, next); i < last; ++i) {
      const auto add_both = [&](const Word& word, unsigned part) {
        const std::uint64_t read = word.read.load(std::memory_order_relaxed);
        const std::uint64_t write = word.write.load(std::memory_order_relaxed);
        const auto mask_of = [&](std::uint64_t who) {
          return part != 0 ? part : unsigned(who >> kMaskShift);
        };
        add(i, read, mask_of(read), word.read_pc.load(std::memory_order_relaxed), reads);
        add(i, write, mask_of(write), word.write_pc.load(std::memory_order_relaxed), writes);
      };
      if (!is_split(words_[i].write.load(std::memory_order_relaxed), launch)) {
        add_both(words_[i], 0);
      } else {
        for (unsigned byte = 0; byte < 4; ++byte) add_both(parts_[4 * i + byte], 1u << byte);
      }
    }
    next = std::max(next, last);
  }
}

std::pair<std::uint64_t, std::uint64_t> GlobalBuffer::take_sectors() {
  std::uint64_t loaded = 0, stored = 0;
  if (!accessed_.exchange(false)) return {0, 0};
  for (auto& sector : sectors_) {
    const std::uint8_t bits = sector.load(std::memory_order_relaxed);
    loaded += (bits & kLoaded) != 0;
    stored += (bits & kStored) != 0;
    if (bits != 0) sector.store(0, std::memory_order_relaxed);
  }
  return {loaded, stored};
}

}  // namespace kit::sim
