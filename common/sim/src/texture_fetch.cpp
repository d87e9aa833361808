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

// --- coordinates --------------------------------------------------------------------------------

constexpr std::int64_t kBorder = -1;

// The number of a texel, of `count`, for any number; kBorder where the border is.
std::int64_t in_range(std::int64_t number, std::int64_t count, cudaTextureAddressMode mode) {
  const bool inside = number >= 0 && number < count;
  switch (mode) {
    case cudaAddressModeBorder:
      return inside ? number : kBorder;
    case cudaAddressModeWrap:
      return (number % count + count) % count;
    case cudaAddressModeMirror: {
      const std::int64_t there_and_back = (number % (2 * count) + 2 * count) % (2 * count);
      return there_and_back < count ? there_and_back : 2 * count - 1 - there_and_back;
    }
    default:
      return inside ? number : number < 0 ? 0 : count - 1;
  }
}

// A coordinate as a number of texels, near enough to the texture for whole numbers of 64 bits.
double texels(float coordinate, std::size_t count, bool normalised, cudaTextureAddressMode mode) {
  constexpr double kFar = 1e9;
  double value = coordinate;
  if (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror) value = std::fmod(value, 2);
  if (normalised) value *= double(count);
  if (std::isnan(value)) return 0;
  return value < -kFar ? -kFar : value > kFar ? kFar : value;
}

/// One direction: the texel, or the two neighbours and the second one's weight in 256ths.
struct Direction {
  std::int64_t first, second;
  std::uint32_t weight;
};

Direction nearest(double position, std::size_t count, cudaTextureAddressMode mode) {
  const auto number = std::int64_t(std::floor(position));
  return {in_range(number, std::int64_t(count), mode), 0, 0};
}

Direction neighbours(double position, std::size_t count, cudaTextureAddressMode mode) {
  const double lower = std::floor(position - 0.5);
  const double fraction = position - 0.5 - lower;
  const auto number = std::int64_t(lower), size = std::int64_t(count);
  return {in_range(number, size, mode), in_range(number + 1, size, mode),
          std::uint32_t(std::floor(fraction * 256 + 0.5))};
}

Direction along_x(const TextureObject& texture, float x, bool linear) {
  const double position =
      texels(x, texture.width, texture.settings.normalizedCoords != 0, texture.address_x);
  return linear ? neighbours(position, texture.width, texture.address_x)
                : nearest(position, texture.width, texture.address_x);
}

Direction along_y(const TextureObject& texture, float y, bool linear) {
  const double position =
      texels(y, texture.height, texture.settings.normalizedCoords != 0, texture.address_y);
  return linear ? neighbours(position, texture.height, texture.address_y)
                : nearest(position, texture.height, texture.address_y);
}

Place place_of(const TextureObject& texture, std::int64_t x, std::int64_t y) {
  if (x == kBorder || y == kBorder) return {nullptr};
  return {texture.data + std::size_t(y) * texture.pitch + std::size_t(x) * texture.format.bytes()};
}

// --- fetches ------------------------------------------------------------------------------------

Texel fetch(const TextureObject& texture, const Direction& x, const Direction& y,
            const FetchSite& site) {
  const struct {
    Place place;
    std::uint32_t weight;  // in 65536ths
  } parts[4] = {
      {place_of(texture, x.first, y.first), (256 - x.weight) * (256 - y.weight)},
      {place_of(texture, x.second, y.first), x.weight * (256 - y.weight)},
      {place_of(texture, x.first, y.second), (256 - x.weight) * y.weight},
      {place_of(texture, x.second, y.second), x.weight * y.weight},
  };
  constexpr std::uint32_t kWhole = 65536;
  TextureAccess access;
  access.bytes = texture.format.bytes();
  for (const auto& part : parts)
    if (part.weight != 0 && part.place.data != nullptr)
      access.texels[access.count++] = part.place.data;
  tell(access, site);
  double sums[4] = {};
  for (const auto& part : parts) {
    if (part.weight == 0) continue;
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
constexpr Direction kFirstRow = {0, 0, 0};

// --- surfaces -----------------------------------------------------------------------------------

// The bytes of a surface that are meant; null where nothing is to be done.
char* surface_bytes(const TextureObject& surface, int x, int y, cudaSurfaceBoundaryMode mode,
                    unsigned bytes, const char* function) {
  if (!std::has_single_bit(bytes) || bytes > sizeof(Texel)) std::abort();  // not from the templates
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
  return surface.data + std::size_t(at_y) * surface.pitch + at_x;
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
  return fetch(texture, along_x(texture, x, linear), kFirstRow, KIT_SIM_FETCH_SITE);
}

Texel fetch_2d(cudaTextureObject_t handle, float x, float y) {
  const TextureObject& texture = filtered_texture(handle, "tex2D");
  const bool linear = texture.settings.filterMode == cudaFilterModeLinear;
  return fetch(texture, along_x(texture, x, linear), along_y(texture, y, linear),
               KIT_SIM_FETCH_SITE);
}

Texel gather_2d(cudaTextureObject_t handle, float x, float y, int component) {
  const TextureObject& texture = filtered_texture(handle, "tex2Dgather");
  if ((texture.array_flags & cudaArrayTextureGather) == 0)
    fail(cudaErrorIllegalAddress, FindingKind::invalid_handle,
         "tex2Dgather needs a texture of an array that was made with cudaArrayTextureGather");
  const Direction across = along_x(texture, x, true), down = along_y(texture, y, true);
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

Texel read_surface(cudaSurfaceObject_t handle, int x, int y, cudaSurfaceBoundaryMode mode,
                   SurfaceShape shape, unsigned bytes) {
  const char* const name = shape == SurfaceShape::one_dimension ? "surf1Dread" : "surf2Dread";
  const TextureObject& surface = object_of(handle, ObjectKind::surface, name);
  const char* const from = surface_bytes(surface, x, y, mode, bytes, name);
  TextureAccess access{true, false, bytes, 0, {}};
  if (from != nullptr) access.texels[access.count++] = from;
  tell(access, KIT_SIM_FETCH_SITE);
  Texel value = {0, 0};
  if (from != nullptr) std::memcpy(&value, from, bytes);
  return value;
}

void write_surface(cudaSurfaceObject_t handle, int x, int y, cudaSurfaceBoundaryMode mode,
                   SurfaceShape shape, unsigned bytes, Texel value) {
  const char* const name = shape == SurfaceShape::one_dimension ? "surf1Dwrite" : "surf2Dwrite";
  const TextureObject& surface = object_of(handle, ObjectKind::surface, name);
  char* const to = surface_bytes(surface, x, y, mode, bytes, name);
  TextureAccess access{true, true, bytes, 0, {}};
  if (to != nullptr) access.texels[access.count++] = to;
  tell(access, KIT_SIM_FETCH_SITE);
  if (to != nullptr) std::memcpy(to, &value, bytes);
}

}  // namespace kit::sim
