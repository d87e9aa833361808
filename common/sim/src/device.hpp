/// @file
/// The simulated card: one device of compute capability 7.5 with the limits a launch must keep.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kit::sim {

inline constexpr unsigned kMaxBlockThreads = 1024;
inline constexpr unsigned kMaxBlockX = 1024, kMaxBlockY = 1024, kMaxBlockZ = 64;
inline constexpr unsigned kMaxGridX = 2147483647u, kMaxGridY = 65535, kMaxGridZ = 65535;
inline constexpr std::size_t kSharedBytesPerBlock = 48 * 1024;
inline constexpr std::size_t kSharedBytesOptIn = 64 * 1024;
inline constexpr std::size_t kConstantBytes = 64 * 1024;

/// Dynamic shared memory a launch may ask for: 48 KiB, or more after cudaFuncSetAttribute.
std::size_t dynamic_shared_limit();

/// Blocks of this size that the whole device runs at once.
std::uint64_t resident_blocks(unsigned block_threads, std::size_t dynamic_shared_bytes);

}  // namespace kit::sim
