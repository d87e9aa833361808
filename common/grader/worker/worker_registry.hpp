/// @file
/// The worker's table of contract functions, for worker_main.cpp.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "grader/worker/worker.hpp"

namespace kit::worker {

using Registry = std::map<std::string, std::function<void(const Request&, Result&)>>;

/// The functions that KIT_WORKER_FUNCTION registered, by name.
Registry& registry();

}  // namespace kit::worker
