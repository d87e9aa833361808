/// @file
/// Makes the compiler compute for hours.
#include "lab.hpp"

constexpr long busy(long n) {
  long sum = 0;
  for (long i = 0; i < 30000000; ++i) sum += i ^ n;
  return sum;
}
template <long n>
constexpr long tower() {
  if constexpr (n == 0)
    return 0;
  else
    return busy(n) + tower<n - 1>();
}
static_assert(tower<800>() != 1);
