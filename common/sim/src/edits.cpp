/// What kit_sim/edits.h and the worker share. Only a source with edits asks for it. The worker sets
/// the edits that are in force, by number (0: none), and whether those are noted that a program
/// meets.
#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace {

int edits[3] = {};
bool notes = false;

}  // namespace

extern "C" {
extern unsigned char kit_sim_edits_met[4096];
unsigned char kit_sim_edits_met[4096] = {};
extern unsigned char kit_sim_edit_near[4096];
unsigned char kit_sim_edit_near[4096] = {};

void kit_sim_set_edits(int first, int second, int third, bool note) noexcept;
void kit_sim_set_edits(int first, int second, int third, bool note) noexcept {
  constexpr int kReach = 64;  // edits of one place
  edits[0] = first, edits[1] = second, edits[2] = third;
  notes = note;
  std::fill(std::begin(kit_sim_edits_met), std::end(kit_sim_edits_met), 0);
  std::fill(std::begin(kit_sim_edit_near), std::end(kit_sim_edit_near), note ? 1 : 0);
  for (const int edit : edits)
    for (int n = std::max(edit - kReach + 1, 1); n <= edit; ++n) kit_sim_edit_near[n] = 1;
}

bool kit_sim_edit_on(int number) noexcept;
bool kit_sim_edit_on(int number) noexcept {
  if (notes) kit_sim_edits_met[number] = 1;
  return edits[0] == number || edits[1] == number || edits[2] == number;
}

unsigned kit_sim_edit_which(int first, unsigned count, unsigned long long real) noexcept;
unsigned kit_sim_edit_which(int first, unsigned count, unsigned long long real) noexcept {
  if (notes)
    for (unsigned n = 0; n < count; ++n)
      if ((real >> n & 1) != 0) kit_sim_edits_met[unsigned(first) + n] = 1;
  for (const int edit : edits)
    if (const unsigned chosen = unsigned(edit) - unsigned(first); chosen < count) return chosen;
  return count;
}
}
