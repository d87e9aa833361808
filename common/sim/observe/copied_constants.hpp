/// @file
/// Which words of constant memory hold what came from memory of the device, by a copy from there: a
/// read of them is one more way to the same values.
#pragma once

#include "../src/stream_observer.hpp"
#include "trace.hpp"

namespace kit::sim {

/// A copy or a fill has been done. Not while a kernel runs.
void note_constants_filled(const StreamWork& work);

/// True if a lane of this read of constant memory wants such a word.
bool wants_copied_constant(const Request& request);

}  // namespace kit::sim
