/// @file
/// The heap of student code without kernels, while it is observed: each block ends before a page
/// without access, so that who writes or reads past its end stops there.
#pragma once

#include <cstddef>
#include <string>

namespace kit::sim {

/// From now on blocks are taken from here, or from the C library again.
void guard_host_blocks(bool on);

/// A block; null if blocks are not guarded now, or there is no room for more.
void* take_host_block(std::size_t bytes, std::size_t alignment);
/// Bytes that the block has room for; 0 if it is none of these.
std::size_t room_of_host_block(void* block);
/// False if the block is none of these.
bool give_back_host_block(void* block);

/// "reaches past the end of memory that comes from new, malloc or a vector"; empty if the address
/// lies behind no such block.
std::string beyond_host_block(const void* address);

}  // namespace kit::sim

/// In an observed program without kernels: a student's function is called from now on, or has
/// returned.
extern "C" void kit_sim_call_student(int begins);
