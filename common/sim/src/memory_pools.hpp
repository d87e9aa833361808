/// @file
/// What the calls that allocate tell the pools of memory.
#pragma once

#include <cstddef>

struct CUmemPoolHandle_st;

namespace kit::sim {

/// Memory was taken from a pool; nullptr: from the device's current one.
void note_pool_taken(CUmemPoolHandle_st* pool, const void* pointer, std::size_t bytes);
/// Memory was freed, which need not be any pool's.
void note_pool_given_back(const void* pointer);
bool is_memory_pool(CUmemPoolHandle_st* pool);

}  // namespace kit::sim
