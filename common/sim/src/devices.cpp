/// Several devices in one process: each owns memory, streams and a set of variables. Work is done
/// one piece after another, so the variables of the device at work lie where the program has them,
/// and those of the others are kept aside.
#include "devices.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "error_state.hpp"
#include "finding.hpp"
#include "host_memory.hpp"
#include "kit_sim/device_properties.h"
#include "memory.hpp"
#include "own_thread_local.hpp"
#include "settings.hpp"
#include "stream_clocks.hpp"
#include "stream_handles.hpp"
#include "streams.hpp"
#include "work_queue.hpp"

extern "C" {
/// As the rewriter lists __device__ variables.
struct kit_sim_listed_variable {
  char* data;
  unsigned long bytes;
};
extern char constants_begin[] __asm__("__start_kit_sim_constant") __attribute__((weak));
extern char constants_end[] __asm__("__stop_kit_sim_constant") __attribute__((weak));
extern const kit_sim_listed_variable variables_begin[] __asm__("__start_kit_sim_device")
    __attribute__((weak));
extern const kit_sim_listed_variable variables_end[] __asm__("__stop_kit_sim_device")
    __attribute__((weak));
}

namespace kit::sim {
namespace {

constexpr int kMostDevices = StreamClocks::kMostDevices;

KIT_SIM_OWN_THREAD_LOCAL int chosen_device = 0;
// By device and owner.
std::array<std::array<std::atomic<bool>, kMostDevices>, kMostDevices> peers;

struct Bytes {
  char* begin;
  std::size_t count;
};

std::vector<Bytes> device_variables() {
  std::vector<Bytes> all;
  if (const auto bytes = std::size_t(constants_end - constants_begin); bytes > 0)
    all.push_back({constants_begin, bytes});
  for (const auto* one = variables_begin; one != variables_end; ++one)
    all.push_back({one->data, one->bytes});
  return all;
}

// The variables of the devices that are not at work, as bytes one after the other.
class Variables {
 public:
  void use(int device) {
    if (device == at_work_) return;
    if (kept_[0].empty()) keep_initial();
    exchange(at_work_, device);
    at_work_ = device;
  }

 private:
  // A program's variables begin with the same values on each device.
  void keep_initial() {
    variables_ = device_variables();
    std::vector<char> all;
    for (const Bytes& one : variables_) all.insert(all.end(), one.begin, one.begin + one.count);
    kept_.fill(all);
  }
  void exchange(int out, int in) {
    std::size_t at = 0;
    for (const Bytes& one : variables_) {
      std::memcpy(kept_[std::size_t(out)].data() + at, one.begin, one.count);
      std::memcpy(one.begin, kept_[std::size_t(in)].data() + at, one.count);
      at += one.count;
    }
  }

  int at_work_ = 0;
  std::vector<Bytes> variables_;
  std::array<std::vector<char>, kMostDevices> kept_;
};

cudaError_t check_peer(int peer) {
  if (const cudaError_t fault = surface_faults()) return fault;
  return record(is_device(peer) && peer != chosen_device ? cudaSuccess : cudaErrorInvalidDevice);
}

bool belongs_to(const char* call, const char* side, const void* pointer, int device) {
  const auto found = Memory::instance().find(pointer);
  if (!found || found->kind != MemoryKind::device || found->device == device) return true;
  report_host(FindingKind::wrong_copy, std::string(call) + ": the " + side +
                                           " is memory of device " + std::to_string(found->device) +
                                           ", and the call says device " + std::to_string(device));
  return false;
}

cudaError_t check_peer_copy(const char* call, const void* target, int target_device,
                            const void* source, int source_device) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (!is_device(target_device) || !is_device(source_device)) return record(cudaErrorInvalidDevice);
  const bool valid = belongs_to(call, "target", target, target_device) &&
                     belongs_to(call, "source", source, source_device);
  return record(valid ? cudaSuccess : cudaErrorInvalidValue);
}

}  // namespace

int device_count() {
  static const int count = [] {
    const long long asked = number_from_environment("KIT_SIM_DEVICES", 1);
    if (asked < 1 || asked > kMostDevices)
      explain("KIT_SIM_DEVICES: 1 to " + std::to_string(kMostDevices) + " devices can be played");
    return int(std::clamp(asked, 1LL, 1LL * kMostDevices));
  }();
  return count;
}

int current_device() {
  return chosen_device;
}

bool is_device(int device) {
  return device >= 0 && device < device_count();
}

bool may_access(int device, int owner) {
  return device == owner || peers[std::size_t(device)][std::size_t(owner)];
}

void use_variables_of(int device) {
  static Variables variables;
  if (device_count() > 1) variables.use(device);
}

bool in_device_variables(const char* address) {
  static const std::vector<Bytes> all = device_variables();
  return std::any_of(all.begin(), all.end(), [&](const Bytes& one) {
    return address >= one.begin && address < one.begin + one.count;
  });
}

}  // namespace kit::sim

using namespace kit::sim;

cudaError_t cudaGetDeviceCount(int* count) {
  *count = device_count();
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  if (!is_device(device)) return record(cudaErrorInvalidDevice);
  chosen_device = device;
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
  *device = chosen_device;
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* can_access, int device, int peer) {
  *can_access = 0;
  if (!is_device(device) || !is_device(peer)) return record(cudaErrorInvalidDevice);
  *can_access = device != peer ? 1 : 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (const cudaError_t error = check_peer(peer)) return error;
  if (flags != 0) return record(cudaErrorInvalidValue);
  const bool before = peers[std::size_t(chosen_device)][std::size_t(peer)].exchange(true);
  return record(before ? cudaErrorPeerAccessAlreadyEnabled : cudaSuccess);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  if (const cudaError_t error = check_peer(peer)) return error;
  const bool before = peers[std::size_t(chosen_device)][std::size_t(peer)].exchange(false);
  return record(before ? cudaSuccess : cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source,
                                      int target) {
  if (!is_device(source) || !is_device(target) || source == target)
    return record(cudaErrorInvalidDevice);
  *value = attribute == cudaDevP2PAttrAccessSupported ? 1 : 0;
  return cudaSuccess;
}

// Comes after all that both devices' default streams wait for, and before what they do then.
cudaError_t cudaMemcpyPeer(void* target, int target_device, const void* source, int source_device,
                           std::size_t bytes) {
  blocking_copy("cudaMemcpyPeer");
  if (const cudaError_t error =
          check_peer_copy("cudaMemcpyPeer", target, target_device, source, source_device))
    return error;
  WorkQueue& queue = WorkQueue::instance();
  for (const int device : {target_device, source_device})
    queue.stream_waits(place_of(nullptr), queue.until(StreamClocks::legacy(device)));
  const cudaError_t error = copy_between_devices("cudaMemcpyPeer", target, source, bytes, nullptr);
  for (const int device : {target_device, source_device})
    queue.stream_waits(StreamClocks::legacy(device), queue.until(place_of(nullptr)));
  return error;
}

cudaError_t cudaMemcpyPeerAsync(void* target, int target_device, const void* source,
                                int source_device, std::size_t bytes, cudaStream_t stream) {
  if (const cudaError_t error =
          check_peer_copy("cudaMemcpyPeerAsync", target, target_device, source, source_device))
    return error;
  if (const cudaError_t error = check_stream(stream, "cudaMemcpyPeerAsync")) return error;
  return copy_between_devices("cudaMemcpyPeerAsync", target, source, bytes, stream);
}
