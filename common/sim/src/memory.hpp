/// @file
/// Device memory: where each allocation lies, what surrounds it, and when the host may touch it.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kit_sim/host_api.h"

namespace kit::sim {

/// registered_host: memory of the program's own that cudaHostRegister() made known.
enum class MemoryKind { device, managed, pinned_host, registered_host, symbol };

/// Memory of the host that kernels may use too.
inline bool is_shared_host(MemoryKind kind) {
  return kind == MemoryKind::pinned_host || kind == MemoryKind::registered_host;
}

/// Device memory is mapped between pages without access, its end against the upper ones; what is
/// left of its own pages holds a pattern that is checked after every launch.
struct Allocation {
  char* data = nullptr;
  std::size_t bytes = 0;
  MemoryKind kind = MemoryKind::device;
  char* mapping = nullptr;  ///< start of the whole mapping, guard pages included
  std::size_t mapping_bytes = 0;
  unsigned flags = 0;  ///< of host memory, as it was asked for
  int device = 0;      ///< that was the current one when it was allocated
  const char* end() const { return data + bytes; }
};

class Memory {
 public:
  static Memory& instance();

  /// Maps `bytes` of memory filled with a pattern of quiet NaNs. cudaErrorMemoryAllocation if more
  /// than the simulated card has would be in use.
  cudaError_t allocate(void** pointer, std::size_t bytes, MemoryKind kind);
  /// Frees an allocation; `pointer` must be its start. Its addresses are not used again for a
  /// while, so that a use after the free shows.
  cudaError_t release(void* pointer, bool host);
  /// All that was allocated and not freed, variables left out.
  std::vector<Allocation> in_use() const;
  /// True for memory that was freed and is not in use again.
  bool was_released(const void* address) const;
  /// Makes a __constant__ or __device__ variable known as device memory.
  void add_symbol(void* pointer, std::size_t bytes);
  /// Makes memory of the host known as memory that kernels may use, and no longer.
  cudaError_t add_host(void* pointer, std::size_t bytes, unsigned flags);
  cudaError_t remove_host(void* pointer);
  /// Keeps what an allocation of host memory was asked for with.
  void set_flags(void* pointer, unsigned flags);

  /// The allocation that holds the address; none if there is none.
  std::optional<Allocation> find(const void* address) const;
  /// True for device memory and for the pages around it, which nobody may access.
  bool near_device_memory(const void* address) const;
  /// "12 bytes past the end of a 4096-byte buffer" for an address near an allocation, else empty.
  std::string describe(const void* address) const;
  /// An out-of-bounds write found in the pattern around an allocation, described; repairs it.
  std::optional<std::string> find_damage();

  std::size_t bytes_in_use(int device) const;

  /// While a kernel of `device` runs: whether memory of devices is accessible to which it has no
  /// access.
  void set_foreign(int device, bool accessible);
  /// Of an address in memory that is closed to the kernel that runs: a sentence that says so.
  std::string foreign(const void* address) const;

  /// While an object of this type lives, device memory is accessible; else only to nobody, so that
  /// a device pointer used on the host ends as it would with a GPU.
  class Access {
   public:
    Access() { instance().enter(); }
    ~Access() { instance().leave(); }
    Access(const Access&) = delete;
    Access& operator=(const Access&) = delete;
  };
  /// Begins and ends such a time, for programs that cannot hold an object of the simulator's.
  void enter();
  void leave();

 private:
  void protect_all(bool accessible);

  mutable std::mutex mutex_;
  std::map<const char*, Allocation> allocations_;      // by start
  std::deque<std::pair<void*, std::size_t>> retired_;  // freed mappings, without memory
  std::array<std::size_t, 8> in_use_{};                ///< of each device
  std::size_t retired_bytes_ = 0;
  int running_on_ = -1;  ///< the device whose kernel runs, if memory is closed to it
  int access_depth_ = 0;
};

/// Size of the simulated card's memory.
inline constexpr std::size_t kDeviceMemoryBytes = std::size_t(4) << 30;

}  // namespace kit::sim
