/// @file
/// cuda::std::complex: std::complex's interface, with the operations written out, so that those of
/// a kernel are counted as such. Products and quotients are the plain formulas; an infinite or a
/// NaN part is not treated apart.
#pragma once

#include <math.h>

#include <complex>

#include "qualifiers.h"

KIT_SIM_HOST_DEVICE

namespace cuda {
namespace std {

template <typename T>
class complex {
 public:
  using value_type = T;
  constexpr complex(T real = T(), T imaginary = T()) : real_(real), imaginary_(imaginary) {}
  template <typename U>
  constexpr complex(const complex<U>& other)
      : real_(T(other.real())), imaginary_(T(other.imag())) {}
  constexpr complex(const ::std::complex<T>& other)
      : real_(other.real()), imaginary_(other.imag()) {}
  constexpr operator ::std::complex<T>() const { return {real_, imaginary_}; }

  constexpr T real() const { return real_; }
  constexpr T imag() const { return imaginary_; }
  constexpr void real(T value) { real_ = value; }
  constexpr void imag(T value) { imaginary_ = value; }

  constexpr complex& operator=(T value) {
    real_ = value;
    imaginary_ = T();
    return *this;
  }
  constexpr complex& operator+=(const complex& b) { return *this = *this + b; }
  constexpr complex& operator-=(const complex& b) { return *this = *this - b; }
  constexpr complex& operator*=(const complex& b) { return *this = *this * b; }
  constexpr complex& operator/=(const complex& b) { return *this = *this / b; }
  constexpr complex& operator*=(T b) { return *this = {real_ * b, imaginary_ * b}; }
  constexpr complex& operator/=(T b) { return *this = {real_ / b, imaginary_ / b}; }

  friend constexpr complex operator+(const complex& a) { return a; }
  friend constexpr complex operator-(const complex& a) { return {-a.real_, -a.imaginary_}; }
  friend constexpr complex operator+(const complex& a, const complex& b) {
    return {a.real_ + b.real_, a.imaginary_ + b.imaginary_};
  }
  friend constexpr complex operator-(const complex& a, const complex& b) {
    return {a.real_ - b.real_, a.imaginary_ - b.imaginary_};
  }
  friend constexpr complex operator*(const complex& a, const complex& b) {
    return {a.real_ * b.real_ - a.imaginary_ * b.imaginary_,
            a.real_ * b.imaginary_ + a.imaginary_ * b.real_};
  }
  friend constexpr complex operator/(const complex& a, const complex& b) {
    const T divisor = b.real_ * b.real_ + b.imaginary_ * b.imaginary_;
    return {(a.real_ * b.real_ + a.imaginary_ * b.imaginary_) / divisor,
            (a.imaginary_ * b.real_ - a.real_ * b.imaginary_) / divisor};
  }
  friend constexpr complex operator+(const complex& a, T b) { return {a.real_ + b, a.imaginary_}; }
  friend constexpr complex operator+(T a, const complex& b) { return {a + b.real_, b.imaginary_}; }
  friend constexpr complex operator-(const complex& a, T b) { return {a.real_ - b, a.imaginary_}; }
  friend constexpr complex operator-(T a, const complex& b) { return {a - b.real_, -b.imaginary_}; }
  friend constexpr complex operator*(const complex& a, T b) {
    return {a.real_ * b, a.imaginary_ * b};
  }
  friend constexpr complex operator*(T a, const complex& b) { return b * a; }
  friend constexpr complex operator/(const complex& a, T b) {
    return {a.real_ / b, a.imaginary_ / b};
  }
  friend constexpr complex operator/(T a, const complex& b) { return complex(a) / b; }
  friend constexpr bool operator==(const complex& a, const complex& b) {
    return a.real_ == b.real_ && a.imaginary_ == b.imaginary_;
  }
  friend constexpr bool operator==(const complex& a, T b) {
    return a.real_ == b && a.imaginary_ == T();
  }

 private:
  T real_, imaginary_;
};

template <typename T>
constexpr T real(const complex<T>& z) {
  return z.real();
}
template <typename T>
constexpr T imag(const complex<T>& z) {
  return z.imag();
}
template <typename T>
constexpr T norm(const complex<T>& z) {
  return z.real() * z.real() + z.imag() * z.imag();
}
template <typename T>
constexpr complex<T> conj(const complex<T>& z) {
  return {z.real(), -z.imag()};
}
template <typename T>
T abs(const complex<T>& z) {
  return T(::hypot(z.real(), z.imag()));
}
template <typename T>
T arg(const complex<T>& z) {
  return T(::atan2(z.imag(), z.real()));
}
template <typename T>
complex<T> polar(const T& radius, const T& angle = T()) {
  return {radius * T(::cos(angle)), radius * T(::sin(angle))};
}
template <typename T>
complex<T> exp(const complex<T>& z) {
  return polar(T(::exp(z.real())), z.imag());
}
template <typename T>
complex<T> log(const complex<T>& z) {
  return {T(::log(abs(z))), arg(z)};
}
template <typename T>
complex<T> pow(const complex<T>& z, const complex<T>& power) {
  return z == T() ? complex<T>() : exp(power * log(z));
}
template <typename T>
complex<T> pow(const complex<T>& z, const T& power) {
  return z == T() ? complex<T>() : exp(power * log(z));
}
template <typename T>
complex<T> sqrt(const complex<T>& z) {
  return polar(T(::sqrt(abs(z))), arg(z) / 2);
}
template <typename T>
complex<T> sin(const complex<T>& z) {
  return {T(::sin(z.real())) * T(::cosh(z.imag())), T(::cos(z.real())) * T(::sinh(z.imag()))};
}
template <typename T>
complex<T> cos(const complex<T>& z) {
  return {T(::cos(z.real())) * T(::cosh(z.imag())), -T(::sin(z.real())) * T(::sinh(z.imag()))};
}

}  // namespace std
}  // namespace cuda

KIT_SIM_END_HOST_DEVICE
