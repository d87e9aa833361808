/// @file
/// Memory of three dimensions, between pitched pointers: slice by slice, by the calls for two.
/// Copies to and from arrays are in texture_api.h.
#pragma once

#include "host_api.h"

/// Widths are in bytes, as are positions in a row.
struct cudaExtent {
  std::size_t width, height, depth;
};
struct cudaPos {
  std::size_t x, y, z;
};
struct cudaPitchedPtr {
  void* ptr;
  std::size_t pitch, xsize, ysize;
};
inline cudaExtent make_cudaExtent(std::size_t width, std::size_t height, std::size_t depth) {
  return {width, height, depth};
}
inline cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z) {
  return {x, y, z};
}
inline cudaPitchedPtr make_cudaPitchedPtr(void* data, std::size_t pitch, std::size_t width,
                                          std::size_t height) {
  return {data, pitch, width, height};
}

struct cudaArray;
using cudaArray_t = cudaArray*;
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;  ///< null: it is srcPtr
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};

namespace kit::sim {

/// Reports an extent that is larger than what it is taken from or put into.
cudaError_t refuse_extent(const char* call);

inline bool is_empty(cudaExtent extent) {
  return extent.width == 0 || extent.height == 0 || extent.depth == 0;
}
/// Whether a box from `begin` on fits the rows, and the slices if there are more than one.
inline bool holds(cudaPitchedPtr memory, cudaPos begin, cudaExtent extent) {
  const bool one_slice = extent.depth == 1 && begin.z == 0;
  return begin.x + extent.width <= memory.pitch &&
         (one_slice || begin.y + extent.height <= memory.ysize);
}
inline char* slice_of(cudaPitchedPtr memory, cudaPos begin, std::size_t z) {
  return static_cast<char*>(memory.ptr) + ((begin.z + z) * memory.ysize + begin.y) * memory.pitch +
         begin.x;
}

/// Whole slices follow each other like rows, so one call does for all of them.
inline bool are_whole(cudaPitchedPtr memory, cudaPos begin, cudaExtent extent) {
  return begin.y == 0 && extent.height == memory.ysize;
}

/// Calls `copy_rows(to, to_pitch, from, from_pitch, rows)` for each slice, or once for all.
template <typename CopyRows>
cudaError_t copy_slices(const char* call, const cudaMemcpy3DParms& p, CopyRows copy_rows) {
  if (is_empty(p.extent)) return cudaSuccess;
  if (!holds(p.srcPtr, p.srcPos, p.extent) || !holds(p.dstPtr, p.dstPos, p.extent))
    return refuse_extent(call);
  const bool whole =
      are_whole(p.srcPtr, p.srcPos, p.extent) && are_whole(p.dstPtr, p.dstPos, p.extent);
  const std::size_t calls = whole ? 1 : p.extent.depth;
  const std::size_t rows = whole ? p.extent.height * p.extent.depth : p.extent.height;
  for (std::size_t z = 0; z < calls; ++z) {
    const cudaError_t error = copy_rows(slice_of(p.dstPtr, p.dstPos, z), p.dstPtr.pitch,
                                        slice_of(p.srcPtr, p.srcPos, z), p.srcPtr.pitch, rows);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

/// Calls `fill_rows(from, rows)` likewise.
template <typename FillRows>
cudaError_t fill_slices(const char* call, cudaPitchedPtr memory, cudaExtent extent,
                        FillRows fill_rows) {
  if (is_empty(extent)) return cudaSuccess;
  constexpr cudaPos begin{0, 0, 0};
  if (!holds(memory, begin, extent)) return refuse_extent(call);
  const bool whole = are_whole(memory, begin, extent);
  const std::size_t calls = whole ? 1 : extent.depth;
  const std::size_t rows = whole ? extent.height * extent.depth : extent.height;
  for (std::size_t z = 0; z < calls; ++z)
    if (const cudaError_t error = fill_rows(slice_of(memory, begin, z), rows)) return error;
  return cudaSuccess;
}

inline cudaError_t copy_volume(const cudaMemcpy3DParms* p) {
  return copy_slices("cudaMemcpy3D", *p,
                     [p](void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t rows) {
                       return cudaMemcpy2D(to, to_pitch, from, from_pitch, p->extent.width, rows,
                                           p->kind);
                     });
}
inline cudaError_t copy_volume_async(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return copy_slices("cudaMemcpy3DAsync", *p,
                     [=](void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t rows) {
                       return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, p->extent.width,
                                                rows, p->kind, stream);
                     });
}

}  // namespace kit::sim

inline cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent) {
  void* data = nullptr;
  std::size_t pitch = 0;
  const cudaError_t error =
      cudaMallocPitch(&data, &pitch, extent.width, extent.height * extent.depth);
  *memory = make_cudaPitchedPtr(data, pitch, extent.width, extent.height);
  return error;
}

inline cudaError_t cudaMemset3D(cudaPitchedPtr memory, int value, cudaExtent extent) {
  return kit::sim::fill_slices("cudaMemset3D", memory, extent, [=](void* from, std::size_t rows) {
    return cudaMemset2D(from, memory.pitch, value, extent.width, rows);
  });
}
inline cudaError_t cudaMemset3DAsync(cudaPitchedPtr memory, int value, cudaExtent extent,
                                     cudaStream_t stream = nullptr) {
  return kit::sim::fill_slices(
      "cudaMemset3DAsync", memory, extent, [=](void* from, std::size_t rows) {
        return cudaMemset2DAsync(from, memory.pitch, value, extent.width, rows, stream);
      });
}
