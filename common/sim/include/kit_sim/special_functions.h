/// @file
/// Functions of CUDA's math library that the host's lacks: inverse error functions, the normal
/// distribution, modified Bessel functions, norms of vectors, sines of multiples of pi. Those of
/// floats are computed in double precision; errors are within those that CUDA documents.
#pragma once

#include "device_math.h"

KIT_SIM_HOST_DEVICE

namespace kit::sim {

inline constexpr double kTwoOverRootPi = 1.1283791670955126, kRootPi = 1.7724538509055160;
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A value and what is missing to it: together some 100 bits.
struct Pair {
  double high, low;
};

inline Pair exact_product(double a, double b) {
  const double product = a * b;
  return {product, fma(a, b, -product)};
}

inline Pair add(Pair a, Pair b) {
  const double sum = a.high + b.high, of_b = sum - a.high;
  const double rest = (a.high - (sum - of_b)) + (b.high - of_b) + (a.low + b.low);
  const double high = sum + rest;
  return {high, rest - (high - sum)};
}

}  // namespace kit::sim

// --- The error function and the normal distribution
// -------------------------------------------------

/// exp(x * x) * erfc(x)
inline double erfcx(double x) {
  using namespace kit::sim;
  constexpr double lowest = -27;  // below, the result is larger than any double
  if (x < lowest) return kInfinity;
  if (x < 2) {
    // The square's rounding error would grow in exp().
    const Pair square = exact_product(x, x);
    const double product = exp(square.high) * erfc(x);
    return product + product * square.low;
  }
  // Laplace's continued fraction, from its end; all terms are positive.
  constexpr int levels = 60;
  double fraction = x;
  for (int k = levels; k > 0; --k) fraction = x + 0.5 * k / fraction;
  return 1 / (kRootPi * fraction);
}

namespace kit::sim {

/// Where erf() is x, for |x| <= 0.5.
inline double central_erf_inverse(double x) {
  double y = x / kTwoOverRootPi;
  for (int step = 0; step < 3; ++step) {  // Halley's method
    const double off = (erf(y) - x) / (kTwoOverRootPi * exp(-y * y));
    y -= off / (1 + y * off);
  }
  return y;
}

/// Where erfc() is x, for 0 < x <= 0.5. Newton's method on the logarithms, which stays exact where
/// erfc() is tiny.
inline double tail_erfc_inverse(double x) {
  // S. Winitzki's approximation, good to a few thousandths.
  constexpr double shape = 0.147;
  const double wanted = log(x), fall = log(x * (2 - x));
  const double middle = 2 / (M_PI * shape) + fall / 2;
  double y = sqrt(sqrt(middle * middle - fall / shape) - middle);
  for (int step = 0; step < 4; ++step) {
    const double scaled = erfcx(y);
    y += (log(scaled) - y * y - wanted) * scaled / kTwoOverRootPi;
  }
  return y;
}

}  // namespace kit::sim

inline double erfcinv(double x) {
  using namespace kit::sim;
  if (!(x >= 0 && x <= 2)) return kNaN;
  if (x == 0) return kInfinity;
  if (x == 2) return -kInfinity;
  if (x < 0.5) return tail_erfc_inverse(x);
  return x > 1.5 ? -tail_erfc_inverse(2 - x) : central_erf_inverse(1 - x);
}
inline double erfinv(double x) {
  using namespace kit::sim;
  const double magnitude = fabs(x);
  if (magnitude <= 0.5) return central_erf_inverse(x);
  if (magnitude < 1) return copysign(tail_erfc_inverse(1 - magnitude), x);
  return magnitude == 1 ? copysign(kInfinity, x) : kNaN;
}
inline double normcdf(double x) {
  using namespace kit::sim;
  constexpr double far = 40;  // beyond, the result is 0 or 1
  if (fabs(x) > far) return x < 0 ? 0 : 1;
  // -x / sqrt(2) with its rounding error, which counts where the function is steep.
  constexpr double root_half = 0.70710678118654752, rest_of_root_half = -4.8336466567264567e-17;
  const Pair product = exact_product(x, root_half);
  const double t = -product.high, rest = -(product.low + x * rest_of_root_half);
  return 0.5 * (erfc(t) - kTwoOverRootPi * exp(-t * t) * rest);
}
inline double normcdfinv(double p) {
  return -M_SQRT2 * erfcinv(2 * p);
}
inline float erfcxf(float x) {
  return float(erfcx(double(x)));
}
inline float erfcinvf(float x) {
  return float(erfcinv(double(x)));
}
inline float erfinvf(float x) {
  return float(erfinv(double(x)));
}
inline float normcdff(float x) {
  return float(normcdf(double(x)));
}
inline float normcdfinvf(float p) {
  return float(normcdfinv(double(p)));
}

// --- Modified Bessel functions
// -----------------------------------------------------------------------

namespace kit::sim {

/// The sum over k of (x / 2)^(2k) / (k! * (k + order)!), for |x| < 20.
inline double bessel_i_series(double x, int order) {
  constexpr int terms = 45;
  const Pair square = exact_product(x / 2, x / 2);
  double sum = 1, rest = 0;
  for (int k = terms; k > 0; --k) {  // sum = 1 + sum * square / (k * (k + order)), as a pair
    const double divisor = double(k) * (k + order);
    const Pair product = exact_product(sum, square.high);
    const double missing = product.low + sum * square.low + rest * square.high;
    const double quotient = product.high / divisor;
    const double rest_of_quotient = (fma(-quotient, divisor, product.high) + missing) / divisor;
    const Pair next = add({1, 0}, {quotient, rest_of_quotient});
    sum = next.high;
    rest = next.low;
  }
  return sum;
}

/// For x >= 20: exp(x) / sqrt(2 pi x) times a series in 1 / x.
inline double bessel_i_asymptotic(double x, int order) {
  constexpr int terms = 30;
  double sum = 1;
  for (int k = terms; k > 0; --k)
    sum = 1 + sum * (double(2 * k - 1) * (2 * k - 1) - 4 * order * order) / (8 * k * x);
  // In two steps, since exp(x) overflows before the result does.
  const double half = exp(x / 2);
  return half * (sum / sqrt(2 * M_PI * x)) * half;
}

}  // namespace kit::sim

inline double cyl_bessel_i0(double x) {
  const double magnitude = fabs(x);
  if (magnitude < 20) return kit::sim::bessel_i_series(x, 0);
  return magnitude > 1000 ? kit::sim::kInfinity : kit::sim::bessel_i_asymptotic(magnitude, 0);
}
inline double cyl_bessel_i1(double x) {
  const double magnitude = fabs(x);
  if (magnitude < 20) return x / 2 * kit::sim::bessel_i_series(x, 1);
  return copysign(
      magnitude > 1000 ? kit::sim::kInfinity : kit::sim::bessel_i_asymptotic(magnitude, 1), x);
}
inline float cyl_bessel_i0f(float x) {
  return float(cyl_bessel_i0(double(x)));
}
inline float cyl_bessel_i1f(float x) {
  return float(cyl_bessel_i1(double(x)));
}

// --- Norms
// -------------------------------------------------------------------------------------------

namespace kit::sim {

/// The square root of a sum of squares, which neither overflows nor underflows on the way.
class Norm {
 public:
  Norm(double largest) : largest_(fabs(largest)) {
    // Powers of 2, which change no other bit.
    if (largest_ > 0x1p+500) scale_ = 0x1p-600;
    if (largest_ < 0x1p-400) scale_ = 0x1p+600;
  }
  void add_square(double x) { sum_ = add(sum_, exact_product(x * scale_, x * scale_)); }
  double value() const {
    if (largest_ == 0 || largest_ == kInfinity) return largest_;
    return scaled() / scale_;
  }
  double reciprocal() const {
    if (largest_ == kInfinity) return 0;
    if (largest_ == 0) return kInfinity;
    const double root = sqrt(sum_.high), inverse = 1 / root;
    const double off = fma(-root, root, sum_.high) + sum_.low;  // the root's square lacks it
    return (inverse + inverse * (fma(-inverse, root, 1) - off / (2 * sum_.high))) * scale_;
  }

 private:
  double scaled() const {
    const double root = sqrt(sum_.high);
    return root + (fma(-root, root, sum_.high) + sum_.low) / (2 * root);
  }

  double largest_, scale_ = 1;
  Pair sum_{0, 0};
};

inline Norm norm_of(double a, double b, double c, double d) {
  Norm norm(fmax(fmax(fabs(a), fabs(b)), fmax(fabs(c), fabs(d))));
  norm.add_square(a);
  norm.add_square(b);
  norm.add_square(c);
  norm.add_square(d);
  return norm;
}

}  // namespace kit::sim

inline double norm3d(double a, double b, double c) {
  return kit::sim::norm_of(a, b, c, 0).value();
}
inline double norm4d(double a, double b, double c, double d) {
  return kit::sim::norm_of(a, b, c, d).value();
}
inline double rnorm3d(double a, double b, double c) {
  return kit::sim::norm_of(a, b, c, 0).reciprocal();
}
inline double rnorm4d(double a, double b, double c, double d) {
  return kit::sim::norm_of(a, b, c, d).reciprocal();
}
inline double rhypot(double a, double b) {
  return kit::sim::norm_of(a, b, 0, 0).reciprocal();
}
inline float norm3df(float a, float b, float c) {
  return float(norm3d(a, b, c));
}
inline float norm4df(float a, float b, float c, float d) {
  return float(norm4d(a, b, c, d));
}
inline float rnorm3df(float a, float b, float c) {
  return float(rnorm3d(a, b, c));
}
inline float rnorm4df(float a, float b, float c, float d) {
  return float(rnorm4d(a, b, c, d));
}
inline float rhypotf(float a, float b) {
  return float(rhypot(a, b));
}

namespace kit::sim {

/// The norm of an array, whose elements are read once: three sums, of which the largest element
/// says which neither overflowed nor lost what counts.
template <typename Real>
inline double norm_of_array(int count, const Real* elements) {
  constexpr double scales[] = {0x1p-600, 1, 0x1p+600};
  double largest = 0, sums[] = {0, 0, 0};
  for (int i = 0; i < count; ++i) {
    const double x = elements[i];
    largest = fmax(largest, fabs(x));
    for (int k = 0; k < 3; ++k) sums[k] = fma(x * scales[k], x * scales[k], sums[k]);
  }
  if (largest == kInfinity) return largest;
  const int k = largest > 0x1p+400 ? 0 : largest < 0x1p-400 ? 2 : 1;
  return sqrt(sums[k]) / scales[k];
}

}  // namespace kit::sim

inline double norm(int count, const double* elements) {
  return kit::sim::norm_of_array(count, elements);
}
inline double rnorm(int count, const double* elements) {
  return 1 / kit::sim::norm_of_array(count, elements);
}
inline float normf(int count, const float* elements) {
  return float(kit::sim::norm_of_array(count, elements));
}
inline float rnormf(int count, const float* elements) {
  return float(1 / kit::sim::norm_of_array(count, elements));
}

// --- Multiples of pi, and roots
// ------------------------------------------------------------------------

namespace kit::sim {

/// Sine and cosine of pi * x: multiples of 1/2 are taken off exactly before pi comes in.
struct HalfTurns {
  double sine, cosine;
};
inline HalfTurns half_turns(double x) {
  const double turned = fmod(x, 2), quarters = rint(2 * turned);
  const double angle = fma(-0.5, quarters, turned) * M_PI;
  const double s = sin(angle), c = cos(angle);
  const double zero = copysign(0.0, x);
  const int quarter = quarters == quarters ? int(quarters) & 3 : 0;
  HalfTurns result{quarter == 0   ? s
                   : quarter == 1 ? c
                   : quarter == 2 ? -s
                                  : -c,
                   quarter == 0   ? c
                   : quarter == 1 ? -s
                   : quarter == 2 ? -c
                                  : s};
  if (result.sine == 0) result.sine = zero;
  if (result.cosine == 0) result.cosine = 0;  // not -0
  return result;
}

}  // namespace kit::sim

#ifndef __CUDA__  // else c_library.h declares them
inline double sinpi(double x) {
  return kit::sim::half_turns(x).sine;
}
inline double cospi(double x) {
  return kit::sim::half_turns(x).cosine;
}
inline float sinpif(float x) {
  return float(kit::sim::half_turns(x).sine);
}
inline float cospif(float x) {
  return float(kit::sim::half_turns(x).cosine);
}
#endif
inline void sincospi(double x, double* sine, double* cosine) {
  const kit::sim::HalfTurns both = kit::sim::half_turns(x);
  *sine = both.sine;
  *cosine = both.cosine;
}
inline void sincospif(float x, float* sine, float* cosine) {
  const kit::sim::HalfTurns both = kit::sim::half_turns(x);
  *sine = float(both.sine);
  *cosine = float(both.cosine);
}
inline double rcbrt(double x) {
  using namespace kit::sim;
  const double root = 1 / cbrt(x);
  // One step of Newton's method, with the cube's rounding errors.
  const Pair square = exact_product(root, root), cube = exact_product(square.high, root);
  const double off = fma(-cube.high, x, 1) - (cube.low + square.low * root) * x;
  return fabs(off) < 1e-9 ? fma(root, off / 3, root) : root;  // else out of range, or exact
}
inline float rcbrtf(float x) {
  return float(1 / cbrt(double(x)));
}

KIT_SIM_END_HOST_DEVICE
