/// @file
/// Jobs over device memory, for the adapters of CUDA labs; device_job.cu is linked with them.
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <string>
#include <vector>

#include "grader/worker/expected_stream.hpp"
#include "grader/worker/worker.hpp"
#include "kit/device_buffer.hpp"

namespace kit::worker {

/// Throws Failure, with the error's name and text, unless `code` is cudaSuccess.
void check_device(cudaError_t code, const char* where);

/// A guarded block and its copy on the device. Of a block that does not hold its values only the
/// guards are copied, there and back.
class DeviceBlock {
 public:
  explicit DeviceBlock(GuardedBlock host);
  std::byte* values() { return device_.data() + host_.offset(); }
  /// The values are poison: the simulator reports a kernel that reads them before it wrote them.
  void forget_contents();
  /// Fetches the block, guards included, from the device.
  void download();
  const GuardedBlock& host() const { return host_; }
  /// The block in host memory.
  std::byte* block() { return host_.block(); }
  std::size_t block_bytes() const { return host_.block_bytes(); }
  GuardedBlock&& take_host() { return std::move(host_); }

 private:
  void copy(cudaMemcpyKind kind);

  GuardedBlock host_;
  DeviceBuffer<std::byte> device_;
};

/// A job for functions that take device pointers.
class DeviceJob : public Job {
 public:
  DeviceJob(const Request& request, Result& result, const BufferNames& names);
  ~DeviceJob();

  /// Device pointer to an input (output) of one set.
  template <typename T>
  const T* input(int set, int index) {
    return reinterpret_cast<const T*>(input_block(set, index).values());
  }
  /// The same input in host memory, for contracts that take small tables there.
  template <typename T>
  const T* host_input(int set, int index) {
    return reinterpret_cast<const T*>(input_block(set, index).host().values());
  }
  template <typename T>
  T* output(int set, int index) {
    return reinterpret_cast<T*>(output_block(set, index).values());
  }

  /// Guarded, poisoned scratch memory for `count` values of four bytes (float, int, unsigned). All
  /// sets share it, as their launches follow one another; the k-th request of a launch gets the
  /// k-th block. Timed calls share it too, so that they find it allocated by the warm-up.
  template <typename T>
  T* workspace([[maybe_unused]] int set, std::size_t count) {
    static_assert(sizeof(T) == 4, "workspace() hands out values of four bytes");
    return reinterpret_cast<T*>(next_workspace(count));
  }

  /// The parameter "block": 1 to 3 extents of the thread block.
  dim3 block() const;

  /// Launches what is tested, for one set.
  using Launch = std::function<void(int set, cudaStream_t stream)>;
  /// Calls `launch` for every set, waits, and checks CUDA's error state after each; then checks
  /// guards and inputs and takes the outputs. A timed job's only set is measured, and its output
  /// kept. `waits`: whether the contract lets the function wait for the stream.
  void run(const Launch& launch, StreamWaits waits = StreamWaits::never);

 private:
  DeviceBlock& input_block(int set, int index);
  DeviceBlock& output_block(int set, int index);
  std::byte* next_workspace(std::size_t count);
  void launch_one(const Launch& launch, int set, cudaStream_t stream);
  void lend_inputs();
  void run_checked(const Launch& launch, StreamWaits waits);
  void run_failing(const Launch& launch);
  void run_timed(const Launch& launch);
  void allocate();
  void allocate_timed();
  /// Milliseconds of device time of `work`, with a cold L2 cache. All on the legacy default stream:
  /// its events wait for the work of every ordinary stream. Work on a non-blocking stream would
  /// escape the stop event, so the device is synchronised after it, and what that takes is `late`.
  float measure(DeviceBuffer<std::byte>& scratch, float& late, const std::function<void()>& work);
  /// Median time of a device-to-device copy of output 0's bytes, measured the same way.
  double copy_time(DeviceBuffer<std::byte>& scratch);

  std::vector<std::vector<DeviceBlock>> inputs_, outputs_;
  std::vector<DeviceBlock> workspaces_;
  std::size_t workspaces_used_ = 0;
  int flush_value_ = 1;
};

bool register_function(const std::string& name, void (*function)(DeviceJob&),
                       const BufferNames& names = {"d_input", "d_output", "d_workspace"});

}  // namespace kit::worker
