/// Memory of the host that kernels use too, hints about managed memory, what pointers are.
#include "kit_sim/host_memory.h"

#include <string>

#include "devices.hpp"
#include "error_state.hpp"
#include "failing_calls.hpp"
#include "finding.hpp"
#include "kit_sim/volumes.h"
#include "memory.hpp"
#include "observer.hpp"
#include "streams.hpp"

namespace kit::sim {
namespace {

// What hints about managed memory have in common: a piece of it, and a place that there is.
cudaError_t check_hint(const char* call, const void* pointer, std::size_t bytes,
                       cudaMemLocation location) {
  if (const cudaError_t fault = surface_faults()) return fault;
  const bool known = location.type == cudaMemLocationTypeHost ||
                     (location.type == cudaMemLocationTypeDevice && is_device(location.id));
  if (!known) return record(cudaErrorInvalidDevice);
  const auto found = Memory::instance().find(pointer);
  const bool managed = found && found->kind == MemoryKind::managed;
  if (managed && bytes > 0 && static_cast<const char*>(pointer) + bytes <= found->end())
    return cudaSuccess;
  explain(std::string(call) + (managed ? ": the size does not fit the buffer"
                                       : ": only memory of cudaMallocManaged can be given here"));
  return record(cudaErrorInvalidValue);
}

}  // namespace

cudaError_t refuse_extent(const char* call) {
  if (const cudaError_t fault = surface_faults()) return fault;
  report_host(FindingKind::wrong_copy,
              std::string(call) +
                  ": the extent, whose width is in bytes, does not fit the rows and slices that "
                  "the pitched pointer describes, or the array, where the width is in elements");
  return record(cudaErrorInvalidValue);
}

}  // namespace kit::sim

using namespace kit::sim;

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
  check_waits("cudaHostRegister", "all memory that it needs is passed in");
  if (const cudaError_t fault = surface_faults()) return fault;
  if (const cudaError_t error = made_to_fail("cudaHostRegister", cudaErrorMemoryAllocation))
    return error;
  constexpr unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped;
  if (pointer == nullptr || bytes == 0 || (flags & ~known) != 0)
    return record(cudaErrorInvalidValue);
  const cudaError_t error = Memory::instance().add_host(pointer, bytes, flags);
  if (error == cudaSuccess && observer() != nullptr)
    observer()->allocated(pointer, bytes, true, call_stack());
  return record(error);
}

cudaError_t cudaHostUnregister(void* pointer) {
  check_waits("cudaHostUnregister", "all memory that it needs is passed in");
  if (const cudaError_t fault = surface_faults()) return fault;
  if (pointer == nullptr) return record(cudaErrorInvalidValue);
  const cudaError_t error = Memory::instance().remove_host(pointer);
  if (error == cudaSuccess && observer() != nullptr) observer()->freed(pointer, call_stack());
  return record(error);
}

// One address space: a kernel uses the host's address.
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags) {
  if (const cudaError_t fault = surface_faults()) return fault;
  const auto found = Memory::instance().find(host);
  if (flags != 0 || !found || !is_shared_host(found->kind)) {
    *device = nullptr;
    return record(cudaErrorInvalidValue);
  }
  *device = host;
  return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  if (const cudaError_t fault = surface_faults()) return fault;
  const auto found = Memory::instance().find(host);
  if (!found || !is_shared_host(found->kind)) return record(cudaErrorInvalidValue);
  *flags = found->flags;
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  *attributes =
      cudaPointerAttributes{cudaMemoryTypeUnregistered, 0, nullptr, const_cast<void*>(pointer)};
  const auto found = Memory::instance().find(pointer);
  if (!found) return cudaSuccess;
  attributes->devicePointer = const_cast<void*>(pointer);
  attributes->device = found->device;
  switch (found->kind) {
    case MemoryKind::managed:
      attributes->type = cudaMemoryTypeManaged;
      break;
    case MemoryKind::pinned_host:
    case MemoryKind::registered_host:
      attributes->type = cudaMemoryTypeHost;
      break;
    default:
      attributes->type = cudaMemoryTypeDevice;
      attributes->hostPointer = nullptr;
  }
  return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned flags, cudaStream_t stream) {
  if (const cudaError_t error = use_stream(stream, "cudaMemPrefetchAsync")) return error;
  if (flags != 0) return record(cudaErrorInvalidValue);
  return check_hint("cudaMemPrefetchAsync", pointer, bytes, location);
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  // Where it will mostly be read is no place.
  const bool placeless =
      advice == cudaMemAdviseSetReadMostly || advice == cudaMemAdviseUnsetReadMostly;
  if (placeless) location = {cudaMemLocationTypeDevice, current_device()};
  return check_hint("cudaMemAdvise", pointer, bytes, location);
}
