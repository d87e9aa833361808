/// @file
/// Four entries of a table in one word.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "lab.hpp"

namespace lab03::packed {

constexpr int kPerWord = 4;
constexpr int kWords = kTableSize / kPerWord;

/// Word `w` of a table of bytes, read byte by byte: the table may begin at any address.
__device__ inline std::uint32_t pack(const std::uint8_t* table, int w) {
  std::uint32_t word = 0;
  for (int k = kPerWord - 1; k >= 0; --k) word = word << 8 | table[w * kPerWord + k];
  return word;
}

/// The entry of `level`.
__device__ inline std::uint8_t unpack(const std::uint32_t* words, std::uint8_t level) {
  return static_cast<std::uint8_t>(words[level / kPerWord] >> (level % kPerWord * 8));
}

}  // namespace lab03::packed
