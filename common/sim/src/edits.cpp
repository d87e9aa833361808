/// What kit_sim/edits.h and the worker share. Only a source with edits asks for it.
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
}
