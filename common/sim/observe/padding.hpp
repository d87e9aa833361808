/// @file
/// Bytes of a struct that belong to none of its members.
#pragma once

#include <cstdint>

namespace kit::sim {

/// What is known of a word of 4 bytes: its low bits say which bytes are written, the next ones how
/// wide the widest store to it was (at least 2, 4, 8 bytes), which bounds a member's alignment.
inline constexpr std::uint8_t kWrittenBytes = 0xf;
constexpr std::uint8_t store_width_bits(unsigned bytes) {
  return std::uint8_t(bytes >= 8 ? 0x70 : bytes >= 4 ? 0x30 : bytes >= 2 ? 0x10 : 0);
}
constexpr unsigned widest_store(std::uint8_t word) {
  return (word & 0x40) != 0 ? 8 : (word & 0x20) != 0 ? 4 : (word & 0x10) != 0 ? 2 : 1;
}

/// True if every byte of [begin, end) that is not written can be padding of a struct that was
/// stored member by member, and some byte is written. Padding fills up to the next member's
/// alignment, or to that of the widest member before it. `word(a)` is the word at address `a`, 0
/// where none is; addresses are absolute.
template <typename WordAt>
bool only_padding_missing(std::uintptr_t begin, std::uintptr_t end, WordAt word) {
  constexpr std::uintptr_t kWidest = 8, kReach = 64;
  const auto written = [&](std::uintptr_t a) { return (word(a) >> (a % 4) & 1) != 0; };
  const auto is_padding = [&](std::uintptr_t byte) {
    std::uintptr_t first = byte, last = byte + 1;
    while (byte - first < kWidest && !written(first - 1)) --first;
    while (last - byte < kWidest && !written(last)) ++last;
    if (last - first >= kWidest && !written(first - 1)) return false;
    const unsigned next = written(last) ? widest_store(word(last)) : 0;
    if (last - first < next && last % next == 0) return true;
    unsigned widest = 0;
    for (std::uintptr_t back = 1; back <= kReach; back += 4) {
      const unsigned width = widest_store(word(first - back));
      if (width > widest) widest = width;
    }
    return byte < (first + widest - 1) / widest * widest;
  };
  bool any = false;
  for (std::uintptr_t byte = begin; byte < end; ++byte) {
    if (written(byte)) {
      any = true;
    } else if (!is_padding(byte)) {
      return false;
    }
  }
  return any;
}

}  // namespace kit::sim
