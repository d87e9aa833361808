/// @file
/// Copies and memory of the kit's own.
#pragma once

#include <cstddef>
#include <string>

// In a program that the simulator runs; null elsewhere.
extern "C" void kit_sim_open_device() __attribute__((weak));
extern "C" void kit_sim_close_device() __attribute__((weak));
// In one that it observes.
extern "C" void kit_sim_name_buffer(void* data, unsigned long bytes, const char* name)
    __attribute__((weak));
extern "C" void kit_sim_forget_contents(void* data, unsigned long bytes) __attribute__((weak));

namespace kit::worker {

/// Between its begin and its end no student's code runs: the simulator need not close the device's
/// memory to the host after each copy.
class OwnTransfers {
 public:
  OwnTransfers() {
    if (kit_sim_open_device != nullptr) kit_sim_open_device();
  }
  ~OwnTransfers() {
    if (kit_sim_close_device != nullptr) kit_sim_close_device();
  }
  OwnTransfers(const OwnTransfers&) = delete;
  OwnTransfers& operator=(const OwnTransfers&) = delete;
};

/// Gives device memory that nothing has written yet a name in the simulator's messages.
inline void name_unwritten(void* data, std::size_t bytes, const std::string& name) {
  if (kit_sim_name_buffer != nullptr) kit_sim_name_buffer(data, bytes, name.c_str());
  if (kit_sim_forget_contents != nullptr) kit_sim_forget_contents(data, bytes);
}

}  // namespace kit::worker
