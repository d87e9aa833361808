/// @file
/// What happens when device code touches memory it must not, asserts or traps.
#pragma once

namespace kit::sim {

/// Turns memory faults of device code on the calling host thread into cudaErrorIllegalAddress.
/// Faults of host code end the process as ever, with a word on device pointers used on the host.
void install_fault_handler();

}  // namespace kit::sim
