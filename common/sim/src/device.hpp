/// @file
/// The simulated card: one device, of compute capability 7.5 unless KIT_SIM_CAPABILITY says
/// otherwise, with the limits a launch must keep.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kit::sim {

inline constexpr unsigned kMaxBlockThreads = 1024;
inline constexpr unsigned kMaxBlockX = 1024, kMaxBlockY = 1024, kMaxBlockZ = 64;
inline constexpr unsigned kMaxGridX = 2147483647u, kMaxGridY = 65535, kMaxGridZ = 65535;
inline constexpr std::size_t kSharedBytesPerBlock = 48 * 1024;
inline constexpr std::size_t kSharedBytesMost = 227 * 1024;  ///< of a block, on any card here
inline constexpr std::size_t kConstantBytes = 64 * 1024;
inline constexpr std::size_t kTextureAlignment = 512, kTexturePitchAlignment = 32;
inline constexpr int kMaxTextureWidth = 131072, kMaxTextureHeight = 65536;
inline constexpr std::size_t kMaxVolumeExtent = 16384, kMaxLayeredWidth = 32768, kMaxLayers = 2048;
inline constexpr int kMaxLinearHeight = 65000, kMaxLinearPitch = 2097120;  // of pitched memory
inline constexpr std::size_t kMaxLinearElements = std::size_t(1) << 28;

/// What depends on the compute capability.
struct PlayedCard {
  int major, minor;
  std::size_t shared_opt_in;  ///< bytes of shared memory for a block that asked for more
  std::size_t shared_bytes;   ///< of a multiprocessor
  int threads, blocks;        ///< that a multiprocessor holds at once
};
/// Read once: KIT_SIM_CAPABILITY, such as 8.0. Another number than those of the cards that are
/// known ends the program.
const PlayedCard& played_card();

/// Dynamic shared memory a launch may ask for: 48 KiB, or more after cudaFuncSetAttribute.
std::size_t dynamic_shared_limit();

/// Bytes that kernels may have taken by malloc and new at one time: 8 MiB, or what
/// cudaDeviceSetLimit said.
std::size_t device_heap_limit();

/// Blocks of this size that the whole device runs at once.
std::uint64_t resident_blocks(unsigned block_threads, std::size_t dynamic_shared_bytes);

}  // namespace kit::sim
