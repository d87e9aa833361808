/// @file
/// Several devices: as many as KIT_SIM_DEVICES says, 1 to 8; one by default.
#pragma once

#include <cstddef>

#include "kit_sim/host_api.h"

namespace kit::sim {

int device_count();
/// The device that calls of this thread of the host mean, as cudaSetDevice() said.
int current_device();
bool is_device(int device);

/// True if kernels of `device` may use memory of `owner`: its own, or what
/// cudaDeviceEnablePeerAccess() has allowed.
bool may_access(int device, int owner);

/// Each device has its own __device__ and __constant__ variables, of which the program has one:
/// from here on it is this device's.
void use_variables_of(int device);
/// True for an address in such a variable.
bool in_device_variables(const char* address);

}  // namespace kit::sim
