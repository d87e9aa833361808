/// @file
/// What happened to each word of global memory within a launch, and which bytes were ever written.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "trace.hpp"

namespace kit::sim {

/// Who touches global memory: enough to say whether two accesses of a launch are ordered.
struct GlobalToucher {
  std::uint32_t launch = 0;  ///< number of the launch, modulo 2^12
  std::uint32_t block = 0;   ///< modulo 2^24
  std::uint32_t thread = 0;  ///< in the block
  std::uint32_t epoch = 0;   ///< barriers of the block so far, modulo 2^12
  std::uint32_t fences = 0;  ///< __threadfence calls of the block so far, at most 15
  bool sync = false;         ///< an atomic or volatile access
  std::uint32_t pc = 0;

  std::uint64_t pack() const;
  static GlobalToucher unpack(std::uint64_t bits, std::uint32_t pc);
};

/// A buffer that kernels may use, and what is known about its bytes.
class GlobalBuffer {
 public:
  GlobalBuffer(char* data, std::size_t bytes, std::string name, bool initialised);
  ~GlobalBuffer();
  GlobalBuffer(const GlobalBuffer&) = delete;
  GlobalBuffer& operator=(const GlobalBuffer&) = delete;

  bool holds(const void* address) const {
    const auto* byte = static_cast<const char*>(address);
    return byte >= data && byte < data + bytes;
  }

  struct Conflict {
    GlobalToucher other;
    bool other_was_write = false;
  };
  /// Notes an access; returns the last access that it is not ordered with, as `ordered` decides.
  template <typename Ordered>
  std::optional<Conflict> touch(const char* address, unsigned size, bool write,
                                const GlobalToucher& toucher, Ordered ordered);
  bool initialised(const char* address, unsigned size) const;
  void set_initialised(const char* address, std::size_t size);
  /// Marks the sectors of an access as loaded or stored in this launch.
  void mark_sector(std::uint64_t address, bool store);
  /// Distinct sectors marked since the last call: {loaded, stored}.
  std::pair<std::uint64_t, std::uint64_t> take_sectors();

  char* const data;
  const std::size_t bytes;
  const std::string name;  ///< for people: "the 400-byte buffer allocated at host.cu:12"
  std::uint32_t allocated_pc = 0;

 private:
  struct Word {
    std::atomic<std::uint64_t> write, read;
    std::atomic<std::uint32_t> write_pc, read_pc;
  };
  Word* words_ = nullptr;                           // one for each 4 bytes, mapped on demand
  std::atomic<std::uint8_t>* written_ = nullptr;    // one bit for each byte, in groups of 4
  std::vector<std::atomic<std::uint8_t>> sectors_;  // bit 0 loaded, bit 1 stored
  bool touched_ = false;
};

template <typename Ordered>
std::optional<GlobalBuffer::Conflict> GlobalBuffer::touch(const char* address, unsigned size,
                                                          bool write, const GlobalToucher& toucher,
                                                          Ordered ordered) {
  std::optional<Conflict> conflict;
  const auto begin = std::size_t(address - data), end = begin + size;
  for (std::size_t i = begin / 4; i <= (end - 1) / 4; ++i) {
    Word& word = words_[i];
    const std::size_t first = begin > 4 * i ? begin - 4 * i : 0;
    const std::size_t last = end < 4 * i + 4 ? end - 4 * i : 4;
    const std::uint64_t mask = ((1u << last) - 1) & ~((1u << first) - 1);
    const std::uint64_t mine = toucher.pack() | mask << 60;
    auto check = [&](std::uint64_t other, std::uint32_t pc, bool was_write) {
      if (conflict || other == 0 || (other >> 60 & mask) == 0) return;
      const GlobalToucher them = GlobalToucher::unpack(other, pc);
      if (!ordered(them, toucher)) conflict = Conflict{them, was_write};
    };
    if (write) {
      check(word.write.exchange(mine, std::memory_order_relaxed),
            word.write_pc.exchange(toucher.pc, std::memory_order_relaxed), true);
      check(word.read.load(std::memory_order_relaxed), word.read_pc.load(std::memory_order_relaxed),
            false);
    } else {
      check(word.write.load(std::memory_order_relaxed),
            word.write_pc.load(std::memory_order_relaxed), true);
      word.read.store(mine, std::memory_order_relaxed);
      word.read_pc.store(toucher.pc, std::memory_order_relaxed);
    }
  }
  return conflict;
}

/// Order that fences and atomics make between blocks: a block that writes, fences and then signals
/// is ordered before one that sees the signal by an atomic or a volatile read.
class BlockOrder {
 public:
  void start_launch();
  void fence(std::uint32_t block);
  void acquire(std::uint32_t block);
  std::uint32_t fences(std::uint32_t block);
  /// True if an access of `writer_block` after `fences` fences is ordered before now in
  /// `reader_block`.
  bool ordered(std::uint32_t writer_block, std::uint32_t fences, std::uint32_t reader_block);

 private:
  struct Times {
    std::vector<std::uint64_t> fences;
    std::uint64_t acquired = 0;
  };
  std::mutex mutex_;
  std::map<std::uint32_t, Times> blocks_;
  std::uint64_t now_ = 0;
  std::atomic<bool> used_{false};
};

/// All buffers, kept by the runtime's allocations.
class GlobalShadow {
 public:
  static GlobalShadow& instance();
  void add(char* data, std::size_t bytes, const std::string& name, bool initialised,
           std::uint32_t pc);
  void remove(const char* data);
  /// Kernels may use only these bytes of an allocation, under this name.
  void restrict_to(char* data, std::size_t bytes, const std::string& name);
  void host_wrote(const char* data, std::size_t bytes);
  /// The buffers as they are now; valid while no call above is made.
  std::vector<GlobalBuffer*> snapshot();
  /// "3 bytes past the end of ..." for an address near a buffer that is or was there; else empty.
  struct Nearest {
    std::string text;
    bool freed = false;
  };
  Nearest describe(const char* address);
  /// Buffers that were never freed, as findings would name them.
  std::vector<std::pair<std::string, std::uint32_t>> alive();

 private:
  struct Freed {
    const char* data;
    std::size_t bytes;
    std::string name;
  };
  std::mutex mutex_;
  std::map<const char*, std::unique_ptr<GlobalBuffer>> buffers_;
  std::vector<Freed> freed_;
};

}  // namespace kit::sim
