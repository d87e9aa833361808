/// Kernel launches: checks, the order of blocks, the host threads that run them.
#include "kit_sim/launch.h"

#include <bit>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "block_runner.hpp"
#include "device.hpp"
#include "devices.hpp"
#include "error_state.hpp"
#include "failing_calls.hpp"
#include "faults.hpp"
#include "memory.hpp"
#include "settings.hpp"
#include "stream_handles.hpp"
#include "streams.hpp"
#include "unchecked_errors.hpp"
#include "work_queue.hpp"

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
    refuse(FindingKind::shared_size,
           std::to_string(config.shared_bytes) + " bytes of dynamic shared memory; the limit is " +
               std::to_string(dynamic_shared_limit()) + " (48 KiB, up to " +
               std::to_string(played_card().shared_opt_in / 1024) +
               " KiB after cudaFuncSetAttribute)");
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

namespace {

// A kernel and its arguments, kept for later.
std::shared_ptr<void> keep_arguments(const void* data, std::size_t bytes) {
  constexpr std::align_val_t kAlignment{kArgumentAlignment};
  void* const copy = ::operator new(bytes, kAlignment);
  std::memcpy(copy, data, bytes);
  return {copy, [](void* kept) { ::operator delete(kept, kAlignment); }};
}

struct QueuedLaunch {
  LaunchConfig config;
  LaunchSite site;
  void (*call)(void*);
  void* data;
  int device;
};

// While it lives, memory that the device's kernels must not use is closed.
class ForeignMemory {
 public:
  explicit ForeignMemory(int device) : device_(device) { set(false); }
  ~ForeignMemory() { set(true); }
  ForeignMemory(const ForeignMemory&) = delete;
  ForeignMemory& operator=(const ForeignMemory&) = delete;

 private:
  void set(bool accessible) const {
    if (device_count() > 1) Memory::instance().set_foreign(device_, accessible);
  }
  int device_;
};

// What became of a launch that has run.
void judge_launch(const QueuedLaunch& queued, const Launch& launch, bool has_run) {
  const LaunchSite& site = queued.site;
  const CodePlace where(site.file, site.line);
  const std::string at = std::string(" (kernel ") + site.name + ", launched at " + site.file + ":" +
                         std::to_string(site.line) + ")";
  const auto refused = [&](cudaError_t error, const std::string& reason) {
    refuse_launch(site, FindingKind::launch_refused, reason);
    record(error);
    launch_failed(error, std::string("the launch of ") + site.name, where);
  };
  if (!has_run) {
    refused(cudaErrorCooperativeLaunchTooLarge,
            "the system does not allow a thread for each of the " + std::to_string(launch.blocks) +
                " blocks, which must run at once");
  } else if (launch.most_threads != 0) {
    const dim3& block = queued.config.block;
    refused(launch.fault, "its __launch_bounds__ allow " + std::to_string(launch.most_threads) +
                              " threads in a block; this one has " +
                              std::to_string(block.x * block.y * block.z));
  } else if (launch.fault != cudaSuccess) {
    set_pending_fault(launch.fault);
    launch_failed(launch.fault, std::string("kernel ") + site.name, where);
  } else if (const auto damage = Memory::instance().find_damage()) {
    explain("out-of-bounds write: " + *damage + at);
    set_pending_fault(cudaErrorIllegalAddress);
  } else if (launch.shared_overrun && observer() == nullptr) {
    // An observed program has been told the line, and goes on to be told more.
    explain("out-of-bounds write: more than " + std::to_string(SharedGuard::kSlack) +
            " bytes past the end of the dynamic shared memory of " +
            std::to_string(queued.config.shared_bytes) + " bytes that the launch passes" + at);
    set_pending_fault(cudaErrorIllegalAddress);
  }
}

void carry_out(const QueuedLaunch& queued, StreamWork& uses) {
  if (has_fault()) return;  // as on a GPU, nothing runs after a fault
  static std::uint64_t launches = 0;
  LaunchConfig granted = queued.config;
  if (kit_sim_more_shared != 0 && observer() == nullptr)
    granted.shared_bytes = dynamic_shared_limit();
  Launch launch{granted,
                queued.site,
                queued.call,
                queued.data,
                mix(block_order_seed()) + launches++,
                std::uint64_t(granted.grid.x) * granted.grid.y * granted.grid.z};
  const Memory::Access access;
  if (observer() != nullptr) observer()->launch_begins(launch);
  launch.workers = launch.blocks == 1 ? 1 : unsigned(host_threads());
  GridBarrier grid(launch.blocks);
  if (granted.cooperative) {
    launch.grid = &grid;
    launch.workers = unsigned(launch.blocks);
  }
  const bool has_run = [&] {
    const ForeignMemory closed(queued.device);
    return launches_are_skipped() || run_on_host_threads(launch);
  }();
  if (observer() != nullptr) observer()->launch_ends(launch, uses);
  judge_launch(queued, launch, has_run);
}

}  // namespace

void run_launch(const LaunchConfig& config, const LaunchSite& site, void (*call)(void*), void* data,
                std::size_t bytes) {
  if (BlockRunner* runner = BlockRunner::active()) {
    runner->fail(
        cudaErrorNotSupported, FindingKind::launch_refused,
        "a kernel launches a kernel (dynamic parallelism), which the simulator does not have: "
        "launch it from the host, or let one kernel loop over the work",
        call_stack());
  }
  report_unchecked_errors();
  if (has_fault()) return;
  if (launch_made_to_fail(site)) return;
  const std::string name = std::string("the launch of ") + site.name;
  const CodePlace where(site.file, site.line);
  cudaError_t error = check_stream(config.stream, name, where);
  if (error == cudaSuccess && device_of(config.stream) != current_device()) {
    refuse_launch(site, FindingKind::launch_refused,
                  "its stream belongs to device " + std::to_string(device_of(config.stream)) +
                      ", and the current device is " + std::to_string(current_device()) +
                      ": cudaSetDevice() comes before");
    error = cudaErrorInvalidResourceHandle;
  }
  if (error == cudaSuccess) error = check_config(config, site);
  if (error != cudaSuccess) {
    record(error);
    launch_failed(error, name, where);
    return;
  }
  QueuedLaunch queued{config, site, call, data, current_device()};
  std::shared_ptr<void> kept;
  if (!does_at_once(config.stream)) {
    kept = keep_arguments(data, bytes);
    queued.data = kept.get();
  }
  StreamWork work{std::string("the kernel ") + site.name, where, {}, {}};
  work.kind = WorkKind::kernel;
  work.on_device = images_are_on_device();
  work.device = queued.device;
  if (observer() != nullptr) work.called_from = call_stack();
  give_work(config.stream, {std::move(work), [queued, kept](StreamWork& uses, const WorkPlace&) {
                              carry_out(queued, uses);
                            }});
}

}  // namespace kit::sim
