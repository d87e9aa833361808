/// @file
/// Arrays of the host whose lengths the worker knows: what a copy reads beyond them is nobody's.
#pragma once

#include <cstddef>
#include <string>

namespace kit::sim {

/// "reads 64 bytes past the end of filter on the host, which has 100": of a copy that begins in a
/// known array and reads beyond its end. Empty if it does not.
std::string beyond_host_buffer(const void* source, std::size_t bytes);

/// The name of the known array that an address lies in; empty if none.
std::string host_buffer_at(const void* address);

}  // namespace kit::sim

/// From now on these bytes of the host are known by this name. A null pointer forgets all of them.
extern "C" void kit_sim_name_host_buffer(const void* data, unsigned long bytes, const char* name);
