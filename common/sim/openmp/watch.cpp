/// @file
/// Between the hooks of instrumented code and the shadow memory, and from races to findings. While
/// the shadow memory is at work, what it allocates itself is not looked at.
#include "sim/openmp/watch.hpp"

#include <string>

#include "../observe/findings.hpp"
#include "../observe/host_watch.hpp"
#include "../observe/program_memory.hpp"
#include "../src/observer.hpp"
#include "sim/openmp/team.hpp"
#include "sim/races/race_shadow.hpp"

namespace kit::sim::openmp {
namespace {

// A thread that waits in a loop of its own, for a variable, must let the others run.
constexpr unsigned kUsesInTurn = 1'000'000, kAtomicUsesInTurn = 1'000;

class Watch : public HostWatch {
 public:
  static Watch& instance() {
    static auto* const one = new Watch;
    return *one;
  }

  void begin(unsigned threads, const void* frame, std::uint32_t region) {
    region_ = region;
    frame_ = static_cast<const char*>(frame);
    if (shadow_.pages() > kMaxPages) shadow_.clear();
    clocks().fork(threads);
    threads_ = threads;
    host_watch = this;
  }
  void end() {
    if (host_watch == nullptr) return;
    host_watch = nullptr;
    for (const Race& race : shadow_.take_races())
      if (!given_up()) report(race);
  }

  void access(const void* address, std::size_t bytes, bool writes, std::uint32_t pc) override {
    use(address, bytes, writes ? Use::write : Use::read, pc);
    count(1);
  }

  void atomic(const volatile void* address, std::size_t bytes, Atomic what, int order,
              std::uint32_t pc) override {
    const auto* const place = const_cast<const void*>(address);
    const bool acquires = what != Atomic::store && order != __ATOMIC_RELAXED;
    const bool releases = what != Atomic::load && order != __ATOMIC_RELAXED;
    // Before the use: whoever waits for a value lets others store it.
    count(kUsesInTurn / kAtomicUsesInTurn);
    use(place, bytes, what == Atomic::load ? Use::atomic_read : Use::atomic_update, pc);
    if (acquires) clocks().acquire(running_thread(), published_[place]);
    if (releases) clocks().release(running_thread(), published_[place]);
  }

  void fence() override {
    count(kUsesInTurn / kAtomicUsesInTurn);
    clocks().acquire(running_thread(), fenced_);
    clocks().release(running_thread(), fenced_);
  }

  void forget(const void* address, std::size_t bytes) {
    if (!busy_) shadow_.forget(address, bytes);
  }

 private:
  static constexpr std::size_t kMaxPages = 4096;  // of 4 KiB, for which 32 are kept

  void use(const void* address, std::size_t bytes, Use use, std::uint32_t pc) {
    if (busy_) return;
    busy_ = true;
    shadow_.use(running_thread(), address, bytes, use, pc);
    busy_ = false;
  }

  void count(unsigned uses) {
    if ((uses_ += uses) < kUsesInTurn) return;
    uses_ = 0;
    give_turn();
  }

  void report(const Race& race);

  RaceShadow shadow_{clocks()};
  bool busy_ = false;
  unsigned uses_ = 0, threads_ = 1;
  const char* frame_ = nullptr;
  std::uint32_t region_ = 0;
  std::map<const void*, VectorClock> published_;
  VectorClock fenced_;
};

/// One past the main thread's stack. Asked before main(): the answer comes from a file of the
/// kernel, which a worker that has given up its system calls cannot open any more.
const char* const kStackTop = [] {
  pthread_attr_t attributes;
  void* low = nullptr;
  std::size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return static_cast<char*>(nullptr);
  pthread_attr_getstack(&attributes, &low, &bytes);
  pthread_attr_destroy(&attributes);
  return static_cast<char*>(low) + bytes;
}();

// What is used, and what to do about it. Nothing is advised that would not be looked at.
struct Advice {
  std::string what, instead;
};

Advice advice_for(const Race& race, const std::string& name, bool before_the_region) {
  if (!name.empty() || before_the_region)
    return {name.empty() ? "one variable that was declared before the parallel region"
                         : "the variable " + name,
            "it has to be declared inside of the loop, or be private there; where threads add up "
            "together, reduction or critical is missing"};
  if (race.now.writes && race.before.writes)
    return {"one element of an array",
            "each thread needs elements of its own: turns that are shared out by omp for, or an "
            "array that is declared inside of the loop"};
  return {"one element of an array",
          "each thread needs elements of its own, or a barrier has to stand between the two (after "
          "nowait there is none)"};
}

void Watch::report(const Race& race) {
  const auto* const address = static_cast<const char*>(race.address);
  const bool before_the_region = address >= frame_ && address < kStackTop;
  const Advice advice = advice_for(race, variable_name_at(address), before_the_region);
  const std::string uses =
      race.now.writes && race.before.writes ? "two threads write " + advice.what
      : race.now.writes ? "a thread writes " + advice.what + " where another reads"
                        : "a thread reads " + advice.what + " where another writes";
  Finding finding{FindingKind::host_race, uses + ", and nothing orders the two; " + advice.instead,
                  "threads " + std::to_string(race.before.thread) + " and " +
                      std::to_string(race.now.thread) + " of " + std::to_string(threads_),
                  CodePlace(race.now.pc)};
  finding.related = {{"the other access", CodePlace(race.before.pc)},
                     {"the parallel region", CodePlace(region_)}};
  finding.cause = cause_of(FindingKind::host_race, race.now.pc, race.before.pc);
  finding.count = race.count;
  Findings::instance().add(std::move(finding));
}

}  // namespace

void watch_team(unsigned threads, const void* frame, void* return_address) {
  Watch::instance().begin(threads, frame, program_counter(return_address));
}
void end_watch() {
  Watch::instance().end();
}
void note_use(const void* address, std::size_t bytes, bool writes, void* return_address) {
  if (host_watch != nullptr && bytes > 0)
    host_watch->access(address, bytes, writes, program_counter(return_address));
}
void note_published(const void* address, void* return_address) {
  if (host_watch != nullptr)
    host_watch->atomic(address, 1, HostWatch::Atomic::store, __ATOMIC_RELEASE,
                       program_counter(return_address));
}
void note_new_memory(const void* address, std::size_t bytes) {
  if (host_watch != nullptr) Watch::instance().forget(address, bytes);
}

}  // namespace kit::sim::openmp
