/// Runs a block's CUDA threads as fibers on one host thread, one after another: each runs until it
/// waits at a barrier or a warp primitive, or ends. When nobody can go on, either all wait at the
/// same thing, which then lets them go, or the block is deadlocked. That makes barriers cheap and
/// their misuse visible, which threads of the system would not.
#include "block_runner.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cfenv>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "device.hpp"
#include "error_state.hpp"
#include "own_thread_local.hpp"
#include "settings.hpp"

// Storage of the index variables that device code sees as constants (kit_sim/builtins.h).
__thread uint3 kit_sim_thread_idx_storage __asm__("kit_sim_thread_idx");
__thread uint3 kit_sim_block_idx_storage __asm__("kit_sim_block_idx");
__thread unsigned kit_sim_block_dim_storage[3] __asm__("kit_sim_block_dim");
__thread unsigned kit_sim_grid_dim_storage[3] __asm__("kit_sim_grid_dim");
__thread std::uint64_t kit_sim_block_number_storage __asm__("kit_sim_block_number");
// What `extern __shared__` arrays stand for, and behind it a page that nobody may use: what follows
// is the system's own.
constexpr std::size_t kPageBytes = 4096;
alignas(128) __thread unsigned char kit_sim_dynamic_shared_storage
    [kit::sim::kSharedBytesMost + 2 * kPageBytes] __asm__("kit_sim_dynamic_shared");
// Fill the program's shared variables of namespaces (cuda_rewrite).
extern void (*const fills_begin[])() __asm__("__start_kit_sim_fills") __attribute__((weak));
extern void (*const fills_end[])() __asm__("__stop_kit_sim_fills") __attribute__((weak));
// There if the program declares `extern __shared__` arrays outside of functions (cuda_rewrite).
extern const char bare_dynamic[] __asm__("__start_kit_sim_bare_dynamic") __attribute__((weak));

namespace kit::sim {
namespace {

namespace context = boost::context::detail;

constexpr std::size_t kStackGuardBytes = 4096;  // no access, below each stack

KIT_SIM_OWN_THREAD_LOCAL BlockRunner *active_runner = nullptr, *own_runner = nullptr;

}  // namespace

// Closes that page for as long as this host thread lives; the system may use its memory again.
class PageBehindShared {
 public:
  PageBehindShared() { set(PROT_NONE); }
  ~PageBehindShared() { set(PROT_READ | PROT_WRITE); }
  PageBehindShared(const PageBehindShared&) = delete;
  PageBehindShared& operator=(const PageBehindShared&) = delete;

 private:
  static void set(int access) {
    const auto end =
        reinterpret_cast<std::uintptr_t>(kit_sim_dynamic_shared_storage) + kSharedBytesMost;
    mprotect(reinterpret_cast<void*>((end + kPageBytes - 1) / kPageBytes * kPageBytes), kPageBytes,
             access);
  }
};

void* DynamicShared::dynamic_shared_bytes() {
  if (active_runner != nullptr) active_runner->note_dynamic_shared();
  return kit_sim_dynamic_shared_storage;
}

void fill_shared(void* memory, std::size_t bytes) {
  std::memset(memory, 0xff, bytes);
}

SharedGuard::SharedGuard(std::size_t shared_bytes)
    : begin_(std::min(shared_bytes + kSlack, played_card().shared_opt_in)) {
  std::memset(kit_sim_dynamic_shared_storage + begin_, 0xff, played_card().shared_opt_in - begin_);
}

bool SharedGuard::changed() const {
  const unsigned char* const first = kit_sim_dynamic_shared_storage + begin_;
  const std::size_t bytes = played_card().shared_opt_in - begin_;
  // All bytes are the same as their neighbours.
  return bytes > 0 && (*first != 0xff || std::memcmp(first, first + 1, bytes - 1) != 0);
}

std::uint64_t mix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

BlockRunner::BlockRunner() : threads_(kMaxBlockThreads), fibers_(kMaxBlockThreads) {
  const std::size_t each = kFiberStackBytes + kStackGuardBytes;
  void* memory = mmap(nullptr, each * kMaxBlockThreads, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  stacks_ = static_cast<char*>(memory);
  for (std::size_t i = 0; i < fibers_.size(); ++i) fibers_[i].stack_top = stacks_ + (i + 1) * each;
  free_.reserve(fibers_.size());
  reset_fibers();
}

BlockRunner& BlockRunner::of_this_thread() {
  // Never destroyed: a process may end while a fiber's stack still holds a student's frames.
  static thread_local const PageBehindShared page;
  if (own_runner == nullptr) own_runner = new BlockRunner;
  return *own_runner;
}

BlockRunner* BlockRunner::active() {
  return active_runner;
}

// Forgets whatever ran on the fibers and gives each a fresh start.
void BlockRunner::reset_fibers() {
  free_.clear();
  for (std::size_t i = fibers_.size(); i-- > 0;) {
    fibers_[i].context = nullptr;
    free_.push_back(&fibers_[i]);
  }
}

BlockRunner::Fiber* BlockRunner::free_fiber() {
  Fiber* fiber = free_.back();
  free_.pop_back();
  // Most kernels need one of the many. Where very many blocks run at once, the last do without: the
  // system allows a process some 65,000 pieces of memory, and each guard makes two more.
  static std::atomic<int> guards_left{16384};
  if (!fiber->guarded && guards_left.fetch_sub(1, std::memory_order_relaxed) > 0) {
    mprotect(fiber->stack_top - kFiberStackBytes - kStackGuardBytes, kStackGuardBytes, PROT_NONE);
    fiber->guarded = true;
  }
  if (fiber->context == nullptr) {
    fiber->context = context::make_fcontext(fiber->stack_top, kFiberStackBytes, fiber_main);
  }
  return fiber;
}

// A fiber runs fresh threads one after another, so that a block without barriers needs one fiber
// and hardly a switch; a thread that waits keeps the fiber until it ends.
void BlockRunner::fiber_main(context::transfer_t transfer) {
  auto& runner = *static_cast<BlockRunner*>(transfer.data);
  runner.scheduler_ = transfer.fctx;
  // Each fiber has a state of its own of what the processor traps.
  if (floats_must_be_finite()) feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
  for (;;) {
    while (runner.start_next_fresh()) {
      runner.launch_->call(runner.launch_->data);
      runner.finish_current();
    }
    runner.free_.push_back(runner.running_);
    runner.switch_to_scheduler();
  }
}

void BlockRunner::resume(Fiber* fiber) {
  running_ = fiber;
  active_runner = this;
  fiber->context = context::jump_fcontext(fiber->context, this).fctx;
  active_runner = nullptr;
}

void BlockRunner::switch_to_scheduler() {
  scheduler_ = context::jump_fcontext(scheduler_, nullptr).fctx;
}

bool BlockRunner::dynamic_shared_declared() const {
  return dynamic_shared_ || bare_dynamic != nullptr;
}

void BlockRunner::start_block(Launch& launch, std::uint64_t block) {
  launch_ = &launch;
  observer_ = observer() != nullptr ? &observer()->for_this_thread() : nullptr;
  const dim3& grid = launch.config.grid;
  const dim3& extent = launch.config.block;
  block_index_ = {unsigned(block % grid.x), unsigned(block / grid.x % grid.y),
                  unsigned(block / grid.x / grid.y)};
  kit_sim_block_idx_storage = block_index_;
  kit_sim_block_dim_storage[0] = extent.x;
  kit_sim_block_dim_storage[1] = extent.y;
  kit_sim_block_dim_storage[2] = extent.z;
  kit_sim_grid_dim_storage[0] = grid.x;
  kit_sim_grid_dim_storage[1] = grid.y;
  kit_sim_grid_dim_storage[2] = grid.z;

  thread_count_ = live_ = extent.x * extent.y * extent.z;
  waiting_ = full_ = next_fresh_ = 0;
  dynamic_shared_ = at_grid_ = false;
  combine_ = Combine::none;
  ready_.clear();
  for (unsigned t = 0; t < thread_count_; ++t) threads_[t].state = State::fresh;
  drop_copies();
  at_warp_.fill(0);
  converging_.fill({});
  set_extent(extent);

  // Warps take turns in an order of this block's own, so that a result which depends on it shows.
  warp_order_.resize((thread_count_ + 31) / 32);
  std::iota(warp_order_.begin(), warp_order_.end(), 0u);
  std::uint64_t random = launch.seed ^ block;
  for (std::size_t i = warp_order_.size(); i > 1; --i) {
    random = mix(random);
    std::swap(warp_order_[i - 1], warp_order_[random % i]);
  }
  fill_shared(kit_sim_dynamic_shared_storage, launch.config.shared_bytes);
  if (observer_ != nullptr) return;
  ++kit_sim_block_number_storage;  // shared variables of functions are filled on the way
  for (auto fill = fills_begin; fill != fills_end; ++fill) (*fill)();
}

void BlockRunner::run(Launch& launch, std::uint64_t block) {
  start_block(launch, block);
  end_stall();
  if (observer_ != nullptr) observer_->block_begins(launch, block, thread_count_);
  while (live_ > 0) {
    if (launch.fault != cudaSuccess) {
      end_stall();
      reset_fibers();
      return;
    }
    if (next_fresh_ < warp_order_.size() * 32) {
      resume(free_fiber());
    } else if (!ready_.empty()) {
      const unsigned thread = ready_.front();
      ready_.pop_front();
      running_ = threads_[thread].fiber;
      make_current(thread);
      resume(running_);
    } else if (full_ > 0) {
      wake_full();
    } else if (waiting_ == live_) {
      if (meet_other_blocks()) release_barrier();
    } else if (live_ > 0) {
      report_deadlock();
    }
  }
  end_stall();
  if (observer_ != nullptr) observer_->block_ends();
}

// Thread numbers are handed out warp by warp; the last warp may be short.
bool BlockRunner::start_next_fresh() {
  if (launch_->fault != cudaSuccess) return false;
  while (next_fresh_ < warp_order_.size() * 32) {
    const unsigned slot = next_fresh_++;
    const unsigned thread = warp_order_[slot / 32] * 32 + slot % 32;
    if (thread >= thread_count_) continue;
    threads_[thread].fiber = running_;
    make_current(thread);
    return true;
  }
  return false;
}

void BlockRunner::set_extent(const dim3& extent) {
  if (extent.x == extent_.x && extent.y == extent_.y && extent.z == extent_.z) return;
  extent_ = extent;
  indices_.clear();
  uint3 index{};
  for (index.z = 0; index.z < extent.z; ++index.z)
    for (index.y = 0; index.y < extent.y; ++index.y)
      for (index.x = 0; index.x < extent.x; ++index.x) indices_.push_back(index);
}

void BlockRunner::make_current(unsigned thread) {
  current_ = thread;
  threads_[thread].state = State::running;
  kit_sim_thread_idx_storage = indices_[thread];
  if (observer_ != nullptr) observer_->thread_runs(thread, running_->stack_top);
}

void BlockRunner::finish_current() {
  threads_[current_].state = State::done;
  --live_;
  if (observer_ != nullptr) observer_->thread_pauses(current_, BlockObserver::Pause::ended);
  // Lanes that waited for this one only may go on.
  const unsigned first = current_ / 32 * 32;
  lane_stopped(first / 32);
  if (at_warp_[first / 32] == 0) return;
  for (unsigned t = first; t < std::min(first + 32, thread_count_); ++t) {
    if (threads_[t].state == State::at_warp) complete_warp(t);
  }
}

void BlockRunner::make_ready(unsigned thread) {
  threads_[thread].state = State::ready;
  if (observer_ != nullptr) observer_->thread_wakes(thread);
  ready_.push_back(thread);
}

void BlockRunner::pause_current(State state, BlockObserver::Pause reason) {
  threads_[current_].state = state;
  if (observer_ != nullptr) observer_->thread_pauses(current_, reason);
  lane_stopped(current_ / 32);
  switch_to_scheduler();
}

int BlockRunner::block_barrier(Combine combine, int predicate, std::uint32_t pc) {
  threads_[current_].predicate = predicate;
  threads_[current_].pc = pc;
  combine_ = combine;
  ++waiting_;
  if (observer_ != nullptr) {
    observer_->set_quiet(true);
    observer_->barrier_reached(current_, pc);
  }
  pause_current(State::at_barrier, BlockObserver::Pause::waits);
  return combined_;
}

void BlockRunner::grid_barrier(std::uint32_t pc) {
  if (!is_cooperative()) {
    fail(cudaErrorLaunchFailure, FindingKind::kernel_fault,
         "a barrier over the grid in an ordinary launch: it needs cudaLaunchCooperativeKernel(), "
         "and is_valid() says whether there is one",
         call_stack());
  }
  at_grid_ = true;
  block_barrier(Combine::none, 0, pc);
}

// All threads of the block wait. At a barrier over the grid the other blocks' must come too; false
// if they cannot.
bool BlockRunner::meet_other_blocks() {
  if (!at_grid_) return true;
  at_grid_ = false;
  // On a card, the first thread of a block is the one that tells the other blocks.
  ++launch_->stalled;
  const bool met = threads_[0].state != State::done && launch_->grid->arrive();
  --launch_->stalled;
  if (!met) report_missing_block();
  return met;
}

void BlockRunner::pause_full() {
  ++full_;
  pause_current(State::full, BlockObserver::Pause::full);
}

// Every other lane has stopped too, so the warps' logs have been put together and there is room
// again.
void BlockRunner::wake_full() {
  full_ = 0;
  for (unsigned t = 0; t < thread_count_; ++t) {
    if (threads_[t].state == State::full) make_ready(t);
  }
}

void BlockRunner::release_barrier() {
  int count = 0;
  for (unsigned t = 0; t < thread_count_; ++t) {
    if (threads_[t].state == State::at_barrier && threads_[t].predicate != 0) ++count;
  }
  switch (combine_) {
    case Combine::none:
      combined_ = 0;
      break;
    case Combine::count:
      combined_ = count;
      break;
    case Combine::all_of:
      combined_ = count == int(waiting_);
      break;
    case Combine::any_of:
      combined_ = count > 0;
      break;
  }
  if (observer_ != nullptr) observer_->barrier_released(waiting_);
  for (const unsigned warp : warp_order_) {
    for (unsigned t = warp * 32; t < std::min(warp * 32 + 32, thread_count_); ++t) {
      if (threads_[t].state == State::at_barrier) make_ready(t);
    }
  }
  waiting_ = 0;
}

void BlockRunner::yield() {
  atomics_since_yield = 0;
  if (observer_ != nullptr) observer_->thread_pauses(current_, BlockObserver::Pause::full);
  make_ready(current_);
  // A lane that polls may wait for one that converges.
  constexpr unsigned kPatience = 64;
  Converging& converging = converging_[current_ / 32];
  if (converging.lanes > 0 && ++converging.yields >= kPatience) end_converging(current_ / 32);
  switch_to_scheduler();
}

}  // namespace kit::sim
