/// @file
/// Which streams there are.
#pragma once

#include "kit_sim/host_api.h"

namespace kit::sim {

/// True for the default streams and those that were made and not destroyed; else says that `call`
/// was given one that is not there.
bool check_stream(cudaStream_t stream, const char* call);

}  // namespace kit::sim
