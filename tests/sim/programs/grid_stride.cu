// A grid-stride loop over bytes, in place: every thread reads and writes its own ones only.
#include <vector>

#include "program.hpp"

__global__ void invert(unsigned char* pixels, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    pixels[i] = static_cast<unsigned char>(255 - pixels[i]);
  }
}

int main() {
  const int count = 10007;
  std::vector<unsigned char> pixels(count);
  for (int i = 0; i < count; ++i) pixels[i] = static_cast<unsigned char>(i * i);
  kit::DeviceBuffer<unsigned char> d_pixels(pixels.data(), count);
  invert<<<3, 96>>>(d_pixels.data(), count);
  KIT_CHECK(cudaGetLastError());
  d_pixels.download(pixels.data());
  for (int i = 0; i < count; ++i) EXPECT(pixels[i] == static_cast<unsigned char>(255 - i * i));
  return finish();
}
