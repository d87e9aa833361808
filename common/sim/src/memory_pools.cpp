/// Pools of memory: which bytes came from which, since programs ask for that. Memory itself comes
/// and goes as cudaMallocAsync and cudaFreeAsync have it.
#include "memory_pools.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "error_state.hpp"
#include "kit_sim/memory_pools.h"

struct CUmemPoolHandle_st {
  std::uint64_t release_threshold = 0, used = 0, most_used = 0;
  int reuse[3] = {1, 1, 1};
};

namespace kit::sim {
namespace {

/// Which pools there are, and what was taken from them. Never destroyed: programs free memory at
/// their very end.
struct MemoryPools {
  struct Taken {
    cudaMemPool_t pool;
    std::size_t bytes;
  };
  std::mutex mutex;
  CUmemPoolHandle_st of_device;
  cudaMemPool_t current = &of_device;
  std::set<cudaMemPool_t> made;
  std::map<const void*, Taken> taken;

  bool has(cudaMemPool_t pool) const { return pool == &of_device || made.count(pool) != 0; }
};

MemoryPools& memory_pools() {
  static auto* const pools = new MemoryPools;
  return *pools;
}

cudaError_t get_pool(cudaMemPool_t* pool, int device, bool current) {
  if (pool == nullptr) return record(cudaErrorInvalidValue);
  if (device != 0) return record(cudaErrorInvalidDevice);
  MemoryPools& pools = memory_pools();
  const std::lock_guard lock(pools.mutex);
  *pool = current ? pools.current : &pools.of_device;
  return cudaSuccess;
}

}  // namespace

void note_pool_taken(CUmemPoolHandle_st* pool, const void* pointer, std::size_t bytes) {
  MemoryPools& pools = memory_pools();
  const std::lock_guard lock(pools.mutex);
  if (pool == nullptr) pool = pools.current;
  if (!pools.has(pool)) return;
  pools.taken[pointer] = {pool, bytes};
  pool->used += bytes;
  pool->most_used = std::max(pool->most_used, pool->used);
}

void note_pool_given_back(const void* pointer) {
  MemoryPools& pools = memory_pools();
  const std::lock_guard lock(pools.mutex);
  const auto found = pools.taken.find(pointer);
  if (found == pools.taken.end()) return;
  if (pools.has(found->second.pool)) found->second.pool->used -= found->second.bytes;
  pools.taken.erase(found);
}

bool is_memory_pool(CUmemPoolHandle_st* pool) {
  MemoryPools& pools = memory_pools();
  const std::lock_guard lock(pools.mutex);
  return pools.has(pool);
}

}  // namespace kit::sim

using namespace kit::sim;

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return get_pool(pool, device, false);
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return get_pool(pool, device, true);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (device != 0) return record(cudaErrorInvalidDevice);
  MemoryPools& pools = memory_pools();
  const std::lock_guard lock(pools.mutex);
  if (!pools.has(pool)) return record(cudaErrorInvalidValue);
  pools.current = pool;
  return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  const bool valid = pool != nullptr && properties != nullptr &&
                     properties->allocType == cudaMemAllocationTypePinned &&
                     properties->handleTypes == cudaMemHandleTypeNone &&
                     properties->location.type == cudaMemLocationTypeDevice;
  if (!valid) return record(cudaErrorInvalidValue);
  if (properties->location.id != 0) return record(cudaErrorInvalidDevice);
  MemoryPools& pools = memory_pools();
  const std::lock_guard lock(pools.mutex);
  *pool = *pools.made.insert(new CUmemPoolHandle_st).first;
  return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  MemoryPools& pools = memory_pools();
  const std::lock_guard lock(pools.mutex);
  if (pools.made.erase(pool) == 0) return record(cudaErrorInvalidValue);
  if (pools.current == pool) pools.current = &pools.of_device;
  delete pool;
  return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  MemoryPools& pools = memory_pools();
  const std::lock_guard lock(pools.mutex);
  if (!pools.has(pool) || value == nullptr) return record(cudaErrorInvalidValue);
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies] = *static_cast<int*>(value);
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      pool->release_threshold = *static_cast<std::uint64_t*>(value);
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
      // To 0 alone: from now on.
      if (*static_cast<std::uint64_t*>(value) != 0) return record(cudaErrorInvalidValue);
      pool->most_used = pool->used;
      return cudaSuccess;
    default:
      return record(cudaErrorInvalidValue);
  }
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  MemoryPools& pools = memory_pools();
  const std::lock_guard lock(pools.mutex);
  if (!pools.has(pool) || value == nullptr) return record(cudaErrorInvalidValue);
  switch (attribute) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      *static_cast<int*>(value) = pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      *static_cast<std::uint64_t*>(value) = pool->release_threshold;
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
      *static_cast<std::uint64_t*>(value) = pool->used;
      return cudaSuccess;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
      *static_cast<std::uint64_t*>(value) = pool->most_used;
      return cudaSuccess;
  }
  return record(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  return is_memory_pool(pool) ? cudaSuccess : record(cudaErrorInvalidValue);
}
