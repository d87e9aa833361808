/// @file
/// Puts its own operator new in place of the worker's.
#include <cstdlib>
#include <new>

void* operator new(std::size_t bytes) {
  return std::malloc(bytes);
}
void operator delete(void* place) noexcept {
  std::free(place);
}
void operator delete(void* place, std::size_t) noexcept {
  std::free(place);
}

// FRAME

void submission(const Call& call) {
  honest(call);
}
