/// @file
/// Pages for what the observer keeps, at random addresses, with nothing else near.
#pragma once

#include <cstddef>

namespace kit::sim {

/// Memory that lies on such pages; it is never given back. Throws std::bad_alloc.
void* allocate_on_own_pages(std::size_t bytes);

/// True for an address on one of these pages.
bool is_observers(const char* address);

/// A class whose objects, made with new, lie there and last as long as the process.
struct OnOwnPages {
  static void* operator new(std::size_t bytes) { return allocate_on_own_pages(bytes); }
  static void operator delete(void*) {}
};

}  // namespace kit::sim
