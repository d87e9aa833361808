/// @file
/// What the calls that allocate, free and copy memory have in common (host_api.cpp), for those that
/// do so with CUDA arrays. `call` is the name that the program called.
#pragma once

#include <cstddef>

#include "finding.hpp"
#include "kit_sim/host_api.h"
#include "memory.hpp"
#include "streams.hpp"

namespace kit::sim {

cudaError_t allocate(const char* call, void** pointer, std::size_t bytes, MemoryKind kind);
cudaError_t release(void* pointer, bool host);
/// The same for a call that stands elsewhere, and without a look at earlier faults.
cudaError_t release_at(void* pointer, bool host, const CodePlace& where);
cudaError_t copy_2d(const char* call, void* target, std::size_t target_pitch, const void* source,
                    std::size_t source_pitch, std::size_t width, std::size_t height,
                    cudaMemcpyKind kind, Queue queue = {});

/// A copy of work of the stream's, for which the sides need no common device.
cudaError_t copy_between_devices(const char* call, void* target, const void* source,
                                 std::size_t bytes, cudaStream_t stream);

/// What calls say that allocate or free memory in a function that was given a stream.
inline constexpr const char* kTakeFromCaller = "all memory that it needs is passed in";

}  // namespace kit::sim
