/// @file
/// cuRAND's generators for kernels: XORWOW and Philox4_32_10, with uniform, normal and log-normal
/// numbers. Integers and uniform numbers are cuRAND's to the last bit. Normal ones (Box and Muller,
/// A note on the generation of random normal deviates, 1958) are so up to the errors of logarithm,
/// sine and cosine, which a card approximates. Not there are MRG32k3a, MTGP32, Sobol's sequences
/// and the Poisson distribution.
#pragma once

#include <math.h>

#include "kit_sim/philox.h"
#include "kit_sim/xorwow.h"

KIT_SIM_DEVICE

namespace kit::sim {

// In (0, 1]. A number times a power of two is exact.
__forceinline__ float uniform_float(unsigned bits) {
  return float(bits) * 0x1p-32f + 0x1p-33f;
}
__forceinline__ double uniform_double(unsigned low, unsigned high) {
  const unsigned long long bits = low ^ static_cast<unsigned long long>(high) << 21;
  return double(static_cast<long long>(bits)) * 0x1p-53 + 0x1p-54;
}

/// Two independent normal numbers out of two uniform ones.
__forceinline__ float2 box_muller(unsigned x, unsigned y) {
  constexpr float kTurn = 0x1p-32f * 6.2831855f;
  const float radius = sqrtf(-2.0f * logf(uniform_float(x)));
  const float angle = float(y) * kTurn + kTurn / 2;
  return {radius * sinf(angle), radius * cosf(angle)};
}
__forceinline__ double2 box_muller_double(unsigned x0, unsigned x1, unsigned y0, unsigned y1) {
  const double radius = sqrt(-2.0 * log(uniform_double(x0, x1)));
  const double angle = uniform_double(y0, y1) * 2.0;
  return {radius * sinpi(angle), radius * cospi(angle)};
}

// What the second number of a pair was kept for, as cuRAND marks it.
enum KeptNumber { kept_normal = 1, kept_log_normal = 2 };

/// The second number of the last pair, or the first of a new one, as `finish` makes them.
template <typename State, typename Finish>
__forceinline__ float one_of_pair(State* state, KeptNumber kind, Finish finish) {
  if (state->boxmuller_flag == kind) {
    state->boxmuller_flag = 0;
    return state->boxmuller_extra;
  }
  const unsigned x = curand(state), y = curand(state);
  const float2 pair = box_muller(x, y);
  state->boxmuller_extra = finish(pair.y);
  state->boxmuller_flag = kind;
  return finish(pair.x);
}
template <typename State>
__forceinline__ double2 double_pair(State* state) {
  const unsigned x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
  return box_muller_double(x0, x1, y0, y1);
}
template <typename State, typename Finish>
__forceinline__ double one_of_double_pair(State* state, KeptNumber kind, Finish finish) {
  if (state->boxmuller_flag_double == kind) {
    state->boxmuller_flag_double = 0;
    return state->boxmuller_extra_double;
  }
  const double2 pair = double_pair(state);
  state->boxmuller_extra_double = finish(pair.y);
  state->boxmuller_flag_double = kind;
  return finish(pair.x);
}

}  // namespace kit::sim

// Distributions that both generators have. A uniform number is in (0, 1].
#define KIT_SIM_DISTRIBUTIONS(State)                                                               \
  __forceinline__ float curand_uniform(State* state) {                                             \
    return kit::sim::uniform_float(curand(state));                                                 \
  }                                                                                                \
  __forceinline__ float curand_normal(State* state) {                                              \
    return kit::sim::one_of_pair(state, kit::sim::kept_normal, [](float v) { return v; });         \
  }                                                                                                \
  __forceinline__ float2 curand_normal2(State* state) {                                            \
    const unsigned x = curand(state), y = curand(state);                                           \
    return kit::sim::box_muller(x, y);                                                             \
  }                                                                                                \
  __forceinline__ double curand_normal_double(State* state) {                                      \
    return kit::sim::one_of_double_pair(state, kit::sim::kept_normal, [](double v) { return v; }); \
  }                                                                                                \
  __forceinline__ double2 curand_normal2_double(State* state) {                                    \
    return kit::sim::double_pair(state);                                                           \
  }                                                                                                \
  __forceinline__ float curand_log_normal(State* state, float mean, float deviation) {             \
    return kit::sim::one_of_pair(state, kit::sim::kept_log_normal,                                 \
                                 [=](float v) { return expf(mean + deviation * v); });             \
  }                                                                                                \
  __forceinline__ float2 curand_log_normal2(State* state, float mean, float deviation) {           \
    const float2 v = curand_normal2(state);                                                        \
    return {expf(mean + deviation * v.x), expf(mean + deviation * v.y)};                           \
  }                                                                                                \
  __forceinline__ double curand_log_normal_double(State* state, double mean, double deviation) {   \
    return kit::sim::one_of_double_pair(state, kit::sim::kept_log_normal,                          \
                                        [=](double v) { return exp(mean + deviation * v); });      \
  }                                                                                                \
  unsigned curand_poisson(State* state, double lambda) __attribute__((                             \
      error("the simulator has no curand_poisson: add up exponential waiting times "               \
            "-logf(curand_uniform(state)) until they exceed lambda")));
KIT_SIM_DISTRIBUTIONS(curandStateXORWOW_t)
KIT_SIM_DISTRIBUTIONS(curandStatePhilox4_32_10_t)
#undef KIT_SIM_DISTRIBUTIONS

// Of 53 bits from two numbers; Philox takes 32 bits of one.
__forceinline__ double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned low = curand(state), high = curand(state);
  return kit::sim::uniform_double(low, high);
}
__forceinline__ double curand_uniform_double(curandStatePhilox4_32_10_t* state) {
  return double(curand(state)) * 0x1p-32 + 0x1p-32;
}

// What Philox gives four at a time.
__forceinline__ float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  const uint4 bits = curand4(state);
  return {kit::sim::uniform_float(bits.x), kit::sim::uniform_float(bits.y),
          kit::sim::uniform_float(bits.z), kit::sim::uniform_float(bits.w)};
}
__forceinline__ double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 bits = curand4(state);
  return {kit::sim::uniform_double(bits.x, bits.y), kit::sim::uniform_double(bits.z, bits.w)};
}
__forceinline__ float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 bits = curand4(state);
  const float2 a = kit::sim::box_muller(bits.x, bits.y), b = kit::sim::box_muller(bits.z, bits.w);
  return {a.x, a.y, b.x, b.y};
}
__forceinline__ float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean,
                                          float deviation) {
  const float4 v = curand_normal4(state);
  return {expf(mean + deviation * v.x), expf(mean + deviation * v.y), expf(mean + deviation * v.z),
          expf(mean + deviation * v.w)};
}

KIT_SIM_END
