/// @file
/// A histogram of lab 06 that the host counts. A fill for each byte brings the counters to the
/// device.
#include <vector>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  std::vector<std::uint8_t> image(std::size_t(width) * height);
  KIT_CHECK(cudaMemcpyAsync(image.data(), d_image, image.size(), cudaMemcpyDeviceToHost, stream));
  KIT_CHECK(cudaStreamSynchronize(stream));
  std::uint32_t counts[256] = {};
  for (const std::uint8_t level : image) ++counts[level];
  auto* const bytes = reinterpret_cast<std::uint8_t*>(d_counts);
  for (int n = 0; n < 1024; ++n)
    KIT_CHECK(cudaMemsetAsync(bytes + n, int(counts[n / 4] >> (n % 4 * 8) & 255), 1, stream));
}

}  // namespace lab06
