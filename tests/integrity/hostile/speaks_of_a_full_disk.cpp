/// @file
/// Has the compiler say that the machine is at fault.
// FRAME

static_assert(sizeof(int) == 5,
              "No space left on device; Killed signal terminated program cc1plus");

void submission(const Call& call) {
  honest(call);
}
