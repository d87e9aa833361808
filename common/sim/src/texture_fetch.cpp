/// Reads through textures, and reads and writes through surfaces, as the CUDA C++ Programming Guide
/// has them ("Texture Fetching"). What it leaves open is decided here so:
///
/// - The fraction of linear filtering has 8 bits and is rounded to the nearest (half up), from 0 to
///   1 inclusive; the guide names the format ("9-bit fixed point with 8 bits of fractional value").
/// - The weighted sum is rounded once, to a float.
/// - A texel of weight 0 is not read.
/// - Mirrored coordinates mirror the numbers of texels: of n texels, number n is number n - 1.
/// - Outside of linear memory tex1Dfetch() gives 0, whatever the address mode.
/// - A coordinate that is NaN is 0. Components that the elements do not have are 0.
///
/// These functions run for the student's kernel on its fiber, which a fault may leave at any point:
/// they hold no lock and own no memory.
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include "block_runner.hpp"
#include "kit_sim/texture.h"
#include "observer.hpp"
#include "texture_coordinates.hpp"
#include "texture_object.hpp"

namespace kit::sim {
namespace {

/// Where student code called from: the address behind the call, and its caller's frame.
struct FetchSite {
  void* return_address;
  void* frame;
};
#define KIT_SIM_FETCH_SITE                             \
  FetchSite {                                          \
    __builtin_return_address(0), __builtin_dwarf_cfa() \
  }

[[noreturn]] void fail(cudaError_t error, FindingKind kind, const std::string& message) {
  BlockRunner* const runner = BlockRunner::active();
  if (runner == nullptr) std::abort();  // the host's code has called a function of the device
  runner->fail(error, kind, message, call_stack());
}

const TextureObject& object_of(std::uint64_t handle, ObjectKind kind, const char* function) {
  const TextureObject* const object = find_object(handle, kind);
  if (object == nullptr) {
    const bool other =
        find_object(handle, kind == ObjectKind::texture ? ObjectKind::surface
                                                        : ObjectKind::texture) != nullptr;
    fail(cudaErrorIllegalAddress, FindingKind::invalid_handle,
         std::string(function) + " is given " +
             (other ? kind == ObjectKind::texture ? "a surface object where it needs a texture's"
                                                  : "a texture object where it needs a surface's"
              : kind == ObjectKind::texture ? "a texture object that was destroyed or never made"
                                            : "a surface object that was destroyed or never made"));
  }
  return *object;
}

const TextureObject& filtered_texture(std::uint64_t handle, const char* function) {
  const TextureObject& texture = object_of(handle, ObjectKind::texture, function);
  if (texture.linear_memory())
    fail(cudaErrorIllegalAddress, FindingKind::invalid_handle,
         std::string(function) +
             " is given a texture of linear memory, which only tex1Dfetch reads; an image in "
             "memory from cudaMallocPitch is a texture by cudaResourceTypePitch2D");
  return texture;
}

void tell(const TextureAccess& access, const FetchSite& site) {
  BlockRunner* const runner = BlockRunner::active();
  if (runner != nullptr && runner->block_observer() != nullptr)
    runner->block_observer()->texture_access(access, program_counter(site.return_address),
                                             site.frame);
}

// --- one texel ----------------------------------------------------------------------------------

/// The four components that a fetch gives, each as the 32 bits of a float or an integer.
struct Lanes {
  std::uint32_t bits[4] = {};
  Texel texel() const {
    return {bits[0] | std::uint64_t(bits[1]) << 32, bits[2] | std::uint64_t(bits[3]) << 32};
  }
};

template <typename T>
T load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

// A signed integer is as many steps from 0 to 1 as to -1, and its lowest value is -1 too.
float normalised(double value, double most) {
  const double quotient = value / most;
  return float(quotient < -1 ? -1 : quotient);
}

template <typename Signed, typename Unsigned>
std::uint32_t integer_bits(const TextureObject& texture, const char* at) {
  const bool is_signed = texture.format.kind == cudaChannelFormatKindSigned;
  constexpr double kMost = double(Unsigned(-1));
  if (!texture.normalised_integers())
    return is_signed ? std::uint32_t(std::int32_t(load<Signed>(at))) : load<Unsigned>(at);
  return std::bit_cast<std::uint32_t>(is_signed ? normalised(load<Signed>(at), (kMost - 1) / 2)
                                                : normalised(load<Unsigned>(at), kMost));
}

std::uint32_t component_bits(const TextureObject& texture, const char* at) {
  switch (texture.format.component_bytes) {
    case 1:
      return integer_bits<std::int8_t, std::uint8_t>(texture, at);
    case 2:
      return integer_bits<std::int16_t, std::uint16_t>(texture, at);
    default:
      return load<std::uint32_t>(at);
  }
}

/// A texel by its numbers; `data` is null where the border is.
struct Place {
  const char* data;
};

Lanes lanes_at(const TextureObject& texture, Place place) {
  Lanes lanes;
  for (unsigned c = 0; c < texture.format.components; ++c)
    lanes.bits[c] =
        place.data == nullptr
            ? std::bit_cast<std::uint32_t>(texture.settings.borderColor[c])
            : component_bits(texture, place.data + std::size_t(c) * texture.format.component_bytes);
  return lanes;
}

Place place_of(const TextureObject& texture, std::int64_t x, std::int64_t y, std::int64_t z = 0) {
  if (x == kBorder || y == kBorder || z == kBorder) return {nullptr};
  const std::size_t row = std::size_t(z) * texture.height + std::size_t(y);
  return {texture.data + row * texture.pitch + std::size_t(x) * texture.format.bytes()};
}

// --- fetches ------------------------------------------------------------------------------------

// The only slice of a texture that has no more.
constexpr TexelDirection kFirstSlice = {0, 0, 0};

Texel fetch(const TextureObject& texture, const TexelDirection& x, const TexelDirection& y,
            const TexelDirection& z, const FetchSite& site) {
  struct Part {
    Place place;
    std::uint32_t weight;  // in 2^24ths
  } parts[8];
  unsigned count = 0;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const bool right = (corner & 1) != 0, below = (corner & 2) != 0, behind = (corner & 4) != 0;
    const std::uint32_t weight = (right ? x.weight : 256 - x.weight) *
                                 (below ? y.weight : 256 - y.weight) *
                                 (behind ? z.weight : 256 - z.weight);
    if (weight != 0)
      parts[count++] = {place_of(texture, right ? x.second : x.first, below ? y.second : y.first,
                                 behind ? z.second : z.first),
                        weight};
  }
  constexpr std::uint32_t kWhole = 1 << 24;
  TextureAccess access;
  access.bytes = texture.format.bytes();
  for (unsigned i = 0; i < count; ++i)
    if (parts[i].place.data != nullptr) access.texels[access.count++] = parts[i].place.data;
  tell(access, site);
  double sums[4] = {};
  for (unsigned i = 0; i < count; ++i) {
    const Part& part = parts[i];
    const Lanes lanes = lanes_at(texture, part.place);
    if (part.weight == kWhole) return lanes.texel();  // integers too, which are never filtered
    for (int c = 0; c < 4; ++c)
      sums[c] += double(std::bit_cast<float>(lanes.bits[c])) * part.weight / kWhole;
  }
  Lanes result;
  for (int c = 0; c < 4; ++c) result.bits[c] = std::bit_cast<std::uint32_t>(float(sums[c]));
  return result.texel();
}

// The first row of a texture that is read by one coordinate.
constexpr TexelDirection kFirstRow = {0, 0, 0};

// --- surfaces -----------------------------------------------------------------------------------

const char* name_of(SurfaceShape shape, const char* line, const char* plane, const char* volume,
                    const char* layers) {
  switch (shape) {
    case SurfaceShape::one_dimension:
      return line;
    case SurfaceShape::three_dimensions:
      return volume;
    case SurfaceShape::layers:
      return layers;
    default:
      return plane;
  }
}

// The slice or layer that is meant; -1 where nothing is to be done.
std::int64_t surface_slice(const TextureObject& surface, int z, cudaSurfaceBoundaryMode mode,
                           SurfaceShape shape, const char* function) {
  const bool layered = shape == SurfaceShape::layers;
  const bool sliced = layered || shape == SurfaceShape::three_dimensions;
  if (sliced != (surface.depth != 0) || (sliced && layered != surface.layered))
    fail(cudaErrorIllegalAddress, FindingKind::invalid_handle,
         std::string(function) +
             " is given a surface of an array with another number of "
             "dimensions, or with or without layers");
  const auto last = std::int64_t(surface.depth == 0 ? 1 : surface.depth) - 1;
  if (z >= 0 && z <= last) return z;
  if (mode == cudaBoundaryModeZero) return -1;
  if (mode == cudaBoundaryModeClamp) return z < 0 ? 0 : last;
  fail(cudaErrorIllegalAddress, FindingKind::out_of_bounds,
       std::string(function) + " goes to slice or layer " + std::to_string(z) + " of " +
           std::to_string(last + 1));
}

// The bytes of a surface that are meant; null where nothing is to be done.
char* surface_bytes(const TextureObject& surface, int x, int y, int z, cudaSurfaceBoundaryMode mode,
                    SurfaceShape shape, unsigned bytes, const char* function) {
  if (!std::has_single_bit(bytes) || bytes > sizeof(Texel)) std::abort();  // not from the templates
  const std::int64_t slice = surface_slice(surface, z, mode, shape, function);
  if (slice < 0) return nullptr;
  const std::size_t row_bytes = surface.width * surface.format.bytes();
  const auto last_x = std::int64_t(row_bytes) - bytes, last_y = std::int64_t(surface.height) - 1;
  const bool outside = x < 0 || x > last_x || y < 0 || y > last_y;
  if (outside && mode == cudaBoundaryModeZero) return nullptr;
  if (outside && (mode != cudaBoundaryModeClamp || last_x < 0))  // no place that is near enough
    fail(cudaErrorIllegalAddress, FindingKind::out_of_bounds,
         std::string(function) + " goes to x = " + std::to_string(x) + ", y = " +
             std::to_string(y) + " of a surface whose rows have " + std::to_string(row_bytes) +
             " bytes (" + std::to_string(surface.width) + " elements), and which has " +
             std::to_string(surface.height) + " rows; x counts bytes");
  if (x % int(bytes) != 0)
    fail(cudaErrorMisalignedAddress, FindingKind::misaligned,
         std::string(function) + " is given x = " + std::to_string(x) + " for a value of " +
             std::to_string(bytes) +
             " bytes: x counts bytes, so that it is the number of the element times its size");
  std::int64_t at_x = x, at_y = y;
  if (at_x > last_x) at_x = last_x / bytes * bytes;
  if (at_x < 0) at_x = 0;
  if (at_y > last_y) at_y = last_y;
  if (at_y < 0) at_y = 0;
  const std::size_t row = std::size_t(slice) * surface.height + std::size_t(at_y);
  return surface.data + row * surface.pitch + at_x;
}

}  // namespace

Texel fetch_element(cudaTextureObject_t handle, int x) {
  const TextureObject& texture = object_of(handle, ObjectKind::texture, "tex1Dfetch");
  if (!texture.linear_memory())
    fail(cudaErrorIllegalAddress, FindingKind::invalid_handle,
         "tex1Dfetch is given a texture of an array or of pitched memory: it reads linear memory "
         "alone (cudaResourceTypeLinear); tex1D and tex2D read the others");
  const bool inside = x >= 0 && std::size_t(x) < texture.width;
  const char* const element =
      inside ? texture.data + std::size_t(x) * texture.format.bytes() : nullptr;
  TextureAccess access;
  access.bytes = texture.format.bytes();
  if (inside) access.texels[access.count++] = element;
  tell(access, KIT_SIM_FETCH_SITE);
  return inside ? lanes_at(texture, {element}).texel() : Texel{0, 0};
}

Texel fetch_1d(cudaTextureObject_t handle, float x) {
  const TextureObject& texture = filtered_texture(handle, "tex1D");
  const bool linear = texture.settings.filterMode == cudaFilterModeLinear;
  return fetch(texture, along_x(texture, x, linear), kFirstRow, kFirstSlice, KIT_SIM_FETCH_SITE);
}

Texel fetch_2d(cudaTextureObject_t handle, float x, float y) {
  const TextureObject& texture = filtered_texture(handle, "tex2D");
  const bool linear = texture.settings.filterMode == cudaFilterModeLinear;
  return fetch(texture, along_x(texture, x, linear), along_y(texture, y, linear), kFirstSlice,
               KIT_SIM_FETCH_SITE);
}

Texel fetch_3d(cudaTextureObject_t handle, float x, float y, float z) {
  const TextureObject& texture = filtered_texture(handle, "tex3D");
  if (texture.depth == 0 || texture.layered)
    fail(cudaErrorIllegalAddress, FindingKind::invalid_handle,
         "tex3D is given a texture that has no three dimensions: cudaMalloc3DArray makes arrays "
         "that have");
  const bool linear = texture.settings.filterMode == cudaFilterModeLinear;
  return fetch(texture, along_x(texture, x, linear), along_y(texture, y, linear),
               along_z(texture, z, linear), KIT_SIM_FETCH_SITE);
}

Texel fetch_layer(cudaTextureObject_t handle, float x, float y, int layer, SurfaceShape shape) {
  const bool lines = shape == SurfaceShape::line_layers;
  const char* const name = lines ? "tex1DLayered" : "tex2DLayered";
  const TextureObject& texture = filtered_texture(handle, name);
  if (!texture.layered)
    fail(cudaErrorIllegalAddress, FindingKind::invalid_handle,
         std::string(name) +
             " is given a texture without layers: cudaMalloc3DArray makes arrays "
             "that have them, with cudaArrayLayered");
  const bool linear = texture.settings.filterMode == cudaFilterModeLinear;
  const TexelDirection z{in_range(layer, std::int64_t(texture.depth), cudaAddressModeClamp), 0, 0};
  return fetch(texture, along_x(texture, x, linear),
               lines ? kFirstRow : along_y(texture, y, linear), z, KIT_SIM_FETCH_SITE);
}

Texel gather_2d(cudaTextureObject_t handle, float x, float y, int component) {
  const TextureObject& texture = filtered_texture(handle, "tex2Dgather");
  if ((texture.array_flags & cudaArrayTextureGather) == 0)
    fail(cudaErrorIllegalAddress, FindingKind::invalid_handle,
         "tex2Dgather needs a texture of an array that was made with cudaArrayTextureGather");
  const TexelDirection across = along_x(texture, x, true), down = along_y(texture, y, true);
  const Place places[4] = {
      place_of(texture, across.first, down.second), place_of(texture, across.second, down.second),
      place_of(texture, across.second, down.first), place_of(texture, across.first, down.first)};
  TextureAccess access;
  access.bytes = texture.format.bytes();
  for (const Place& place : places)
    if (place.data != nullptr) access.texels[access.count++] = place.data;
  tell(access, KIT_SIM_FETCH_SITE);
  Lanes result;
  for (int n = 0; n < 4; ++n)
    if (component >= 0 && component < 4)
      result.bits[n] = lanes_at(texture, places[n]).bits[component];
  return result.texel();
}

Texel read_surface(cudaSurfaceObject_t handle, int x, int y, int z, cudaSurfaceBoundaryMode mode,
                   SurfaceShape shape, unsigned bytes) {
  const char* const name =
      name_of(shape, "surf1Dread", "surf2Dread", "surf3Dread", "surf2DLayeredread");
  const TextureObject& surface = object_of(handle, ObjectKind::surface, name);
  const char* const from = surface_bytes(surface, x, y, z, mode, shape, bytes, name);
  TextureAccess access{true, false, bytes, 0, {}};
  if (from != nullptr) access.texels[access.count++] = from;
  tell(access, KIT_SIM_FETCH_SITE);
  Texel value = {0, 0};
  if (from != nullptr) std::memcpy(&value, from, bytes);
  return value;
}

void write_surface(cudaSurfaceObject_t handle, int x, int y, int z, cudaSurfaceBoundaryMode mode,
                   SurfaceShape shape, unsigned bytes, Texel value) {
  const char* const name =
      name_of(shape, "surf1Dwrite", "surf2Dwrite", "surf3Dwrite", "surf2DLayeredwrite");
  const TextureObject& surface = object_of(handle, ObjectKind::surface, name);
  char* const to = surface_bytes(surface, x, y, z, mode, shape, bytes, name);
  TextureAccess access{true, true, bytes, 0, {}};
  if (to != nullptr) access.texels[access.count++] = to;
  tell(access, KIT_SIM_FETCH_SITE);
  if (to != nullptr) std::memcpy(to, &value, bytes);
}

}  // namespace kit::sim
