/// Warp primitives: the last lane to arrive does the exchange for all.
#include "kit_sim/warp.h"

#include <algorithm>
#include <bit>

#include "block_runner.hpp"
#include "kit_sim/group_lanes.h"

namespace kit::sim {
namespace {

// The lane a shuffle reads from (CUDA C++ Programming Guide, "Warp shuffle functions").
unsigned source_lane(const WarpExchange& e, unsigned lane) {
  const unsigned width = unsigned(e.width);
  const unsigned segment = lane & ~(width - 1);
  switch (e.shuffle) {
    case Shuffle::index:
      return segment + (unsigned(e.operand) & (width - 1));
    case Shuffle::up:
      return lane - segment >= unsigned(e.operand) ? lane - unsigned(e.operand) : lane;
    case Shuffle::down:
      return lane - segment + unsigned(e.operand) < width ? lane + unsigned(e.operand) : lane;
    case Shuffle::exclusive_or: {
      const unsigned source = lane ^ unsigned(e.operand);
      return source < segment + width ? source : lane;
    }
  }
  return lane;
}

// Of all lanes' values together. Only the lower 32 bits count; signed ones were extended to 64.
std::uint64_t reduce(Vote vote, std::uint64_t a, std::uint64_t b) {
  switch (vote) {
    case Vote::smallest:
      return std::int64_t(a) < std::int64_t(b) ? a : b;
    case Vote::largest:
      return std::int64_t(a) < std::int64_t(b) ? b : a;
    case Vote::smallest_unsigned:
      return std::min(a, b);
    case Vote::largest_unsigned:
      return std::max(a, b);
    case Vote::all_bits:
      return a & b;
    case Vote::any_bits:
      return a | b;
    case Vote::odd_bits:
      return a ^ b;
    default:
      return a + b;
  }
}

std::uint64_t reduce_lanes(Vote vote, const std::uint64_t (&values)[32], unsigned present) {
  const unsigned first = unsigned(std::countr_zero(present));
  std::uint64_t result = values[first];
  for (unsigned lane = first + 1; lane < 32; ++lane) {
    if (present >> lane & 1) result = reduce(vote, result, values[lane]);
  }
  return result;
}

}  // namespace

const WarpExchange& BlockRunner::warp_exchange(const WarpExchange& exchange) {
  Thread& self = threads_[current_];
  self.exchange = exchange;
  // A lane that is not in its own mask takes part all the same.
  self.exchange.mask |= 1u << lane();
  self.state = State::at_warp;
  ++at_warp_[current_ / 32];
  if (observer_ != nullptr) observer_->set_quiet(true);
  if (complete_warp(current_)) {
    if (observer_ != nullptr) observer_->set_quiet(false);
  } else {
    pause_current(State::at_warp, BlockObserver::Pause::waits);
  }
  return self.exchange;
}

// Exchanges and releases the group of `thread` if all its lanes are there. Lanes that have ended
// are not waited for.
bool BlockRunner::complete_warp(unsigned thread) {
  const unsigned first = thread / 32 * 32;
  const WarpExchange& wanted = threads_[thread].exchange;
  unsigned present = 0;
  // Lanes mostly come in ascending order: whether the last one is there settles it.
  for (unsigned lane = std::min(32u, thread_count_ - first); lane-- > 0;) {
    if ((wanted.mask >> lane & 1) == 0) continue;
    const Thread& other = threads_[first + lane];
    if (other.state == State::done) continue;
    if (other.state != State::at_warp || other.exchange.mask != wanted.mask ||
        other.exchange.kind != wanted.kind) {
      return false;
    }
    present |= 1u << lane;
  }
  if (observer_ != nullptr) check_same_function(first, present);
  exchange_lanes(first, present);
  if (observer_ != nullptr) observer_->warp_synchronised(first / 32, present);
  at_warp_[first / 32] -= unsigned(std::popcount(present));
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((present >> lane & 1) == 0) continue;
    if (first + lane == current_) {
      threads_[current_].state = State::running;
    } else {
      make_ready(first + lane);
    }
  }
  return true;
}

// Shuffles and votes exchange values between lanes that have come to one with the same qualifiers
// (PTX ISA, shfl.sync and vote.sync): a lane that has left out a __shfl_down_sync() does not give
// its value by the __shfl_sync() after it.
void BlockRunner::check_same_function(unsigned first, unsigned present) {
  const unsigned one = first + unsigned(std::countr_zero(present));
  const WarpExchange& e = threads_[one].exchange;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((present >> lane & 1) == 0) continue;
    const WarpExchange& its = threads_[first + lane].exchange;
    if (its.shuffle == e.shuffle && its.vote == e.vote) continue;
    const bool first_in_code = e.pc < its.pc;
    const BlockObserver::Lane a{one, e.pc}, b{first + lane, its.pc};
    observer_->functions_mixed(first_in_code ? a : b, first_in_code ? b : a);
    return;
  }
}

void BlockRunner::exchange_lanes(unsigned first, unsigned present) {
  std::uint64_t values[32] = {};
  unsigned ballot = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((present >> lane & 1) == 0) continue;
    values[lane] = threads_[first + lane].exchange.value;
    if (values[lane] != 0) ballot |= 1u << lane;
  }
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((present >> lane & 1) == 0) continue;
    WarpExchange& e = threads_[first + lane].exchange;
    if (e.kind == WarpExchange::Kind::shuffle) {
      const unsigned source = source_lane(e, lane);
      const bool active = (present >> source & 1) != 0;
      e.result = active ? values[source] : e.value;
      if (!active && observer_ != nullptr) observer_->shuffle_from_inactive(first + lane, e.pc);
      continue;
    }
    if (e.kind != WarpExchange::Kind::vote) continue;
    unsigned same = 0;
    for (unsigned other = 0; other < 32; ++other) {
      if (present >> other & 1 && values[other] == e.value) same |= 1u << other;
    }
    e.all_equal = same == present;
    switch (e.vote) {
      case Vote::ballot:
        e.result = ballot;
        break;
      case Vote::any_of:
        e.result = ballot != 0;
        break;
      case Vote::all_of:
        e.result = ballot == present;
        break;
      case Vote::match_any:
        e.result = same;
        break;
      case Vote::match_all:
        e.result = e.all_equal ? present : 0;
        break;
      default:
        e.result = reduce_lanes(e.vote, values, present);
    }
  }
}

unsigned BlockRunner::converge(std::uint32_t pc) {
  threads_[current_].pc = pc;
  ++converging_[current_ / 32].lanes;
  if (observer_ != nullptr) observer_->set_quiet(true);
  pause_current(State::converging, BlockObserver::Pause::waits);
  return threads_[current_].converged;
}

// Who converges waits for lanes that run, or will: one that has a full log goes on later.
void BlockRunner::lane_stopped(unsigned warp) {
  if (converging_[warp].lanes == 0) return;
  for (unsigned t = warp * 32; t < std::min(warp * 32 + 32, thread_count_); ++t) {
    const State state = threads_[t].state;
    if (state != State::at_barrier && state != State::at_warp && state != State::converging &&
        state != State::done)
      return;
  }
  end_converging(warp);
}

// Lanes that are at one place go on together. No order of memory follows from that.
void BlockRunner::end_converging(unsigned warp) {
  converging_[warp] = {};
  const unsigned first = warp * 32, lanes = std::min(32u, thread_count_ - first);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Thread& thread = threads_[first + lane];
    if (thread.state != State::converging) continue;
    thread.converged = 0;
    for (unsigned other = 0; other < lanes; ++other) {
      const Thread& its = threads_[first + other];
      if (its.state == State::converging && its.pc == thread.pc) thread.converged |= 1u << other;
    }
  }
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (threads_[first + lane].state == State::converging) make_ready(first + lane);
}

[[gnu::noinline]] unsigned converged_lanes() {
  return BlockRunner::active()->converge(program_counter(__builtin_return_address(0)));
}

[[gnu::noinline]] unsigned long long shuffle(unsigned mask, unsigned long long value, Shuffle mode,
                                             int operand, int width) {
  WarpExchange exchange;
  exchange.kind = WarpExchange::Kind::shuffle;
  exchange.mask = mask;
  exchange.value = value;
  exchange.shuffle = mode;
  exchange.operand = operand;
  exchange.width = width;
  exchange.pc = program_counter(__builtin_return_address(0));
  return BlockRunner::active()->warp_exchange(exchange).result;
}

[[gnu::noinline]] unsigned vote(unsigned mask, unsigned long long value, Vote kind,
                                int* all_equal) {
  WarpExchange exchange;
  exchange.kind = WarpExchange::Kind::vote;
  exchange.mask = mask;
  exchange.value = value;
  exchange.vote = kind;
  exchange.pc = program_counter(__builtin_return_address(0));
  const WarpExchange& done = BlockRunner::active()->warp_exchange(exchange);
  if (all_equal != nullptr) *all_equal = done.all_equal;
  return unsigned(done.result);
}

[[gnu::noinline]] void warp_barrier(unsigned mask) {
  WarpExchange exchange;
  exchange.mask = mask;
  exchange.pc = program_counter(__builtin_return_address(0));
  BlockRunner::active()->warp_exchange(exchange);
}

unsigned lane_id() {
  return BlockRunner::active()->lane();
}

}  // namespace kit::sim
