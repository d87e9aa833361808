/// @file
/// Makes a forbidden name out of two halves.

// FRAME

#define JOIN(a, b) a##b
int JOIN(kit_, sim_forget) = 0;

void submission(const Call& call) {
  honest(call);
  call.output[0] += 0 * float(JOIN(kit_, sim_forget));
}
