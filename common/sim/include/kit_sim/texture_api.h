/// @file
/// Textures and surfaces on the host's side: CUDA arrays, and the objects through which kernels
/// read and write them (kit_sim/texture.h). Arrays of one to three dimensions, and layers of them;
/// no cube maps, mipmaps or views.
#pragma once

#include "volumes.h"

enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned = 0,
  cudaChannelFormatKindUnsigned = 1,
  cudaChannelFormatKindFloat = 2,
  cudaChannelFormatKindNone = 3
};
/// Bits of each component of an element, and what they are.
struct cudaChannelFormatDesc {
  int x, y, z, w;
  cudaChannelFormatKind f;
};

/// Memory of the device in a form that only textures, surfaces and copies can read.
struct cudaArray;
using cudaArray_t = cudaArray*;
using cudaArray_const_t = const cudaArray*;
struct cudaMipmappedArray;
using cudaMipmappedArray_t = cudaMipmappedArray*;

inline constexpr unsigned cudaArrayDefault = 0, cudaArrayLayered = 1, cudaArraySurfaceLoadStore = 2,
                          cudaArrayCubemap = 4, cudaArrayTextureGather = 8;

enum cudaResourceType {
  cudaResourceTypeArray = 0,
  cudaResourceTypeMipmappedArray = 1,
  cudaResourceTypeLinear = 2,
  cudaResourceTypePitch2D = 3
};
struct cudaResourceDesc {
  cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      cudaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      std::size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      std::size_t width, height;  ///< in elements
      std::size_t pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned int flags;
};
/// Not there: the parameter of that type is null.
struct cudaResourceViewDesc;

enum cudaTextureAddressMode {
  cudaAddressModeWrap = 0,
  cudaAddressModeClamp = 1,
  cudaAddressModeMirror = 2,
  cudaAddressModeBorder = 3
};
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
/// What speaks of mipmaps and anisotropy changes nothing here.
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB;  ///< must be 0
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int seamlessCubemap;  ///< must be 0
};

enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2
};

using cudaTextureObject_t = unsigned long long;
using cudaSurfaceObject_t = unsigned long long;

namespace kit::sim {

/// What a texture of elements of type T is made of. `count` is 0 for types that are none.
template <typename T>
struct TexelType {
  using Component = unsigned int;
  static constexpr int count = 0;
};
#define KIT_SIM_TEXEL(T, Component_, count_) \
  template <>                                \
  struct TexelType<T> {                      \
    using Component = Component_;            \
    static constexpr int count = count_;     \
  };
#define KIT_SIM_TEXELS(Base, Component)  \
  KIT_SIM_TEXEL(Component, Component, 1) \
  KIT_SIM_TEXEL(Base##1, Component, 1)   \
  KIT_SIM_TEXEL(Base##2, Component, 2)   \
  KIT_SIM_TEXEL(Base##4, Component, 4)
KIT_SIM_TEXEL(char, char, 1)
KIT_SIM_TEXELS(char, signed char)
KIT_SIM_TEXELS(uchar, unsigned char)
KIT_SIM_TEXELS(short, short)
KIT_SIM_TEXELS(ushort, unsigned short)
KIT_SIM_TEXELS(int, int)
KIT_SIM_TEXELS(uint, unsigned int)
KIT_SIM_TEXELS(float, float)
#undef KIT_SIM_TEXELS
#undef KIT_SIM_TEXEL

/// Part of an array, in bytes across and in rows down.
struct ArrayPart {
  cudaArray_const_t array;
  std::size_t x_bytes, y;
};
/// Copies between an array and memory whose rows are `pitch` bytes apart. `call` is the name of the
/// function that was called.
cudaError_t copy_to_array(const ArrayPart& target, const void* source, std::size_t pitch,
                          std::size_t width_bytes, std::size_t height, cudaMemcpyKind kind,
                          const char* call);
cudaError_t copy_from_array(void* target, std::size_t pitch, std::size_t width_bytes,
                            std::size_t height, const ArrayPart& source, cudaMemcpyKind kind,
                            const char* call);

}  // namespace kit::sim

inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
/// The format of elements of type T; of a type that textures do not have, one that no call takes.
template <typename T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  using Texel = kit::sim::TexelType<T>;
  using Component = typename Texel::Component;
  if constexpr (Texel::count == 0) {
    return {0, 0, 0, 0, cudaChannelFormatKindNone};
  } else {
    constexpr int bits = 8 * int(sizeof(Component));
    constexpr bool is_float = __is_same(Component, float);
    constexpr bool is_signed = Component(-1) < Component(0);
    return {bits, Texel::count > 1 ? bits : 0, Texel::count > 2 ? bits : 0,
            Texel::count > 2 ? bits : 0,
            is_float    ? cudaChannelFormatKindFloat
            : is_signed ? cudaChannelFormatKindSigned
                        : cudaChannelFormatKindUnsigned};
  }
}

/// A height of 0 makes an array of one dimension.
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                            std::size_t width, std::size_t height = 0,
                            unsigned int flags = cudaArrayDefault);
/// A depth of 0 makes an array of two dimensions; with cudaArrayLayered the depth is the number of
/// layers, of one dimension if the height is 0.
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned int flags = cudaArrayDefault);
cudaError_t cudaFreeArray(cudaArray_t array);
/// Each of the three pointers may be null.
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array);

// Widths and x offsets of these copies are in bytes, heights and y offsets in rows.
__forceinline__ cudaError_t cudaMemcpy2DToArray(cudaArray_t target, std::size_t x_bytes,
                                                std::size_t y, const void* source,
                                                std::size_t pitch, std::size_t width_bytes,
                                                std::size_t height, cudaMemcpyKind kind) {
  kit::sim::blocking_copy("cudaMemcpy2DToArray");
  return kit::sim::copy_to_array({target, x_bytes, y}, source, pitch, width_bytes, height, kind,
                                 "cudaMemcpy2DToArray");
}
__forceinline__ cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t target, std::size_t x_bytes,
                                                     std::size_t y, const void* source,
                                                     std::size_t pitch, std::size_t width_bytes,
                                                     std::size_t height, cudaMemcpyKind kind,
                                                     cudaStream_t stream = nullptr) {
  if (const cudaError_t error = kit::sim::use_stream(stream, "cudaMemcpy2DToArrayAsync"))
    return error;
  return kit::sim::copy_to_array({target, x_bytes, y}, source, pitch, width_bytes, height, kind,
                                 "cudaMemcpy2DToArrayAsync");
}
__forceinline__ cudaError_t cudaMemcpy2DFromArray(void* target, std::size_t pitch,
                                                  cudaArray_const_t source, std::size_t x_bytes,
                                                  std::size_t y, std::size_t width_bytes,
                                                  std::size_t height, cudaMemcpyKind kind) {
  kit::sim::blocking_copy("cudaMemcpy2DFromArray");
  return kit::sim::copy_from_array(target, pitch, width_bytes, height, {source, x_bytes, y}, kind,
                                   "cudaMemcpy2DFromArray");
}
__forceinline__ cudaError_t cudaMemcpy2DFromArrayAsync(void* target, std::size_t pitch,
                                                       cudaArray_const_t source,
                                                       std::size_t x_bytes, std::size_t y,
                                                       std::size_t width_bytes, std::size_t height,
                                                       cudaMemcpyKind kind,
                                                       cudaStream_t stream = nullptr) {
  if (const cudaError_t error = kit::sim::use_stream(stream, "cudaMemcpy2DFromArrayAsync"))
    return error;
  return kit::sim::copy_from_array(target, pitch, width_bytes, height, {source, x_bytes, y}, kind,
                                   "cudaMemcpy2DFromArrayAsync");
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t target, std::size_t target_x_bytes,
                                     std::size_t target_y, cudaArray_const_t source,
                                     std::size_t source_x_bytes, std::size_t source_y,
                                     std::size_t width_bytes, std::size_t height,
                                     cudaMemcpyKind kind = cudaMemcpyDeviceToDevice);

namespace kit::sim {

/// One side of a copy of three dimensions: an array, or memory between pitched pointers.
struct VolumeSide {
  cudaArray_t array;
  cudaPos position;
  cudaPitchedPtr memory;
  cudaExtent whole;  ///< of an array
};
inline VolumeSide volume_side(cudaArray_t array, cudaPos position, cudaPitchedPtr memory) {
  VolumeSide side{array, position, memory, {}};
  if (array != nullptr) cudaArrayGetInfo(nullptr, &side.whole, nullptr, array);
  return side;
}
inline bool holds(const VolumeSide& side, cudaExtent extent, cudaExtent bytes) {
  if (side.array == nullptr) return holds(side.memory, side.position, bytes);
  const std::size_t height = side.whole.height == 0 ? 1 : side.whole.height;
  const std::size_t depth = side.whole.depth == 0 ? 1 : side.whole.depth;
  return side.position.x + extent.width <= side.whole.width &&
         side.position.y + extent.height <= height && side.position.z + extent.depth <= depth;
}
/// Where slice `z` of the copy begins.
inline ArrayPart part_of(const VolumeSide& side, std::size_t element, std::size_t z) {
  const std::size_t height = side.whole.height == 0 ? 1 : side.whole.height;
  return {side.array, side.position.x * element, (side.position.z + z) * height + side.position.y};
}

/// A copy to an array, from one, or both: then widths and the arrays' positions count elements.
inline cudaError_t copy_arrays(const char* call, const cudaMemcpy3DParms& p) {
  cudaChannelFormatDesc format{};
  const cudaArray_t first = p.srcArray != nullptr ? p.srcArray : p.dstArray;
  if (const cudaError_t error = cudaArrayGetInfo(&format, nullptr, nullptr, first)) return error;
  const auto element = std::size_t(format.x + format.y + format.z + format.w) / 8;
  if (is_empty(p.extent)) return cudaSuccess;
  const VolumeSide from = volume_side(p.srcArray, p.srcPos, p.srcPtr);
  const VolumeSide to = volume_side(p.dstArray, p.dstPos, p.dstPtr);
  const cudaExtent bytes{p.extent.width * element, p.extent.height, p.extent.depth};
  if (!holds(from, p.extent, bytes) || !holds(to, p.extent, bytes)) return refuse_extent(call);
  for (std::size_t z = 0; z < p.extent.depth; ++z) {
    const ArrayPart source = part_of(from, element, z), target = part_of(to, element, z);
    cudaError_t error = cudaSuccess;
    if (p.srcArray == nullptr)
      error = copy_to_array(target, slice_of(p.srcPtr, p.srcPos, z), p.srcPtr.pitch, bytes.width,
                            bytes.height, p.kind, call);
    else if (p.dstArray == nullptr)
      error = copy_from_array(slice_of(p.dstPtr, p.dstPos, z), p.dstPtr.pitch, bytes.width,
                              bytes.height, source, p.kind, call);
    else
      error = cudaMemcpy2DArrayToArray(p.dstArray, target.x_bytes, target.y, p.srcArray,
                                       source.x_bytes, source.y, bytes.width, bytes.height, p.kind);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace kit::sim

/// Between memory and arrays, pitched pointers or both. `extent.width` and the x of positions count
/// bytes, but elements where an array takes part (of the array's own position always).
inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  if (p->srcArray == nullptr && p->dstArray == nullptr) return kit::sim::copy_volume(p);
  kit::sim::blocking_copy("cudaMemcpy3D");
  return kit::sim::copy_arrays("cudaMemcpy3D", *p);
}
inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream = nullptr) {
  if (p->srcArray == nullptr && p->dstArray == nullptr)
    return kit::sim::copy_volume_async(p, stream);
  if (const cudaError_t error = kit::sim::use_stream(stream, "cudaMemcpy3DAsync")) return error;
  return kit::sim::copy_arrays("cudaMemcpy3DAsync", *p);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* settings,
                                    const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* settings, cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t surface);
