#pragma once

#include <cstddef>

/// Hands out one array after another from a piece of memory.
class Carver {
 public:
  explicit Carver(void* memory) : next_(static_cast<std::byte*>(memory)) {}

  template <class T>
  T* take(std::size_t count) {
    T* const result = reinterpret_cast<T*>(next_);
    next_ += count * sizeof(T);
    return result;
  }

 private:
  std::byte* next_;
};
