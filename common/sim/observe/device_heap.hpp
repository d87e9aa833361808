/// @file
/// The device's heap, from which CUDA threads take memory with new and malloc. Kernels may use its
/// blocks, to the byte, and no others of the host's process.
#pragma once

#include <cstddef>
#include <optional>

#include "page_heap.hpp"

namespace kit::sim {

/// A block that was given back is known until its place is taken again.
struct DeviceBlock {
  const char* data = nullptr;
  std::size_t bytes = 0;
  bool freed = false;
};

/// Null if the heap is full. A card's has 8 MiB unless the program asks for more (CUDA C++
/// Programming Guide, "Dynamic Global Memory Allocation and Operations").
void* take_device_block(std::size_t bytes);

/// False if the block is none of the device's heap.
bool give_back_device_block(void* block);

/// The block that holds the address, or ends at most a page before it.
std::optional<DeviceBlock> find_device_block(const char* address);

/// The pages of the heap that hold the address; empty if none do.
HeapBlock find_device_pages(const void* address);

}  // namespace kit::sim

extern "C" {
/// What malloc and free, new and delete are called in the observed build. In a kernel they are the
/// device's, else those of the C and C++ libraries.
void* kit_sim_malloc(std::size_t bytes);
void kit_sim_free(void* block);
void* kit_sim_new(std::size_t bytes);
void kit_sim_delete(void* block);
}
