/// CUDA arrays: device memory like any other to allocations, copies and their checks, with a handle
/// in front of it that is no pointer to it.
#include "arrays.hpp"

#include <mutex>
#include <set>
#include <string>

#include "device.hpp"
#include "error_state.hpp"
#include "finding.hpp"
#include "host_memory.hpp"
#include "observer.hpp"
#include "streams.hpp"

namespace kit::sim {
namespace {

// Rows begin where a value of the largest type may stand.
constexpr std::size_t kRowAlignment = 16;

std::mutex arrays_mutex;

// Handles of freed arrays are kept in memory, so that no later one is taken for them.
std::set<const cudaArray*>& arrays() {
  static auto* all = new std::set<const cudaArray*>;
  return *all;
}

bool is_array(const cudaArray* array) {
  const std::lock_guard lock(arrays_mutex);
  return arrays().count(array) == 1;
}

std::size_t rows_of(const cudaArray& array) {
  return array.rows() * (array.depth == 0 ? 1 : array.depth);
}

std::size_t row_bytes(const cudaArray& array) {
  return array.width * texel_format(array.format)->bytes();
}

// Whether the rectangle of bytes by rows lies in the array; else says so.
cudaError_t check_part(const ArrayPart& part, std::size_t width_bytes, std::size_t height,
                       const char* call) {
  if (!check_array(part.array, call)) return cudaErrorInvalidResourceHandle;
  const std::size_t across = row_bytes(*part.array), down = rows_of(*part.array);
  if (part.x_bytes <= across && width_bytes <= across - part.x_bytes && part.y <= down &&
      height <= down - part.y)
    return cudaSuccess;
  report_host(FindingKind::wrong_copy,
              std::string(call) + ": " + std::to_string(width_bytes) + " bytes by " +
                  std::to_string(height) + " rows at byte " + std::to_string(part.x_bytes) +
                  " of row " + std::to_string(part.y) + " do not fit the array, which has " +
                  std::to_string(across) + " bytes by " + std::to_string(down) +
                  " rows; widths and x offsets are in bytes");
  return cudaErrorInvalidValue;
}

char* start_of(const ArrayPart& part) {
  return part.array->data + part.y * part.array->pitch + part.x_bytes;
}

}  // namespace

std::optional<TexelFormat> texel_format(const cudaChannelFormatDesc& format) {
  const int bits = format.x;
  const bool two = format.y == bits, four = two && format.z == bits && format.w == bits;
  const bool rest_is_zero = (two || format.y == 0) && (four || (format.z == 0 && format.w == 0));
  const bool whole = bits == 8 || bits == 16 || bits == 32;
  const bool kind = format.f == cudaChannelFormatKindSigned ||
                    format.f == cudaChannelFormatKindUnsigned ||
                    (format.f == cudaChannelFormatKindFloat && bits == 32);
  if (!whole || !kind || !rest_is_zero) return std::nullopt;
  return TexelFormat{four ? 4u : two ? 2u : 1u, unsigned(bits) / 8, format.f};
}

bool check_array(const cudaArray* array, const char* call) {
  if (is_array(array)) return true;
  report_host(
      FindingKind::invalid_handle,
      std::string(call) +
          " is given an array that was freed or never made; a card's program may crash of it");
  return false;
}

cudaError_t copy_to_array(const ArrayPart& target, const void* source, std::size_t pitch,
                          std::size_t width_bytes, std::size_t height, cudaMemcpyKind kind,
                          const char* call) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (const cudaError_t error = check_part(target, width_bytes, height, call)) return record(error);
  return copy_2d(call, start_of(target), target.array->pitch, source, pitch, width_bytes, height,
                 kind, queue_of_named_copy());
}

cudaError_t copy_from_array(void* target, std::size_t pitch, std::size_t width_bytes,
                            std::size_t height, const ArrayPart& source, cudaMemcpyKind kind,
                            const char* call) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (const cudaError_t error = check_part(source, width_bytes, height, call)) return record(error);
  return copy_2d(call, target, pitch, start_of(source), source.array->pitch, width_bytes, height,
                 kind, queue_of_named_copy());
}

}  // namespace kit::sim

namespace kit::sim {
namespace {

cudaError_t make_array(const char* call, cudaArray_t* array, const cudaChannelFormatDesc* format,
                       cudaExtent extent, unsigned int flags) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (array == nullptr || format == nullptr) return record(cudaErrorInvalidValue);
  const auto element = texel_format(*format);
  if (!element) return record(cudaErrorInvalidChannelDescriptor);
  constexpr unsigned known = cudaArraySurfaceLoadStore | cudaArrayTextureGather | cudaArrayLayered;
  if (extent.width == 0 || (flags & ~known) != 0) return record(cudaErrorInvalidValue);
  cudaArray made{*format, extent.width, extent.height, extent.depth, flags, nullptr, 0};
  const std::size_t bytes = extent.width * element->bytes(), rows = rows_of(made);
  made.pitch = (bytes + kRowAlignment - 1) / kRowAlignment * kRowAlignment;
  // The last row ends with its elements.
  const std::size_t all = (rows - 1) * made.pitch + bytes;
  void* data = nullptr;
  if (const cudaError_t error = allocate(call, &data, all, MemoryKind::device)) return error;
  made.data = static_cast<char*>(data);
  const std::lock_guard lock(arrays_mutex);
  *array = new cudaArray(made);
  arrays().insert(*array);
  return cudaSuccess;
}

}  // namespace
}  // namespace kit::sim

using namespace kit::sim;

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                            std::size_t width, std::size_t height, unsigned int flags) {
  check_waits("cudaMallocArray", kTakeFromCaller);
  if (width > std::size_t(kMaxTextureWidth) || height > std::size_t(kMaxTextureHeight) ||
      (flags & cudaArrayLayered) != 0)
    return record(cudaErrorInvalidValue);
  return make_array("cudaMallocArray", array, format, {width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned int flags) {
  check_waits("cudaMalloc3DArray", kTakeFromCaller);
  const bool layered = (flags & cudaArrayLayered) != 0;
  if (extent.depth == 0) {
    if (layered) return record(cudaErrorInvalidValue);
    return cudaMallocArray(array, format, extent.width, extent.height, flags);
  }
  if ((flags & cudaArrayCubemap) != 0) {
    explain("cudaMalloc3DArray: the simulator has no cube maps");
    return record(cudaErrorNotSupported);
  }
  const std::size_t most = layered ? kMaxLayeredWidth : kMaxVolumeExtent;
  if (extent.width > most || extent.height > most || extent.depth > (layered ? kMaxLayers : most) ||
      (!layered && extent.height == 0))
    return record(cudaErrorInvalidValue);
  return make_array("cudaMalloc3DArray", array, format, extent, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  check_waits("cudaFreeArray", kTakeFromCaller);
  if (const cudaError_t fault = surface_faults()) return fault;
  if (array == nullptr) return cudaSuccess;
  {
    const std::lock_guard lock(arrays_mutex);
    if (arrays().erase(array) == 1) return release(array->data, false);
  }
  report_host(FindingKind::bad_free,
              "cudaFreeArray of an array that has been freed already, or that cudaMallocArray did "
              "not return");
  return record(cudaErrorInvalidValue);
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (!check_array(array, "cudaArrayGetInfo")) return record(cudaErrorInvalidResourceHandle);
  if (format != nullptr) *format = array->format;
  if (extent != nullptr) *extent = {array->width, array->height, array->depth};
  if (flags != nullptr) *flags = array->flags;
  return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (!check_array(array, "cudaGetChannelDesc")) return record(cudaErrorInvalidResourceHandle);
  *format = array->format;
  return cudaSuccess;
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t target, std::size_t target_x_bytes,
                                     std::size_t target_y, cudaArray_const_t source,
                                     std::size_t source_x_bytes, std::size_t source_y,
                                     std::size_t width_bytes, std::size_t height,
                                     cudaMemcpyKind kind) {
  constexpr const char* call = "cudaMemcpy2DArrayToArray";
  blocking_copy(call);
  if (const cudaError_t fault = surface_faults()) return fault;
  const ArrayPart from{source, source_x_bytes, source_y}, to{target, target_x_bytes, target_y};
  if (const cudaError_t error = check_part(from, width_bytes, height, call)) return record(error);
  if (const cudaError_t error = check_part(to, width_bytes, height, call)) return record(error);
  return copy_2d(call, start_of(to), target->pitch, start_of(from), source->pitch, width_bytes,
                 height, kind, queue_of_named_copy());
}
