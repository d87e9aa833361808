/// @file
/// Where the observed build listens to the runtime. A plain program has no observer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "finding.hpp"
#include "stream_observer.hpp"

namespace kit::sim {

struct Launch;
struct LaunchSite;

/// Whose accesses a fence orders: __threadfence_block() does not speak to other blocks.
enum class FenceScope { block, device };

/// What is special about an atomic operation: it compares first, it is one for its block alone.
struct AtomicTraits {
  bool compares = false;
  bool block_scope = false;
  /// Takes nothing from what was there; atomicExch() returns it, which is mostly not asked for.
  bool stores = false;
};

/// What an instruction of one thread does through a texture or a surface: it reads the texels that
/// it needs, none if all that it gives comes from a border, or writes one.
struct TextureAccess {
  bool surface = false, write = false;
  unsigned bytes = 0;  ///< of each
  unsigned count = 0;
  std::array<const char*, 8> texels{};
};

/// Listens to one block runner, on its host thread.
class BlockObserver {
 public:
  virtual ~BlockObserver() = default;
  virtual void block_begins(Launch& launch, std::uint64_t block, unsigned threads) = 0;
  virtual void block_ends() = 0;
  /// From here on this CUDA thread runs, on a stack that ends (at its high end) at `stack_top`.
  virtual void thread_runs(unsigned thread, char* stack_top) = 0;
  /// The running thread enters the kernel's body; what it did before was the launch's own work.
  virtual void kernel_entered(std::uint32_t pc, void* frame) = 0;
  /// The runtime works for the running thread: what it touches is not the student's. The student's
  /// object file may hold the copy of a template that the linker gave to the runtime too.
  virtual void set_quiet(bool quiet) = 0;
  enum class Pause { waits, full, ended };
  /// The running thread stops for now.
  virtual void thread_pauses(unsigned thread, Pause reason) = 0;
  /// A thread that waited will run again.
  virtual void thread_wakes(unsigned thread) = 0;
  virtual void barrier_released(unsigned waiting) = 0;
  /// `pc`: where in the student's code; the threads of a block should all wait at the same
  /// barrier.
  virtual void barrier_reached(unsigned thread, std::uint32_t pc) = 0;
  /// These lanes have met by a warp primitive.
  virtual void warp_synchronised(unsigned warp, std::uint32_t lanes) = 0;
  /// The running thread is the last to arrive in a phase of a cuda::barrier.
  virtual void arrivals_met() = 0;
  virtual void shuffle_from_inactive(unsigned thread, std::uint32_t pc) = 0;
  /// Threads of a warp exchange values by two functions at once.
  struct Lane {
    unsigned thread = 0;
    std::uint32_t pc = 0;  ///< of the call
  };
  virtual void functions_mixed(const Lane& earlier, const Lane& later) = 0;
  virtual void fence(FenceScope scope) = 0;
  virtual void atomic(void* address, unsigned bytes, AtomicTraits traits, std::uint32_t pc,
                      void* frame) = 0;
  /// The operation has happened: what it read may be another block's signal.
  virtual void atomic_done() = 0;
  enum class CopyEnd { source, target };
  /// The runtime copies for the running thread: reads these bytes, or writes them.
  virtual void copies(const void* address, unsigned bytes, CopyEnd end, std::uint32_t pc,
                      void* frame) = 0;
  virtual bool is_shared(const void* address) = 0;
  /// A load by __ldg, which needs memory that nobody writes while the kernel runs.
  virtual void read_only_load(const void* address, unsigned bytes, std::uint32_t pc) = 0;
  virtual void texture_access(const TextureAccess& access, std::uint32_t pc, void* frame) = 0;
};

/// Listens to the whole program.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual BlockObserver& for_this_thread() = 0;
  /// Arguments of a launch, as they will be handed to each thread.
  virtual void launch_given(const LaunchSite& site, const void* arguments, std::size_t bytes) = 0;
  virtual void launch_begins(Launch& launch) = 0;
  /// Adds the bytes that the kernel used to `uses`.
  virtual void launch_ends(Launch& launch, StreamWork& uses) = 0;
  /// All threads of a cooperative launch have met at a barrier; none runs.
  virtual void grid_synchronised() = 0;
  virtual void allocated(void* data, std::size_t bytes, bool initialised, CodePlace where) = 0;
  virtual void freed(void* data, CodePlace where) = 0;
  /// The program frees what it must not: finds out why and says so.
  virtual void bad_free(void* data, bool host) = 0;
  virtual void host_wrote(void* data, std::size_t bytes) = 0;
  /// A copy reads these bytes.
  virtual void copied_from(const char* call, const void* source, std::size_t bytes,
                           const CodePlace& where) = 0;
  virtual StreamObserver& streams() = 0;
  virtual void found(Finding finding) = 0;
  /// Whether one of these calls is the student's. So are all in a program whose code is not
  /// confined.
  virtual bool is_students(const CodePlace& stack) = 0;
  /// What the host's code has left whose access to this address is refused; empty if that is not
  /// known.
  virtual std::string left_by_host(const void* address) = 0;
  /// The program is about to die of a signal; `by_itself`: of its own abort().
  virtual void dying(bool by_itself) = 0;
};

/// The observer of this program, or null.
Observer* observer();
void set_observer(Observer* observer);

/// A code address as the observer keeps it; programs are linked below 4 GiB.
inline std::uint32_t program_counter(void* return_address) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(return_address));
}

}  // namespace kit::sim
