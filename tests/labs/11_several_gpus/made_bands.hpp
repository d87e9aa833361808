/// @file
/// What lab 11's worker adapter calls the student's functions with: streams, events and memory on
/// several devices, and an image in bands. Band n lies on device n, or on device n modulo their
/// number where there are fewer. What no call has written holds filler, or was never written.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "grader/worker/device_job.hpp"
#include "grader/worker/own_transfers.hpp"
#include "grader/worker/worker.hpp"
#include "kit/device_buffer.hpp"
#include "lab.hpp"

namespace kit::worker {

inline int device_count() {
  int count = 0;
  check_device(cudaGetDeviceCount(&count), "devices");
  return count;
}

inline void use(int device) {
  check_device(cudaSetDevice(device), "device");
}

/// Kernels of one device may not use the memory of another; copies between two that can are direct.
/// In the simulator access stays off, so that it reports such a kernel.
inline void allow_direct_copies() {
  static bool done = false;
  if (done || kit_sim_open_device != nullptr) return;
  const int count = device_count();
  for (int one = 0; one < count; ++one) {
    use(one);
    for (int other = 0; other < count; ++other) {
      int can = 0;
      if (one != other && cudaDeviceCanAccessPeer(&can, one, other) == cudaSuccess && can != 0)
        cudaDeviceEnablePeerAccess(other, 0);
    }
  }
  cudaGetLastError();
  use(0);
  done = true;
}

/// The work may go on where a call has failed. Leaves device 0 current.
inline void finish_all() {
  int count = 0;
  cudaGetDeviceCount(&count);
  for (int device = count - 1; device >= 0; --device) {
    cudaSetDevice(device);
    cudaDeviceSynchronize();
  }
  cudaGetLastError();
}

/// Waits for all devices; throws Failure if one met an error. Leaves device 0 current.
inline void settle_all() {
  const ExpectedStream none(nullptr);
  for (int device = device_count() - 1; device >= 0; --device) {
    use(device);
    check_device(cudaDeviceSynchronize(), "kernel");
  }
}

/// Memory, streams and events of one device.
class OnDevice {
 public:
  explicit OnDevice(int number) : device_(number % device_count()) {
    use(device_);
    for (cudaStream_t& stream : streams_)
      check_device(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
    for (cudaEvent_t& event : events_)
      check_device(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "event");
  }
  ~OnDevice() {
    cudaSetDevice(device_);
    for (cudaEvent_t event : events_) cudaEventDestroy(event);
    for (cudaStream_t stream : streams_) cudaStreamDestroy(stream);
    buffers_.clear();
    cudaGetLastError();
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

  /// Named in the simulator's messages.
  template <typename T>
  T* make(std::size_t count, const std::string& name) {
    use(device_);
    DeviceBuffer<std::byte> buffer(sizeof(T) * count);
    name_unwritten(buffer.data(), buffer.bytes(), name);
    buffers_.push_back(std::move(buffer));
    return reinterpret_cast<T*>(buffers_.back().data());
  }

  int device() const { return device_; }
  cudaStream_t stream(int n) const { return streams_[n]; }
  cudaEvent_t event(int n) const { return events_[n]; }

 private:
  int device_;
  cudaStream_t streams_[2] = {};
  cudaEvent_t events_[2] = {};
  std::vector<DeviceBuffer<std::byte>> buffers_;
};

/// Copies that nothing else runs beside. Through pageable memory: such a copy may still be under
/// way when it returns, so that the device is waited for.
template <typename T>
void copy_now(int device, T* to, const T* from, std::size_t count) {
  use(device);
  check_device(cudaMemcpy(to, from, sizeof(T) * count, cudaMemcpyDefault), "copy");
  check_device(cudaDeviceSynchronize(), "copy");
}

/// An image in bands, made anew for each set.
class MadeBands {
 public:
  explicit MadeBands(HostJob& job) : rows_(job.integers("bands")) {
    allow_direct_copies();
    bands_.width = job.input_shape(0, 0).width;
    bands_.height = job.input_shape(0, 0).height;
    bands_.count = int(rows_.size());
    bands_.halo = job.param<int>("halo");
    bands_.radius = job.input_shape(0, 1).width / 2;
    for (int n = 0, first = 0; n < bands_.count; first += rows_[std::size_t(n)], ++n) {
      OnDevice& place = places_.emplace_back(n);
      lab11::Band& band = bands_.band[n];
      const std::string name = "band " + std::to_string(n) + "'s ";
      band = {place.device(),  first,          rows_[std::size_t(n)], {}, nullptr, place.stream(0),
              place.stream(1), place.event(0), place.event(1)};
      for (int buffer = 0; buffer < 2; ++buffer)
        band.d_rows[buffer] =
            place.make<float>(floats(buffer_rows(n)), name + "d_rows[" + char('0' + buffer) + "]");
      weights_.push_back(place.make<float>(taps(), name + "d_weights"));
      band.d_weights = weights_.back();
    }
  }
  ~MadeBands() {
    finish_all();
    places_.clear();
    cudaSetDevice(0);
  }
  MadeBands(const MadeBands&) = delete;
  MadeBands& operator=(const MadeBands&) = delete;

  const lab11::Bands& get() const { return bands_; }
  const lab11::Band& band(int n) const { return bands_.band[n]; }
  std::size_t floats(int rows) const { return std::size_t(rows) * std::size_t(bands_.width); }
  std::size_t taps() const { return std::size_t(2 * bands_.radius + 1); }
  int buffer_rows(int n) const { return bands_.halo + rows_[std::size_t(n)] + bands_.halo; }
  float* own_rows(int n, int buffer) const { return band(n).d_rows[buffer] + floats(bands_.halo); }

  void set_weights(const float* weights) {
    for (int n = 0; n < bands_.count; ++n)
      copy_now(band(n).device, weights_[std::size_t(n)], weights, taps());
  }
  /// The bands' own rows.
  void scatter(const float* image) {
    for (int n = 0; n < bands_.count; ++n)
      copy_now(band(n).device, own_rows(n, 0), image + floats(band(n).first), floats(band(n).rows));
  }
  void gather(int buffer, float* image) const {
    for (int n = 0; n < bands_.count; ++n)
      copy_now(band(n).device, image + floats(band(n).first), own_rows(n, buffer),
               floats(band(n).rows));
  }
  /// Own rows of one buffer take the place of the other's; queued on `compute`.
  void move_rows(int from, int to) const {
    for (int n = 0; n < bands_.count; ++n) {
      use(band(n).device);
      check_device(
          cudaMemcpyAsync(own_rows(n, to), own_rows(n, from), sizeof(float) * floats(band(n).rows),
                          cudaMemcpyDeviceToDevice, band(n).compute),
          "copy");
    }
  }

 private:
  std::vector<int> rows_;
  std::deque<OnDevice> places_;
  std::vector<float*> weights_;
  lab11::Bands bands_{};
};

}  // namespace kit::worker
