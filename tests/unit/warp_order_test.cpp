/// @file
/// The order that warp primitives make between lanes: of those that met, and of those that these
/// had met before.
#include "sim/observe/warp_order.hpp"

#include "catch.hpp"

namespace kit::sim {
namespace {

/// True if what `other` has done so far is ordered before what `now` does.
bool ordered(const WarpOrder& warps, unsigned other, unsigned now) {
  return warps.segment(other) < warps.known(now, other);
}

/// What each lane does is a segment: begins one that nobody has met since.
struct Warps : WarpOrder {
  explicit Warps(unsigned threads) { start_block(threads); }
  std::uint16_t note(unsigned thread) const { return segment(thread); }
  bool before(unsigned other, std::uint16_t noted, unsigned now) const {
    return noted < known(now, other);
  }
};

TEST_CASE("warp order: nothing orders two lanes that have not met") {
  const Warps warps(64);
  CHECK(!ordered(warps, 0, 1));
  CHECK(!ordered(warps, 33, 34));
}

TEST_CASE("warp order: a meeting of all lanes orders what was before with what comes after") {
  Warps warps(64);
  const auto first = warps.note(3);
  warps.meet(0, ~0u);
  CHECK(warps.before(3, first, 9));
  CHECK(!warps.before(3, warps.note(3), 9));
  CHECK(!warps.before(35, warps.note(35), 36));  // the other warp's
}

TEST_CASE("warp order: lanes that were not there are not ordered") {
  Warps warps(32);
  const auto first = warps.note(0), far = warps.note(20);
  warps.meet(0, 0x0000ffff);
  CHECK(warps.before(0, first, 15));
  CHECK(!warps.before(0, first, 16));
  CHECK(!warps.before(20, far, 0));
  warps.meet(0, 0xffff0000);
  CHECK(warps.before(20, far, 31));
  CHECK(!warps.before(20, far, 0));
}

TEST_CASE("warp order: who meets a lane learns whom it had met") {
  Warps warps(32);
  const auto first = warps.note(0);
  warps.meet(0, 0b0011);
  const auto later = warps.note(0);
  warps.meet(0, 0b0110);
  CHECK(warps.before(0, first, 2));
  CHECK(!warps.before(0, later, 2));
  CHECK(!warps.before(0, first, 3));
  warps.meet(0, ~0u);
  CHECK(warps.before(0, later, 3));
}

TEST_CASE("warp order: a last warp that is not full has met once all its threads have") {
  Warps warps(40);
  const auto first = warps.note(32);
  warps.meet(1, 0xff);
  CHECK(warps.before(32, first, 39));
  CHECK(!warps.before(32, warps.note(32), 39));
}

TEST_CASE("warp order: the block's barrier begins anew") {
  Warps warps(32);
  warps.meet(0, 0b0011);
  warps.meet(0, ~0u);
  warps.next_segment(4);
  CHECK(warps.segment(4) == 2);
  warps.barrier();
  CHECK(warps.segment(4) == 0);
  CHECK(warps.known(0, 1) == 0);
  CHECK(!ordered(warps, 4, 5));
}

}  // namespace
}  // namespace kit::sim
