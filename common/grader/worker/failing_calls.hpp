/// @file
/// Whether a function says so when a CUDA call of its fails, which no call does by itself.
#pragma once

#include <functional>

#include "grader/worker/worker.hpp"

namespace kit::worker {

/// Repeats a request that gave `whole`, each time with another of the function's CUDA calls made to
/// fail, and puts into the observations what the function then did against its contract: returned
/// without the result, threw something else than kit::CudaError, or kept memory. Does nothing where
/// nobody observes. Throws Failure if the device is unusable afterwards.
void fail_each_call(const Request& request, const Result& whole,
                    const std::function<void(const Request&, Result&)>& run);

}  // namespace kit::worker
