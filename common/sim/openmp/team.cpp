/// @file
/// The threads of teams and their turns. A thread that waits looks again whenever its turn comes;
/// if nobody could go on for several rounds, nobody ever will.
#include "sim/openmp/team.hpp"

#include <pthread.h>
#include <semaphore.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <utility>

#include "sim/openmp/watch.hpp"

namespace kit::sim::openmp {
namespace {

struct Member {
  sem_t turn;
  bool at_work = false;
};

struct Team {
  std::deque<Member> members;
  unsigned size = 1;  ///< of the team at work
  unsigned running = 0;
  TeamClocks clocks;
  Body body = nullptr;
  void* data = nullptr;
  const std::function<void(Place&)>* prepare = nullptr;
  unsigned fruitless = 0;  ///< turns since a thread could go on
  unsigned phase = 0, arrived = 0;
  std::map<unsigned, OrderedTurn> ordered;
  void* left = nullptr;
  std::deque<std::shared_ptr<Task>> tasks;
  unsigned unfinished_tasks = 0, all_tasks = 0;
  unsigned wanted = kThreads, teams = 0;
  bool given_up = false;
};

// Never destroyed: threads of the pool outlive main.
Team& team() {
  static auto* const one = new Team;
  return *one;
}

thread_local Place initial_place;
thread_local Place* innermost_place = nullptr;

// Returns when the running thread's turn comes again.
void pass_turn(bool comes_back) {
  Team& all = team();
  const unsigned self = all.running;
  unsigned next = (self + 1) % all.size;
  while (!all.members[next].at_work) next = (next + 1) % all.size;
  if (next == self) return;
  sem_post(&all.members[next].turn);
  if (!comes_back) return;
  while (sem_wait(&all.members[self].turn) != 0) continue;
  all.running = self;
}

void enter(unsigned number) {
  Team& all = team();
  Place mine;
  mine.number = number;
  mine.size = all.size;
  mine.outer = &here();
  mine.level = mine.outer->level + 1;
  if (*all.prepare) (*all.prepare)(mine);
  innermost_place = &mine;
  all.body(all.data);
  barrier();
  innermost_place = mine.outer;
}

void* serve(void* number) {
  const auto self = unsigned(reinterpret_cast<std::uintptr_t>(number));
  Team& all = team();
  for (;;) {
    while (sem_wait(&all.members[self].turn) != 0) continue;
    all.running = self;
    enter(self);
    all.members[self].at_work = false;
    pass_turn(false);
  }
}

// False if the system has no more threads.
bool add_member() {
  Team& all = team();
  const std::size_t number = all.members.size();
  sem_init(&all.members.emplace_back().turn, 0, 0);
  pthread_t thread;
  if (number == 0 || start_thread(&thread, serve, reinterpret_cast<void*>(number))) return true;
  all.members.pop_back();
  return false;
}

[[noreturn]] void end_in_deadlock() {
  std::fputs("OpenMP: no thread of the team can go on\n", stderr);
  std::abort();
}

void run_alone(Body body, void* data, const std::function<void(Place&)>& prepare) {
  Place mine;
  mine.outer = &here();
  mine.level = mine.outer->level + 1;
  if (prepare) prepare(mine);
  innermost_place = &mine;
  body(data);
  innermost_place = mine.outer;
}

// One more that could not go on.
void note_fruitless() {
  constexpr unsigned kRounds = 4;
  if (!in_team() || ++team().fruitless > kRounds * team().size) end_in_deadlock();
}

}  // namespace

Place& here() {
  return innermost_place != nullptr ? *innermost_place : initial_place;
}
unsigned running_thread() {
  return team().running;
}
TeamClocks& clocks() {
  return team().clocks;
}
bool in_team() {
  return team().size > 1;
}
unsigned& threads_wanted() {
  return team().wanted;
}
OrderedTurn& ordered_turn(unsigned number) {
  return team().ordered[number];
}
void*& left_for_others() {
  return team().left;
}

void run_parallel(Body body, void* data, unsigned wanted, void* return_address,
                  const std::function<void(Place&)>& prepare) {
  Team& all = team();
  unsigned size = std::min(wanted == 0 ? all.wanted : wanted, kMaxTeam);
  // A program that begins a team for every pixel shows with the first of them what it does.
  constexpr unsigned kMaxTeams = 20'000;
  if (all.given_up || in_team() || size == 1 || all.teams == kMaxTeams)
    return run_alone(body, data, prepare);
  ++all.teams;
  while (all.members.size() < size && add_member()) continue;
  size = std::min(size, unsigned(all.members.size()));
  all.body = body;
  all.data = data;
  all.prepare = &prepare;
  all.ordered.clear();
  all.running = 0;
  all.size = size;
  for (unsigned number = 0; number < size; ++number) all.members[number].at_work = true;
  watch_team(size, __builtin_frame_address(0), return_address);
  enter(0);
  wait_until([&] {
    for (unsigned number = 1; number < size; ++number)
      if (all.members[number].at_work) return false;
    return true;
  });
  all.size = 1;
  end_watch();
}

void give_turn() {
  team().fruitless = 0;
  if (in_team()) pass_turn(true);
}

void wait_until(const std::function<bool()>& may_go_on) {
  while (!may_go_on()) {
    note_fruitless();
    pass_turn(true);
  }
  team().fruitless = 0;
}

void barrier() {
  Team& all = team();
  if (here().size == 1) return;
  const unsigned phase = all.phase;
  ++all.arrived;
  while (all.phase == phase) {
    if (run_queued_task()) continue;
    if (all.arrived == all.size && all.unfinished_tasks == 0) {
      all.arrived = 0;
      ++all.phase;
      all.clocks.meet();
      break;
    }
    note_fruitless();
    pass_turn(true);
  }
  all.fruitless = 0;
}

void queue_task(std::shared_ptr<Task> task) {
  Team& all = team();
  task->thread = all.all_tasks++ % all.size;
  ++all.unfinished_tasks;
  all.tasks.push_back(std::move(task));
}

bool run_queued_task() {
  Team& all = team();
  // Of another thread's tasks only if that thread does not come to them.
  const bool any = all.fruitless > all.size;
  for (auto at = all.tasks.begin(); at != all.tasks.end(); ++at) {
    if (!any && (*at)->thread != all.running) continue;
    const std::shared_ptr<Task> task = *at;
    all.tasks.erase(at);
    Place& mine = here();
    const std::shared_ptr<Task> before = std::exchange(mine.task, task);
    const std::shared_ptr<TaskGroup> group = std::exchange(mine.group, task->group);
    all.clocks.acquire(all.running, task->begins);
    task->body(task->data);
    all.clocks.release(all.running, task->parent->ended);
    --task->parent->unfinished;
    if (task->group) {
      all.clocks.release(all.running, task->group->ended);
      --task->group->unfinished;
    }
    --all.unfinished_tasks;
    mine.task = before;
    mine.group = group;
    all.fruitless = 0;
    return true;
  }
  return false;
}

void give_up() {
  team().given_up = true;
  end_watch();
}
bool given_up() {
  return team().given_up;
}

}  // namespace kit::sim::openmp
