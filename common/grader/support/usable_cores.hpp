/// @file
/// How many cores there are to work on.
#pragma once

namespace kit {

/// The cores that this process may run on (taskset, a container's set), which can be fewer than the
/// machine has; at least 1.
int usable_cores();

}  // namespace kit
