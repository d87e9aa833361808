/// @file
/// Device memory and events that free themselves.
#pragma once

#include <cstddef>
#include <utility>

#include "kit/cuda_check.hpp"

namespace kit {

/// Owns `count` elements of device memory; movable, not copyable. Throws CudaError.
template <typename T>
class DeviceBuffer {
 public:
  /// Owns nothing.
  DeviceBuffer() = default;
  /// Allocates `count` elements; what they hold is not defined.
  explicit DeviceBuffer(std::size_t count) : count_(count) {
    if (count_ > 0) KIT_CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), count_ * sizeof(T)));
  }
  /// Allocates and copies from host memory.
  DeviceBuffer(const T* host, std::size_t count) : DeviceBuffer(count) { upload(host); }
  /// Takes the memory of `other`, which then owns nothing.
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  /// Exchanges the memory of the two.
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~DeviceBuffer() { cudaFree(data_); }

  /// Pointer to device memory, for kernels and copies; not to be read on the host.
  T* data() { return data_; }
  /// The same for a buffer that is not changed.
  const T* data() const { return data_; }
  /// Number of elements.
  std::size_t size() const { return count_; }
  /// Their size in bytes.
  std::size_t bytes() const { return count_ * sizeof(T); }

  /// Copies size() elements from host memory to the device.
  void upload(const T* host) {
    if (count_ > 0) KIT_CHECK(cudaMemcpy(data_, host, bytes(), cudaMemcpyHostToDevice));
  }
  /// Copies size() elements from the device to host memory.
  void download(T* host) const {
    if (count_ > 0) KIT_CHECK(cudaMemcpy(host, data_, bytes(), cudaMemcpyDeviceToHost));
  }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

/// Owns a CUDA event.
class Event {
 public:
  Event() { KIT_CHECK(cudaEventCreate(&event_)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { cudaEventDestroy(event_); }

  /// Queues the event on a stream: it is complete when all that was queued before it is.
  void record(cudaStream_t stream = nullptr) { KIT_CHECK(cudaEventRecord(event_, stream)); }
  /// Waits until the event is complete.
  void synchronize() { KIT_CHECK(cudaEventSynchronize(event_)); }
  /// Milliseconds of device time from `earlier` to this event; both recorded and complete.
  float milliseconds_since(const Event& earlier) const {
    float milliseconds = 0;
    KIT_CHECK(cudaEventElapsedTime(&milliseconds, earlier.event_, event_));
    return milliseconds;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace kit
