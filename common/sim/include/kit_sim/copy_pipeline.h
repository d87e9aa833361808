/// @file
/// cuda::pipeline. A stage of a group's pipeline has two barriers: one that all producers arrive at
/// when the stage is full, and one that all consumers arrive at when it is free again.
///
/// Copies of a thread that produces and consumes arrive as it waits for the stage, those of one
/// that only produces as it commits: CUDA promises nothing before the wait.
#pragma once

#include "arrival_barrier.h"

KIT_SIM_DEVICE

namespace cuda {

enum class pipeline_role { producer, consumer };

/// What the threads of a group's pipeline share, in shared memory.
template <thread_scope Scope, unsigned char Stages>
class pipeline_shared_state {
 public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;

 private:
  friend struct pipeline_access;
  barrier<Scope> full_[Stages], free_[Stages];
  unsigned producers_;
};

template <thread_scope Scope>
class pipeline {
 public:
  pipeline(pipeline&&) = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  /// Waits until the next stage is free to be filled.
  __forceinline__ void producer_acquire() {
    const unsigned long long turn = acquired_++ / stages_;
    if (full_ != nullptr && turn > 0) free_[head()].wait_parity((turn - 1) % 2 != 0);
  }
  /// Ends what goes into the stage that was acquired.
  __forceinline__ void producer_commit() {
    __pipeline_commit();
    if (full_ != nullptr && !consumes_) {
      __pipeline_wait_prior(0);
      full_[head()].arrive_with(1, 0);
    }
    ++committed_;
  }
  /// Waits until the oldest stage that was not released is full.
  __forceinline__ void consumer_wait() {
    if (produces_)
      __pipeline_wait_prior(committed_ > released_ + 1 ? committed_ - released_ - 1 : 0);
    if (full_ == nullptr) return;
    if (produces_) full_[tail()].arrive_with(1, 0);
    full_[tail()].wait_parity(released_ / stages_ % 2 != 0);
  }
  __forceinline__ void consumer_release() {
    if (full_ != nullptr) free_[tail()].arrive_with(1, 0);
    ++released_;
  }

 private:
  friend struct pipeline_access;
  __forceinline__ pipeline() = default;
  __forceinline__ unsigned head() const { return unsigned(committed_ % stages_); }
  __forceinline__ unsigned tail() const { return unsigned(released_ % stages_); }

  unsigned long long acquired_ = 0, committed_ = 0, released_ = 0;
  unsigned stages_ = 1;
  bool produces_ = true, consumes_ = true;
  barrier<Scope>*full_ = nullptr, *free_ = nullptr;  // none of a thread alone
};

/// What the functions on pipelines may know of them.
struct pipeline_access {
  template <typename Group, thread_scope Scope, unsigned char Stages>
  __forceinline__ static pipeline<Scope> make(const Group& group,
                                              pipeline_shared_state<Scope, Stages>* state,
                                              unsigned producers, bool produces, bool consumes) {
    const unsigned threads = unsigned(group.size());
    const bool split = !(produces && consumes);
    if (group.thread_rank() == 0) {
      for (unsigned i = 0; i < Stages; ++i) {
        init(&state->full_[i], split ? producers : threads);
        init(&state->free_[i], split ? threads - producers : threads);
      }
    }
    group.sync();
    pipeline<Scope> result;
    result.stages_ = Stages;
    result.produces_ = produces;
    result.consumes_ = consumes;
    result.full_ = state->full_;
    result.free_ = state->free_;
    return result;
  }
  template <typename Group, thread_scope Scope, unsigned char Stages>
  __forceinline__ static unsigned count_producers(const Group& group,
                                                  pipeline_shared_state<Scope, Stages>* state,
                                                  bool produces) {
    if (group.thread_rank() == 0) state->producers_ = 0;
    group.sync();
    if (produces) atomicAdd(&state->producers_, 1u);
    group.sync();
    return state->producers_;
  }
  __forceinline__ static pipeline<thread_scope_thread> alone() { return {}; }
};

/// The pipeline of the calling thread alone.
__forceinline__ pipeline<thread_scope_thread> make_pipeline() {
  return pipeline_access::alone();
}
/// One of a group whose threads all produce and consume; or the first ones produce and the others
/// consume; or each as its role says.
template <typename Group, thread_scope Scope, unsigned char Stages>
__forceinline__ pipeline<Scope> make_pipeline(const Group& group,
                                              pipeline_shared_state<Scope, Stages>* state) {
  return pipeline_access::make(group, state, unsigned(group.size()), true, true);
}
template <typename Group, thread_scope Scope, unsigned char Stages>
__forceinline__ pipeline<Scope> make_pipeline(const Group& group,
                                              pipeline_shared_state<Scope, Stages>* state,
                                              decltype(sizeof 0) producers) {
  const bool produces = group.thread_rank() < producers;
  return pipeline_access::make(group, state, unsigned(producers), produces, !produces);
}
template <typename Group, thread_scope Scope, unsigned char Stages>
__forceinline__ pipeline<Scope> make_pipeline(const Group& group,
                                              pipeline_shared_state<Scope, Stages>* state,
                                              pipeline_role role) {
  const bool produces = role == pipeline_role::producer;
  const unsigned producers = pipeline_access::count_producers(group, state, produces);
  return pipeline_access::make(group, state, producers, produces, !produces);
}

/// Waits for all stages that this thread has committed but the last `Prior` ones.
template <unsigned char Prior>
__forceinline__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&) {
  __pipeline_wait_prior(Prior);
}
/// The barrier waits for the thread's copies anyway.
template <thread_scope Scope>
__forceinline__ void pipeline_producer_commit(pipeline<thread_scope_thread>&, barrier<Scope>&) {}

/// The calling thread's copy, and a group's, into the stage that was acquired.
template <typename Size, thread_scope Scope>
__forceinline__ void memcpy_async(void* target, const void* source, Size bytes, pipeline<Scope>&) {
  kit::sim::copy_share(0, 1, target, source, bytes);
}
template <typename Group, typename Size, thread_scope Scope>
__forceinline__ void memcpy_async(const Group& group, void* target, const void* source, Size bytes,
                                  pipeline<Scope>&) {
  kit::sim::copy_share(unsigned(group.thread_rank()), unsigned(group.size()), target, source,
                       bytes);
}

}  // namespace cuda

KIT_SIM_END
