/// @file
/// The shadow memory of teams of threads: a race is what nothing orders, whatever came first; what
/// barriers, locks and new memory separate is none.
#include "sim/races/race_shadow.hpp"

#include "catch.hpp"

namespace kit::sim {
namespace {

/// A team of three threads and 64 bytes that they share.
struct Team {
  Team() { clocks.fork(3); }

  void use(unsigned thread, std::size_t offset, std::size_t bytes, Use use, std::uint32_t pc = 0) {
    shadow.use(thread, memory + offset, bytes, use, pc != 0 ? pc : 100 + thread);
  }
  void write(unsigned thread, std::size_t offset = 0, std::size_t bytes = 4) {
    use(thread, offset, bytes, Use::write);
  }
  void read(unsigned thread, std::size_t offset = 0, std::size_t bytes = 4) {
    use(thread, offset, bytes, Use::read);
  }
  std::size_t races() { return shadow.take_races().size(); }

  TeamClocks clocks;
  RaceShadow shadow{clocks};
  alignas(8) char memory[64] = {};
};

TEST_CASE("shadow: two threads that write one place race, and those that read it do not") {
  Team team;
  team.read(0);
  team.read(1);
  team.read(2);
  CHECK(team.races() == 0);
  team.write(0, 8);
  team.write(1, 8);
  CHECK(team.races() == 1);
}

TEST_CASE("shadow: a thread never races with itself") {
  Team team;
  for (int i = 0; i < 3; ++i) {
    team.write(1);
    team.read(1);
    team.use(1, 0, 4, Use::atomic_update);
  }
  CHECK(team.races() == 0);
}

TEST_CASE("shadow: a write races with each thread that has read, not with the last alone") {
  Team team;
  team.read(0);
  team.read(1);
  team.write(1);
  const std::vector<Race> races = team.shadow.take_races();
  REQUIRE(races.size() == 1);
  CHECK(races[0].before.thread == 0);
  CHECK(!races[0].before.writes);
  CHECK(races[0].before.pc == 100);
  CHECK(races[0].now.thread == 1);
  CHECK(races[0].now.writes);
  CHECK(races[0].address == team.memory);
}

TEST_CASE("shadow: a barrier orders what comes before it with what comes after") {
  Team team;
  team.write(0);
  team.read(2, 4);
  team.clocks.meet();
  team.read(1);
  team.write(1, 4);
  team.clocks.meet();
  team.write(2);
  CHECK(team.races() == 0);
  team.read(0);
  CHECK(team.races() == 1);
}

TEST_CASE("shadow: a later team is ordered after an earlier one, whatever its size") {
  Team team;
  team.write(2);
  team.clocks.fork(2);
  team.write(1);
  team.clocks.fork(3);
  team.write(0);
  CHECK(team.races() == 0);
}

TEST_CASE("shadow: a lock orders what is done under it, and nothing that is done after it") {
  Team team;
  VectorClock lock;
  for (unsigned thread = 0; thread < 3; ++thread) {
    team.clocks.acquire(thread, lock);
    team.read(thread);
    team.write(thread);
    team.clocks.release(thread, lock);
  }
  CHECK(team.races() == 0);
  team.clocks.acquire(0, lock);
  team.write(0);
  team.clocks.release(0, lock);
  team.write(0);
  team.clocks.acquire(1, lock);
  team.write(1);
  CHECK(team.races() == 1);
}

TEST_CASE("shadow: atomic operations race with other uses alone") {
  Team team;
  team.use(0, 0, 4, Use::atomic_update);
  team.use(1, 0, 4, Use::atomic_update);
  team.use(2, 0, 4, Use::atomic_read);
  CHECK(team.races() == 0);
  team.use(0, 4, 4, Use::atomic_read);
  team.read(1, 4);
  CHECK(team.races() == 0);
  team.use(0, 8, 4, Use::atomic_update);
  team.read(1, 8);
  team.use(0, 12, 4, Use::atomic_read, 7);
  team.write(1, 12);
  team.write(2, 16);
  team.use(0, 16, 4, Use::atomic_read, 8);
  CHECK(team.races() == 3);
}

TEST_CASE("shadow: bytes side by side are places of their own") {
  Team team;
  for (const std::size_t width : {1, 2, 4, 8}) {
    for (unsigned i = 0; i < 64 / width; ++i) team.write(i % 3, i * width, width);
    CHECK(team.races() == 0);
    team.clocks.meet();
  }
  team.write(0, 3, 6);  // bytes 3 to 8
  team.write(1, 9, 1);
  team.write(2, 2, 1);
  CHECK(team.races() == 0);
  team.write(1, 8, 1);
  CHECK(team.races() == 1);
  team.clocks.meet();
  team.write(0, 0, 4);
  team.write(1, 1, 1);
  CHECK(team.races() == 1);
}

TEST_CASE("shadow: memory that is another object is not what it was") {
  Team team;
  team.write(0, 0, 16);
  team.shadow.forget(team.memory + 2, 8);
  team.write(1, 2, 8);
  CHECK(team.races() == 0);
  team.write(1, 1, 1);
  team.clocks.meet();
  CHECK(team.races() == 1);
  team.write(2, 0, 16);
  team.shadow.clear();
  team.write(0, 0, 16);
  CHECK(team.races() == 0);
}

TEST_CASE("shadow: a pair of places in the code is one race, and so is a variable") {
  Team team;
  for (std::size_t i = 0; i < 8; ++i) {
    team.use(0, 4 * i, 4, Use::write, 1);
    team.use(1, 4 * i, 4, Use::write, 2);
  }
  const std::vector<Race> races = team.shadow.take_races();
  REQUIRE(races.size() == 1);
  CHECK(races[0].count == 8);
  team.clocks.meet();
  for (std::uint32_t i = 0; i < 8; ++i) team.use(i % 2, 0, 4, Use::write, 10 + i);
  CHECK(team.races() == 1);
}

TEST_CASE("shadow: an object across pages is one") {
  Team team;
  std::vector<char> large(3 * 4096 + 8);
  team.shadow.use(0, large.data(), large.size(), Use::write, 1);
  team.shadow.forget(large.data() + 4096, 4096);
  team.shadow.use(1, large.data() + 4096, 4096, Use::write, 2);
  CHECK(team.races() == 0);
  team.shadow.use(1, large.data() + large.size() - 8, 8, Use::read, 3);
  CHECK(team.races() == 1);
}

}  // namespace
}  // namespace kit::sim
