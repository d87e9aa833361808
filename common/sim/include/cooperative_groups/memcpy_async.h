/// @file
/// Refuses what the simulator does not have, where a file asks for it.
#pragma once

#error \
    "the simulator has no cooperative_groups::memcpy_async; copy in a loop over the group's threads, or use __pipeline_memcpy_async of <cuda_pipeline.h>"
