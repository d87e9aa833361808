/// @file
/// Calls that are made to fail although nothing is wrong with them: whether a program looks at
/// errors shows only when there are some. Only the observed build does so, and only if it is asked
/// to; a grading asks for one call after the other.
#pragma once

#include <string>

#include "kit_sim/host_api.h"
#include "kit_sim/launch.h"

namespace kit::sim {

/// The error with which this call of the student's is to fail without doing its work; else
/// cudaSuccess. `error` is one that such a call may give, `call` its name.
cudaError_t made_to_fail(const char* call, cudaError_t error);

/// The same for a launch. After one call has failed, launches do nothing (true) until the error is
/// asked for: they would work on what is not there.
bool launch_made_to_fail(const LaunchSite& site);

/// True from kit_sim_fail_call(n) to kit_sim_fail_call(0).
bool calls_are_failing();

/// The program asked for the last error.
void failed_call_was_asked_for();

/// The result of a call was thrown away.
void failed_call_was_discarded();

/// The program ends, or is ended, in such a time: says so of the call that failed, if any did.
/// False if none did.
bool blame_failed_call(const char* consequence);

/// Words for what a failed call leaves behind, such as " when the launch of blur (line 9) fails".
std::string when_call_fails();

}  // namespace kit::sim

/// The n-th call of the student's from here on fails: an allocation, a copy, a memset, a launch, or
/// one that makes a stream or an event. Of calls from one place, as in a loop, the first two count.
/// 0 ends that.
extern "C" void kit_sim_fail_call(unsigned n);

/// What became of it, and no more calls are counted: 0, there were fewer calls; 1, it failed; 2,
/// and nothing asked for the error; 3, a kernel that was launched later had a fault of its own.
extern "C" int kit_sim_call_failed();

/// Reports that a call was made to fail, what the program did then, such as "the function
/// returned", and that the error has to be looked at.
extern "C" void kit_sim_blame_failed_call(const char* consequence);
