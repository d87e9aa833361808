/// @file
/// What happened to each word of a block's shared memory: who wrote and read it last, since which
/// barrier.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trace.hpp"

namespace kit::sim {

/// Who touches memory, and between which synchronisations.
struct Toucher {
  std::uint32_t epoch =
      0;  ///< barriers this host thread's blocks have passed, block starts included
  std::uint16_t thread = 0;     ///< number in the block
  std::uint16_t warp_step = 0;  ///< synchronisations of its warp in the block
  std::uint32_t pc = 0;
};

/// One array of shared memory: a variable of the kernel, or the launch's dynamic shared memory.
struct SharedArray {
  std::string name;
  char* begin = nullptr;  ///< of the array itself, on this host thread
  std::size_t bytes = 0;
};

class SharedShadow {
 public:
  SharedShadow();

  /// A block starts: what the last one left is not initialised for this one.
  void start_block(std::uint32_t epoch, std::size_t dynamic_bytes);

  /// The array an address lies in or (red zones included) next to.
  const SharedArray* find(const char* address) const;
  bool covers(const void* address) const;

  struct Conflict {
    bool write_to_write = false;
    Toucher other;
    bool other_was_write = false;
  };
  /// Notes an access; returns the unordered access of another thread that it conflicts with.
  std::optional<Conflict> touch(const char* address, unsigned bytes, Access access,
                                const Toucher& toucher);
  /// True if every byte was written since the block started.
  bool initialised(const char* address, unsigned bytes) const;

 private:
  struct Touch {
    Toucher who;
    std::uint8_t bytes = 0;  // mask of the word's bytes
    bool atomic = false;
  };
  struct Word {
    Touch write, read, other_read;
    std::uint8_t written = 0;
    std::uint32_t written_epoch = 0;
  };
  bool ordered(const Touch& touch, const Toucher& now) const;
  std::size_t index(const char* address) const;

  std::vector<SharedArray> arrays_;  // static ones, then the dynamic one
  const char* low_ = nullptr;
  const char* high_ = nullptr;
  const char* dynamic_ = nullptr;
  std::vector<Word> static_words_, dynamic_words_;
  std::uint32_t block_epoch_ = 0;
};

}  // namespace kit::sim
