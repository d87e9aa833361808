/// @file
/// cuda::barrier: a barrier at which arriving and waiting are two steps, for as many threads as it
/// was told.
///
/// It is one word: the number of its phase, how many arrivals each phase expects, and how many the
/// current one still lacks. What the threads did before they arrived is ordered before what they do
/// after they waited, and nothing else is. A thread that waits asks again and again, and lets the
/// others run meanwhile.
#pragma once

#include "copy_shares.h"
#include "scoped_atomics.h"

KIT_SIM_DEVICE

namespace kit::sim {

/// What cuda::barrier does when the last thread of a phase arrives; nothing by default.
struct NoCompletion {
  __forceinline__ void operator()() const {}
};

}  // namespace kit::sim

namespace cuda {

template <thread_scope Scope>
class pipeline;

template <thread_scope Scope = thread_scope_system, typename Completion = kit::sim::NoCompletion>
class barrier {
  using Word = unsigned long long;
  static constexpr unsigned kBits = 20;
  static constexpr Word kCount = (1ull << kBits) - 1;

 public:
  /// The phase that the thread has arrived at.
  class arrival_token {
   public:
    arrival_token(arrival_token&&) = default;
    arrival_token& operator=(arrival_token&&) = default;

   private:
    friend class barrier;
    __forceinline__ explicit arrival_token(Word phase) : phase_(phase) {}
    Word phase_;
  };

  barrier() = default;
  __forceinline__ barrier(long long expected, Completion completion = Completion())
      : completion_(completion) {
    set_expected(expected);
  }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  static constexpr long long max() { return (1ll << kBits) - 1; }

  [[nodiscard]] __forceinline__ arrival_token arrive(long long arrivals = 1) {
    finish_copies();
    return arrival_token(arrive_with(Word(arrivals), 0));
  }
  __forceinline__ void wait(arrival_token&& token) const { wait_for(token.phase_); }
  __forceinline__ void arrive_and_wait() {
    finish_copies();
    wait_for(arrive_with(1, 0));
  }
  /// Arrives, and is expected no more from the next phase on.
  __forceinline__ void arrive_and_drop() {
    finish_copies();
    arrive_with(1, 1);
  }
  /// Waits for the phase of this parity to end: 0 for the first, the third and so on.
  __forceinline__ void wait_parity(bool parity) const {
    while ((phase_of(state().load(memory_order_acquire)) & 1) == Word(parity))
      kit::sim::yield_thread();
  }
  __forceinline__ bool try_wait_parity(bool parity) const {
    kit::sim::yield_thread();
    return (phase_of(state().load(memory_order_acquire)) & 1) != Word(parity);
  }

  /// Before any thread uses the barrier: init().
  __forceinline__ void set_expected(long long expected) {
    state_ = Word(expected) << kBits | Word(expected);
  }

 private:
  template <thread_scope>
  friend class pipeline;
  // What the thread has started to copy counts as part of what it has done.
  __forceinline__ static void finish_copies() {
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
  __forceinline__ static Word phase_of(Word state) { return state >> (2 * kBits); }
  __forceinline__ atomic_ref<Word, Scope> state() const {
    return atomic_ref<Word, Scope>(const_cast<Word&>(state_));
  }
  __forceinline__ Word arrive_with(Word arrivals, Word drops) {
    // Within a block the end of the phase orders, and an arrival alone does not.
    if (Scope != thread_scope_block) atomic_thread_fence(memory_order_release, Scope);
    Word old = state().load(memory_order_relaxed), next;
    do {
      const Word expected = (old >> kBits & kCount) - drops, left = (old & kCount) - arrivals;
      const Word phase = phase_of(old);
      if (left == 0) {
        completion_();
        kit::sim::note_arrivals();
      }
      next = left == 0 ? (phase + 1) << (2 * kBits) | expected << kBits | expected
                       : phase << (2 * kBits) | expected << kBits | left;
    } while (!state().compare_exchange_strong(old, next, memory_order_relaxed));
    return phase_of(old);
  }
  __forceinline__ void wait_for(Word phase) const {
    while (phase_of(state().load(memory_order_acquire)) == phase) kit::sim::yield_thread();
  }

  alignas(8) Word state_;
  [[no_unique_address]] Completion completion_;
};

template <thread_scope Scope, typename Completion>
__forceinline__ void init(barrier<Scope, Completion>* barrier, long long expected,
                          Completion = Completion()) {
  barrier->set_expected(expected);
}

/// The calling thread's copy, and a group's. It has arrived once the barrier's phase is over.
template <typename Size, thread_scope Scope, typename Completion>
__forceinline__ void memcpy_async(void* target, const void* source, Size bytes,
                                  barrier<Scope, Completion>&) {
  kit::sim::copy_share(0, 1, target, source, bytes);
}
template <typename Group, typename Size, thread_scope Scope, typename Completion>
__forceinline__ void memcpy_async(const Group& group, void* target, const void* source, Size bytes,
                                  barrier<Scope, Completion>&) {
  kit::sim::copy_share(unsigned(group.thread_rank()), unsigned(group.size()), target, source,
                       bytes);
}

namespace std {
template <typename Completion = kit::sim::NoCompletion>
using barrier = cuda::barrier<thread_scope_system, Completion>;
}  // namespace std

}  // namespace cuda

KIT_SIM_END
