// CUDA arrays on the host's side: copies of parts, descriptors, and calls that are refused.
#include "textures.hpp"

constexpr std::size_t kWidth = 37, kHeight = 11;

std::vector<unsigned short> image() {
  Noise noise;
  std::vector<unsigned short> values(kWidth * kHeight);
  for (auto& value : values) value = (unsigned short)(noise.next());
  return values;
}

void check_copies() {
  using T = unsigned short;
  const std::vector<T> values = image();
  const ArrayOf<T> array(values, kWidth, kHeight);
  EXPECT(array.download() == values);
  // A part of a wider image on the host into the middle, on a stream.
  constexpr std::size_t kPartWidth = 9, kPartHeight = 4, kX = 5, kY = 3, kPitch = 50;
  std::vector<T> part(kPitch * kPartHeight);
  for (std::size_t i = 0; i < part.size(); ++i) part[i] = T(i);
  cudaStream_t stream;
  KIT_CHECK(cudaStreamCreate(&stream));
  KIT_CHECK(cudaMemcpy2DToArrayAsync(array.get(), kX * sizeof(T), kY, part.data(),
                                     kPitch * sizeof(T), kPartWidth * sizeof(T), kPartHeight,
                                     cudaMemcpyHostToDevice, stream));
  std::vector<T> changed = values;
  for (std::size_t y = 0; y < kPartHeight; ++y)
    for (std::size_t x = 0; x < kPartWidth; ++x)
      changed[(y + kY) * kWidth + x + kX] = part[y * kPitch + x];
  std::vector<T> back(kWidth * kHeight);
  KIT_CHECK(cudaMemcpy2DFromArrayAsync(back.data(), kWidth * sizeof(T), array.get(), 0, 0,
                                       kWidth * sizeof(T), kHeight, cudaMemcpyDeviceToHost,
                                       stream));
  KIT_CHECK(cudaStreamSynchronize(stream));
  KIT_CHECK(cudaStreamDestroy(stream));
  EXPECT(back == changed);
  // From array to array, and through memory of the device.
  const ArrayOf<T> other(values, kWidth, kHeight);
  KIT_CHECK(cudaMemcpy2DArrayToArray(other.get(), 0, 0, array.get(), kX * sizeof(T), kY,
                                     kPartWidth * sizeof(T), kPartHeight));
  std::vector<T> moved = values;
  for (std::size_t y = 0; y < kPartHeight; ++y)
    for (std::size_t x = 0; x < kPartWidth; ++x) moved[y * kWidth + x] = part[y * kPitch + x];
  EXPECT(other.download() == moved);
  kit::DeviceBuffer<T> memory(kPartWidth * kPartHeight);
  KIT_CHECK(cudaMemcpy2DFromArray(memory.data(), kPartWidth * sizeof(T), other.get(), 0, 0,
                                  kPartWidth * sizeof(T), kPartHeight, cudaMemcpyDeviceToDevice));
  KIT_CHECK(cudaMemcpy2DToArray(array.get(), (kWidth - kPartWidth) * sizeof(T),
                                kHeight - kPartHeight, memory.data(), kPartWidth * sizeof(T),
                                kPartWidth * sizeof(T), kPartHeight, cudaMemcpyDefault));
  for (std::size_t y = 0; y < kPartHeight; ++y)
    for (std::size_t x = 0; x < kPartWidth; ++x)
      changed[(y + kHeight - kPartHeight) * kWidth + x + kWidth - kPartWidth] =
          part[y * kPitch + x];
  EXPECT(array.download() == changed);
}

template <typename T>
bool has_format(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  return format.x == x && format.y == y && format.z == z && format.w == w && format.f == kind;
}

void check_descriptions() {
  EXPECT(has_format<float>(32, 0, 0, 0, cudaChannelFormatKindFloat));
  EXPECT(has_format<float2>(32, 32, 0, 0, cudaChannelFormatKindFloat));
  EXPECT(has_format<float4>(32, 32, 32, 32, cudaChannelFormatKindFloat));
  EXPECT(has_format<unsigned char>(8, 0, 0, 0, cudaChannelFormatKindUnsigned));
  EXPECT(has_format<char4>(8, 8, 8, 8, cudaChannelFormatKindSigned));
  EXPECT(has_format<ushort2>(16, 16, 0, 0, cudaChannelFormatKindUnsigned));
  EXPECT(has_format<short1>(16, 0, 0, 0, cudaChannelFormatKindSigned));
  EXPECT(has_format<int>(32, 0, 0, 0, cudaChannelFormatKindSigned));
  EXPECT(has_format<double>(0, 0, 0, 0, cudaChannelFormatKindNone));

  const ArrayOf<uchar4> array(kWidth, kHeight, cudaArraySurfaceLoadStore), row(kWidth, 0);
  cudaChannelFormatDesc format = cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
  cudaExtent extent = make_cudaExtent(0, 0, 1);
  unsigned flags = 0;
  KIT_CHECK(cudaArrayGetInfo(&format, &extent, &flags, array.get()));
  EXPECT(format.x == 8 && format.w == 8 && format.f == cudaChannelFormatKindUnsigned);
  EXPECT(extent.width == kWidth && extent.height == kHeight && extent.depth == 0);
  EXPECT(flags == cudaArraySurfaceLoadStore);
  KIT_CHECK(cudaArrayGetInfo(nullptr, &extent, nullptr, row.get()));
  EXPECT(extent.width == kWidth && extent.height == 0);
  format.f = cudaChannelFormatKindNone;
  KIT_CHECK(cudaGetChannelDesc(&format, row.get()));
  EXPECT(format.y == 8 && format.f == cudaChannelFormatKindUnsigned);

  cudaTextureDesc settings = texture_settings(cudaAddressModeBorder, cudaFilterModePoint, false);
  settings.borderColor[2] = 3;
  const Texture texture(array.resource(), settings);
  cudaResourceDesc resource;
  cudaTextureDesc told;
  KIT_CHECK(cudaGetTextureObjectResourceDesc(&resource, texture.get()));
  KIT_CHECK(cudaGetTextureObjectTextureDesc(&told, texture.get()));
  EXPECT(resource.resType == cudaResourceTypeArray && resource.res.array.array == array.get());
  EXPECT(told.addressMode[0] == cudaAddressModeBorder);
  cudaSurfaceObject_t surface = 0;
  const cudaResourceDesc of_array = array.resource();
  KIT_CHECK(cudaCreateSurfaceObject(&surface, &of_array));
  KIT_CHECK(cudaGetSurfaceObjectResourceDesc(&resource, surface));
  EXPECT(resource.res.array.array == array.get());
  KIT_CHECK(cudaDestroySurfaceObject(surface));
}

bool is_refused(const cudaResourceDesc& resource, const cudaTextureDesc& settings) {
  cudaTextureObject_t texture = 0;
  const cudaError_t error = cudaCreateTextureObject(&texture, &resource, &settings, nullptr);
  EXPECT(cudaGetLastError() == error);
  if (error == cudaSuccess) cudaDestroyTextureObject(texture);
  return error != cudaSuccess;
}

void check_refused() {
  const cudaTextureDesc point = texture_settings(cudaAddressModeClamp, cudaFilterModePoint, false);
  const cudaTextureDesc linear =
      texture_settings(cudaAddressModeClamp, cudaFilterModeLinear, false);
  kit::DeviceBuffer<float> memory(64 * 64);
  cudaDeviceProp properties;
  KIT_CHECK(cudaGetDeviceProperties(&properties, 0));
  EXPECT(properties.texturePitchAlignment == 32 && properties.textureAlignment == 512);
  EXPECT(!is_refused(pitched_resource(memory.data(), 24, 32, 96), point));
  EXPECT(is_refused(pitched_resource(memory.data(), 25, 32, 100), point));     // alignment of rows
  EXPECT(is_refused(pitched_resource(memory.data() + 1, 24, 32, 96), point));  // and of the start
  EXPECT(!is_refused(linear_resource(memory.data(), 100), linear));  // the filter is ignored there
  const ArrayOf<unsigned char> bytes(64, 64);
  const ArrayOf<int> ints(64, 64);
  EXPECT(!is_refused(bytes.resource(), point));
  EXPECT(is_refused(bytes.resource(), linear));  // integers as they are cannot be filtered
  EXPECT(is_refused(ints.resource(), linear));
  EXPECT(!is_refused(bytes.resource(), texture_settings(cudaAddressModeClamp, cudaFilterModeLinear,
                                                        false, cudaReadModeNormalizedFloat)));
  cudaSurfaceObject_t surface = 0;
  const cudaResourceDesc pitched = pitched_resource(memory.data(), 24, 32, 96);
  EXPECT(cudaCreateSurfaceObject(&surface, &pitched) != cudaSuccess);  // only arrays
  cudaArray_t none = nullptr;
  const cudaChannelFormatDesc doubles = cudaCreateChannelDesc<double>();
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  EXPECT(cudaMallocArray(&none, &doubles, 8, 8) != cudaSuccess);
  EXPECT(cudaMallocArray(&none, &floats, std::size_t(1) << 20, 8) != cudaSuccess);
  KIT_CHECK(cudaFreeArray(nullptr));
  cudaGetLastError();
}

int main() {
  check_copies();
  check_descriptions();
  check_refused();
  return finish();
}
