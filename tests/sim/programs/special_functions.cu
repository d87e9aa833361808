// Functions of the math library that C++ does not have, against values with more digits and within
// the errors that CUDA documents for them; what they are at their ends and of infinities and NaN.
#include <cfloat>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "program.hpp"
#include "special_values.hpp"

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Distance in units of the last place of the type.
template <typename Real>
double ulps(Real seen, double expected) {
  if (std::isnan(expected)) return std::isnan(seen) ? 0 : kInfinity;
  if (double(seen) == expected) return 0;
  const Real near = Real(std::fabs(expected));
  const double unit = double(std::nextafter(near, std::numeric_limits<Real>::infinity())) - near;
  return std::fabs(double(seen) - expected) / unit;
}

template <typename Real, typename Kernel>
void check(const char* name, Kernel kernel, const std::vector<Value>& values, double limit) {
  std::vector<Real> in, out;
  std::vector<double> expected;
  for (const Value& value : values) {
    const double size = std::fabs(value.y);
    if (size != 0 && std::isfinite(size) &&
        (size < std::numeric_limits<Real>::min() || size > std::numeric_limits<Real>::max()))
      continue;
    in.push_back(Real(value.x));
    expected.push_back(value.y);
  }
  out.resize(in.size());
  const int count = int(in.size());
  kit::DeviceBuffer<Real> d_in(in.data(), in.size()), d_out(in.size());
  kernel<<<1, 64>>>(d_in.data(), count, d_out.data());
  KIT_CHECK(cudaGetLastError());
  d_out.download(out.data());
  for (int i = 0; i < count; ++i) {
    const double off = ulps(out[i], expected[i]);
    if (!(off <= limit))
      std::printf("%s(%.17g) = %.17g, not %.17g\n", name, double(in[i]), double(out[i]),
                  expected[i]);
    EXPECT(off <= limit);
  }
}

// What CUDA documents for float and for double, in units of the last place.
#define FUNCTIONS(apply)                                                            \
  apply(erfcx, 4, 4) apply(erfcinv, 4, 6) apply(erfinv, 2, 5) apply(normcdf, 5, 5)  \
      apply(normcdfinv, 5, 8) apply(cyl_bessel_i0, 6, 6) apply(cyl_bessel_i1, 6, 6) \
          apply(sinpi, 1, 2) apply(cospi, 1, 2) apply(rcbrt, 1, 1)

#define KERNELS(name, float_ulps, double_ulps)                              \
  __global__ void k_float_##name(const float* x, int count, float* y) {     \
    if (int(threadIdx.x) < count) y[threadIdx.x] = name##f(x[threadIdx.x]); \
  }                                                                         \
  __global__ void k_double_##name(const double* x, int count, double* y) {  \
    if (int(threadIdx.x) < count) y[threadIdx.x] = name(x[threadIdx.x]);    \
  }
FUNCTIONS(KERNELS)

const std::vector<Value>& ends_of(const std::string& name) {
  static const std::vector<Value> ends[] = {
      {{kInfinity, 0}, {-kInfinity, kInfinity}, {-100, kInfinity}, {kNaN, kNaN}},  // erfcx
      {{0, kInfinity}, {2, -kInfinity}, {-0.5, kNaN}, {2.5, kNaN}, {kNaN, kNaN}},  // erfcinv
      {{1, kInfinity}, {-1, -kInfinity}, {1.5, kNaN}, {-2, kNaN}, {kNaN, kNaN}},   // erfinv
      {{kInfinity, 1}, {-kInfinity, 0}, {-1000, 0}, {1000, 1}, {kNaN, kNaN}},      // normcdf
      {{0, -kInfinity}, {1, kInfinity}, {-0.5, kNaN}, {1.5, kNaN}, {kNaN, kNaN}},  // normcdfinv
      {{kInfinity, kInfinity}, {-kInfinity, kInfinity}, {2000, kInfinity}, {kNaN, kNaN}},
      {{kInfinity, kInfinity}, {-kInfinity, -kInfinity}, {0, 0}, {kNaN, kNaN}},
      {{0, 0}, {1, 0}, {-3, 0}, {1e9, 0}, {kInfinity, kNaN}, {-kInfinity, kNaN}, {kNaN, kNaN}},
      {{0, 1}, {0.5, 0}, {-7.5, 0}, {1e9, 1}, {kInfinity, kNaN}, {-kInfinity, kNaN}, {kNaN, kNaN}},
      {{0, kInfinity}, {kInfinity, 0}, {-kInfinity, 0}, {kNaN, kNaN}}};
  const char* const names[] = {"erfcx",         "erfcinv",       "erfinv", "normcdf", "normcdfinv",
                               "cyl_bessel_i0", "cyl_bessel_i1", "sinpi",  "cospi",   "rcbrt"};
  for (int i = 0; i < 9; ++i)
    if (name == names[i]) return ends[i];
  return ends[9];
}

template <typename Kernel, typename Real>
std::vector<Real> run(Kernel kernel, const std::vector<Real>& in, int results) {
  const int count = int(in.size() / 4);
  std::vector<Real> out(std::size_t(count) * results);
  kit::DeviceBuffer<Real> d_in(in.data(), in.size()), d_out(out.size());
  kernel<<<(count + 63) / 64, 64>>>(d_in.data(), count, d_out.data());
  KIT_CHECK(cudaGetLastError());
  d_out.download(out.data());
  return out;
}

// Norms, and sine and cosine together, of four numbers in a row.
constexpr int kNorms = 11;
__global__ void norms(const float* in, int count, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float *v = in + 4 * i, a = v[0], b = v[1], c = v[2], d = v[3];
  float* o = out + kNorms * i;
  o[0] = norm3df(a, b, c), o[1] = rnorm3df(a, b, c), o[2] = norm4df(a, b, c, d);
  o[3] = rnorm4df(a, b, c, d), o[4] = rhypotf(a, b), o[5] = normf(4, v), o[6] = rnormf(4, v);
  sincospif(a, o + 7, o + 8);
  o[9] = sinpif(a), o[10] = cospif(a);
}
__global__ void norms_double(const double* in, int count, double* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const double *v = in + 4 * i, a = v[0], b = v[1], c = v[2], d = v[3];
  double* o = out + kNorms * i;
  o[0] = norm3d(a, b, c), o[1] = rnorm3d(a, b, c), o[2] = norm4d(a, b, c, d);
  o[3] = rnorm4d(a, b, c, d), o[4] = rhypot(a, b), o[5] = norm(4, v), o[6] = rnorm(4, v);
  sincospi(a, o + 7, o + 8);
  o[9] = sinpi(a), o[10] = cospi(a);
}

template <typename Real, typename Kernel>
void check_norms(Kernel kernel, int largest_exponent) {
  std::mt19937 random(11);
  std::vector<Real> in;
  for (int i = 0; i < 800; ++i) {
    const int exponent = i / 4 % 3 == 0 ? 0 : i / 4 * 7 % (2 * largest_exponent) - largest_exponent;
    in.push_back(Real(std::ldexp(double(random()) / 4294967296.0 - 0.5, exponent)));
  }
  const std::vector<Real> out = run(kernel, in, kNorms);
  const double documented[] = {3, 2, 3, 2, 2};
  for (std::size_t i = 0; i < in.size() / 4; ++i) {
    const Real *v = &in[4 * i], *o = &out[kNorms * i];
    long double sum[4] = {};  // has room for squares of all doubles
    for (int k = 0; k < 4; ++k)
      sum[k] = (k > 0 ? sum[k - 1] : 0) + static_cast<long double>(v[k]) * v[k];
    const double three = double(std::sqrt(sum[2])), four = double(std::sqrt(sum[3]));
    const double expected[] = {three, double(1 / std::sqrt(sum[2])), four,
                               double(1 / std::sqrt(sum[3])), double(1 / std::sqrt(sum[1]))};
    for (int k = 0; k < 5; ++k) EXPECT(ulps(o[k], expected[k]) <= documented[k]);
    // No bound is documented for these.
    EXPECT(ulps(o[5], four) <= 8 && ulps(o[6], expected[3]) <= 8);
    EXPECT(std::fabs(o[7] - o[9]) <= 2 * std::numeric_limits<Real>::epsilon());
    EXPECT(std::fabs(o[8] - o[10]) <= 2 * std::numeric_limits<Real>::epsilon());
  }
  const Real infinity = std::numeric_limits<Real>::infinity(),
             largest = std::numeric_limits<Real>::max();
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const std::vector<Real> ends = run(
      kernel, std::vector<Real>{0, 0, 0, 0, infinity, nan, 1, 2, nan, 1, 1, 1, largest, 0, 0, 0},
      kNorms);
  const auto end = [&](int row, int k) { return ends[row * kNorms + k]; };
  EXPECT(end(0, 0) == 0 && end(0, 1) == infinity && end(0, 2) == 0 && end(0, 4) == infinity);
  EXPECT(end(1, 0) == infinity && end(1, 1) == 0 && end(1, 2) == infinity && end(1, 4) == 0);
  EXPECT(std::isnan(end(2, 0)) && std::isnan(end(2, 3)) && std::isnan(end(2, 4)));
  EXPECT(ulps(end(3, 0), double(largest)) <= 3 && ulps(end(3, 2), double(largest)) <= 3);
}

int main() {
#define CHECK(name, float_ulps, double_ulps)                             \
  {                                                                      \
    std::vector<Value> values(std::begin(k_##name), std::end(k_##name)); \
    const auto& ends = ends_of(#name);                                   \
    values.insert(values.end(), ends.begin(), ends.end());               \
    check<float>(#name "f", k_float_##name, values, float_ulps);         \
    check<double>(#name, k_double_##name, values, double_ulps);          \
  }
  FUNCTIONS(CHECK)
  check_norms<float>(norms, 60);
  check_norms<double>(norms_double, 450);
  return finish();
}
