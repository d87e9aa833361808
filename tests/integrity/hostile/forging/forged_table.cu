/// @file
/// Calls through a table of virtual functions that it made.
#include <cstdint>

// FRAME

struct Shape {
  virtual void draw() {}
};

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  static void* table[4] = {};
  for (void*& entry : table)
    entry = reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(&cudaGetLastError)) + 16;
  Shape shape;
  Shape* volatile const object = &shape;
  *reinterpret_cast<void***>(object) = table;
  object->draw();
}
