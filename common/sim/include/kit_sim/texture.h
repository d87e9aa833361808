/// @file
/// What kernels read through textures, and read and write through surfaces. The runtime does all of
/// it (common/sim/src/texture_fetch.cpp), since no instrumentation is to see a plain load there.
#pragma once

#include "texture_api.h"

KIT_SIM_DEVICE

namespace kit::sim {

/// Up to four components of 32 bits, or 16 bytes of a surface; returned in registers.
struct Texel {
  unsigned long long low, high;
};
Texel fetch_element(cudaTextureObject_t texture, int x);
Texel fetch_1d(cudaTextureObject_t texture, float x);
Texel fetch_2d(cudaTextureObject_t texture, float x, float y);
Texel fetch_3d(cudaTextureObject_t texture, float x, float y, float z);
/// One component of each of the four texels that linear filtering would use.
Texel gather_2d(cudaTextureObject_t texture, float x, float y, int component);

/// What the function's name says of the texture or the surface, which has one slice or layer unless
/// it says three dimensions or layers.
enum class SurfaceShape { one_dimension, two_dimensions, three_dimensions, line_layers, layers };
/// Of an array with layers; one whose layers have one dimension has only their first row.
Texel fetch_layer(cudaTextureObject_t texture, float x, float y, int layer, SurfaceShape shape);

/// `x` counts bytes, `z` slices or layers.
Texel read_surface(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode,
                   SurfaceShape shape, unsigned bytes);
void write_surface(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode,
                   SurfaceShape shape, unsigned bytes, Texel value);

template <typename Component>
__forceinline__ Component component_from(unsigned int bits) {
  if constexpr (__is_same(Component, float)) {
    return __builtin_bit_cast(float, bits);
  } else {
    return Component(bits);
  }
}

template <typename T>
__forceinline__ T value_from(Texel texel) {
  using Type = TexelType<T>;
  using Component = typename Type::Component;
  static_assert(Type::count > 0,
                "a texture gives values of char, short, int, their unsigned types and float, and "
                "vectors of 1, 2 or 4 of them (float2, uchar4)");
  if constexpr (Type::count == 1) {
    return T{component_from<Component>(unsigned(texel.low))};
  } else if constexpr (Type::count == 2) {
    return T{component_from<Component>(unsigned(texel.low)),
             component_from<Component>(unsigned(texel.low >> 32))};
  } else if constexpr (Type::count == 4) {
    return T{component_from<Component>(unsigned(texel.low)),
             component_from<Component>(unsigned(texel.low >> 32)),
             component_from<Component>(unsigned(texel.high)),
             component_from<Component>(unsigned(texel.high >> 32))};
  }
}

/// Surfaces move bytes, so that values of 8 bytes are among their types.
template <typename T>
inline constexpr bool is_surface_type = TexelType<T>::count > 0;
template <>
inline constexpr bool is_surface_type<long long> = true;
template <>
inline constexpr bool is_surface_type<unsigned long long> = true;
template <>
inline constexpr bool is_surface_type<longlong1> = true;
template <>
inline constexpr bool is_surface_type<longlong2> = true;
template <>
inline constexpr bool is_surface_type<ulonglong1> = true;
template <>
inline constexpr bool is_surface_type<ulonglong2> = true;

template <typename T>
__forceinline__ T read_value(cudaSurfaceObject_t surface, int x, int y, int z,
                             cudaSurfaceBoundaryMode mode, SurfaceShape shape) {
  static_assert(is_surface_type<T>,
                "a surface has values of char, short, int, long long, their unsigned types and "
                "float, and vectors of 1, 2 or 4 of them with at most 16 bytes");
  const Texel texel = read_surface(surface, x, y, z, mode, shape, sizeof(T));
  T value;
  __builtin_memcpy(&value, &texel, sizeof(T));
  return value;
}
template <typename T>
__forceinline__ void write_value(cudaSurfaceObject_t surface, int x, int y, int z,
                                 cudaSurfaceBoundaryMode mode, SurfaceShape shape, T value) {
  static_assert(is_surface_type<T>,
                "a surface has values of char, short, int, long long, their unsigned types and "
                "float, and vectors of 1, 2 or 4 of them with at most 16 bytes");
  Texel texel = {0, 0};
  __builtin_memcpy(&texel, &value, sizeof(T));
  write_surface(surface, x, y, z, mode, shape, sizeof(T), texel);
}

}  // namespace kit::sim

template <typename T>
__forceinline__ T tex1Dfetch(cudaTextureObject_t texture, int x) {
  return kit::sim::value_from<T>(kit::sim::fetch_element(texture, x));
}
template <typename T>
__forceinline__ void tex1Dfetch(T* value, cudaTextureObject_t texture, int x) {
  *value = tex1Dfetch<T>(texture, x);
}
template <typename T>
__forceinline__ T tex1D(cudaTextureObject_t texture, float x) {
  return kit::sim::value_from<T>(kit::sim::fetch_1d(texture, x));
}
template <typename T>
__forceinline__ void tex1D(T* value, cudaTextureObject_t texture, float x) {
  *value = tex1D<T>(texture, x);
}
template <typename T>
__forceinline__ T tex2D(cudaTextureObject_t texture, float x, float y) {
  return kit::sim::value_from<T>(kit::sim::fetch_2d(texture, x, y));
}
template <typename T>
__forceinline__ void tex2D(T* value, cudaTextureObject_t texture, float x, float y) {
  *value = tex2D<T>(texture, x, y);
}
template <typename T>
__forceinline__ T tex2Dgather(cudaTextureObject_t texture, float x, float y, int component = 0) {
  static_assert(kit::sim::TexelType<T>::count == 4, "tex2Dgather gives four values: float4, int4");
  return kit::sim::value_from<T>(kit::sim::gather_2d(texture, x, y, component));
}
template <typename T>
__forceinline__ void tex2Dgather(T* value, cudaTextureObject_t texture, float x, float y,
                                 int component = 0) {
  *value = tex2Dgather<T>(texture, x, y, component);
}

template <typename T>
__forceinline__ T surf1Dread(cudaSurfaceObject_t surface, int x,
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  return kit::sim::read_value<T>(surface, x, 0, 0, mode, kit::sim::SurfaceShape::one_dimension);
}
template <typename T>
__forceinline__ void surf1Dread(T* value, cudaSurfaceObject_t surface, int x,
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  *value = surf1Dread<T>(surface, x, mode);
}
template <typename T>
__forceinline__ void surf1Dwrite(T value, cudaSurfaceObject_t surface, int x,
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  kit::sim::write_value<T>(surface, x, 0, 0, mode, kit::sim::SurfaceShape::one_dimension, value);
}
template <typename T>
__forceinline__ T surf2Dread(cudaSurfaceObject_t surface, int x, int y,
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  return kit::sim::read_value<T>(surface, x, y, 0, mode, kit::sim::SurfaceShape::two_dimensions);
}
template <typename T>
__forceinline__ void surf2Dread(T* value, cudaSurfaceObject_t surface, int x, int y,
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  *value = surf2Dread<T>(surface, x, y, mode);
}
template <typename T>
__forceinline__ void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y,
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
  kit::sim::write_value<T>(surface, x, y, 0, mode, kit::sim::SurfaceShape::two_dimensions, value);
}

template <typename T>
__forceinline__ T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
  return kit::sim::value_from<T>(kit::sim::fetch_3d(texture, x, y, z));
}
template <typename T>
__forceinline__ void tex3D(T* value, cudaTextureObject_t texture, float x, float y, float z) {
  *value = tex3D<T>(texture, x, y, z);
}
template <typename T>
__forceinline__ T tex1DLayered(cudaTextureObject_t texture, float x, int layer) {
  return kit::sim::value_from<T>(
      kit::sim::fetch_layer(texture, x, 0, layer, kit::sim::SurfaceShape::line_layers));
}
template <typename T>
__forceinline__ void tex1DLayered(T* value, cudaTextureObject_t texture, float x, int layer) {
  *value = tex1DLayered<T>(texture, x, layer);
}
template <typename T>
__forceinline__ T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer) {
  return kit::sim::value_from<T>(
      kit::sim::fetch_layer(texture, x, y, layer, kit::sim::SurfaceShape::layers));
}
template <typename T>
__forceinline__ void tex2DLayered(T* value, cudaTextureObject_t texture, float x, float y,
                                  int layer) {
  *value = tex2DLayered<T>(texture, x, y, layer);
}

#define KIT_SIM_SLICED_SURFACE(prefix, shape)                                                   \
  template <typename T>                                                                         \
  __forceinline__ T prefix##read(cudaSurfaceObject_t surface, int x, int y, int z,              \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {         \
    return kit::sim::read_value<T>(surface, x, y, z, mode, kit::sim::SurfaceShape::shape);      \
  }                                                                                             \
  template <typename T>                                                                         \
  __forceinline__ void prefix##read(T* value, cudaSurfaceObject_t surface, int x, int y, int z, \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {      \
    *value = prefix##read<T>(surface, x, y, z, mode);                                           \
  }                                                                                             \
  template <typename T>                                                                         \
  __forceinline__ void prefix##write(T value, cudaSurfaceObject_t surface, int x, int y, int z, \
                                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {     \
    kit::sim::write_value<T>(surface, x, y, z, mode, kit::sim::SurfaceShape::shape, value);     \
  }
KIT_SIM_SLICED_SURFACE(surf3D, three_dimensions)
KIT_SIM_SLICED_SURFACE(surf2DLayered, layers)
#undef KIT_SIM_SLICED_SURFACE

// What CUDA has and the simulator has not, so that one line says so instead of several on templates
// that are not there.
#define KIT_SIM_NO_TEXTURE(name)                                                                  \
  template <typename T, typename... Arguments>                                                    \
  T name(Arguments...) {                                                                          \
    static_assert(sizeof(T) == 0, #name                                                           \
                  ": the simulator has textures and surfaces without cube maps, mipmaps, levels " \
                  "and gradients");                                                               \
  }                                                                                               \
  template <typename T, typename... Arguments>                                                    \
  void name(T*, Arguments... arguments) {                                                         \
    return name<T>(arguments...);                                                                 \
  }
KIT_SIM_NO_TEXTURE(texCubemap)
KIT_SIM_NO_TEXTURE(texCubemapLayered)
KIT_SIM_NO_TEXTURE(tex1DLod)
KIT_SIM_NO_TEXTURE(tex2DLod)
KIT_SIM_NO_TEXTURE(tex3DLod)
KIT_SIM_NO_TEXTURE(tex1DGrad)
KIT_SIM_NO_TEXTURE(tex2DGrad)
KIT_SIM_NO_TEXTURE(tex3DGrad)
KIT_SIM_NO_TEXTURE(surf1DLayeredread)
KIT_SIM_NO_TEXTURE(surfCubemapread)
#undef KIT_SIM_NO_TEXTURE

KIT_SIM_END
