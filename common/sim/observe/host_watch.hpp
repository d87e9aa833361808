/// @file
/// Where the observed build listens to threads of the host's own: what their code does to memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kit::sim {

class HostWatch {
 public:
  enum class Atomic : std::uint8_t { load, store, update };

  virtual ~HostWatch() = default;
  virtual void access(const void* address, std::size_t bytes, bool writes, std::uint32_t pc) = 0;
  /// Before an atomic operation; `order` as in __ATOMIC_ACQUIRE.
  virtual void atomic(const volatile void* address, std::size_t bytes, Atomic what, int order,
                      std::uint32_t pc) = 0;
  virtual void fence() = 0;
};

/// Null while nobody listens. Only one thread of the host runs while somebody does.
extern HostWatch* host_watch;

}  // namespace kit::sim
