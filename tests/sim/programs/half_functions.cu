// Functions of one half precision number, for all halves. Signs, rounding to whole numbers, square
// roots and reciprocals are exact; what CUDA computes from an approximation may be the neighbour of
// the exact result.
#include "half_reference.hpp"

#define UNARY(function, pair_function)                                                  \
  struct function##_of {                                                                \
    __device__ static unsigned of(__half h) {                                           \
      const __half other = __ushort_as_half(__half_as_ushort(h) ^ 0x1357);              \
      return with_pair(function(h), function(other), pair_function(__half2(h, other))); \
    }                                                                                   \
  };
UNARY(__habs, __habs2)
UNARY(__hneg, __hneg2)
UNARY(htrunc, h2trunc)
UNARY(hfloor, h2floor)
UNARY(hceil, h2ceil)
UNARY(hrint, h2rint)
UNARY(hsqrt, h2sqrt)
UNARY(hrsqrt, h2rsqrt)
UNARY(hrcp, h2rcp)
UNARY(hexp, h2exp)
UNARY(hexp2, h2exp2)
UNARY(hexp10, h2exp10)
UNARY(hlog, h2log)
UNARY(hlog2, h2log2)
UNARY(hlog10, h2log10)
UNARY(hsin, h2sin)
UNARY(hcos, h2cos)
UNARY(htanh, h2tanh)
UNARY(htanh_approx, h2tanh_approx)

Bits square_root(Bits half) {
  if (is_nan(half) || (is_negative(half) && units(half) != 0)) return 0x7fff;
  if (is_infinite(half)) return half;
  const Whole scaled = Whole(units(half)) << 26;
  return round_exact(is_negative(half), [&](long long n) { return scaled - Whole(n) * n; });
}
Bits reciprocal(Bits half) {
  if (is_nan(half)) return 0x7fff;
  const Bits sign = half & 0x8000;
  if (is_infinite(half)) return sign;
  if (units(half) == 0) return Bits(sign | 0x7c00);
  return round_exact(sign != 0,
                     [&](long long n) { return (Whole(1) << 49) - Whole(n) * units(half); });
}

template <typename Operation, typename Expected>
void check_exact(const char* name, const Expected& expected) {
  const auto results = of_each<Operation>(all_halves());
  for (int i = 0; i < 65536; ++i) {
    const unsigned result = results[std::size_t(i)];
    const Bits wanted = expected(Bits(i));
    const bool right = is_nan(wanted) ? is_nan(Bits(result)) : result == wanted;
    if (!right && failures < 5) std::printf("%s(%04x): %x, not %x\n", name, i, result, wanted);
    EXPECT(right);
  }
}

// The places of the halves in their order; both zeros are one.
int place(Bits half) {
  return is_negative(half) ? -(half & 0x7fff) : half;
}

template <typename Operation>
void check_near(const char* name, double (*exact)(double)) {
  const auto results = of_each<Operation>(all_halves());
  for (int i = 0; i < 65536; ++i) {
    const unsigned result = results[std::size_t(i)];
    const Bits wanted = round_real(exact(value_of(Bits(i))));
    const bool right = is_nan(wanted) ? is_nan(Bits(result))
                                      : (result & kPairDiffers) == 0 && !is_nan(Bits(result)) &&
                                            std::abs(place(Bits(result)) - place(wanted)) <= 1;
    if (!right && failures < 5) std::printf("%s(%04x): %x, not %x\n", name, i, result, wanted);
    EXPECT(right);
  }
}

struct classes_of {
  __host__ __device__ static unsigned of(__half h) {
    const __half2 pair(h, __float2half(1.0f)), nan = __hisnan2(pair);
    const bool agrees =
        __half_as_ushort(nan.x) == (__hisnan(h) ? 0x3c00 : 0) && __half_as_ushort(nan.y) == 0;
    return unsigned(__hisnan(h)) | unsigned(__hisinf(h) + 1) << 1 | (agrees ? 0 : kPairDiffers);
  }
};

int main() {
  check_exact<__habs_of>("__habs", [](Bits half) { return Bits(half & 0x7fff); });
  check_exact<__hneg_of>("__hneg", [](Bits half) { return Bits(half ^ 0x8000); });
  check_exact<htrunc_of>("htrunc",
                         [](Bits half) { return round_real(std::trunc(value_of(half))); });
  check_exact<hfloor_of>("hfloor",
                         [](Bits half) { return round_real(std::floor(value_of(half))); });
  check_exact<hceil_of>("hceil", [](Bits half) { return round_real(std::ceil(value_of(half))); });
  check_exact<hrint_of>("hrint",
                        [](Bits half) { return round_real(std::nearbyint(value_of(half))); });
  check_exact<hsqrt_of>("hsqrt", square_root);
  check_exact<hrcp_of>("hrcp", reciprocal);
  check_near<hrsqrt_of>("hrsqrt", [](double x) { return 1 / std::sqrt(x); });
  check_near<hexp_of>("hexp", [](double x) { return std::exp(x); });
  check_near<hexp2_of>("hexp2", [](double x) { return std::exp2(x); });
  check_near<hexp10_of>("hexp10", [](double x) { return std::pow(10.0, x); });
  check_near<hlog_of>("hlog", [](double x) { return std::log(x); });
  check_near<hlog2_of>("hlog2", [](double x) { return std::log2(x); });
  check_near<hlog10_of>("hlog10", [](double x) { return std::log10(x); });
  check_near<hsin_of>("hsin", [](double x) { return std::sin(x); });
  check_near<hcos_of>("hcos", [](double x) { return std::cos(x); });
  check_near<htanh_of>("htanh", [](double x) { return std::tanh(x); });

  // The instruction's own error is 2^-10.987.
  const auto tanh = of_each<htanh_approx_of>(all_halves());
  const auto classes = of_each<classes_of>(all_halves());
  for (int i = 0; i < 65536; ++i) {
    const Bits half = Bits(i);
    const double exact = std::tanh(value_of(half)), result = value_of(Bits(tanh[half]));
    EXPECT(is_nan(half) ? std::isnan(result) : std::fabs(result - exact) <= 1.0 / 1024);
    const int infinite = !is_infinite(half) ? 0 : is_negative(half) ? -1 : 1;
    EXPECT(classes[half] == (unsigned(is_nan(half)) | unsigned(infinite + 1) << 1));
    EXPECT(classes_of::of(__ushort_as_half(half)) == classes[half]);
  }
  return finish();
}
