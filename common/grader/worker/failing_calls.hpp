/// @file
/// Whether a function says so when a CUDA call of its fails, which no call does by itself.
#pragma once

#include <functional>

#include "grader/worker/worker.hpp"

namespace kit::worker {

/// Repeats a request that gave `whole`, each time with another of the function's CUDA calls made to
/// fail, the one of number `first` (from 1) before all later ones, and puts into the observations
/// what the function then did against its contract: returned without the result, or kept memory.
/// An exception of any type says that something failed. Does nothing where nobody observes. Throws
/// Failure if the device is unusable afterwards.
void fail_each_call(const Request& request, const Result& whole, unsigned first,
                    const std::function<void(const Request&, Result&)>& run);

/// The number of the call that fails now; 0: none does.
unsigned call_made_to_fail();

}  // namespace kit::worker
