/// @file
/// What the student's malloc, new and their like become in confined code. CUDA threads take from
/// the device's heap, the host's code from a heap of its own, apart from the kit's, so that no
/// overrun reaches more than the student's own values.
#include "student_heap.hpp"

#include <algorithm>
#include <cstring>

#include "block_trace.hpp"
#include "device_heap.hpp"

namespace kit::sim {
namespace {

PageHeap& student_heap() {
  static auto* heap = new PageHeap;
  return *heap;
}

}  // namespace

HeapBlock find_student_block(const void* address) {
  const HeapBlock block = student_heap().find(address);
  return block.data != nullptr ? block : find_device_pages(address);
}

}  // namespace kit::sim

extern "C" {

void* kit_sim_student_new(std::size_t bytes) {
  if (kit::sim::running_trace != nullptr) return kit::sim::take_device_block(bytes);
  return kit::sim::student_heap().allocate(bytes);
}

void* kit_sim_student_aligned_new(std::size_t bytes, std::size_t alignment) {
  return kit::sim::student_heap().allocate(bytes, alignment);
}

void* kit_sim_student_aligned(std::size_t alignment, std::size_t bytes) {
  return kit::sim::student_heap().allocate(bytes, alignment);
}

void* kit_sim_student_calloc(std::size_t count, std::size_t bytes) {
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) return nullptr;
  void* block = kit_sim_student_new(all);
  if (block != nullptr) std::memset(block, 0, all);
  return block;
}

void* kit_sim_student_realloc(void* block, std::size_t bytes) {
  void* larger = kit_sim_student_new(bytes);
  if (block == nullptr || larger == nullptr) return larger;
  const std::size_t had = kit::sim::student_heap().release(block, true);
  std::memcpy(larger, block, std::min(had, bytes));
  kit_sim_student_delete(block);
  return larger;
}

void kit_sim_student_delete(void* block) {
  if (block != nullptr && !kit::sim::give_back_device_block(block))
    kit::sim::student_heap().release(block);
}

void kit_sim_student_keep(void* /*object*/) {}
}
