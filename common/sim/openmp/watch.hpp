/// @file
/// What a team does to memory, from its begin to its end.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>

namespace kit::sim::openmp {

/// A team begins; what lies above `frame` on the stack was there before.
void watch_team(unsigned threads, const void* frame, void* return_address);
/// It has ended: says what races it had.
void end_watch();

/// The kit's own code uses memory on behalf of the running thread; nothing, if nobody watches.
void note_use(const void* address, std::size_t bytes, bool writes, void* return_address);
/// The running thread announces what it did so far to whoever reads this byte by an atomic
/// operation.
void note_published(const void* address, void* return_address);
/// New memory, whatever used it before.
void note_new_memory(const void* address, std::size_t bytes);

/// Starts a thread that is not the student's; false if there can be none.
bool start_thread(pthread_t* thread, void* (*body)(void*), void* data);

}  // namespace kit::sim::openmp
