// A fetch is one request of the warp to the texture unit, and none to global memory, however many
// texels filtering needs.
#include "counts.hpp"

__global__ void blur(cudaTextureObject_t image, float* out) {
  const float x = float(threadIdx.x), y = float(threadIdx.y);
  out[threadIdx.y * 32 + threadIdx.x] = tex2D<float>(image, x, y) + tex2D<float>(image, x + 1, y);
}

__global__ void fetch_half(cudaTextureObject_t values, float* out) {
  const int i = int(threadIdx.x);
  if (i % 2 == 0) out[i] = tex1Dfetch<float>(values, 2 * i);
}

__global__ void scale(cudaSurfaceObject_t image) {
  const int x = int(threadIdx.x * sizeof(float)), y = int(threadIdx.y);
  surf2Dwrite(2 * surf2Dread<float>(image, x, y), image, x, y);
}

int main() {
  auto memory = zeros<float>(256);
  auto out = zeros<float>(256);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  KIT_CHECK(cudaMallocArray(&array, &format, 32, 4, cudaArraySurfaceLoadStore));
  KIT_CHECK(cudaMemcpy2DToArray(array, 0, 0, memory.data(), 128, 128, 4, cudaMemcpyDeviceToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc settings = {};
  settings.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t image = 0, values = 0;
  cudaSurfaceObject_t surface = 0;
  KIT_CHECK(cudaCreateTextureObject(&image, &resource, &settings, nullptr));
  KIT_CHECK(cudaCreateSurfaceObject(&surface, &resource));
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory.data();
  resource.res.linear.desc = format;
  resource.res.linear.sizeInBytes = memory.bytes();
  KIT_CHECK(cudaCreateTextureObject(&values, &resource, &settings, nullptr));

  blur<<<1, dim3(32, 4)>>>(image, out.data());  // 4 warps, two fetches each
  Launch launch = TAKE_LAUNCH();
  EXPECT_COUNT(launch, "texture_requests", 8);
  EXPECT_COUNT(launch, "global_load_requests", 0);
  EXPECT_COUNT(launch, "global_store_requests", 4);
  EXPECT_COUNT(launch, "unique_load_sectors", 0);
  EXPECT_COUNT(launch, "working_threads", 128);

  fetch_half<<<1, 64>>>(values, out.data());  // half a warp makes a request too
  launch = TAKE_LAUNCH();
  EXPECT_COUNT(launch, "texture_requests", 2);
  EXPECT_COUNT(launch, "global_load_requests", 0);

  scale<<<1, dim3(32, 4)>>>(surface);
  launch = TAKE_LAUNCH();
  EXPECT_COUNT(launch, "surface_load_requests", 4);
  EXPECT_COUNT(launch, "surface_store_requests", 4);
  EXPECT_COUNT(launch, "texture_requests", 0);
  EXPECT_COUNT(launch, "global_store_requests", 0);
  EXPECT_COUNT(launch, "working_warps", 4);

  KIT_CHECK(cudaDestroyTextureObject(image));
  KIT_CHECK(cudaDestroyTextureObject(values));
  KIT_CHECK(cudaDestroySurfaceObject(surface));
  KIT_CHECK(cudaFreeArray(array));
  return finish();
}
