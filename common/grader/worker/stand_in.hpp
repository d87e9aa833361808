/// @file
/// What the labs' stand-ins share. A stand-in takes the place of one file of a student's whose
/// functions other files call: it computes them on the host with the lab's reference, so that a
/// later stage is graded by its own code alone. It launches no kernel, so that what the simulator
/// counts is what the student's other files do.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <vector>

#include "grader/worker/expected_stream.hpp"
#include "kit/cuda_check.hpp"
#include "kit/image.hpp"

namespace kit::worker {

/// Waits where the student's function must not.
inline void wait_for(cudaStream_t stream) {
  const ExpectedStream none(nullptr);
  KIT_CHECK(cudaStreamSynchronize(stream));
}

/// Copies `count` values from device memory, once what is queued on the stream is done.
template <typename Value>
void copy_to_host(const Value* from, Value* to, std::size_t count, cudaStream_t stream) {
  const UncountedCopies own;
  KIT_CHECK(cudaMemcpyAsync(to, from, count * sizeof(Value), cudaMemcpyDeviceToHost, stream));
  wait_for(stream);
}

/// Copies `count` values to device memory in the stream's order, and waits until they are there.
template <typename Value>
void copy_to_device(const Value* from, Value* to, std::size_t count, cudaStream_t stream) {
  const UncountedCopies own;
  KIT_CHECK(cudaMemcpyAsync(to, from, count * sizeof(Value), cudaMemcpyHostToDevice, stream));
  wait_for(stream);
}

/// An image from device memory, channels interleaved.
template <typename Value>
Image<Value> image_from_device(const Value* from, int width, int height, int channels,
                               cudaStream_t stream) {
  Image<Value> image(width, height, channels);
  copy_to_host(from, image.data(), image.size(), stream);
  return image;
}

/// A reference's values to device memory, each rounded to the type that it has there.
template <typename Value, typename Exact>
void image_to_device(const Image<Exact>& image, Value* to, cudaStream_t stream) {
  std::vector<Value> values;
  values.reserve(image.size());
  for (const Exact value : image.values()) values.push_back(static_cast<Value>(value));
  copy_to_device(values.data(), to, values.size(), stream);
}

/// Refuses what a launch would: a block that no GPU has. Throws an error that nobody asked for, as
/// the check after a launch does. `file` is the one that the stand-in replaces.
inline void check_launch(dim3 block, const char* file) {
  constexpr unsigned kMostThreads = 1024, kMostInZ = 64;
  const bool possible = block.x > 0 && block.y > 0 && block.z > 0 && block.x <= kMostThreads &&
                        block.y <= kMostThreads && block.z <= kMostInZ &&
                        block.x * block.y * block.z <= kMostThreads;
  if (possible) {
    KIT_CHECK(cudaGetLastError());
    return;
  }
  char what[80];
  std::snprintf(what, sizeof what, "a launch of blocks of %ux%ux%u threads", block.x, block.y,
                block.z);
  throw CudaError(cudaErrorInvalidConfiguration, what, file, 0);
}

}  // namespace kit::worker
