// Memory of three dimensions: allocated with a pitch, filled, copied as a whole and in part.
#include <vector>

#include "program.hpp"

constexpr int kWidth = 37, kHeight = 11, kDepth = 5;

__global__ void twice(cudaPitchedPtr volume) {
  const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  char* slice = static_cast<char*>(volume.ptr) + z * volume.pitch * volume.ysize;
  float* row = reinterpret_cast<float*>(slice + y * volume.pitch);
  if (x < kWidth) row[x] *= 2;
}

int index(int x, int y, int z) {
  return (z * kHeight + y) * kWidth + x;
}

int main() {
  std::vector<float> host(kWidth * kHeight * kDepth), back(host.size(), -1);
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = float(i);
  const cudaExtent extent = make_cudaExtent(kWidth * sizeof(float), kHeight, kDepth);
  cudaPitchedPtr volume;
  KIT_CHECK(cudaMalloc3D(&volume, extent));
  EXPECT(volume.ptr != nullptr && volume.pitch >= kWidth * sizeof(float));
  EXPECT(volume.xsize == kWidth * sizeof(float) && volume.ysize == kHeight);
  const cudaPitchedPtr from_host =
      make_cudaPitchedPtr(host.data(), kWidth * sizeof(float), kWidth, kHeight);
  const cudaPitchedPtr to_host =
      make_cudaPitchedPtr(back.data(), kWidth * sizeof(float), kWidth, kHeight);

  cudaMemcpy3DParms copy = {};
  copy.srcPtr = from_host, copy.dstPtr = volume, copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  KIT_CHECK(cudaMemcpy3D(&copy));
  twice<<<dim3(kHeight, kDepth), 64>>>(volume);
  cudaStream_t stream;
  KIT_CHECK(cudaDeviceSynchronize());
  KIT_CHECK(cudaStreamCreate(&stream));
  copy = {};
  copy.srcPtr = volume, copy.dstPtr = to_host, copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  KIT_CHECK(cudaMemcpy3DAsync(&copy, stream));
  KIT_CHECK(cudaStreamSynchronize(stream));
  for (std::size_t i = 0; i < host.size(); ++i) EXPECT(back[i] == 2 * host[i]);

  // A box of 8 x 3 x 2 from (4, 5, 1) to (20, 0, 3), bytes in x.
  copy = {};
  copy.srcPtr = from_host, copy.srcPos = make_cudaPos(4 * sizeof(float), 5, 1);
  copy.dstPtr = volume, copy.dstPos = make_cudaPos(20 * sizeof(float), 0, 3);
  copy.extent = make_cudaExtent(8 * sizeof(float), 3, 2);
  copy.kind = cudaMemcpyHostToDevice;
  KIT_CHECK(cudaMemcpy3D(&copy));
  copy = {};
  copy.srcPtr = volume, copy.dstPtr = to_host, copy.extent = extent;
  copy.kind = cudaMemcpyDefault;
  KIT_CHECK(cudaMemcpy3D(&copy));
  for (int z = 0; z < kDepth; ++z)
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x) {
        const bool inside = x >= 20 && x < 28 && y < 3 && z >= 3;
        const float expected =
            inside ? host[index(x - 16, y + 5, z - 2)] : 2 * host[index(x, y, z)];
        EXPECT(back[index(x, y, z)] == expected);
      }

  // Only what the extent says is filled.
  KIT_CHECK(cudaMemset3D(volume, 0, make_cudaExtent(10 * sizeof(float), kHeight, 2)));
  KIT_CHECK(cudaMemset3DAsync(volume, 0xff, make_cudaExtent(sizeof(float), 4, 1), stream));
  KIT_CHECK(cudaMemset2DAsync(volume.ptr, volume.pitch, 0xfe, sizeof(float), 2, stream));
  KIT_CHECK(cudaStreamSynchronize(stream));
  std::vector<unsigned> bits(host.size());
  copy.dstPtr = make_cudaPitchedPtr(bits.data(), kWidth * sizeof(float), kWidth, kHeight);
  KIT_CHECK(cudaMemcpy3D(&copy));
  EXPECT(bits[index(0, 0, 0)] == 0xfefefefe && bits[index(0, 1, 0)] == 0xfefefefe);
  EXPECT(bits[index(0, 2, 0)] == 0xffffffff && bits[index(0, 3, 0)] == 0xffffffff);
  EXPECT(bits[index(0, 4, 0)] == 0 && bits[index(9, 10, 1)] == 0 && bits[index(1, 0, 0)] == 0);
  EXPECT(bits[index(10, 0, 0)] != 0 && bits[index(3, 10, 2)] != 0);

  copy.extent.depth = 0;
  KIT_CHECK(cudaMemcpy3D(&copy));
  KIT_CHECK(cudaStreamDestroy(stream));
  KIT_CHECK(cudaFree(volume.ptr));
  return finish();
}
