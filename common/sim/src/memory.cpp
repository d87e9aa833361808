/// Every allocation is mapped by itself between pages without access, so that an access beyond its
/// end faults at once, without any instrumentation. While no kernel and no copy runs, nobody may
/// access device memory: a device pointer that the host uses faults too.
#include "memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "devices.hpp"
#include "settings.hpp"

namespace kit::sim {
namespace {

constexpr std::size_t kAlignment = 256;        // what cudaMalloc promises
constexpr std::size_t kGuardBytes = 1 << 16;   // no access, on both sides
constexpr unsigned char kSlackPattern = 0xc3;  // between data and guard pages
constexpr std::size_t kMaxRetiredBytes = 512 << 20;

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

// Quiet NaNs with a payload that depends on the seed: stale or unwritten values are never
// plausible.
void fill_with_nan(char* data, std::size_t bytes) {
  const std::uint32_t word = 0x7fc00000u | (std::uint32_t(block_order_seed() * 2654435761u) >> 12);
  std::fill_n(reinterpret_cast<std::uint32_t*>(data), bytes / 4, word);
  std::memset(data + bytes / 4 * 4, 0xff, bytes % 4);
}

std::string size_text(std::size_t bytes) {
  return std::to_string(bytes) + "-byte buffer";
}

}  // namespace

Memory& Memory::instance() {
  static Memory* memory = new Memory;  // outlives every static object of the program
  return *memory;
}

cudaError_t Memory::allocate(void** pointer, std::size_t bytes, MemoryKind kind) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  const std::lock_guard lock(mutex_);
  // Where kernels are only noted, another card's memory may be needed, and hardly any is touched.
  constexpr std::size_t kLargeCards = 32;
  const bool touched = !launches_are_skipped();
  const std::size_t limit = (touched ? 1 : kLargeCards) * kDeviceMemoryBytes;
  std::size_t& in_use = in_use_[std::size_t(current_device())];
  if (bytes > limit || in_use + bytes > limit) {
    return cudaErrorMemoryAllocation;
  }
  const std::size_t page = std::size_t(sysconf(_SC_PAGESIZE));
  const std::size_t usable = round_up(round_up(bytes, kAlignment), page);
  Allocation allocation;
  allocation.mapping_bytes = usable + 2 * kGuardBytes;
  void* mapping = mmap(nullptr, allocation.mapping_bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) return cudaErrorMemoryAllocation;
  allocation.mapping = static_cast<char*>(mapping);
  char* first = allocation.mapping + kGuardBytes;
  mprotect(first, usable, PROT_READ | PROT_WRITE);
#ifdef MADV_POPULATE_WRITE  // all pages at once cost less than a fault each
  if (touched) madvise(first, usable, MADV_POPULATE_WRITE);
#endif
  std::memset(first, kSlackPattern, std::min(usable, page));
  std::memset(first + usable - page, kSlackPattern, page);
  allocation.data = first + usable - round_up(bytes, kAlignment);
  allocation.bytes = bytes;
  allocation.kind = kind;
  if (touched) fill_with_nan(allocation.data, bytes);
  if (kind == MemoryKind::device && access_depth_ == 0) mprotect(first, usable, PROT_NONE);
  in_use += bytes;
  allocation.device = current_device();
  allocations_[allocation.data] = allocation;
  *pointer = allocation.data;
  return cudaSuccess;
}

cudaError_t Memory::release(void* pointer, bool host) {
  if (pointer == nullptr) return cudaSuccess;
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.find(static_cast<char*>(pointer));
  if (found == allocations_.end() || found->second.kind == MemoryKind::symbol ||
      found->second.kind == MemoryKind::registered_host ||
      (found->second.kind == MemoryKind::pinned_host) != host) {
    return cudaErrorInvalidValue;
  }
  in_use_[std::size_t(found->second.device)] -= found->second.bytes;
  const Allocation& gone = found->second;
  // Another mapping in its place: the memory goes, and the addresses stay taken.
  if (mmap(gone.mapping, gone.mapping_bytes, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
    mprotect(gone.mapping, gone.mapping_bytes, PROT_NONE);
  retired_.emplace_back(gone.mapping, gone.mapping_bytes);
  retired_bytes_ += gone.mapping_bytes;
  while (retired_bytes_ > kMaxRetiredBytes) {
    munmap(retired_.front().first, retired_.front().second);
    retired_bytes_ -= retired_.front().second;
    retired_.pop_front();
  }
  allocations_.erase(found);
  return cudaSuccess;
}

std::vector<Allocation> Memory::in_use() const {
  const std::lock_guard lock(mutex_);
  std::vector<Allocation> list;
  for (const auto& [begin, one] : allocations_)
    if (one.mapping != nullptr) list.push_back(one);
  return list;
}

bool Memory::was_released(const void* address) const {
  const std::lock_guard lock(mutex_);
  const auto* const byte = static_cast<const char*>(address);
  return std::any_of(retired_.begin(), retired_.end(), [&](const auto& mapping) {
    const auto* const begin = static_cast<const char*>(mapping.first);
    return byte >= begin && byte < begin + mapping.second;
  });
}

void Memory::add_symbol(void* pointer, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  allocations_[static_cast<char*>(pointer)] =
      Allocation{static_cast<char*>(pointer), bytes, MemoryKind::symbol, nullptr, 0, 0, 0};
}

cudaError_t Memory::add_host(void* pointer, std::size_t bytes, unsigned flags) {
  const std::lock_guard lock(mutex_);
  auto* const data = static_cast<char*>(pointer);
  const auto next = allocations_.lower_bound(data + bytes);
  if (next != allocations_.begin()) {
    const Allocation& below = std::prev(next)->second;
    if (below.end() > data)
      return is_shared_host(below.kind) ? cudaErrorHostMemoryAlreadyRegistered
                                        : cudaErrorInvalidValue;
  }
  allocations_[data] = Allocation{data, bytes, MemoryKind::registered_host, nullptr, 0, flags, 0};
  return cudaSuccess;
}

cudaError_t Memory::remove_host(void* pointer) {
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.find(static_cast<char*>(pointer));
  if (found == allocations_.end() || found->second.kind != MemoryKind::registered_host)
    return cudaErrorHostMemoryNotRegistered;
  allocations_.erase(found);
  return cudaSuccess;
}

void Memory::set_flags(void* pointer, unsigned flags) {
  const std::lock_guard lock(mutex_);
  const auto found = allocations_.find(static_cast<char*>(pointer));
  if (found != allocations_.end()) found->second.flags = flags;
}

std::optional<Allocation> Memory::find(const void* address) const {
  const std::lock_guard lock(mutex_);
  const char* byte = static_cast<const char*>(address);
  auto next = allocations_.upper_bound(byte);
  if (next == allocations_.begin()) return std::nullopt;
  const Allocation& candidate = std::prev(next)->second;
  if (byte >= candidate.end()) return std::nullopt;
  return candidate;
}

bool Memory::near_device_memory(const void* address) const {
  const std::lock_guard lock(mutex_);
  const char* byte = static_cast<const char*>(address);
  return std::any_of(allocations_.begin(), allocations_.end(), [&](const auto& entry) {
    const Allocation& one = entry.second;
    return one.kind == MemoryKind::device && byte >= one.mapping &&
           byte < one.mapping + one.mapping_bytes;
  });
}

std::string Memory::describe(const void* address) const {
  const std::lock_guard lock(mutex_);
  const char* byte = static_cast<const char*>(address);
  if (byte < reinterpret_cast<char*>(4096)) return "a null pointer";
  for (const auto& [start, allocation] : allocations_) {
    if (allocation.mapping == nullptr) continue;
    if (byte < allocation.mapping || byte >= allocation.mapping + allocation.mapping_bytes)
      continue;
    if (byte < start) {
      return std::to_string(start - byte) + " bytes before the start of a " +
             size_text(allocation.bytes);
    }
    if (byte >= allocation.end()) {
      return std::to_string(byte - allocation.end()) + " bytes past the end of a " +
             size_text(allocation.bytes);
    }
    return "inside a " + size_text(allocation.bytes);
  }
  return "far from every buffer";
}

std::string Memory::foreign(const void* address) const {
  const auto found = find(address);
  const std::lock_guard lock(mutex_);
  if (running_on_ < 0 || !found || found->kind != MemoryKind::device ||
      may_access(running_on_, found->device))
    return {};
  const std::string owner = std::to_string(found->device), user = std::to_string(running_on_);
  return "a " + size_text(found->bytes) + " of device " + owner + " in a kernel on device " + user +
         ", which may not: cudaDeviceEnablePeerAccess(" + owner +
         ", 0) comes before, while device " + user +
         " is the current one, or copy with cudaMemcpyPeerAsync()";
}

std::optional<std::string> Memory::find_damage() {
  const std::lock_guard lock(mutex_);
  for (auto& [start, allocation] : allocations_) {
    if (allocation.mapping == nullptr || allocation.kind == MemoryKind::pinned_host) continue;
    char* first = allocation.mapping + kGuardBytes;
    char* last = allocation.mapping + allocation.mapping_bytes - kGuardBytes;
    auto damaged = [](char c) { return static_cast<unsigned char>(c) != kSlackPattern; };
    char* before = std::find_if(first, allocation.data, damaged);
    char* after = std::find_if(allocation.data + allocation.bytes, last, damaged);
    std::optional<std::string> text;
    if (before != allocation.data) {
      text = "a kernel wrote " + std::to_string(start - before) + " bytes before the start of a " +
             size_text(allocation.bytes);
    } else if (after != last) {
      text = "a kernel wrote " + std::to_string(after - allocation.end()) +
             " bytes past the end of a " + size_text(allocation.bytes);
    }
    if (!text) continue;
    std::fill(first, allocation.data, static_cast<char>(kSlackPattern));
    std::fill(allocation.data + allocation.bytes, last, static_cast<char>(kSlackPattern));
    return text;
  }
  return std::nullopt;
}

std::size_t Memory::bytes_in_use(int device) const {
  const std::lock_guard lock(mutex_);
  return in_use_[std::size_t(device)];
}

void Memory::set_foreign(int device, bool accessible) {
  const std::lock_guard lock(mutex_);
  running_on_ = accessible ? -1 : device;
  for (const auto& [start, one] : allocations_)
    if (one.kind == MemoryKind::device && !may_access(device, one.device))
      mprotect(one.mapping + kGuardBytes, one.mapping_bytes - 2 * kGuardBytes,
               accessible ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void Memory::enter() {
  const std::lock_guard lock(mutex_);
  if (access_depth_++ == 0) protect_all(true);
}

void Memory::leave() {
  const std::lock_guard lock(mutex_);
  if (--access_depth_ == 0) protect_all(false);
}

void Memory::protect_all(bool accessible) {
  for (const auto& [start, allocation] : allocations_) {
    if (allocation.kind != MemoryKind::device) continue;
    mprotect(allocation.mapping + kGuardBytes, allocation.mapping_bytes - 2 * kGuardBytes,
             accessible ? PROT_READ | PROT_WRITE : PROT_NONE);
  }
}

}  // namespace kit::sim

extern "C" void kit_sim_open_device() {
  kit::sim::Memory::instance().enter();
}

extern "C" void kit_sim_close_device() {
  kit::sim::Memory::instance().leave();
}
