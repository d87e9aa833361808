/// @file
/// The worker's table of contract functions, for worker_main.cpp.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "grader/worker/worker.hpp"

namespace kit::worker {

struct Registered {
  std::function<void(const Request&, Result&)> run;
  std::string inputs;  ///< what the contract calls them: BufferNames::inputs
};
using Registry = std::map<std::string, Registered>;

/// The functions that KIT_WORKER_FUNCTION registered, by name.
Registry& registry();

}  // namespace kit::worker
