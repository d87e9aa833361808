// What NVIDIA's documents leave open about textures and surfaces, as the machine at hand does it:
// on a card, or in the simulator for comparison. tests/hardware/texture_rounding compiles and runs
// it.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../sim/programs/textures.hpp"

__global__ void sample(cudaTextureObject_t texture, const float* x, float* out, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = tex1D<float>(texture, x[i]);
}
__global__ void sample_rows(cudaTextureObject_t texture, float x, float y, float4* out) {
  *out = tex2D<float4>(texture, x, y);
}
__global__ void fetch(cudaTextureObject_t texture, int first, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, first + int(threadIdx.x));
}
__global__ void write(cudaSurfaceObject_t surface, int x) {
  surf2Dwrite(1.0f, surface, x, 0);
}

std::vector<float> samples(const Texture& texture, const std::vector<float>& x) {
  const int count = int(x.size());
  const kit::DeviceBuffer<float> d_x(x.data(), x.size());
  kit::DeviceBuffer<float> d_out(x.size());
  sample<<<(count + 127) / 128, 128>>>(texture.get(), d_x.data(), d_out.data(), count);
  std::vector<float> out(x.size());
  d_out.download(out.data());
  return out;
}

// Between texels that hold 0 and 256 the value is the fraction's number of 256ths.
void print_rounding() {
  const std::vector<float> row = {0, 256};
  const ArrayOf<float> array(row, 2, 0);
  const Texture texture(array.resource(),
                        texture_settings(cudaAddressModeClamp, cudaFilterModeLinear, false));
  std::vector<float> x;
  constexpr int kParts = 16;  // of a 256th
  for (int k = 0; k <= 256 * kParts; ++k) x.push_back(0.5f + float(k) / (256 * kParts));
  const std::vector<float> out = samples(texture, x);
  int nearest = 0, down = 0, whole = 0;
  for (int k = 0; k <= 256 * kParts; ++k) {
    const double fraction = double(k) / kParts;
    nearest += out[std::size_t(k)] == std::floor(fraction + 0.5);
    down += out[std::size_t(k)] == std::floor(fraction);
    whole += out[std::size_t(k)] == std::floor(out[std::size_t(k)]);
  }
  std::printf(
      "fraction,%d samples,%d as rounded to the nearest (half up),%d as rounded down,%d "
      "whole 256ths\n",
      256 * kParts + 1, nearest, down, whole);
  std::printf("around half a 256th:");
  for (int k = kParts / 2 - 1; k <= kParts / 2 + 1; ++k)
    std::printf(" %d/%d gives %g", k, kParts, double(out[std::size_t(k)]));
  std::printf("\n");
}

void print_weight_zero() {
  const std::vector<float> row = {1, INFINITY};
  const ArrayOf<float> array(row, 2, 0);
  const Texture texture(array.resource(),
                        texture_settings(cudaAddressModeClamp, cudaFilterModeLinear, false));
  const std::vector<float> out = samples(texture, {0.5f, 1.0f, 1.5f, NAN});
  std::printf(
      "1 beside infinity: at the middle of the 1 %g, between %g, at the infinity %g; at NaN "
      "%g\n",
      double(out[0]), double(out[1]), double(out[2]), double(out[3]));
}

void print_missing_components() {
  const std::vector<float> image(16, 5);
  const ArrayOf<float> array(image, 4, 4);
  const Texture texture(array.resource(),
                        texture_settings(cudaAddressModeClamp, cudaFilterModePoint, false));
  kit::DeviceBuffer<float4> out(1);
  sample_rows<<<1, 1>>>(texture.get(), 1, 1, out.data());
  float4 value;
  out.download(&value);
  std::printf("float4 of an element with one component: %g %g %g %g\n", double(value.x),
              double(value.y), double(value.z), double(value.w));
}

void print_mirror() {
  const std::vector<float> row = {0, 1, 2, 3};
  const ArrayOf<float> array(row, 4, 0);
  const Texture texture(array.resource(),
                        texture_settings(cudaAddressModeMirror, cudaFilterModePoint, true));
  std::printf("mirrored row 0 1 2 3 from -1 to 2 in steps of an eighth:");
  std::vector<float> x;
  for (int k = -8; k <= 16; ++k) x.push_back(float(k) / 8);
  for (const float value : samples(texture, x)) std::printf(" %g", double(value));
  std::printf("\n");
}

void print_outside_of_linear_memory() {
  const std::vector<float> values(8, 4);
  const kit::DeviceBuffer<float> memory(values.data(), 8);
  const Texture texture(linear_resource(memory.data(), 8),
                        texture_settings(cudaAddressModeClamp, cudaFilterModePoint, false));
  kit::DeviceBuffer<float> out(32);
  fetch<<<1, 32>>>(texture.get(), -4, out.data());
  std::vector<float> got(32);
  out.download(got.data());
  std::printf("tex1Dfetch from -4 of 8 elements that are 4:");
  for (const float value : got) std::printf(" %g", double(value));
  std::printf("\n");
}

void print_error(const char* what, const cudaResourceDesc& resource,
                 const cudaTextureDesc& settings) {
  cudaTextureObject_t texture = 0;
  const cudaError_t error = cudaCreateTextureObject(&texture, &resource, &settings, nullptr);
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  if (error == cudaSuccess) cudaDestroyTextureObject(texture);
  cudaGetLastError();
}

void print_errors() {
  const cudaTextureDesc point = texture_settings(cudaAddressModeClamp, cudaFilterModePoint, false);
  const cudaTextureDesc linear =
      texture_settings(cudaAddressModeClamp, cudaFilterModeLinear, false);
  const cudaTextureDesc normalised = texture_settings(cudaAddressModeClamp, cudaFilterModePoint,
                                                      false, cudaReadModeNormalizedFloat);
  const kit::DeviceBuffer<float> memory(64 * 64);
  const ArrayOf<unsigned char> bytes(64, 64);
  const ArrayOf<int> ints(64, 64);
  const ArrayOf<float> floats(64, 64);
  print_error("pitch of 100 bytes", pitched_resource(memory.data(), 25, 32, 100), point);
  print_error("start at byte 4", pitched_resource(memory.data() + 1, 24, 32, 96), point);
  print_error("start at byte 256", pitched_resource(memory.data() + 64, 24, 32, 96), point);
  print_error("bytes, filtered as they are", bytes.resource(), linear);
  print_error("ints, read as normalised floats", ints.resource(), normalised);
  print_error("floats, read as normalised floats", floats.resource(), normalised);
  print_error("bytes of linear memory, filtered as they are",
              linear_resource(reinterpret_cast<const unsigned char*>(memory.data()), 64), linear);
  cudaSurfaceObject_t surface = 0;
  const cudaResourceDesc no_surface = floats.resource();
  std::printf("surface of an array without cudaArraySurfaceLoadStore: %s\n",
              cudaGetErrorName(cudaCreateSurfaceObject(&surface, &no_surface)));
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc three =
      cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat);
  std::printf("array of three floats: %s\n",
              cudaGetErrorName(cudaMallocArray(&array, &three, 8, 8)));
  std::printf("cudaDestroyTextureObject(0): %s\n", cudaGetErrorName(cudaDestroyTextureObject(0)));
  cudaGetLastError();
}

// Last, since a fault stays: which one is the argument's.
void print_fault(int x) {
  const ArrayOf<float> array(8, 8, cudaArraySurfaceLoadStore);
  const cudaResourceDesc resource = array.resource();
  cudaSurfaceObject_t surface = 0;
  KIT_CHECK(cudaCreateSurfaceObject(&surface, &resource));
  write<<<1, 1>>>(surface, x);
  std::printf("surf2Dwrite to byte %d of a row of 32: %s\n", x,
              cudaGetErrorName(cudaDeviceSynchronize()));
}

int main(int count, char** arguments) {
  if (count > 1) {
    print_fault(std::atoi(arguments[1]));
    return 0;
  }
  print_rounding();
  print_weight_zero();
  print_missing_components();
  print_mirror();
  print_outside_of_linear_memory();
  print_errors();
  return 0;
}
