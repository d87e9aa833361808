/// What a source with edits asks at each place: the edit that is in force decides, wherever its
/// number is among those of the place, and no other does.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "../../common/sim/include/kit_sim/edits.h"
#include "catch.hpp"

extern "C" {
void kit_sim_set_edits(int first, int second, int third, bool note) noexcept;
extern unsigned char kit_sim_edits_met[4096];
}

namespace {

constexpr int kFirst = 200;  // of the places here

/// Three variables that may stand for a fourth: edits 200 to 202.
int picked() {
  int a = 1, b = 2, c = 3, d = 4;
  return kit_edit::pick<kFirst>(a, b, c, d);
}

/// A place with as many edits as one can have.
template <std::size_t... n>
int picked_of_64(std::index_sequence<n...>) {
  int here = -1, others[] = {int(n)...};
  return kit_edit::pick<kFirst>(here, others[n]...);
}

std::ptrdiff_t met() {
  return std::count(std::begin(kit_sim_edits_met), std::end(kit_sim_edits_met), 1);
}

}  // namespace

TEST_CASE("the edit in force decides, whichever of its place it is") {
  for (const int slot : {0, 1, 2}) {
    for (int edit = kFirst - 70; edit < kFirst + 70; ++edit) {
      INFO("edit " << edit << " as number " << slot);
      kit_sim_set_edits(slot == 0 ? edit : 0, slot == 1 ? edit : 0, slot == 2 ? edit : 0, false);
      const bool own = edit >= kFirst && edit < kFirst + 3;
      CHECK(picked() == (own ? edit - kFirst + 2 : 1));
      const bool own_of_64 = edit >= kFirst && edit < kFirst + 64;
      CHECK(picked_of_64(std::make_index_sequence<64>()) == (own_of_64 ? edit - kFirst : -1));
      CHECK(kit_edit::on(kFirst) == (edit == kFirst));
      CHECK((7 + kit_edit::Plus<kFirst>() - 5) == (edit == kFirst       ? 2
                                                   : edit == kFirst + 1 ? 7
                                                                        : 12));
      CHECK(kit_edit::decide<kFirst>(true) == (edit != kFirst + 1 && edit != kFirst + 2));
      CHECK(kit_edit::extended<kFirst>(10, 4) == (edit == kFirst       ? 14
                                                  : edit == kFirst + 1 ? 6
                                                  : edit == kFirst + 2 ? 40
                                                                       : 10));
    }
  }
  kit_sim_set_edits(0, 0, 0, false);
}

TEST_CASE("edits that a program meets are noted only where that is asked for") {
  kit_sim_set_edits(0, 0, 0, true);
  CHECK(picked() == 1);
  CHECK(met() == 3);
  kit_sim_set_edits(kFirst + 1, 0, 0, true);
  CHECK(picked() == 3);
  CHECK(kit_edit::decide<kFirst + 10>(false) == false);
  CHECK(met() == 6);
  kit_sim_set_edits(kFirst + 1, 0, 0, false);
  CHECK(picked() == 3);
  CHECK(met() == 0);
  kit_sim_set_edits(0, 0, 0, false);
}
