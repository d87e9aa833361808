// How many pixels one kernel for both passes gets wrong, on a card: blocks read rows of the
// intermediate image that other blocks have not yet written. tests/hardware/lab05_race compiles and
// runs it.
#include <cmath>
#include <cstdio>
#include <vector>

#include "../../labs/05_separable/lab.hpp"
#include "kit/cuda_check.hpp"
#include "kit/device_buffer.hpp"

// The wrong version with both passes in one kernel is compiled under a namespace of its own.
namespace lab05_race {
void separable_global(const float*, float*, float*, int, int, const float*, const float*, int,
                      kit::Border, dim3, cudaStream_t);
}  // namespace lab05_race

namespace {

__global__ void fill_noise(float* values, std::size_t count) {
  const std::size_t n = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (n >= count) return;
  unsigned bits = unsigned(n) * 2654435761u;
  bits = (bits ^ (bits >> 15)) * 2246822519u;
  bits ^= bits >> 13;
  values[n] = float(bits >> 8) * 0x1p-24f;
}

/// Weights whose window reaches three standard deviations.
std::vector<float> gaussian(int taps) {
  std::vector<float> weights;
  float sum = 0;
  for (int i = 0; i < taps; ++i) {
    const float x = float(i - taps / 2) / (float(taps) / 6);
    weights.push_back(std::exp(-x * x / 2));
    sum += weights.back();
  }
  for (float& weight : weights) weight /= sum;
  return weights;
}

void fetch(const kit::DeviceBuffer<float>& from, std::vector<float>& to) {
  KIT_CHECK(cudaMemcpy(to.data(), from.data(), to.size() * sizeof(float), cudaMemcpyDeviceToHost));
}

}  // namespace

int main() {
  constexpr std::size_t kPixels = std::size_t(8192) * 8192;
  kit::DeviceBuffer<float> input(kPixels), output(kPixels), workspace(kPixels);
  fill_noise<<<unsigned(kPixels / 256), 256>>>(input.data(), kPixels);
  float* const between = workspace.data();
  std::printf("size,taps,block,run,wrong_pixels,pixels\n");
  for (const int side : {512, 2048, 8192}) {
    const int width = side, height = side;
    for (const int taps : {3, 15}) {
      const std::vector<float> weights = gaussian(taps);
      const kit::DeviceBuffer<float> d_weights(weights.data(), weights.size());
      const float* const line = d_weights.data();
      for (const dim3& block : {dim3(32, 8), dim3(256, 1)}) {
        const std::size_t pixels = std::size_t(width) * height;
        std::vector<float> right(pixels), got(pixels);
        lab05::separable_global(input.data(), output.data(), between, width, height, line, line,
                                taps, kit::Border::clamp, block, nullptr);
        fetch(output, right);
        for (int run = 0; run < 3; ++run) {
          KIT_CHECK(cudaMemset(between, 0, sizeof(float) * std::size_t(width) * height));
          lab05_race::separable_global(input.data(), output.data(), between, width, height, line,
                                       line, taps, kit::Border::clamp, block, nullptr);
          fetch(output, got);
          std::size_t wrong = 0;
          for (std::size_t n = 0; n < pixels; ++n) wrong += got[n] != right[n];
          std::printf("%dx%d,%d,%ux%u,%d,%zu,%zu\n", width, height, taps, block.x, block.y, run,
                      wrong, pixels);
        }
      }
    }
  }
  return 0;
}
