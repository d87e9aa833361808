/// @file
/// Shadow memory of a team of threads: of each byte who used it last, and whether another thread
/// uses it without order. It decides by what is ordered, not by when it happened, so that it finds
/// a race in whatever order the threads take turns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/races/team_clocks.hpp"

namespace kit::sim {

enum class Use : std::uint8_t {
  read,
  write,
  atomic_read,   ///< does not meet other atomic uses, nor reads
  atomic_update  ///< does not meet other atomic uses
};

/// Two uses of one place by two threads that nothing orders, at least one of which writes.
struct Race {
  struct Side {
    std::uint32_t pc = 0;
    unsigned thread = 0;
    bool writes = false;
  };
  Side now, before;
  const void* address = nullptr;
  std::uint64_t count = 1;  ///< how often these two places of the code met
};

/// One thread of the program at a time may call this.
class RaceShadow {
 public:
  /// Order comes from `clocks`, which outlives this.
  explicit RaceShadow(const TeamClocks& clocks) : clocks_(clocks) {}

  /// `thread` uses these bytes, at `pc` of its code.
  void use(unsigned thread, const void* address, std::size_t bytes, Use use, std::uint32_t pc);
  /// These bytes are another object from now on.
  void forget(const void* address, std::size_t bytes);
  /// Forgets all uses.
  void clear();
  /// How many pages of 4 KiB have been used.
  std::size_t pages() const { return pages_.size(); }

  /// The races so far, and forgets them: one for each pair of places in the code, and for each
  /// place in memory.
  std::vector<Race> take_races();

 private:
  /// The last uses of some bytes, each packed into a number (0: none). After a write, what came
  /// before it need not be known: who races with that races with the write too. Of two reads by
  /// different threads, one is by another thread than the next writer.
  struct Cell {
    std::uint64_t write = 0, atomic = 0, read = 0, other_read = 0;
  };
  static constexpr std::uintptr_t kWord = 4;
  static constexpr std::uintptr_t kPage = 4096;
  static constexpr std::uint64_t kSplit = ~std::uint64_t(0);  ///< in Cell::write: see bytes_
  using Page = std::array<Cell, kPage / kWord>;

  struct Current {
    unsigned thread;
    Use use;
    std::uint32_t pc;
    std::uint64_t packed;
    const void* address;
  };

  Page* page_at(std::uintptr_t address, bool make);
  void use_word(std::uintptr_t word, unsigned mask, const Current& now);
  void use_cell(Cell& cell, const Current& now);
  void check(std::uint64_t before, bool before_writes, const Current& now);
  void forget_word(std::uintptr_t word, unsigned mask);

  const TeamClocks& clocks_;
  std::unordered_map<std::uintptr_t, std::unique_ptr<Page>> pages_;
  /// Words of which threads have used parts: a cell for each byte.
  std::unordered_map<std::uintptr_t, std::array<Cell, kWord>> bytes_;
  struct Known {
    std::uintptr_t page = ~std::uintptr_t(0);
    Page* cells = nullptr;
  };
  std::array<Known, 64> known_;  ///< pages that were used lately
  std::vector<Race> races_;
  static constexpr std::size_t kPartOfAnother = SIZE_MAX;
  /// Pairs of places in the code, with the index of their race.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> raced_;
  std::set<std::uintptr_t> raced_words_;
};

}  // namespace kit::sim
