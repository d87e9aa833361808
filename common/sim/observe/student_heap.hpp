/// @file
/// The heap of confined student code, apart from the kit's.
#pragma once

#include <cstddef>

#include "page_heap.hpp"

namespace kit::sim {

/// The block, or the pages of small blocks, that holds the address; empty if none does.
HeapBlock find_student_block(const void* address);

}  // namespace kit::sim

// What the student's malloc, new and their like are replaced by. Blocks of the kit that student
// code frees are left alone.
extern "C" {
void* kit_sim_student_new(std::size_t bytes);
void* kit_sim_student_aligned_new(std::size_t bytes, std::size_t alignment);
void* kit_sim_student_aligned(std::size_t alignment, std::size_t bytes);
void* kit_sim_student_calloc(std::size_t count, std::size_t bytes);
void* kit_sim_student_realloc(void* block, std::size_t bytes);
void kit_sim_student_delete(void* block);
/// In the place of a destructor that would write where a pointer of the object leads: does nothing.
void kit_sim_student_keep(void* object);
}
