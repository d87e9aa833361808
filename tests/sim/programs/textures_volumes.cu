// Arrays of three dimensions and arrays with layers: filled and read by copies, by textures with
// linear filtering between slices, and by surfaces.
#include <algorithm>
#include <cmath>
#include <vector>

#include "program.hpp"

constexpr int kWidth = 6, kHeight = 5, kDepth = 4, kAll = kWidth * kHeight * kDepth;

int index_of(int x, int y, int z) {
  return (z * kHeight + y) * kWidth + x;
}

cudaResourceDesc resource_of(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureFilterMode filter,
                               cudaTextureAddressMode address) {
  const cudaResourceDesc resource = resource_of(array);
  cudaTextureDesc settings = {};
  for (cudaTextureAddressMode& mode : settings.addressMode) mode = address;
  settings.filterMode = filter;
  settings.borderColor[0] = -7;
  cudaTextureObject_t texture = 0;
  KIT_CHECK(cudaCreateTextureObject(&texture, &resource, &settings, nullptr));
  return texture;
}

// At the middle of each texel, moved by so much.
__global__ void sample(cudaTextureObject_t texture, float* out, float moved) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const int i = (z * kHeight + y) * kWidth + x;
  out[i] = tex3D<float>(texture, x + 0.5f + moved, y + 0.5f, z + 0.5f + moved);
}

__global__ void sample_layers(cudaTextureObject_t planes, cudaTextureObject_t lines, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const int i = (z * kHeight + y) * kWidth + x;
  out[i] = tex2DLayered<float>(planes, x + 0.5f, y + 0.5f, z);
  if (y == 0) out[i] += 1000 * tex1DLayered<float>(lines, x + 0.5f, z + 100);
}

__global__ void fill(cudaSurfaceObject_t volume, cudaSurfaceObject_t layers) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  surf3Dwrite(float(100 * z + 10 * y + x), volume, x * int(sizeof(float)), y, z);
  surf2DLayeredwrite(float(z - x * y), layers, x * int(sizeof(float)), y, z);
}

__global__ void add(cudaSurfaceObject_t volume, cudaSurfaceObject_t layers, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z, at = x * int(sizeof(float));
  float deeper;
  surf3Dread(&deeper, volume, at, y, z + 1, cudaBoundaryModeClamp);
  out[(z * kHeight + y) * kWidth + x] = surf3Dread<float>(volume, at, y, z) + deeper +
                                        surf2DLayeredread<float>(layers, at, y, z) +
                                        surf3Dread<float>(volume, at, y, 99, cudaBoundaryModeZero);
}

std::vector<float> values() {
  std::vector<float> all(kAll);
  for (int i = 0; i < kAll; ++i) all[i] = float(i * 37 % 101);
  return all;
}

// The whole array, filled from the host.
cudaArray_t filled(const std::vector<float>& from, cudaExtent extent, unsigned flags) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  KIT_CHECK(cudaMalloc3DArray(&array, &format, extent, flags));
  cudaMemcpy3DParms copy = {};
  const std::size_t rows = extent.height == 0 ? 1 : extent.height;
  copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(from.data()), extent.width * sizeof(float),
                                    extent.width, rows);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, rows, extent.depth);
  copy.kind = cudaMemcpyHostToDevice;
  KIT_CHECK(cudaMemcpy3D(&copy));
  return array;
}

void check_textures() {
  const std::vector<float> in = values();
  const cudaExtent whole = make_cudaExtent(kWidth, kHeight, kDepth);
  cudaArray_t volume = filled(in, whole, cudaArrayDefault);
  kit::DeviceBuffer<float> out(kAll);
  std::vector<float> got(kAll);
  const dim3 threads(kWidth, kHeight, kDepth);
  for (const bool border : {false, true}) {
    const cudaTextureObject_t texture = texture_of(
        volume, cudaFilterModeLinear, border ? cudaAddressModeBorder : cudaAddressModeClamp);
    for (const float moved : {0.0f, 0.5f, 0.25f}) {
      sample<<<1, threads>>>(texture, out.data(), moved);
      KIT_CHECK(cudaGetLastError());
      out.download(got.data());
      const auto at = [&](int x, int y, int z) {
        if (border && (x >= kWidth || z >= kDepth)) return -7.0f;
        return in[index_of(std::min(x, kWidth - 1), y, std::min(z, kDepth - 1))];
      };
      for (int z = 0; z < kDepth; ++z)
        for (int y = 0; y < kHeight; ++y)
          for (int x = 0; x < kWidth; ++x) {
            const float front = at(x, y, z) * (1 - moved) + at(x + 1, y, z) * moved;
            const float back = at(x, y, z + 1) * (1 - moved) + at(x + 1, y, z + 1) * moved;
            const float expected = front * (1 - moved) + back * moved;
            EXPECT(std::fabs(got[index_of(x, y, z)] - expected) < 1e-3f);
          }
    }
    KIT_CHECK(cudaDestroyTextureObject(texture));
  }
  cudaArray_t planes = filled(in, whole, cudaArrayLayered);
  cudaArray_t lines = filled(in, make_cudaExtent(kWidth, 0, kDepth), cudaArrayLayered);
  const auto plane_texture = texture_of(planes, cudaFilterModePoint, cudaAddressModeClamp);
  const auto line_texture = texture_of(lines, cudaFilterModePoint, cudaAddressModeClamp);
  sample_layers<<<1, threads>>>(plane_texture, line_texture, out.data());
  KIT_CHECK(cudaGetLastError());
  out.download(got.data());
  for (int i = 0; i < kAll; ++i) {
    const int x = i % kWidth, y = i / kWidth % kHeight;
    const float line = y == 0 ? in[(kDepth - 1) * kWidth + x] : 0;
    EXPECT(got[i] == in[i] + 1000 * line);
  }
  KIT_CHECK(cudaDestroyTextureObject(plane_texture));
  KIT_CHECK(cudaDestroyTextureObject(line_texture));
  for (cudaArray_t array : {volume, planes, lines}) KIT_CHECK(cudaFreeArray(array));
}

void check_surfaces() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const cudaExtent whole = make_cudaExtent(kWidth, kHeight, kDepth);
  cudaArray_t volume = nullptr, layers = nullptr;
  KIT_CHECK(cudaMalloc3DArray(&volume, &format, whole, cudaArraySurfaceLoadStore));
  KIT_CHECK(
      cudaMalloc3DArray(&layers, &format, whole, cudaArraySurfaceLoadStore | cudaArrayLayered));
  const cudaResourceDesc of_volume = resource_of(volume), of_layers = resource_of(layers);
  cudaSurfaceObject_t volume_surface = 0, layer_surface = 0;
  KIT_CHECK(cudaCreateSurfaceObject(&volume_surface, &of_volume));
  KIT_CHECK(cudaCreateSurfaceObject(&layer_surface, &of_layers));
  const dim3 threads(kWidth, kHeight, kDepth);
  fill<<<1, threads>>>(volume_surface, layer_surface);
  kit::DeviceBuffer<float> out(kAll);
  add<<<1, threads>>>(volume_surface, layer_surface, out.data());
  KIT_CHECK(cudaGetLastError());
  std::vector<float> got(kAll);
  out.download(got.data());
  for (int z = 0; z < kDepth; ++z)
    for (int y = 0; y < kHeight; ++y)
      for (int x = 0; x < kWidth; ++x)
        EXPECT(got[index_of(x, y, z)] ==
               100 * (z + std::min(z + 1, kDepth - 1)) + 2 * (10 * y + x) + z - x * y);
  // Part of the volume, from x = 1, y = 2, z = 1 on.
  float part[2][2][3];
  cudaMemcpy3DParms copy = {};
  copy.srcArray = volume;
  copy.srcPos = make_cudaPos(1, 2, 1);
  copy.dstPtr = make_cudaPitchedPtr(part, 3 * sizeof(float), 3, 2);
  copy.extent = make_cudaExtent(3, 2, 2);
  copy.kind = cudaMemcpyDeviceToHost;
  KIT_CHECK(cudaMemcpy3DAsync(&copy));
  KIT_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 12; ++i)
    EXPECT((&part[0][0][0])[i] == 100 * (1 + i / 6) + 10 * (2 + i / 3 % 2) + 1 + i % 3);
  cudaExtent extent = {};
  KIT_CHECK(cudaArrayGetInfo(nullptr, &extent, nullptr, volume));
  EXPECT(extent.width == kWidth && extent.height == kHeight && extent.depth == kDepth);
  KIT_CHECK(cudaDestroySurfaceObject(volume_surface));
  KIT_CHECK(cudaDestroySurfaceObject(layer_surface));
  KIT_CHECK(cudaFreeArray(volume));
  KIT_CHECK(cudaFreeArray(layers));
}

int main() {
  check_textures();
  check_surfaces();
  return finish();
}
