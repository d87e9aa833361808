/// @file
/// Which bytes of constant memory a launch reads, for those who ask what its stream may meet.
#pragma once

#include <cstdint>
#include <vector>

#include "../src/stream_observer.hpp"

namespace kit::sim {

/// Of one host thread. One word of four bytes has one record: which of its bytes were read, and
/// where one of them was last.
class ConstantReads {
 public:
  /// A launch begins. Nothing is kept of it unless `wanted`.
  void start(bool wanted);
  void note(const char* address, unsigned bytes, std::uint32_t pc) {
    if (!words_.empty()) add(address, bytes, pc);
  }
  /// What has been read, in the order of addresses.
  void list(std::vector<UsedBytes>& reads) const;

 private:
  struct Word {
    std::uint32_t pc = 0;
    std::uint32_t bytes = 0;  ///< a bit for each
  };
  void add(const char* address, unsigned bytes, std::uint32_t pc);
  std::vector<Word> words_;  // of all constant memory; empty if they are not wanted
};

}  // namespace kit::sim
