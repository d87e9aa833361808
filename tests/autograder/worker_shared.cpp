/// @file
/// The sources that judge and worker share, as one object of the worker: a student's lab is linked
/// with the objects worker_*.o and with nothing of the judge.
#include "guard.cpp"     // NOLINT(bugprone-suspicious-include)
#include "poison.cpp"    // NOLINT(bugprone-suspicious-include)
#include "protocol.cpp"  // NOLINT(bugprone-suspicious-include)
