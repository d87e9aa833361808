/// @file
/// Compiles the kit's inline functions for events and time with other bodies, which the linker may
/// prefer.
#include <cuda_runtime.h>

#include <chrono>

#define cudaEventElapsedTime(milliseconds, first, second) \
  (*(milliseconds) = 0.05f, static_cast<void>(first), static_cast<void>(second), cudaSuccess)
#define cudaEventSynchronize(event) (static_cast<void>(event), cudaSuccess)
#include "kit/device_buffer.hpp"
#undef cudaEventElapsedTime
#undef cudaEventSynchronize
#define steady_clock system_clock
#include "kit/timer.hpp"
#undef steady_clock

// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  // A copy of each that is no inline one.
  static const auto elapsed = &kit::Event::milliseconds_since;
  static const auto wait = &kit::Event::synchronize;
  static const auto time = &kit::Timer::milliseconds;
  static_cast<void>(*const_cast<const volatile char*>(reinterpret_cast<const char*>(&elapsed)));
  static_cast<void>(*const_cast<const volatile char*>(reinterpret_cast<const char*>(&wait)));
  static_cast<void>(*const_cast<const volatile char*>(reinterpret_cast<const char*>(&time)));
}
