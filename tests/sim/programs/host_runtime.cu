// The host side: pitched copies, sets, streams, events, attributes.
#include <vector>

#include "program.hpp"

__global__ void scale(float* values, std::size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(values) + y * pitch);
  row[x] *= 2;
}

__global__ void nothing() {}

int main() {
  const int width = 37, height = 11;
  std::vector<float> host(width * height), back(width * height);
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = float(i);
  float* pitched = nullptr;
  std::size_t pitch = 0;
  KIT_CHECK(cudaMallocPitch(&pitched, &pitch, width * sizeof(float), height));
  EXPECT(pitch >= width * sizeof(float) && pitch % 256 == 0);
  KIT_CHECK(cudaMemcpy2D(pitched, pitch, host.data(), width * sizeof(float), width * sizeof(float),
                         height, cudaMemcpyHostToDevice));
  scale<<<dim3(2, 2), dim3(32, 8)>>>(pitched, pitch, width, height);
  KIT_CHECK(cudaMemcpy2D(back.data(), width * sizeof(float), pitched, pitch, width * sizeof(float),
                         height, cudaMemcpyDeviceToHost));
  for (std::size_t i = 0; i < host.size(); ++i) EXPECT(back[i] == 2 * host[i]);
  KIT_CHECK(cudaFree(pitched));
  KIT_CHECK(cudaFree(nullptr));

  cudaStream_t stream;
  KIT_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  kit::Event start, stop;
  kit::DeviceBuffer<int> ints(100);
  start.record(stream);
  KIT_CHECK(cudaMemsetAsync(ints.data(), 0xff, ints.bytes(), stream));
  stop.record(stream);
  KIT_CHECK(cudaStreamSynchronize(stream));
  EXPECT(stop.milliseconds_since(start) >= 0);
  std::vector<int> minus_one(100);
  ints.download(minus_one.data());
  EXPECT(minus_one[99] == -1);
  KIT_CHECK(cudaStreamDestroy(stream));

  float* pinned = nullptr;
  KIT_CHECK(cudaMallocHost(&pinned, 64));
  pinned[0] = 3;
  KIT_CHECK(cudaFreeHost(pinned));
  float* managed = nullptr;
  KIT_CHECK(cudaMallocManaged(&managed, 64 * sizeof(float)));
  managed[5] = 4;
  scale<<<1, 64>>>(managed, 256, 64, 1);
  KIT_CHECK(cudaDeviceSynchronize());
  EXPECT(managed[5] == 8);
  KIT_CHECK(cudaFree(managed));

  cudaDeviceProp properties;
  KIT_CHECK(cudaGetDeviceProperties(&properties, 0));
  EXPECT(properties.warpSize == 32 && properties.maxThreadsPerBlock == 1024);
  int multiprocessors = 0, blocks = 0;
  KIT_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  EXPECT(multiprocessors == properties.multiProcessorCount);
  KIT_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 256, 0));
  EXPECT(blocks >= 2);
  return finish();
}
