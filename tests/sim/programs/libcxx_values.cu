// What kernels use of cuda::std: arrays, complex numbers, tuples, optional values, spans, limits.
#include <cmath>
#include <complex>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <vector>

#include "program.hpp"

using Complex = cuda::std::complex<float>;
using Filter = cuda::std::array<float, 5>;

__global__ void mandelbrot(int* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  Complex c(-2.0f + 3.0f * x / w, -1.0f + 2.0f * y / h), z(0.0f, 0.0f);
  int i = 0;
  while (i < 50 && cuda::std::norm(z) < 4.0f) {
    z = z * z + c;
    ++i;
  }
  out[y * w + x] = i;
}

__global__ void dft(cuda::std::span<const float> in, Complex* out) {
  int k = blockIdx.x * blockDim.x + threadIdx.x, n = int(in.size());
  if (k >= n) return;
  Complex sum(0, 0);
  for (int j = 0; j < n; ++j)
    sum += in[j] * cuda::std::polar(1.0f, -6.28318531f * ((j * k) % n) / n);
  out[k] = sum;
}

__global__ void fir(const float* in, float* out, int n, Filter f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  int tap = 0;
  for (float weight : f) {
    int j = i + tap++ - 2;
    if (j >= 0 && j < n) sum += weight * in[j];
  }
  out[i] = sum;
}

__device__ cuda::std::optional<int> find_first(cuda::std::span<const float> v, float at_least) {
  for (cuda::std::size_t i = 0; i < v.size(); ++i)
    if (v[i] >= at_least) return int(i);
  return cuda::std::nullopt;
}
__device__ cuda::std::tuple<float, float, int> extent(const float* v, int n) {
  float low = cuda::std::numeric_limits<float>::max(),
        high = cuda::std::numeric_limits<float>::lowest();
  for (int i = 0; i < n; ++i) low = fminf(low, v[i]), high = fmaxf(high, v[i]);
  return cuda::std::make_tuple(low, high, n);
}

__global__ void misc(const float* v, int n, float* out) {
  auto found = find_first(cuda::std::span<const float>(v, n), 40.0f);
  out[0] = found ? *found : -1;
  out[1] = find_first({v, size_t(n)}, 1e9f).value_or(-5);
  auto [low, high, count] = extent(v, n);
  out[2] = low, out[3] = high, out[4] = count;
  cuda::std::pair<int, float> p = cuda::std::make_pair(3, 1.5f);
  int a = 4;
  cuda::std::swap(a, p.first);
  out[5] = a * 10 + p.first;
  cuda::std::uint32_t bits = cuda::std::bit_cast<cuda::std::uint32_t>(1.0f);
  out[6] = bits == 0x3f800000u;
  static_assert(cuda::std::is_same_v<cuda::std::remove_const_t<const int>, int>);
  cuda::std::array<int, 4> arr{4, 3, 2, 1};
  out[7] = arr.back() + arr[0] * 10 + arr.size() * 100 + cuda::std::popcount(0xffu) * 1000;
  out[8] = cuda::std::abs(Complex(3, 4));
  out[9] = cuda::std::plus<float>()(2.0f, 7.5f);
}

int main() {
  const int w = 60, h = 40, n = 48;
  std::vector<int> iterations(w * h);
  int* d_it;
  KIT_CHECK(cudaMalloc(&d_it, w * h * sizeof(int)));
  mandelbrot<<<dim3(4, 5), dim3(16, 8)>>>(d_it, w, h);
  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaMemcpy(iterations.data(), d_it, w * h * sizeof(int), cudaMemcpyDeviceToHost));
  int differ = 0;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      std::complex<float> c(-2.0f + 3.0f * x / w, -1.0f + 2.0f * y / h), z;
      int i = 0;
      while (i < 50 && std::norm(z) < 4.0f) z = z * z + c, ++i;
      differ += std::abs(i - iterations[y * w + x]) > 3;
    }
  bool ok = differ < 20;
  std::vector<float> in(n), filtered(n);
  for (int i = 0; i < n; ++i) in[i] = float(i * 5 % 47);
  float *d_in, *d_out;
  Complex* d_c;
  KIT_CHECK(cudaMalloc(&d_in, n * sizeof(float)));
  KIT_CHECK(cudaMalloc(&d_out, n * sizeof(float)));
  KIT_CHECK(cudaMalloc(&d_c, n * sizeof(Complex)));
  KIT_CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  dft<<<1, 64>>>(cuda::std::span<const float>(d_in, n), d_c);
  std::vector<cuda::std::complex<float>> spectrum(n);
  KIT_CHECK(cudaMemcpy(spectrum.data(), d_c, n * sizeof(Complex), cudaMemcpyDeviceToHost));
  for (int k = 0; k < n; ++k) {
    std::complex<double> e = 0;
    for (int j = 0; j < n; ++j) e += double(in[j]) * std::polar(1.0, -2 * M_PI * j * k / n);
    ok = ok && std::abs(e - std::complex<double>(spectrum[k].real(), spectrum[k].imag())) < 0.02;
  }
  Filter f{1, 4, 6, 4, 1};
  fir<<<1, 64>>>(d_in, d_out, n, f);
  KIT_CHECK(cudaMemcpy(filtered.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    float e = 0;
    for (int t = -2; t <= 2; ++t)
      if (i + t >= 0 && i + t < n) e += f[t + 2] * in[i + t];
    ok = ok && std::fabs(e - filtered[i]) < 1e-3f;
  }
  misc<<<1, 1>>>(d_in, n, d_out);
  float m[10];
  KIT_CHECK(cudaMemcpy(m, d_out, sizeof m, cudaMemcpyDeviceToHost));
  int first = 0;
  while (in[first] < 40) ++first;
  ok = ok && m[0] == first && m[1] == -5 && m[2] == 0 && m[3] == 46 && m[4] == n && m[5] == 34 &&
       m[6] == 1 && m[7] == 8441 && m[8] == 5 && m[9] == 9.5f;
  KIT_CHECK(cudaFree(d_it));
  KIT_CHECK(cudaFree(d_in));
  KIT_CHECK(cudaFree(d_out));
  KIT_CHECK(cudaFree(d_c));
  EXPECT(ok);
  return finish();
}
