/// @file
/// A walk along pixels in memory, in a direction known when compiling.
#pragma once

#include "lab.hpp"

namespace lab08 {

/// What goes on from window to window.
struct Walker {
  State state{};
  float4 last{};
  bool fresh = true;  ///< no pixel yet: the state is already that of the first one

  /// Replaces `count` pixels (x, y, z and the spacing in w) by h, plus the pixel if asked for.
  template <bool kCausal, bool kWithPixel>
  __device__ void go(float4* pixels, int count, const Recursion& recursion) {
    for (int n = 0; n < count; ++n) {
      float4* const p = pixels + (kCausal ? n : count - 1 - n);
      const float4 now = *p;
      if (!fresh) advance(state, recursion, kCausal ? now.w : last.w, last, now);
      fresh = false;
      last = now;
      if constexpr (kWithPixel) {
        *p = add_real(now, state);
      } else {
        *p = add_real(float4{}, state);
      }
    }
  }
};

}  // namespace lab08
