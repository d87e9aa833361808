// expect: error cudaSuccess
// notes: any
// What kernels read through other caches, constant memory, textures and surfaces, meets copies and
// kernels of another stream, and nothing orders them.
#include "stream_race.hpp"

__constant__ int weights[2 * kCount];
__constant__ unsigned char curve[8];

__global__ void weigh(int* data, int first) {
  data[threadIdx.x] = weights[first + threadIdx.x];
}

__global__ void bend(int* data) {
  data[threadIdx.x] = curve[1 + 2 * (threadIdx.x % 2)];
}

__global__ void sample(cudaTextureObject_t image, int* data) {
  data[threadIdx.x] = tex1Dfetch<int>(image, int(threadIdx.x) % 8);
}

__global__ void sample_array(cudaTextureObject_t image, int* data) {
  data[threadIdx.x] =
      tex2D<int>(image, float(threadIdx.x % 16) + 0.5f, float(threadIdx.x / 16) + 0.5f);
}

__global__ void store(cudaSurfaceObject_t image) {
  surf2Dwrite(int(threadIdx.x), image, int(threadIdx.x % 16) * int(sizeof(int)),
              int(threadIdx.x / 16));
}

__global__ void load(cudaSurfaceObject_t image, int* data) {
  data[threadIdx.x] =
      surf2Dread<int>(image, int(threadIdx.x % 16) * int(sizeof(int)), int(threadIdx.x / 16));
}

int main() {
  Streams s;
  cudaMemcpyToSymbol(weights, s.pinned, kBytes);
  cudaMemcpyToSymbol(weights, s.pinned, kBytes, kBytes);
  cudaMemcpyToSymbolAsync(weights, s.pinned, kBytes, 0, cudaMemcpyHostToDevice, s.a);
  weigh<<<1, kCount, 0, s.b>>>(s.x, 0);  // finds: stream_race
  s.settle();
  weigh<<<1, kCount, 0, s.a>>>(s.x, kCount - 1);
  cudaMemcpyToSymbolAsync(weights, s.pinned, kBytes, 0, cudaMemcpyHostToDevice,
                          s.b);  // finds: stream_race
  s.settle();
  cudaMemcpyToSymbolAsync(weights, s.pinned, kBytes, kBytes, cudaMemcpyHostToDevice, s.alone);
  weigh<<<1, kCount, 0, s.a>>>(s.y, kCount);  // finds: stream_race
  s.settle();
  // The halves of a table, one in use while the other is filled: no race.
  weigh<<<1, kCount, 0, s.a>>>(s.x, 0);
  cudaMemcpyToSymbolAsync(weights, s.pinned, kBytes, kBytes, cudaMemcpyHostToDevice, s.b);
  s.settle();
  // Bytes 1 and 3 are read.
  bend<<<1, kCount, 0, s.a>>>(s.x);
  cudaMemcpyToSymbolAsync(curve, s.pinned, 1, 2, cudaMemcpyHostToDevice, s.b);
  s.settle();
  bend<<<1, kCount, 0, s.a>>>(s.x);
  cudaMemcpyToSymbolAsync(curve, s.pinned, 1, 3, cudaMemcpyHostToDevice,
                          s.b);  // finds: stream_race
  s.settle();

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = s.y;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = kBytes;
  cudaTextureDesc settings = {};
  cudaTextureObject_t line = 0;
  cudaCreateTextureObject(&line, &resource, &settings, nullptr);
  cudaMemcpyAsync(s.y, s.pinned, kBytes, cudaMemcpyHostToDevice, s.a);
  sample<<<1, kCount, 0, s.b>>>(line, s.x);  // finds: stream_race
  s.settle();
  sample<<<1, kCount, 0, s.a>>>(line, s.x);
  fill<<<1, kCount, 0, s.b>>>(s.y);  // finds: stream_race
  s.settle();
  // It reads the first eight values.
  sample<<<1, kCount, 0, s.a>>>(line, s.x);
  cudaMemsetAsync(s.y + 8, 0, kBytes - 8 * sizeof(int), s.b);
  s.settle();

  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaMallocArray(&array, &format, 16, kCount / 16, cudaArraySurfaceLoadStore);
  resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureObject_t image = 0;
  cudaSurfaceObject_t surface = 0;
  cudaCreateTextureObject(&image, &resource, &settings, nullptr);
  cudaCreateSurfaceObject(&surface, &resource);
  cudaMemcpy2DToArrayAsync(array, 0, 0, s.pinned, 64, 64, kCount / 16, cudaMemcpyHostToDevice, s.a);
  sample_array<<<1, kCount, 0, s.b>>>(image, s.x);  // finds: stream_race
  s.settle();
  store<<<1, kCount, 0, s.a>>>(surface);
  sample_array<<<1, kCount, 0, s.b>>>(image, s.x);  // finds: stream_race
  s.settle();
  load<<<1, kCount, 0, s.a>>>(surface, s.x);
  cudaMemcpy2DToArrayAsync(array, 0, 0, s.pinned, 64, 64, kCount / 16, cudaMemcpyHostToDevice,
                           s.b);  // finds: stream_race
  s.settle();
  store<<<1, kCount, 0, s.a>>>(surface);
  cudaMemcpy2DFromArrayAsync(s.pinned, 64, array, 0, 0, 64, kCount / 16, cudaMemcpyDeviceToHost,
                             s.b);  // finds: stream_race
  s.settle();
  // In order: no race.
  store<<<1, kCount, 0, s.a>>>(surface);
  cudaEventRecord(s.event, s.a);
  cudaStreamWaitEvent(s.b, s.event);
  sample_array<<<1, kCount, 0, s.b>>>(image, s.x);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaDestroySurfaceObject(surface);
  cudaDestroyTextureObject(image);
  cudaDestroyTextureObject(line);
  cudaFreeArray(array);
  return report(error);
}
