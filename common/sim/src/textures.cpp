/// Texture and surface objects: making them, with the checks that CUDA makes, and their end. What
/// is refused is told in a line besides the error, since "invalid argument" says little.
#include <atomic>
#include <mutex>
#include <optional>
#include <string>

#include "device.hpp"
#include "error_state.hpp"
#include "finding.hpp"
#include "memory.hpp"
#include "texture_object.hpp"

namespace kit::sim {
namespace {

// Handles count up, and each has its slot, so that kernels find objects without a lock. An object
// stays in memory when it is destroyed: another host thread may be looking at it.
constexpr std::size_t kSlots = 1 << 16;
std::atomic<const TextureObject*> slots[kSlots];
std::mutex slots_mutex;

// The object's handle; 0 if as many live as there are slots.
std::uint64_t add_object(TextureObject object) {
  static std::uint64_t last_handle = 0;
  const std::lock_guard lock(slots_mutex);
  for (std::size_t tries = 0; tries < kSlots; ++tries) {
    auto& slot = slots[++last_handle % kSlots];
    if (slot.load() != nullptr) continue;
    object.handle = last_handle;
    slot = new TextureObject(object);
    return last_handle;
  }
  return 0;
}

bool remove_object(std::uint64_t handle, ObjectKind kind) {
  const std::lock_guard lock(slots_mutex);
  if (find_object(handle, kind) == nullptr) return false;
  slots[handle % kSlots] = nullptr;
  return true;
}

cudaError_t refuse(const char* call, cudaError_t error, const std::string& reason) {
  explain(std::string(call) + ": " + reason);
  return record(error);
}

cudaError_t destroy(std::uint64_t handle, ObjectKind kind, const char* call) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (handle == 0 || remove_object(handle, kind)) return cudaSuccess;
  report_host(FindingKind::invalid_handle,
              std::string(call) + " is given an object that was destroyed or never made");
  return record(cudaErrorInvalidValue);
}

cudaError_t hand_out(const char* call, const TextureObject& object, unsigned long long* handle) {
  const std::uint64_t added = add_object(object);
  if (added == 0)
    return refuse(call, cudaErrorMemoryAllocation, "65536 objects live, none was destroyed");
  *handle = added;
  return cudaSuccess;
}

const TextureObject* asked_for(std::uint64_t handle, ObjectKind kind, const char* call) {
  const TextureObject* const object = find_object(handle, kind);
  if (object == nullptr)
    report_host(FindingKind::invalid_handle,
                std::string(call) + " is given an object that was destroyed or never made");
  return object;
}

cudaError_t tell_resource(const char* call, std::uint64_t handle, ObjectKind kind,
                          cudaResourceDesc* resource) {
  const TextureObject* const object = asked_for(handle, kind, call);
  if (object == nullptr || resource == nullptr) return record(cudaErrorInvalidValue);
  *resource = object->resource;
  return cudaSuccess;
}

// The memory that a texture is made of; a reason if it cannot be.
struct Refusal {
  cudaError_t error;
  std::string reason;
};
std::optional<Refusal> use_memory(TextureObject& object, const void* pointer,
                                  const cudaChannelFormatDesc& format) {
  const auto found = Memory::instance().find(pointer);
  if (!found || found->kind == MemoryKind::pinned_host)
    return Refusal{cudaErrorInvalidValue, "its memory does not come from cudaMalloc"};
  if (std::size_t(static_cast<const char*>(pointer) - found->data) % kTextureAlignment != 0)
    return Refusal{cudaErrorInvalidValue,
                   "its memory begins at no multiple of 512 bytes (textureAlignment)"};
  const auto element = texel_format(format);
  if (!element)
    return Refusal{cudaErrorInvalidChannelDescriptor,
                   "its elements are none of 1, 2 or 4 integers of 8, 16 or 32 bits or floats of "
                   "32 bits; cudaCreateChannelDesc<float>() describes them"};
  object.format = *element;
  object.data = static_cast<char*>(const_cast<void*>(pointer));
  return std::nullopt;
}

std::optional<Refusal> use_linear(TextureObject& object) {
  const auto& linear = object.resource.res.linear;
  if (auto refusal = use_memory(object, linear.devPtr, linear.desc)) return refusal;
  object.width = linear.sizeInBytes / object.format.bytes();
  if (object.width == 0 || object.width > kMaxLinearElements)
    return Refusal{cudaErrorInvalidValue, "its size in bytes is not that of 1 to 2^28 elements"};
  return std::nullopt;
}

std::optional<Refusal> use_pitched(TextureObject& object) {
  const auto& pitched = object.resource.res.pitch2D;
  if (auto refusal = use_memory(object, pitched.devPtr, pitched.desc)) return refusal;
  object.width = pitched.width;
  object.height = pitched.height;
  object.pitch = pitched.pitchInBytes;
  if (object.width == 0 || object.height == 0 || object.width > std::size_t(kMaxTextureWidth) ||
      object.height > std::size_t(kMaxLinearHeight))
    return Refusal{cudaErrorInvalidValue, "it has no elements, or more than a card's texture"};
  if (object.pitch % kTexturePitchAlignment != 0)
    return Refusal{cudaErrorInvalidValue,
                   "a pitch of " + std::to_string(object.pitch) +
                       " bytes is no multiple of 32 (texturePitchAlignment); cudaMallocPitch gives "
                       "one that is"};
  if (object.pitch > std::size_t(kMaxLinearPitch) ||
      object.pitch < object.width * object.format.bytes())
    return Refusal{cudaErrorInvalidValue,
                   "its rows are longer than the pitch, or the pitch than "
                   "2097120 bytes"};
  return std::nullopt;
}

void use_array(TextureObject& object) {
  const cudaArray& array = *object.resource.res.array.array;
  object.format = *texel_format(array.format);
  object.data = array.data;
  object.width = array.width;
  object.height = array.rows();
  object.depth = array.depth;
  object.layered = (array.flags & cudaArrayLayered) != 0;
  object.pitch = array.pitch;
  object.array_flags = array.flags;
}

// Wrap and mirror work with normalised coordinates alone; CUDA takes clamp for them elsewhere.
cudaTextureAddressMode usable(cudaTextureAddressMode mode, const cudaTextureDesc& settings) {
  const bool turns = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
  return turns && settings.normalizedCoords == 0 ? cudaAddressModeClamp : mode;
}

std::optional<Refusal> check_settings(const TextureObject& object) {
  const cudaTextureDesc& settings = object.settings;
  if (settings.sRGB != 0 || settings.seamlessCubemap != 0)
    return Refusal{cudaErrorNotSupported, "the simulator has neither sRGB nor cube maps"};
  for (const cudaTextureAddressMode mode : settings.addressMode)
    if (unsigned(mode) > cudaAddressModeBorder)
      return Refusal{cudaErrorInvalidValue, "an address mode is none; set every member first"};
  const bool integers = object.format.kind != cudaChannelFormatKindFloat;
  if (integers && settings.readMode == cudaReadModeNormalizedFloat && !object.normalised_integers())
    return Refusal{cudaErrorInvalidNormSetting,
                   "integers of 32 bits cannot be read as normalised floats"};
  if (integers && !object.normalised_integers() && !object.linear_memory() &&
      settings.filterMode == cudaFilterModeLinear)
    return Refusal{cudaErrorInvalidFilterSetting,
                   "linear filtering gives floats: elements that are integers need "
                   "cudaReadModeNormalizedFloat with it"};
  return std::nullopt;
}

}  // namespace

const TextureObject* find_object(std::uint64_t handle, ObjectKind kind) {
  const TextureObject* const object = slots[handle % kSlots].load(std::memory_order_acquire);
  return object != nullptr && object->handle == handle && object->kind == kind ? object : nullptr;
}

}  // namespace kit::sim

using namespace kit::sim;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* settings,
                                    const cudaResourceViewDesc* view) {
  constexpr const char* call = "cudaCreateTextureObject";
  if (const cudaError_t fault = surface_faults()) return fault;
  if (texture == nullptr || resource == nullptr || settings == nullptr)
    return record(cudaErrorInvalidValue);
  if (view != nullptr || resource->resType == cudaResourceTypeMipmappedArray)
    return refuse(call, cudaErrorNotSupported, "the simulator has neither views nor mipmaps");
  TextureObject object;
  object.resource = *resource;
  object.settings = *settings;
  std::optional<Refusal> refusal;
  switch (resource->resType) {
    case cudaResourceTypeArray:
      if (!check_array(resource->res.array.array, call))
        return record(cudaErrorInvalidResourceHandle);
      use_array(object);
      break;
    case cudaResourceTypeLinear:
      refusal = use_linear(object);
      break;
    case cudaResourceTypePitch2D:
      refusal = use_pitched(object);
      break;
    default:
      refusal = Refusal{cudaErrorInvalidValue, "resType is none; set every member first"};
  }
  if (!refusal) refusal = check_settings(object);
  if (refusal) return refuse(call, refusal->error, refusal->reason);
  object.address_x = usable(settings->addressMode[0], *settings);
  object.address_y = usable(settings->addressMode[1], *settings);
  object.address_z = usable(settings->addressMode[2], *settings);
  return hand_out(call, object, texture);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  return destroy(texture, ObjectKind::texture, "cudaDestroyTextureObject");
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t texture) {
  return tell_resource("cudaGetTextureObjectResourceDesc", texture, ObjectKind::texture, resource);
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* settings,
                                            cudaTextureObject_t texture) {
  const auto* const object =
      asked_for(texture, ObjectKind::texture, "cudaGetTextureObjectTextureDesc");
  if (object == nullptr || settings == nullptr) return record(cudaErrorInvalidValue);
  *settings = object->settings;
  return cudaSuccess;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface,
                                    const cudaResourceDesc* resource) {
  constexpr const char* call = "cudaCreateSurfaceObject";
  if (const cudaError_t fault = surface_faults()) return fault;
  if (surface == nullptr || resource == nullptr) return record(cudaErrorInvalidValue);
  if (resource->resType != cudaResourceTypeArray)
    return refuse(call, cudaErrorInvalidValue,
                  "a surface is made of an array (cudaResourceTypeArray)");
  if (!check_array(resource->res.array.array, call)) return record(cudaErrorInvalidResourceHandle);
  if ((resource->res.array.array->flags & cudaArraySurfaceLoadStore) == 0)
    return refuse(call, cudaErrorInvalidValue,
                  "cudaMallocArray made the array without cudaArraySurfaceLoadStore");
  TextureObject object;
  object.kind = ObjectKind::surface;
  object.resource = *resource;
  use_array(object);
  return hand_out(call, object, surface);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  return destroy(surface, ObjectKind::surface, "cudaDestroySurfaceObject");
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t surface) {
  return tell_resource("cudaGetSurfaceObjectResourceDesc", surface, ObjectKind::surface, resource);
}
