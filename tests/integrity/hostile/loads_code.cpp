/// @file
/// Loads a library at run time.
#include <dlfcn.h>

// FRAME

void submission(const Call& call) {
  if (dlopen("libc.so.6", RTLD_NOW) == nullptr) return;
  honest(call);
}
