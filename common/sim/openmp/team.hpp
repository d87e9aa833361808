/// @file
/// A team of OpenMP: threads of the system's that take turns. One runs at a time, until it waits
/// for others; so a program does the same in every run, and what is known of its memory needs no
/// locks. Which thread does what depends on its number alone.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "sim/openmp/loop.hpp"
#include "sim/openmp/task.hpp"
#include "sim/races/team_clocks.hpp"

namespace kit::sim::openmp {

/// The threads of a team, unless the program asks for another number; more than most machines have
/// cores, so that a race between any two threads is there to be found.
inline constexpr unsigned kThreads = 4;

/// What a thread is in the innermost parallel region.
struct Place {
  unsigned number = 0;  ///< omp_get_thread_num()
  unsigned size = 1;    ///< omp_get_num_threads()
  unsigned level = 0;   ///< regions around it
  Place* outer = nullptr;
  Loop loop;
  unsigned singles = 0, ordered_loops = 0;  ///< constructs of that kind it has come to
  std::uint64_t section = 0, sections = 0;
  OrderedTurn own_turn;  ///< where it is alone
  std::shared_ptr<Task> task = std::make_shared<Task>();
  std::shared_ptr<TaskGroup> group;
};
Place& here();

/// The number in its team of the thread that runs. It stays the same in an inner region, which has
/// one thread.
unsigned running_thread();
/// Order between the threads of the team.
TeamClocks& clocks();
/// Whether a team of more than one thread is at work.
bool in_team();

using Body = void (*)(void* data);
/// Runs `body` in each thread of a team of `wanted` threads (0: as many as the program has set).
/// `prepare` makes each thread's place ready. `return_address`: where the region is in the code.
void run_parallel(Body body, void* data, unsigned wanted, void* return_address,
                  const std::function<void(Place&)>& prepare = {});
/// The number of threads for teams to come.
unsigned& threads_wanted();

/// The running thread lets the others run, until it may go on. Ends the program if no thread of the
/// team can.
void wait_until(const std::function<bool()>& may_go_on);
/// The running thread lets the others run once.
void give_turn();
/// Waits for all threads of the team, and for their tasks.
void barrier();

/// The state of the n-th ordered loop of the team.
OrderedTurn& ordered_turn(unsigned number);
/// What one thread leaves for the others of the team: copyprivate.
void*& left_for_others();

/// A task that a thread of the team will run; and whether one was there for the running thread and
/// was run.
void queue_task(std::shared_ptr<Task> task);
bool run_queued_task();

/// The program starts threads of its own: from now on every region has one thread, and nothing is
/// said of it.
void give_up();
bool given_up();

}  // namespace kit::sim::openmp
