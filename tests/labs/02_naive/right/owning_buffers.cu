// Right: a class owns the buffers; copies are asynchronous, and one cudaStreamSynchronize comes
// before the end.
#include <cstddef>
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

enum Buffer { kInput, kOutput, kWeights, kBuffers };

class Buffers {
 public:
  Buffers() = default;
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;
  // After an error: unchecked, the first error is the one to report.
  ~Buffers() {
    for (float* p : pointers_) cudaFree(p);
  }
  float* allocate(Buffer which, std::size_t bytes) {
    KIT_CHECK(cudaMalloc(reinterpret_cast<void**>(&pointers_[which]), bytes));
    return pointers_[which];
  }
  // The normal path: checked.
  void release() {
    for (float*& p : pointers_) KIT_CHECK(cudaFree(std::exchange(p, nullptr)));
  }

 private:
  float* pointers_[kBuffers] = {};
};

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const std::size_t pixels = std::size_t(width) * std::size_t(height);
  const std::size_t image_bytes = pixels * sizeof *input;
  const std::size_t filter_bytes = std::size_t(filter_width) * filter_width * sizeof *filter;
  const dim3 block(64, 4);
  const cudaStream_t stream = nullptr;

  Buffers buffers;
  float* const weights = buffers.allocate(kWeights, filter_bytes);
  KIT_CHECK(cudaMemcpyAsync(weights, filter, filter_bytes, cudaMemcpyHostToDevice, stream));
  float* const in = buffers.allocate(kInput, image_bytes);
  KIT_CHECK(cudaMemcpyAsync(in, input, image_bytes, cudaMemcpyHostToDevice, stream));
  float* const out = buffers.allocate(kOutput, image_bytes);
  convolve(in, out, width, height, weights, filter_width, border, block, stream);
  KIT_CHECK(cudaMemcpyAsync(output, out, image_bytes, cudaMemcpyDeviceToHost, stream));
  KIT_CHECK(cudaStreamSynchronize(stream));
  buffers.release();
}

}  // namespace lab02
