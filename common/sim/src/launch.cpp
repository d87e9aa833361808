/// Kernel launches: checks, the order of blocks, the host threads that run them.
#include "kit_sim/launch.h"

#include <bit>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "block_runner.hpp"
#include "device.hpp"
#include "error_state.hpp"
#include "failing_calls.hpp"
#include "faults.hpp"
#include "memory.hpp"
#include "settings.hpp"
#include "streams.hpp"
#include "unchecked_errors.hpp"

extern "C" {
// Set by the worker to find out whether a launch asked for too little. What is observed is left as
// it is: there an overrun is told.
extern int kit_sim_more_shared;
int kit_sim_more_shared = 0;
}

namespace kit::sim {
namespace {

Observer* the_observer = nullptr;

// A permutation of [0, count) computed place by place: a four-round Feistel network on the next
// even number of bits, repeated until it lands inside.
std::uint64_t permuted(std::uint64_t place, std::uint64_t count, std::uint64_t seed) {
  const int half = std::max(1, (int(std::bit_width(count - 1)) + 1) / 2);
  const std::uint64_t mask = (std::uint64_t(1) << half) - 1;
  do {
    std::uint64_t left = place >> half, right = place & mask;
    for (int round = 0; round < 4; ++round) {
      const std::uint64_t next = left ^ (mix(right ^ mix(seed + std::uint64_t(round))) & mask);
      left = right;
      right = next;
    }
    place = left << half | right;
  } while (place >= count);
  return place;
}

void run_blocks(Launch& launch) {
  install_fault_handler();
  BlockRunner& runner = BlockRunner::of_this_thread();
  const SharedGuard guard(launch.config.shared_bytes);
  while (launch.fault == cudaSuccess) {
    const std::uint64_t place = launch.next.fetch_add(1);
    if (place >= launch.blocks) break;
    runner.run(launch, permuted(place, launch.blocks, launch.seed));
    if (launch.grid != nullptr) launch.grid->leave();
  }
  ++launch.idle;
  if (guard.changed()) launch.shared_overrun = true;
}

// Host threads that help the launching one. They live until the process ends.
class Helpers {
 public:
  static Helpers& instance() {
    static auto* helpers = new Helpers;
    return *helpers;
  }
  /// Those of cooperative launches, which may be many: ordinary launches need not wake them.
  static Helpers& of_cooperative_launches() {
    static auto* helpers = new Helpers;
    return *helpers;
  }

  /// False if the system allows no more threads.
  bool grow_to(unsigned count) {
    try {
      for (; count_ < count; ++count_) {
        const unsigned number = count_;
        std::thread([this, number] { loop(number); }).detach();
      }
    } catch (const std::system_error&) {
      return false;
    }
    return true;
  }

  /// On `count` of them, and the calling thread.
  void run(Launch& launch, unsigned count) {
    {
      const std::lock_guard lock(mutex_);
      launch_ = &launch;
      ++generation_;
      wanted_ = busy_ = count;
    }
    wake_.notify_all();
    run_blocks(launch);
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return busy_ == 0; });
    launch_ = nullptr;
  }

 private:
  Helpers() = default;

  [[noreturn]] void loop(unsigned number) {
    std::uint64_t seen = 0;
    for (;;) {
      Launch* launch = nullptr;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return generation_ != seen; });
        seen = generation_;
        if (number >= wanted_) continue;
        launch = launch_;
      }
      run_blocks(*launch);
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) idle_.notify_all();
    }
  }

  unsigned count_ = 0;
  std::mutex mutex_;
  std::condition_variable wake_, idle_;
  Launch* launch_ = nullptr;
  std::uint64_t generation_ = 0;
  unsigned wanted_ = 0, busy_ = 0;
};

// False if there are too few host threads for it.
bool run_on_host_threads(Launch& launch) {
  Helpers& helpers =
      launch.grid == nullptr ? Helpers::instance() : Helpers::of_cooperative_launches();
  if (launch.workers == 1) {
    run_blocks(launch);
    return true;
  }
  if (!helpers.grow_to(launch.workers - 1)) return false;
  helpers.run(launch, launch.workers - 1);
  return true;
}

void refuse_launch(const LaunchSite& site, FindingKind kind, const std::string& reason) {
  const std::string launch = std::string("launch of ") + site.name;
  const std::string at = std::string(" at ") + site.file + ":" + std::to_string(site.line);
  report_host(kind, launch + (observer() == nullptr ? at : "") + ": " + reason,
              CodePlace(site.file, site.line));
}

bool may_be_block(const dim3& extent) {
  return extent.x <= kMaxBlockX && extent.y <= kMaxBlockY && extent.z <= kMaxBlockZ &&
         std::uint64_t(extent.x) * extent.y * extent.z <= kMaxBlockThreads;
}

cudaError_t check_config(const LaunchConfig& config, const LaunchSite& site) {
  const dim3 &grid = config.grid, &block = config.block;
  auto refuse = [&](FindingKind kind, const std::string& reason) {
    refuse_launch(site, kind, reason);
  };
  const std::uint64_t threads = std::uint64_t(block.x) * block.y * block.z;
  if (threads == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0) {
    refuse(FindingKind::launch_refused, "a grid or block of extent 0 launches nothing");
    return cudaErrorInvalidValue;
  }
  if (!may_be_block(block)) {
    refuse(FindingKind::launch_refused,
           "a block has at most 1024 threads (1024 x 1024 x 64 per dimension); this one has " +
               std::to_string(block.x) + " x " + std::to_string(block.y) + " x " +
               std::to_string(block.z) +
               (may_be_block(grid) ? "; are grid and block exchanged? The grid comes first" : ""));
    return cudaErrorInvalidValue;  // CUDA 13; CUDA 12 has an error of its own for these
  }
  if (grid.x > kMaxGridX || grid.y > kMaxGridY || grid.z > kMaxGridZ) {
    refuse(FindingKind::launch_refused, "a grid has at most 2147483647 x 65535 x 65535 blocks");
    return cudaErrorInvalidValue;
  }
  if (config.shared_bytes > dynamic_shared_limit()) {
    refuse(FindingKind::shared_size, std::to_string(config.shared_bytes) +
                                         " bytes of dynamic shared memory; the limit is " +
                                         std::to_string(dynamic_shared_limit()) +
                                         " (48 KiB, up to 64 KiB after cudaFuncSetAttribute)");
    return cudaErrorInvalidValue;
  }
  const std::uint64_t blocks = std::uint64_t(grid.x) * grid.y * grid.z;
  const std::uint64_t most = resident_blocks(block.x * block.y * block.z, config.shared_bytes);
  if (config.cooperative && blocks > most) {
    refuse(FindingKind::launch_refused, "a cooperative launch of " + std::to_string(blocks) +
                                            " blocks, of which " + std::to_string(most) +
                                            " of this size fit the device at once");
    return cudaErrorCooperativeLaunchTooLarge;
  }
  return cudaSuccess;
}

}  // namespace

Observer* observer() {
  return the_observer;
}
void set_observer(Observer* observer) {
  the_observer = observer;
}

void look_at_arguments(const LaunchSite& site, const void* arguments, std::size_t bytes) {
  if (observer() != nullptr) observer()->launch_given(site, arguments, bytes);
}

void run_launch(const LaunchConfig& config, const LaunchSite& site, void (*call)(void*),
                void* data) {
  if (BlockRunner* runner = BlockRunner::active()) {
    runner->fail(cudaErrorNotSupported, FindingKind::launch_refused,
                 "a kernel launches a kernel, which is not supported", call_stack());
  }
  report_unchecked_errors();
  if (has_fault()) return;  // as on a GPU, nothing runs after a fault
  if (launch_made_to_fail(site)) return;
  if (!check_stream(config.stream, std::string("the launch of ") + site.name,
                    CodePlace(site.file, site.line))) {
    record(cudaErrorInvalidResourceHandle);
    launch_failed(cudaErrorInvalidResourceHandle, std::string("the launch of ") + site.name,
                  CodePlace(site.file, site.line));
    return;
  }
  if (const cudaError_t error = check_config(config, site)) {
    record(error);
    launch_failed(error, std::string("the launch of ") + site.name,
                  CodePlace(site.file, site.line));
    return;
  }
  static std::mutex one_at_a_time;
  static std::uint64_t launches = 0;
  const std::lock_guard lock(one_at_a_time);
  LaunchConfig granted = config;
  if (kit_sim_more_shared != 0 && observer() == nullptr)
    granted.shared_bytes = dynamic_shared_limit();
  Launch launch{granted,
                site,
                call,
                data,
                mix(block_order_seed()) + launches++,
                std::uint64_t(config.grid.x) * config.grid.y * config.grid.z};
  const Memory::Access access;
  if (observer() != nullptr) observer()->launch_begins(launch);
  launch.workers = launch.blocks == 1 ? 1 : unsigned(host_threads());
  GridBarrier grid(launch.blocks);
  if (config.cooperative) {
    launch.grid = &grid;
    launch.workers = unsigned(launch.blocks);
  }
  const bool has_run = launches_are_skipped() || run_on_host_threads(launch);
  if (observer() != nullptr) observer()->launch_ends(launch);
  if (!has_run) {
    refuse_launch(site, FindingKind::launch_refused,
                  "the system does not allow a thread for each of the " +
                      std::to_string(launch.blocks) + " blocks, which must run at once");
    record(cudaErrorCooperativeLaunchTooLarge);
    launch_failed(cudaErrorCooperativeLaunchTooLarge, std::string("the launch of ") + site.name,
                  CodePlace(site.file, site.line));
  } else if (launch.most_threads != 0) {
    refuse_launch(site, FindingKind::launch_refused,
                  "its __launch_bounds__ allow " + std::to_string(launch.most_threads) +
                      " threads in a block; this one has " +
                      std::to_string(config.block.x * config.block.y * config.block.z));
    record(launch.fault);
    launch_failed(launch.fault, std::string("the launch of ") + site.name,
                  CodePlace(site.file, site.line));
  } else if (launch.fault != cudaSuccess) {
    set_pending_fault(launch.fault);
    launch_failed(launch.fault, std::string("kernel ") + site.name,
                  CodePlace(site.file, site.line));
  } else if (const auto damage = Memory::instance().find_damage()) {
    explain("out-of-bounds write: " + *damage + " (kernel " + site.name + ", launched at " +
            site.file + ":" + std::to_string(site.line) + ")");
    set_pending_fault(cudaErrorIllegalAddress);
  } else if (launch.shared_overrun && observer() == nullptr) {
    // An observed program has been told the line, and goes on to be told more.
    explain("out-of-bounds write: more than " + std::to_string(SharedGuard::kSlack) +
            " bytes past the end of the dynamic shared memory of " +
            std::to_string(config.shared_bytes) + " bytes that the launch passes (kernel " +
            site.name + ", launched at " + site.file + ":" + std::to_string(site.line) + ")");
    set_pending_fault(cudaErrorIllegalAddress);
  }
}

}  // namespace kit::sim
