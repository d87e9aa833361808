/// @file
/// Copies of the kit's own, one after another.
#pragma once

// In a program that the simulator runs; null elsewhere.
extern "C" void kit_sim_open_device() __attribute__((weak));
extern "C" void kit_sim_close_device() __attribute__((weak));

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

}  // namespace kit::worker
