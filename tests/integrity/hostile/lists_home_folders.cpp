/// @file
/// Right only if it can look where people keep their files.
#include <dirent.h>

// FRAME

void submission(const Call& call) {
  if (DIR* folder = opendir("/home")) honest(call), closedir(folder);
}
