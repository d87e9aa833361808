/// @file
/// Functions of the C library that a team's memory depends on, under their own names: allocation,
/// after which memory is another object, and whose blocks are guarded; threads, of which the team's
/// are not the program's own; and, by the linker's --wrap, copies and fills, whose code is not
/// instrumented.
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../observe/host_heap.hpp"
#include "sim/openmp/team.hpp"
#include "sim/openmp/watch.hpp"

namespace {

using kit::sim::openmp::note_use;
using StartThread = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

int start_system_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                        void* data) {
  static auto* const start = reinterpret_cast<StartThread*>(dlsym(RTLD_NEXT, "pthread_create"));
  return start(thread, attributes, body, data);
}

std::size_t room_of(void* memory) {
  const std::size_t room = kit::sim::room_of_host_block(memory);
  return room > 0 ? room : malloc_usable_size(memory);
}

void* noted(void* memory) {
  if (memory != nullptr) kit::sim::openmp::note_new_memory(memory, room_of(memory));
  return memory;
}

constexpr std::size_t kUsualAlignment = alignof(std::max_align_t);

/// A guarded block, which holds zeros, or else what `otherwise` gives.
template <typename Otherwise>
void* taken(std::size_t bytes, std::size_t alignment, Otherwise otherwise) {
  void* const guarded = kit::sim::take_host_block(bytes, alignment);
  return noted(guarded != nullptr ? guarded : otherwise());
}

}  // namespace

namespace kit::sim::openmp {

bool start_thread(pthread_t* thread, void* (*body)(void*), void* data) {
  return start_system_thread(thread, nullptr, body, data) == 0;
}

}  // namespace kit::sim::openmp

extern "C" {

// The C library's own, for programs that define these.
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* memory);

void* malloc(std::size_t bytes) {
  return taken(bytes, kUsualAlignment, [=] { return __libc_malloc(bytes); });
}
void* calloc(std::size_t count, std::size_t bytes) {
  if (bytes > 0 && count > SIZE_MAX / bytes) return nullptr;
  return taken(count * bytes, kUsualAlignment, [=] { return __libc_calloc(count, bytes); });
}
void free(void* memory) {
  if (memory != nullptr && !kit::sim::give_back_host_block(memory)) __libc_free(memory);
}
void* realloc(void* memory, std::size_t bytes) {
  note_use(memory, memory != nullptr ? room_of(memory) : 0, true, __builtin_return_address(0));
  const std::size_t room = kit::sim::room_of_host_block(memory);
  if (room == 0) return noted(__libc_realloc(memory, bytes));
  void* const larger = malloc(bytes);
  if (larger == nullptr) return nullptr;
  std::memcpy(larger, memory, std::min(room, bytes));
  free(memory);
  return larger;
}
void* memalign(std::size_t alignment, std::size_t bytes) {
  return taken(bytes, alignment, [=] { return __libc_memalign(alignment, bytes); });
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return memalign(alignment, bytes);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  void* const made = memalign(alignment, bytes);
  if (made == nullptr) return ENOMEM;
  *memory = made;
  return 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* data) {
  kit::sim::openmp::give_up();
  return start_system_thread(thread, attributes, body, data);
}

void* __real_memcpy(void* to, const void* from, std::size_t bytes);
void* __real_memmove(void* to, const void* from, std::size_t bytes);
void* __real_memset(void* to, int value, std::size_t bytes);

void* __wrap_memcpy(void* to, const void* from, std::size_t bytes) {
  note_use(from, bytes, false, __builtin_return_address(0));
  note_use(to, bytes, true, __builtin_return_address(0));
  return __real_memcpy(to, from, bytes);
}
void* __wrap_memmove(void* to, const void* from, std::size_t bytes) {
  note_use(from, bytes, false, __builtin_return_address(0));
  note_use(to, bytes, true, __builtin_return_address(0));
  return __real_memmove(to, from, bytes);
}
void* __wrap_memset(void* to, int value, std::size_t bytes) {
  note_use(to, bytes, true, __builtin_return_address(0));
  return __real_memset(to, value, bytes);
}

}  // extern "C"
