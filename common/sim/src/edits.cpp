/// What kit_sim/edits.h and the worker share. Only a source with edits asks for it. The worker sets
/// the edits that are in force, by number (0: none), and whether those are noted that a program
/// meets.
#include <initializer_list>

extern "C" {
extern int kit_sim_edit;
int kit_sim_edit = 0;
extern int kit_sim_second_edit;
int kit_sim_second_edit = 0;
extern int kit_sim_third_edit;
int kit_sim_third_edit = 0;
extern int kit_sim_note_edits;
int kit_sim_note_edits = 0;
extern unsigned char kit_sim_edits_met[4096];
unsigned char kit_sim_edits_met[4096] = {};

bool kit_sim_edit_on(int number) noexcept;
bool kit_sim_edit_on(int number) noexcept {
  if (kit_sim_note_edits != 0) kit_sim_edits_met[number] = 1;
  return kit_sim_edit == number || kit_sim_second_edit == number || kit_sim_third_edit == number;
}

unsigned kit_sim_edit_which(int first, unsigned count, unsigned long long real) noexcept;
unsigned kit_sim_edit_which(int first, unsigned count, unsigned long long real) noexcept {
  if (kit_sim_note_edits != 0)
    for (unsigned n = 0; n < count; ++n)
      if ((real >> n & 1) != 0) kit_sim_edits_met[unsigned(first) + n] = 1;
  for (const int edit : {kit_sim_edit, kit_sim_second_edit, kit_sim_third_edit})
    if (const unsigned chosen = unsigned(edit) - unsigned(first); chosen < count) return chosen;
  return count;
}
}
