/// @file
/// Throws an exception that has no text.
#include <exception>
// FRAME

struct Nothing : std::exception {
  const char* what() const noexcept override { return nullptr; }
};

void attack(const float*, int, float*, cudaStream_t) {
  throw Nothing();
}
