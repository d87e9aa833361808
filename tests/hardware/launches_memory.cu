/// @file
/// Launches for tests/hardware/compare_counts: global memory. Elements of all sizes at addresses
/// that are no multiple of a sector, rows with pitches, blocks of many shapes, and orders that are
/// not lane by lane. No warp diverges.
#include "launches.cuh"

using launches::as, launches::check, launches::value;

namespace {

constexpr int kCount = 1 << 15;

template <typename T>
__global__ void copy_shifted(const T* in, T* out, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + shift];
}

template <typename T>
__global__ void gather_every(const T* in, T* out, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}

template <typename T>
__global__ void scatter_every(const T* in, T* out, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * stride] = in[i];
}

// Rows of the three pictures start at different offsets within a sector.
template <typename T>
__global__ void add_pitched(const T* a, const T* b, T* out, int pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * (pitch + 1) + x] = T(a[y * pitch + x] + b[y * (pitch + 3) + x]);
}

__global__ void darken_pixels(const uchar4* in, uchar4* out, int pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const uchar4 pixel = in[y * pitch + x];
  out[y * pitch + x] = make_uchar4(pixel.x / 2, pixel.y / 2, pixel.z / 2, pixel.w);
}

__global__ void average_along_z(const float* in, float* out, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  const int width = gridDim.x * blockDim.x, slice = width * gridDim.y * blockDim.y;
  const int at = y * width + x, above = max(z - 1, 0), below = min(z + 1, depth - 1);
  out[z * slice + at] =
      0.25f * in[above * slice + at] + 0.5f * in[z * slice + at] + 0.25f * in[below * slice + at];
}

__global__ void interleave_colours(const unsigned char* planes, uchar3* out, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = make_uchar3(planes[i], planes[size + i], planes[2 * size + i]);
}

__global__ void grey_interleaved(const uchar3* in, unsigned char* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const uchar3 pixel = in[i];
  out[i] = (unsigned char)((77 * pixel.x + 150 * pixel.y + 29 * pixel.z) >> 8);
}

__global__ void grey_planar(const float* __restrict__ in, float* __restrict__ out, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 0.299f * in[i] + 0.587f * in[size + i] + 0.114f * in[2 * size + i];
}

__global__ void sum_by_ldg(const float4* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 four = __ldg(in + i);
  out[i] = four.x + four.y + four.z + four.w;
}

__global__ void matrix_vector(const float* __restrict__ matrix, const float* __restrict__ vector,
                              float* __restrict__ out, int columns, int pitch) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < columns; ++k) sum += matrix[row * pitch + k] * vector[k];
  out[row] = sum;
}

__global__ void sum_columns(const float* in, float* out, int rows, int pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int y = 0; y < rows; ++y) sum += in[y * pitch + x];
  out[x] = sum;
}

// nvcc knows of no alignment beyond a byte's, so that these stay four accesses.
__global__ void pack_bytes(const unsigned char* in, unsigned* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[4 * i] | in[4 * i + 1] << 8 | in[4 * i + 2] << 16 | unsigned(in[4 * i + 3]) << 24;
}

__global__ void unpack_bytes(const unsigned* in, unsigned char* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned word = in[i];
  for (int k = 0; k < 4; ++k) out[4 * i + k] = (unsigned char)(word >> (8 * k));
}

__global__ void gather_permuted(const float* in, const int* order, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[order[i]];
}

__global__ void scatter_permuted(const float2* in, const int* order, float2* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[order[i]] = in[i];
}

__global__ void reverse_order(const float4* in, float4* out) {
  const int last = gridDim.x * blockDim.x - 1, i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[last - i];
}

__global__ void mirror_rows(const unsigned char* in, unsigned char* out, int pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * pitch + x] = in[y * pitch + gridDim.x * blockDim.x - 1 - x];
}

// Elements of Stored make up one T; `parts` of them.
template <typename T, typename Stored>
void shifted(const char* name, int shift) {
  constexpr std::size_t parts = sizeof(T) / sizeof(Stored);
  auto in = launches::values<Stored>(parts * (kCount + 64));
  auto out = launches::zeros<Stored>(parts * kCount);
  copy_shifted<T><<<kCount / 256, 256>>>(as<T>(in), as<T>(out), shift);
  check(name, out, out.size(), [=](std::size_t i) { return value(i + parts * shift); });
}

template <typename T, typename Stored>
void every(const char* name, int stride) {
  constexpr std::size_t parts = sizeof(T) / sizeof(Stored);
  constexpr int kHere = kCount / 4;
  auto in = launches::values<Stored>(parts * kHere * stride);
  auto out = launches::zeros<Stored>(parts * kHere * stride);
  gather_every<T><<<kHere / 128, 128>>>(as<T>(in), as<T>(out), stride);
  check(name, out, parts * kHere,
        [=](std::size_t i) { return value(i / parts * parts * stride + i % parts); });
  scatter_every<T><<<kHere / 128, 128>>>(as<T>(in), as<T>(out), stride);
  check(name, out, out.size(), [=](std::size_t i) {
    const std::size_t element = i / parts;
    return element % stride == 0 ? value(element / stride * parts + i % parts) : 0;
  });
}

template <typename T>
void pitched(const char* name, dim3 grid, dim3 block, int pitch) {
  const std::size_t width = grid.x * block.x, height = grid.y * block.y;
  auto in = launches::values<T>((pitch + 3) * height);
  auto out = launches::zeros<T>((pitch + 1) * height);
  add_pitched<T><<<grid, block>>>(in.data(), in.data(), out.data(), pitch);
  check(name, out, out.size(), [=](std::size_t i) {
    const std::size_t x = i % (pitch + 1), y = i / (pitch + 1);
    if (x >= width) return 0.0;
    return launches::number(T(value(y * pitch + x) + value(y * (pitch + 3) + x)));
  });
}

void pixels() {
  constexpr int kSize = 1 << 14;
  auto bytes = launches::values<unsigned char>(3 * kSize);
  auto out = launches::zeros<unsigned char>(3 * kSize);
  interleave_colours<<<kSize / 192, 192>>>(bytes.data(), as<uchar3>(out), kSize);
  check("interleave_colours", out, 3 * (kSize / 192 * 192),
        [=](std::size_t i) { return value(i / 3 + i % 3 * kSize); });
  grey_interleaved<<<kSize / 128, 128>>>(as<uchar3>(bytes), out.data());
  check("grey_interleaved", out, kSize, [=](std::size_t i) {
    return (77 * value(3 * i) + 150 * value(3 * i + 1) + 29 * value(3 * i + 2)) >> 8;
  });
  auto floats = launches::values<float>(3 * kSize);
  auto grey = launches::zeros<float>(kSize);
  grey_planar<<<kSize / 128, 128>>>(floats.data(), grey.data(), kSize);
  check("grey_planar", grey, kSize, [=](std::size_t i) {
    return 0.299 * value(i) + 0.587 * value(kSize + i) + 0.114 * value(2 * kSize + i);
  });
  constexpr int kPitch = 123, kHeight = 128;
  auto in = launches::values<unsigned char>(4 * kPitch * kHeight);
  auto dark = launches::zeros<unsigned char>(4 * kPitch * kHeight);
  darken_pixels<<<dim3(7, kHeight / 2), dim3(16, 2)>>>(as<uchar4>(in), as<uchar4>(dark), kPitch);
  check("darken_pixels", dark, dark.size(),
        [=](std::size_t i) { return i / 4 % kPitch < 112 ? value(i) / (i % 4 < 3 ? 2 : 1) : 0; });
  mirror_rows<<<dim3(9, 64), dim3(40, 2)>>>(in.data(), dark.data(), 381);
  check("mirror_rows", dark, 381 * 128,
        [=](std::size_t i) { return i % 381 < 360 ? value(i / 381 * 381 + 359 - i % 381) : 0; });
  pack_bytes<<<32, 256>>>(in.data(), as<unsigned>(dark));
  check("pack_bytes", dark, 4 * 32 * 256, [=](std::size_t i) { return value(i); });
  unpack_bytes<<<32, 256>>>(as<unsigned>(in), dark.data());
  check("unpack_bytes", dark, 4 * 32 * 256, [=](std::size_t i) { return value(i); });
}

void numbers() {
  auto in = launches::values<float>(4 * kCount);
  auto out = launches::zeros<float>(4 * kCount);
  average_along_z<<<dim3(8, 8, 4), dim3(8, 4, 4)>>>(in.data(), out.data(), 16);
  check("average_along_z", out, 64 * 32 * 16, [=](std::size_t i) {
    const std::size_t slice = 64 * 32, z = i / slice;
    return 0.25 * value(z > 0 ? i - slice : i) + 0.5 * value(i) +
           0.25 * value(z < 15 ? i + slice : i);
  });
  sum_by_ldg<<<kCount / 256, 256>>>(as<float4>(in), out.data());
  check("sum_by_ldg", out, kCount, [=](std::size_t i) {
    return value(4 * i) + value(4 * i + 1) + value(4 * i + 2) + value(4 * i + 3);
  });
  matrix_vector<<<6, 96>>>(in.data(), in.data() + 5, out.data(), 90, 97);
  check("matrix_vector", out, 6 * 96, [=](std::size_t row) {
    int sum = 0;
    for (std::size_t k = 0; k < 90; ++k) sum += value(row * 97 + k) * value(k + 5);
    return sum;
  });
  sum_columns<<<3, 160>>>(in.data(), out.data(), 100, 487);
  check("sum_columns", out, 3 * 160, [=](std::size_t x) {
    int sum = 0;
    for (std::size_t y = 0; y < 100; ++y) sum += value(y * 487 + x);
    return sum;
  });
  std::vector<int> host(kCount);
  for (int i = 0; i < kCount; ++i) host[std::size_t(i)] = int((i * 12345LL + 77) % kCount);
  kit::DeviceBuffer<int> order(host.data(), host.size());
  gather_permuted<<<kCount / 256, 256>>>(in.data(), order.data(), out.data());
  check("gather_permuted", out, kCount, [&](std::size_t i) { return value(host[i]); });
  scatter_permuted<<<kCount / 256, 256>>>(as<float2>(in), order.data(), as<float2>(out));
  std::vector<std::size_t> came(kCount);
  for (std::size_t i = 0; i < kCount; ++i) came[std::size_t(host[i])] = i;
  check("scatter_permuted", out, 2 * kCount,
        [&](std::size_t i) { return value(2 * came[i / 2] + i % 2); });
  reverse_order<<<kCount / 256, 256>>>(as<float4>(in), as<float4>(out));
  check("reverse_order", out, 4 * kCount,
        [=](std::size_t i) { return value(4 * (kCount - 1 - i / 4) + i % 4); });
}

}  // namespace

void launches::of_memory() {
  shifted<unsigned char, unsigned char>("copy_shifted<unsigned char>", 3);
  shifted<unsigned short, unsigned short>("copy_shifted<unsigned short>", 5);
  shifted<half, half>("copy_shifted<half>", 7);
  shifted<half2, half>("copy_shifted<half2>", 9);
  shifted<uchar3, unsigned char>("copy_shifted<uchar3>", 1);
  shifted<float2, float>("copy_shifted<float2>", 3);
  shifted<float3, float>("copy_shifted<float3>", 1);
  shifted<double, double>("copy_shifted<double>", 1);
  shifted<int4, int>("copy_shifted<int4>", 1);
  every<uchar4, unsigned char>("every<uchar4>", 3);
  every<unsigned short, unsigned short>("every<unsigned short>", 2);
  every<double, double>("every<double>", 5);
  every<float4, float>("every<float4>", 3);
  pitched<float>("add_pitched<float>, 8x8", dim3(25, 16), dim3(8, 8), 203);
  pitched<float>("add_pitched<float>, 4x32", dim3(40, 4), dim3(4, 32), 166);
  pitched<unsigned char>("add_pitched<unsigned char>, 64x4", dim3(3, 32), dim3(64, 4), 197);
  pitched<double>("add_pitched<double>, 32x1", dim3(7, 90), dim3(32, 1), 225);
  pitched<short>("add_pitched<short>, 24x5", dim3(13, 21), dim3(24, 5), 331);
  pitched<int>("add_pitched<int>, 1x256", dim3(50, 1), dim3(1, 256), 51);
  pixels();
  numbers();
}
