// Elements of all types: as they are, as normalised floats, by value and by pointer; tex2Dgather.
#include <cmath>

#include "textures.hpp"

template <typename T>
__global__ void fetch(cudaTextureObject_t linear, cudaTextureObject_t row,
                      cudaTextureObject_t image, T* out, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  T by_pointer;
  out[i] = tex1Dfetch<T>(linear, i);
  tex1Dfetch(&by_pointer, linear, i);
  out[count + i] = by_pointer;
  out[2 * count + i] = tex1D<T>(row, float(i) + 0.25f);
  tex1D(&by_pointer, row, float(i) + 0.75f);
  out[3 * count + i] = by_pointer;
  out[4 * count + i] = tex2D<T>(image, float(i % 8) + 0.1f, float(i / 8) + 0.9f);
  tex2D(&by_pointer, image, float(i % 8), float(i / 8));
  out[5 * count + i] = by_pointer;
}

template <typename T>
void check_type() {
  constexpr int kCount = 64;
  Noise noise;
  std::vector<T> values(kCount);
  for (std::size_t byte = 0; byte < kCount * sizeof(T); ++byte)
    reinterpret_cast<unsigned char*>(values.data())[byte] = (unsigned char)(noise.next());
  const kit::DeviceBuffer<T> memory(values.data(), kCount);
  const ArrayOf<T> line(values, kCount, 0), square(values, 8, 8);
  const cudaTextureDesc settings =
      texture_settings(cudaAddressModeClamp, cudaFilterModePoint, false);
  const Texture linear(linear_resource(memory.data(), kCount), settings);
  const Texture row(line.resource(), settings), image(square.resource(), settings);
  kit::DeviceBuffer<T> out(6 * kCount);
  fetch<T><<<2, 32>>>(linear.get(), row.get(), image.get(), out.data(), kCount);
  std::vector<T> got(6 * kCount);
  out.download(got.data());
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT(std::memcmp(&got[i], &values[i % kCount], sizeof(T)) == 0);
}

template <typename F>
__global__ void fetch_floats(cudaTextureObject_t linear, F* out, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = tex1Dfetch<F>(linear, i);
}

// All values of 8 and of 16 bits.
template <typename T>
void check_normalised(int lowest, int highest) {
  std::vector<T> values;
  for (int value = lowest; value <= highest; ++value) values.push_back(T(value));
  const kit::DeviceBuffer<T> memory(values.data(), values.size());
  const Texture texture(linear_resource(memory.data(), values.size()),
                        texture_settings(cudaAddressModeClamp, cudaFilterModePoint, false,
                                         cudaReadModeNormalizedFloat));
  kit::DeviceBuffer<float> out(values.size());
  const int count = int(values.size());
  fetch_floats<<<(count + 255) / 256, 256>>>(texture.get(), out.data(), count);
  std::vector<float> got(values.size());
  out.download(got.data());
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT(std::fabs(got[i] - std::max(double(values[i]) / highest, -1.0)) <= 0x1p-23);
}

void check_normalised_vectors() {
  const std::vector<uchar4> bytes = {make_uchar4(0, 51, 102, 255), make_uchar4(255, 0, 204, 153)};
  const kit::DeviceBuffer<uchar4> memory(bytes.data(), bytes.size());
  const Texture texture(linear_resource(memory.data(), bytes.size()),
                        texture_settings(cudaAddressModeClamp, cudaFilterModePoint, false,
                                         cudaReadModeNormalizedFloat));
  kit::DeviceBuffer<float4> out(2);
  fetch_floats<<<1, 32>>>(texture.get(), out.data(), 2);
  std::vector<float4> got(2);
  out.download(got.data());
  EXPECT(std::fabs(got[0].y - 0.2f) < 1e-6f && std::fabs(got[0].z - 0.4f) < 1e-6f);
  EXPECT(got[0].x == 0 && got[0].w == 1 && got[1].x == 1 && got[1].y == 0);
  EXPECT(std::fabs(got[1].z - 0.8f) < 1e-6f && std::fabs(got[1].w - 0.6f) < 1e-6f);
}

__global__ void gather(cudaTextureObject_t image, float4* red, uchar4* green) {
  const int x = int(threadIdx.x), y = int(threadIdx.y);
  // Where four texels meet, so that there is no doubt which ones are meant.
  red[y * 7 + x] = tex2Dgather<float4>(image, float(x) + 1, float(y) + 1);
  float4 second;
  tex2Dgather(&second, image, float(x) + 1, float(y) + 1, 1);
  green[y * 7 + x] = make_uchar4((unsigned char)(second.x), (unsigned char)(second.y),
                                 (unsigned char)(second.z), (unsigned char)(second.w));
}

void check_gather() {
  std::vector<float2> image;
  for (int i = 0; i < 64; ++i) image.push_back(make_float2(float(i), float(100 + i)));
  const ArrayOf<float2> array(image, 8, 8, cudaArrayTextureGather);
  const Texture texture(array.resource(),
                        texture_settings(cudaAddressModeClamp, cudaFilterModePoint, false));
  kit::DeviceBuffer<float4> red(49);
  kit::DeviceBuffer<uchar4> green(49);
  gather<<<1, dim3(7, 7)>>>(texture.get(), red.data(), green.data());
  std::vector<float4> reds(49);
  std::vector<uchar4> greens(49);
  red.download(reds.data());
  green.download(greens.data());
  for (int i = 0; i < 49; ++i) {
    const float first = float(i / 7 * 8 + i % 7);  // upper left
    EXPECT(reds[i].x == first + 8 && reds[i].y == first + 9);
    EXPECT(reds[i].z == first + 1 && reds[i].w == first);
    EXPECT(greens[i].x == first + 108 && greens[i].w == first + 100);
  }
}

int main() {
  check_type<char>(), check_type<signed char>(), check_type<unsigned char>();
  check_type<char2>(), check_type<uchar4>(), check_type<char4>(), check_type<uchar1>();
  check_type<short>(), check_type<unsigned short>(), check_type<short2>(), check_type<ushort4>();
  check_type<int>(), check_type<unsigned int>(), check_type<int2>(), check_type<uint4>();
  check_type<uint>(), check_type<float1>(), check_type<float2>(), check_type<float4>();
  check_normalised<unsigned char>(0, 255);
  check_normalised<signed char>(-128, 127);
  check_normalised<unsigned short>(0, 65535);
  check_normalised<short>(-32768, 32767);
  check_normalised_vectors();
  check_gather();
  return finish();
}
