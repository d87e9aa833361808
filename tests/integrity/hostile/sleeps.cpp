/// @file
/// Waits without using the processor, which a limit of CPU time does not see.
#include <ctime>

// FRAME

void submission(const Call&) {
  const timespec day{86400, 0};
  nanosleep(&day, nullptr);
}
