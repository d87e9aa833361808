/// @file
/// A thread finds the measured time in the worker's memory and makes it smaller before it is sent.
#include <cstdlib>

// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  static volatile std::uintptr_t* place = nullptr;
  volatile std::uintptr_t here = 0;
  void* const on_the_heap = std::malloc(8);
  const auto near = reinterpret_cast<std::uintptr_t>(on_the_heap);
  std::free(on_the_heap);
  place = &here;
  // On the stack stands a vector of one number, which is filled after the launch.
  std::thread([near] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
    bool found = false;
    while (!found && std::chrono::steady_clock::now() < end)
      for (int n = 0; n < 1000 && !found; ++n) {
        const std::uintptr_t begin = place[n];
        const bool one = place[n + 1] == begin + 8 && place[n + 2] == begin + 8;
        if (!one || begin % 8 != 0 || begin + (1 << 22) - near > (1 << 23)) continue;
        auto* const number = reinterpret_cast<volatile double*>(begin);
        if (*number < 0.02 || *number > 5) continue;
        *number = *number * 0.6;
        found = true;
      }
  }).detach();
}
