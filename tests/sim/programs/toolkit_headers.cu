// Headers of the toolkit that hold types and constants, and constants to the last bit.
#include <builtin_types.h>
#include <cuda.h>
#include <cuda_device_runtime_api.h>
#include <driver_types.h>
#include <math_constants.h>
#include <vector_functions.h>
#include <vector_types.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#include "program.hpp"

static_assert(sizeof(CUdeviceptr) == 8 && sizeof(CUdevice) == sizeof(int));
static_assert(CUDA_SUCCESS == 0 && CUDA_ERROR_OUT_OF_MEMORY == 2 && CUDA_ERROR_NO_DEVICE == 100);
static_assert(CUDA_ERROR_ILLEGAL_ADDRESS == 700 && CUDA_ERROR_UNKNOWN == 999);
static_assert(CUDA_VERSION >= 12000);

__global__ void bits(unsigned* f, unsigned long long* d) {
  const float floats[] = {CUDART_INF_F,         CUDART_NAN_F,          CUDART_MIN_DENORM_F,
                          CUDART_MAX_NORMAL_F,  CUDART_PI_F,           CUDART_SQRT_HALF_F,
                          CUDART_L2E_F,         CUDART_LN2_F,          CUDART_PIO2_F,
                          CUDART_2_OVER_PI_F,   CUDART_SQRT_HALF_LO_F, CUDART_NEG_ZERO_F,
                          CUDART_TWO_TO_M126_F, CUDART_LG2_F,          CUDART_THIRD_F};
  const double doubles[] = {CUDART_INF,    CUDART_NAN,        CUDART_PI,       CUDART_PI_LO,
                            CUDART_L2E,    CUDART_LN2_LO,     CUDART_SQRT_TWO, CUDART_SQRT_2PI_LO,
                            CUDART_LGE_LO, CUDART_MIN_DENORM, CUDART_PIO4,     CUDART_LNPI};
  for (int i = 0; i < 15; ++i) f[i] = __float_as_uint(floats[i]);
  for (int i = 0; i < 12; ++i) d[i] = (unsigned long long)__double_as_longlong(doubles[i]);
}

template <typename Bits, typename Real>
Bits bits_of(Real x) {
  Bits bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return bits;
}

int main() {
  unsigned f[15];
  unsigned long long d[12];
  kit::DeviceBuffer<unsigned> d_f(15);
  kit::DeviceBuffer<unsigned long long> d_d(12);
  bits<<<1, 1>>>(d_f.data(), d_d.data());
  KIT_CHECK(cudaGetLastError());
  d_f.download(f);
  d_d.download(d);
  const long double pi = std::acos(-1.0L), half = std::sqrt(0.5L), ln2 = std::log(2.0L);
  const auto single = [](long double x) { return bits_of<std::uint32_t>(float(x)); };
  const unsigned expected[] = {0x7f800000u,
                               0x7fffffffu,
                               1u,
                               0x7f7fffffu,
                               single(pi),
                               single(half),
                               single(1 / ln2),
                               single(ln2),
                               single(pi / 2),
                               single(2 / pi),
                               single(half - float(half)),
                               0x80000000u,
                               0x00800000u,
                               single(std::log10(2.0L)),
                               single(1.0L / 3)};
  for (int i = 0; i < 15; ++i) EXPECT(f[i] == expected[i]);
  const auto twice = [](long double x) { return bits_of<std::uint64_t>(double(x)); };
  EXPECT(d[0] == 0x7ff0000000000000u && d[1] == 0xfff8000000000000u && d[9] == 1);
  EXPECT(d[2] == twice(pi) && d[4] == twice(1 / ln2) && d[6] == twice(std::sqrt(2.0L)));
  EXPECT(d[10] == twice(pi / 4) && d[11] == twice(std::log(pi)));
  // What the first part lacks: as exact as this machine's long double is.
  const auto near = [](unsigned long long bits, long double x) {
    double seen;
    std::memcpy(&seen, &bits, sizeof(seen));
    return std::fabs(seen - x) < 1e-18L;
  };
  EXPECT(near(d[3], pi - double(pi)) && near(d[5], ln2 - double(ln2)));
  EXPECT(near(d[7], std::sqrt(2 * pi) - double(std::sqrt(2 * pi))));
  return finish();
}
