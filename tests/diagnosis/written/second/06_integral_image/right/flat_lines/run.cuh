// A running sum along any line.
#pragma once

#include <cstddef>

namespace lab06::mine {

/// to[k * to_step] = sum over i <= k of from[i * from_step]; both may be the same line.
template <typename Sum, typename Value>
__device__ void run(const Value* from, std::ptrdiff_t from_step, Sum* to, std::ptrdiff_t to_step,
                    int count) {
  Sum sum{};
  while (count-- > 0) {
    *to = sum += static_cast<Sum>(*from);
    from += from_step;
    to += to_step;
  }
}

}  // namespace lab06::mine
