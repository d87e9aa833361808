// bfloat16: conversions and arithmetic, each rounded once; pairs; a normalisation that computes in
// float.
#include <cuda_bf16.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "program.hpp"

using bf16 = __nv_bfloat16;

// The value that the nearest bfloat16 has, of numbers in the range of its normal ones.
double rounded(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, 8)), exponent - 8);
}

// Cards have it from compute capability 8.0 on.
__device__ bf16 fused(bf16 a, bf16 b, bf16 c) {
#if defined(__NVCC__) && __CUDA_ARCH__ < 800
  const double product = double(float(a)) * double(float(b)), sum = product + double(float(c));
  const double towards = float(c) > 0 ? 1e300 : -1e300;
  return __double2bfloat16(sum == product && float(c) != 0 ? nextafter(sum, towards) : sum);
#else
  return __hfma(a, b, c);
#endif
}

// Per number: sum, difference, product, quotient, fused, larger, root, less.
constexpr int kResults = 8;
__global__ void arithmetic(const float* a, const float* b, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const bf16 x = __float2bfloat16(a[i]), y = __float2bfloat16(b[i]);
  float* const o = out + kResults * i;
  o[0] = __bfloat162float(__hadd(x, y));
  o[1] = float(x - y);
  o[2] = float(x * y);
  o[3] = float(x / y);
  o[4] = float(fused(x, y, y));
  o[5] = float(__hmax(x, y));
  o[6] = float(hsqrt(__habs(x)));
  o[7] = x < y ? 1 : 0;
}

__global__ void conversions(const unsigned* bits, unsigned short* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float f = __uint_as_float(bits[i]);
  out[4 * i] = __bfloat16_as_ushort(__float2bfloat16_rn(f));
  out[4 * i + 1] = __bfloat16_as_ushort(__float2bfloat16_rz(f));
  out[4 * i + 2] = __bfloat16_as_ushort(__float2bfloat16_rd(f));
  out[4 * i + 3] = __bfloat16_as_ushort(__float2bfloat16_ru(f));
}

__global__ void special(float* out, int* integers) {
  const bf16 a = __float2bfloat16(1.0078125f), b = __float2bfloat16(1.5f);
  // The product lies in the middle of two numbers; what is added decides.
  out[0] = float(fused(a, b, bf16(0.0f)));
  out[1] = float(fused(a, b, bf16(0x1p-100f)));
  out[2] = float(fused(a, b, bf16(-0x1p-100f)));
  out[3] = float(__double2bfloat16(1.00390625 + 0x1p-50));
  out[4] = float(__ushort_as_bfloat16(0x0001));
  const __nv_bfloat162 pair = __floats2bfloat162_rn(2.5f, -3.0f);
  out[5] = __low2float(__hmul2(pair, pair)) + __high2float(__lowhigh2highlow(pair));
  out[6] = __hisnan(__hadd(__ushort_as_bfloat16(0x7f80), __ushort_as_bfloat16(0xff80)));
  integers[0] = __bfloat162int_rn(bf16(2.5f));
  integers[1] = int(bf16(-2.75f));
  integers[2] = __bfloat16_as_ushort(__int2bfloat16_rn(16777217));
  integers[3] = int(__bfloat162uint_rz(bf16(-1.0f)));
}

__global__ void normalise(const bf16* in, bf16* out, int columns) {
  const bf16* const row = in + blockIdx.x * columns;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < columns; i += 32) {
    const float v = __bfloat162float(row[i]);
    sum += v;
    squares += v * v;
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(~0u, sum, offset);
    squares += __shfl_xor_sync(~0u, squares, offset);
  }
  const float mean = sum / columns, scale = rsqrtf(squares / columns - mean * mean);
  for (int i = threadIdx.x; i < columns; i += 32)
    out[blockIdx.x * columns + i] = __float2bfloat16((__bfloat162float(row[i]) - mean) * scale);
}

void check_arithmetic() {
  const int n = 2000;
  std::vector<float> a(n), b(n), out(n * kResults);
  for (int i = 0; i < n; ++i) {
    a[i] = float(std::ldexp(128 + i * 37 % 128, i * 13 % 24 - 16) * (i % 3 == 0 ? -1 : 1));
    b[i] = float(std::ldexp(128 + i * 91 % 128, i * 7 % 20 - 14) * (i % 5 == 0 ? -1 : 1));
  }
  kit::DeviceBuffer<float> device_a(a.data(), n), device_b(b.data(), n), device_out(out.size());
  arithmetic<<<(n + 127) / 128, 128>>>(device_a.data(), device_b.data(), device_out.data(), n);
  KIT_CHECK(cudaGetLastError());
  device_out.download(out.data());
  for (int i = 0; i < n; ++i) {
    const double x = a[i], y = b[i];
    const float* const o = &out[kResults * i];
    EXPECT(o[0] == rounded(x + y));
    EXPECT(o[1] == rounded(x - y));
    EXPECT(o[2] == rounded(x * y));
    EXPECT(o[3] == rounded(x / y));
    EXPECT(o[4] == rounded(x * y + y));
    EXPECT(o[5] == std::fmax(x, y));
    EXPECT(std::fabs(o[6] - std::sqrt(std::fabs(x))) <= std::sqrt(std::fabs(x)) / 256);
    EXPECT(o[7] == (x < y));
  }
}

void check_conversions() {
  const int n = 3000;
  std::vector<unsigned> bits(n);
  std::vector<unsigned short> out(4 * n);
  for (int i = 0; i < n; ++i) bits[i] = i < 8 ? 0x3f808000u + i - 4 : i * 2654435761u;
  kit::DeviceBuffer<unsigned> device_bits(bits.data(), n);
  kit::DeviceBuffer<unsigned short> device_out(out.size());
  conversions<<<(n + 127) / 128, 128>>>(device_bits.data(), device_out.data(), n);
  KIT_CHECK(cudaGetLastError());
  device_out.download(out.data());
  for (int i = 0; i < n; ++i) {
    const unsigned magnitude = bits[i] & 0x7fffffff, upper = bits[i] >> 16, rest = bits[i] & 0xffff;
    if (magnitude > 0x7f800000) {
      for (int mode = 0; mode < 4; ++mode) EXPECT(out[4 * i + mode] == 0x7fff);
      continue;
    }
    const bool negative = bits[i] >> 31, up = rest > 0x8000 || (rest == 0x8000 && upper % 2 == 1);
    EXPECT(out[4 * i] == upper + up);
    EXPECT(out[4 * i + 1] == upper);
    EXPECT(out[4 * i + 2] == upper + (negative && rest != 0));
    EXPECT(out[4 * i + 3] == upper + (!negative && rest != 0));
  }
}

int main() {
  check_arithmetic();
  check_conversions();
  kit::DeviceBuffer<float> numbers(7);
  kit::DeviceBuffer<int> integers(4);
  special<<<1, 1>>>(numbers.data(), integers.data());
  KIT_CHECK(cudaGetLastError());
  float out[7];
  int whole[4];
  numbers.download(out);
  integers.download(whole);
  EXPECT(out[0] == 1.515625f && out[1] == 1.515625f && out[2] == 1.5078125f);
  EXPECT(out[3] == 1.0078125f && out[4] == 0x1p-133f && out[5] == 8.75f && out[6] == 1);
  EXPECT(whole[0] == 2 && whole[1] == -2 && whole[2] == 0x4b80 && whole[3] == 0);

  const int rows = 5, columns = 96;
  std::vector<bf16> values(rows * columns), normal(values.size());
  for (int i = 0; i < rows * columns; ++i) values[i] = bf16(float(i * 37 % 101) / 8);
  kit::DeviceBuffer<bf16> device_in(values.data(), values.size()), device_out(values.size());
  normalise<<<rows, 32>>>(device_in.data(), device_out.data(), columns);
  KIT_CHECK(cudaGetLastError());
  device_out.download(normal.data());
  for (int r = 0; r < rows; ++r) {
    double sum = 0, squares = 0;
    for (int i = 0; i < columns; ++i) {
      const double v = __bfloat162float(normal[r * columns + i]);
      sum += v;
      squares += v * v;
    }
    EXPECT(std::fabs(sum) < 0.3 && std::fabs(squares / columns - 1) < 0.01);
  }
  return finish();
}
