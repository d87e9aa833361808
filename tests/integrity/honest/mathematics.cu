/// @file
/// The host's part calls every function of <cmath> and <complex> that the C++ standard lists, for
/// float and double: those that take and give values, and those that write through a pointer.
#include <cmath>
#include <complex>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

template <typename Real>
Real of_one(volatile Real& given) {
  const Real x = given;
  Real sum = std::acos(x) + std::asin(x) + std::atan(x) + std::cos(x) + std::sin(x) + std::tan(x);
  sum += std::acosh(x + 1) + std::asinh(x) + std::atanh(x / 2) + std::cosh(x) + std::sinh(x) +
         std::tanh(x);
  sum += std::exp(x) + std::exp2(x) + std::expm1(x) + std::log(x) + std::log10(x) + std::log1p(x) +
         std::log2(x);
  sum += std::logb(x) + Real(std::ilogb(x)) + std::cbrt(x) + std::fabs(x) + std::sqrt(x);
  sum +=
      std::erf(x) + std::erfc(x) + std::lgamma(x) + std::tgamma(x) + std::ceil(x) + std::floor(x);
  sum +=
      std::nearbyint(x) + std::rint(x) + Real(std::lrint(x)) + Real(std::llrint(x)) + std::round(x);
  sum += Real(std::lround(x)) + Real(std::llround(x)) + std::trunc(x);
  return std::isnan(sum) || std::isinf(sum) || std::signbit(sum) || std::fpclassify(sum) == FP_ZERO
             ? x
             : sum;
}

template <typename Real>
Real of_more(volatile Real& given) {
  const Real x = given;
  int exponent = 0, quotient = 0;
  Real whole = 0;
  Real sum =
      std::atan2(x, x) + std::hypot(x, x) + std::pow(x, x) + std::fmod(x, x) + std::remainder(x, x);
  sum += std::copysign(x, -x) + std::nextafter(x, x + 1) + std::nexttoward(x, 2.0L) +
         std::fdim(x, x / 2);
  sum += std::fmax(x, x / 2) + std::fmin(x, x / 2) + std::fma(x, x, x) + std::ldexp(x, 2) +
         std::scalbn(x, 2);
  sum += std::scalbln(x, 2L) + std::frexp(x, &exponent) + std::modf(x, &whole) +
         std::remquo(x, x, &quotient);
  return sum + whole + Real(exponent + quotient);
}

template <typename Real>
Real of_complex(volatile Real& given) {
  using std::abs, std::arg, std::norm, std::conj, std::proj;
  const std::complex<Real> z(given, given / 2);
  std::complex<Real> sum = conj(z) + proj(z) + std::polar(Real(given), Real(given)) + std::exp(z) +
                           std::log(z) + std::log10(z);
  sum += std::pow(z, z) + std::sqrt(z) + std::sin(z) + std::cos(z) + std::tan(z) + std::sinh(z) +
         std::cosh(z);
  sum += std::tanh(z) + std::asin(z) + std::acos(z) + std::atan(z) + std::asinh(z) + std::acosh(z) +
         std::atanh(z);
  sum += z * z / (z + Real(1));
  return abs(sum) + arg(sum) + norm(sum);
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  volatile float single = 0.5f;
  volatile double twice = 0.5;
  const double sum = of_one(single) + of_one(twice) + of_more(single) + of_more(twice) +
                     of_complex(single) + of_complex(twice);
  if (sum > 1e30) return;  // which it is not
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
}

}  // namespace lab02
