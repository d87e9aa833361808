/// Memory calls of the CUDA runtime: allocate, copy, set.
#include "kit_sim/host_api.h"

#include <cstring>
#include <string>

#include "devices.hpp"
#include "error_state.hpp"
#include "failing_calls.hpp"
#include "faults.hpp"
#include "finding.hpp"
#include "host_memory.hpp"
#include "kit_sim/memory_pools.h"
#include "memory.hpp"
#include "memory_pools.hpp"
#include "observer.hpp"
#include "queued_copies.hpp"
#include "stream_handles.hpp"
#include "streams.hpp"
#include "work_queue.hpp"

namespace kit::sim {
namespace {

bool on_device(const void* pointer) {
  const auto found = Memory::instance().find(pointer);
  return found && !is_shared_host(found->kind);
}

/// True for memory that a copy reads or writes while the host goes on.
bool is_known(const void* pointer) {
  return Memory::instance().find(pointer).has_value();
}

bool on_host(const void* pointer) {
  const auto found = Memory::instance().find(pointer);
  return !found || is_shared_host(found->kind) || found->kind == MemoryKind::managed;
}

void wrong_copy(const char* call, const std::string& reason) {
  report_host(FindingKind::wrong_copy, std::string(call) + ": " + reason);
}

// Checks one side of a copy: the right kind of memory, and enough of it.
bool side_is_valid(const char* call, const char* side, const void* pointer, std::size_t bytes,
                   bool device) {
  if (Memory::instance().was_released(pointer)) {
    report_host(FindingKind::use_after_free,
                std::string(call) + ": the " + side + " has been freed");
    return false;
  }
  if (device && !on_device(pointer)) {
    const Memory& memory = Memory::instance();
    wrong_copy(call, std::string("the ") + side +
                         (memory.near_device_memory(pointer)
                              ? " reaches " + memory.describe(pointer) + "; sizes are in bytes"
                              : " is not device memory; check the order of the arguments and the "
                                "direction"));
    return false;
  }
  if (!device && !on_host(pointer)) {
    wrong_copy(call, std::string("the ") + side + " is device memory, but the direction says host");
    return false;
  }
  const auto found = Memory::instance().find(pointer);
  if (found && static_cast<const char*>(pointer) + bytes > found->end()) {
    wrong_copy(call, std::to_string(bytes) + " bytes do not fit the " + side + ", which has " +
                         std::to_string(found->end() - static_cast<const char*>(pointer)) +
                         " left; sizes are in bytes");
    return false;
  }
  if (pointer == nullptr && observer() != nullptr) {
    wrong_copy(call, std::string("the ") + side + " is a null pointer");
  }
  return pointer != nullptr;
}

cudaError_t check_sides(const char* call, const void* target, const void* source, std::size_t bytes,
                        cudaMemcpyKind kind) {
  const Memory& memory = Memory::instance();
  bool target_on_device = false, source_on_device = false;
  switch (kind) {
    case cudaMemcpyHostToHost:
      break;
    case cudaMemcpyHostToDevice:
      target_on_device = true;
      break;
    case cudaMemcpyDeviceToHost:
      source_on_device = true;
      break;
    case cudaMemcpyDeviceToDevice:
      target_on_device = source_on_device = true;
      break;
    case cudaMemcpyDefault:
      target_on_device = on_device(target) || memory.near_device_memory(target);
      source_on_device = on_device(source) || memory.near_device_memory(source);
      break;
    default:
      return cudaErrorInvalidMemcpyDirection;
  }
  const bool valid = side_is_valid(call, "target", target, bytes, target_on_device) &&
                     side_is_valid(call, "source", source, bytes, source_on_device);
  return valid ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t copy(const char* call, void* target, const void* source, std::size_t bytes,
                 cudaMemcpyKind kind, Queue queue = {}) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (const cudaError_t error = made_to_fail(call, cudaErrorInvalidValue)) return error;
  if (bytes == 0) return cudaSuccess;
  if (const cudaError_t error = check_sides(call, target, source, bytes, kind)) {
    return record(error);
  }
  queue_copy({call, static_cast<char*>(target), bytes, static_cast<const char*>(source), bytes,
              bytes, 1, is_known(target), is_known(source), on_device(target) && on_device(source)},
             queue);
  return cudaSuccess;
}

}  // namespace

cudaError_t copy_between_devices(const char* call, void* target, const void* source,
                                 std::size_t bytes, cudaStream_t stream) {
  return copy(call, target, source, bytes, cudaMemcpyDeviceToDevice, {stream, false});
}

cudaError_t copy_2d(const char* call, void* target, std::size_t target_pitch, const void* source,
                    std::size_t source_pitch, std::size_t width, std::size_t height,
                    cudaMemcpyKind kind, Queue queue) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (const cudaError_t error = made_to_fail(call, cudaErrorInvalidValue)) return error;
  if (width == 0 || height == 0) return cudaSuccess;
  if (width > target_pitch || width > source_pitch) {
    if (observer() != nullptr) wrong_copy(call, "a row is longer than the pitch");
    return record(cudaErrorInvalidPitchValue);
  }
  if (const cudaError_t error = check_sides(call, target, source, width, kind)) {
    return record(error);
  }
  auto* to = static_cast<char*>(target);
  const auto* from = static_cast<const char*>(source);
  if (const cudaError_t error = check_sides(call, to + (height - 1) * target_pitch,
                                            from + (height - 1) * source_pitch, width, kind)) {
    return record(error);
  }
  RowCopy rows{call, to, target_pitch, from, source_pitch, width, height};
  rows.target_known = is_known(to);
  rows.source_known = is_known(from);
  rows.within_device = on_device(target) && on_device(source);
  rows.looks_at_source = false;  // rows may have an end that nobody uses
  queue_copy(rows, queue);
  return cudaSuccess;
}

cudaError_t allocate(const char* call, void** pointer, std::size_t bytes, MemoryKind kind) {
  install_fault_handler();
  if (const cudaError_t fault = surface_faults()) return fault;
  if (const cudaError_t error = refuse_while_capturing(call)) return error;
  if (const cudaError_t error = made_to_fail(call, cudaErrorMemoryAllocation)) {
    if (pointer != nullptr) *pointer = nullptr;
    return error;
  }
  const cudaError_t error = Memory::instance().allocate(pointer, bytes, kind);
  if (error == cudaSuccess && bytes > 0 && observer() != nullptr) {
    observer()->allocated(*pointer, bytes, kind != MemoryKind::device, call_stack());
  }
  return record(error);
}

cudaError_t release(void* pointer, bool host) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (const cudaError_t error = refuse_while_capturing(host ? "cudaFreeHost" : "cudaFree"))
    return error;
  return release_at(pointer, host, call_stack());
}

cudaError_t release_at(void* pointer, bool host, const CodePlace& where) {
  const cudaError_t error = Memory::instance().release(pointer, host);
  if (error == cudaSuccess && !host) note_pool_given_back(pointer);
  if (observer() != nullptr && error != cudaSuccess) {
    observer()->bad_free(pointer, host);
  } else if (observer() != nullptr && pointer != nullptr) {
    observer()->freed(pointer, where);
  }
  return record(error);
}

namespace {

// Device memory is set while the host goes on, by the calls without Async too.
cudaError_t fill(const char* call, void* target, std::size_t pitch, int value,
                 std::size_t width_bytes, std::size_t height, Queue queue = {}) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (const cudaError_t error = made_to_fail(call, cudaErrorInvalidValue)) return error;
  if (width_bytes == 0 || height == 0) return cudaSuccess;
  if (width_bytes > pitch) return record(cudaErrorInvalidPitchValue);
  if (!side_is_valid(call, "target", target, (height - 1) * pitch + width_bytes, true)) {
    return record(cudaErrorInvalidValue);
  }
  queue_fill({call, static_cast<char*>(target), pitch, value, width_bytes, height, on_host(target)},
             queue);
  return cudaSuccess;
}

}  // namespace

cudaError_t copy_symbol(void* symbol, std::size_t symbol_bytes, void* other, std::size_t bytes,
                        std::size_t offset, cudaMemcpyKind kind, bool to_symbol,
                        std::size_t alignment) {
  if (const cudaError_t fault = surface_faults()) return fault;
  const char* call = to_symbol ? "cudaMemcpyToSymbol" : "cudaMemcpyFromSymbol";
  if (const cudaError_t error = made_to_fail(call, cudaErrorInvalidValue)) return error;
  const cudaMemcpyKind wanted = to_symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  if (kind != wanted && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) {
    if (observer() != nullptr) {
      wrong_copy(call, "the direction does not fit the call");
    }
    return record(cudaErrorInvalidMemcpyDirection);
  }
  if (offset > symbol_bytes || bytes > symbol_bytes - offset) {
    report_host(FindingKind::wrong_copy, "copy of " + std::to_string(bytes) + " bytes at offset " +
                                             std::to_string(offset) + " does not fit a symbol of " +
                                             std::to_string(symbol_bytes) + " bytes");
    return record(cudaErrorInvalidValue);
  }
  if (offset % alignment != 0) {
    report_host(FindingKind::wrong_copy,
                std::string(call) + ": the offset of " + std::to_string(offset) +
                    " bytes is in the middle of an element, since elements stand at multiples of " +
                    std::to_string(alignment) + "; offsets and sizes of copies are in bytes");
  }
  if (bytes == 0) return cudaSuccess;
  const bool other_on_device =
      kind == cudaMemcpyDeviceToDevice || (kind == cudaMemcpyDefault && on_device(other));
  if (!side_is_valid(call, to_symbol ? "source" : "target", other, bytes, other_on_device)) {
    return record(cudaErrorInvalidValue);
  }
  char *const inside = static_cast<char*>(symbol) + offset, *const elsewhere =
                                                                static_cast<char*>(other);
  const Queue queue = queue_of_named_copy();
  if (!queue.host_waits) call = to_symbol ? "cudaMemcpyToSymbolAsync" : "cudaMemcpyFromSymbolAsync";
  RowCopy one{
      call, to_symbol ? inside : elsewhere, bytes, to_symbol ? elsewhere : inside, bytes, bytes, 1};
  (to_symbol ? one.source_known : one.target_known) = is_known(other);
  one.within_device = other_on_device;
  one.target_is_variable = one.looks_at_source = to_symbol;
  queue_copy(one, queue);
  return cudaSuccess;
}

cudaError_t register_symbol(void* symbol, std::size_t bytes) {
  Memory::instance().add_symbol(symbol, bytes);
  return cudaSuccess;
}

}  // namespace kit::sim

using namespace kit::sim;

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  check_waits("cudaMalloc", kTakeFromCaller);
  return allocate("cudaMalloc", pointer, bytes, MemoryKind::device);
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream, "cudaMallocAsync")) return error;
  const cudaError_t error = allocate("cudaMallocAsync", pointer, bytes, MemoryKind::device);
  if (error == cudaSuccess) note_pool_taken(nullptr, *pointer, bytes);
  return error;
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream, "cudaMallocFromPoolAsync")) return error;
  if (!is_memory_pool(pool)) return record(cudaErrorInvalidValue);
  const cudaError_t error = allocate("cudaMallocFromPoolAsync", pointer, bytes, MemoryKind::device);
  if (error == cudaSuccess) note_pool_taken(pool, *pointer, bytes);
  return error;
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned) {
  check_waits("cudaMallocManaged", kTakeFromCaller);
  return allocate("cudaMallocManaged", pointer, bytes, MemoryKind::managed);
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, unsigned) {
  check_waits("cudaMallocHost", kTakeFromCaller);
  return allocate("cudaMallocHost", pointer, bytes, MemoryKind::pinned_host);
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
  check_waits("cudaHostAlloc", kTakeFromCaller);
  constexpr unsigned known =
      cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  if ((flags & ~known) != 0) return record(cudaErrorInvalidValue);
  const cudaError_t error = allocate("cudaHostAlloc", pointer, bytes, MemoryKind::pinned_host);
  if (error == cudaSuccess) Memory::instance().set_flags(*pointer, flags);
  return error;
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width_bytes,
                            std::size_t height) {
  constexpr std::size_t kPitchUnit = 512;
  *pitch = (width_bytes + kPitchUnit - 1) / kPitchUnit * kPitchUnit;
  check_waits("cudaMallocPitch", kTakeFromCaller);
  return allocate("cudaMallocPitch", pointer, *pitch * height, MemoryKind::device);
}

// Frees what the program has not freed.
cudaError_t cudaDeviceReset() {
  const cudaError_t fault = surface_faults();
  wait_for_device();
  for (const Allocation& one : Memory::instance().in_use())
    release(one.data, one.kind == MemoryKind::pinned_host);
  return fault;
}

cudaError_t cudaFree(void* pointer) {
  check_waits("cudaFree", kTakeFromCaller);
  const auto found = Memory::instance().find(pointer);
  WorkQueue::instance().host_waits_for_device(found ? found->device : current_device());
  return release(pointer, false);
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream, "cudaFreeAsync")) return error;
  const auto found = Memory::instance().find(pointer);
  if (!found || found->data != pointer || found->kind != MemoryKind::device)
    return release(pointer, false);
  if (const cudaError_t fault = surface_faults()) return fault;
  if (const cudaError_t error = refuse_while_capturing("cudaFreeAsync")) return error;
  StreamWork work{"cudaFreeAsync", call_stack(), {}, {}};
  work.writes.push_back({found->data, found->end(), 0});
  give_work(stream, {std::move(work), [pointer](StreamWork& now, const WorkPlace&) {
                       release_at(pointer, false, now.where);
                     }});
  return cudaSuccess;
}
cudaError_t cudaFreeHost(void* pointer) {
  check_waits("cudaFreeHost", kTakeFromCaller);
  wait_for_device();
  return release(pointer, true);
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  if (const cudaError_t fault = surface_faults()) return fault;
  *total_bytes = kDeviceMemoryBytes;
  *free_bytes = kDeviceMemoryBytes - Memory::instance().bytes_in_use(current_device());
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* target, const void* source, std::size_t bytes, cudaMemcpyKind kind) {
  blocking_copy("cudaMemcpy");
  return copy("cudaMemcpy", target, source, bytes, kind);
}

cudaError_t cudaMemcpyAsync(void* target, const void* source, std::size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream, "cudaMemcpyAsync")) return error;
  return copy("cudaMemcpyAsync", target, source, bytes, kind, {stream, false});
}

cudaError_t cudaMemcpy2D(void* target, std::size_t target_pitch, const void* source,
                         std::size_t source_pitch, std::size_t width_bytes, std::size_t height,
                         cudaMemcpyKind kind) {
  blocking_copy("cudaMemcpy2D");
  return copy_2d("cudaMemcpy2D", target, target_pitch, source, source_pitch, width_bytes, height,
                 kind);
}

cudaError_t cudaMemcpy2DAsync(void* target, std::size_t target_pitch, const void* source,
                              std::size_t source_pitch, std::size_t width_bytes, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream, "cudaMemcpy2DAsync")) return error;
  return copy_2d("cudaMemcpy2DAsync", target, target_pitch, source, source_pitch, width_bytes,
                 height, kind, {stream, false});
}

cudaError_t cudaMemset(void* target, int value, std::size_t bytes) {
  blocking_copy("cudaMemset");
  return fill("cudaMemset", target, bytes, value, bytes, 1);
}

cudaError_t cudaMemsetAsync(void* target, int value, std::size_t bytes, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream, "cudaMemsetAsync")) return error;
  return fill("cudaMemsetAsync", target, bytes, value, bytes, 1, {stream, false});
}

cudaError_t cudaMemset2D(void* target, std::size_t pitch, int value, std::size_t width_bytes,
                         std::size_t height) {
  blocking_copy("cudaMemset2D");
  return fill("cudaMemset2D", target, pitch, value, width_bytes, height);
}

cudaError_t cudaMemset2DAsync(void* target, std::size_t pitch, int value, std::size_t width_bytes,
                              std::size_t height, cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream, "cudaMemset2DAsync")) return error;
  return fill("cudaMemset2DAsync", target, pitch, value, width_bytes, height, {stream, false});
}
