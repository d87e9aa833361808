// Structures that are made where they are passed on keep every value: arrays of structures in them,
// with padding behind or between, alone or nested. Filling variables that have no value must not
// touch those that have one.
#include "program.hpp"

struct Complex {
  float re, im;
};
struct Pole {
  Complex rate, gain, power;
};
struct Recursion {
  Pole pole[4];
};
struct Pass {
  const float* input;
  Recursion recursion;
  int lines;  // padding behind it
};
struct Tap {
  double weight;
  char shift;  // padding in each
};
struct Taps {
  int count;
  Tap tap[9];
  bool last;
};

__global__ void add_up(Pass pass, Taps taps, float* sum) {
  float total = *pass.input + pass.lines;
  for (const Pole& pole : pass.recursion.pole)
    total +=
        pole.rate.re + pole.rate.im + pole.gain.re + pole.gain.im + pole.power.re + pole.power.im;
  for (const Tap& tap : taps.tap) total += float(tap.weight) + tap.shift;
  *sum = total + taps.count + (taps.last ? 1000 : 0);
}

Recursion make_recursion() {
  Recursion recursion = {};
  float next = 1;
  for (Pole& pole : recursion.pole) {
    pole.rate = {next, next};
    pole.gain = {next + 1, next + 2};
    pole.power = {2 * next, 3 * next};
    next += 3;
  }
  return recursion;
}

Tap tap_of(int i) {
  return {double(i), char(i + 1)};
}

void launch(const Pass& pass, const Taps& taps, float* sum) {
  add_up<<<1, 1>>>(pass, taps, sum);
  KIT_CHECK(cudaGetLastError());
}

Pass pass_over(const float* input, const Recursion& recursion) {
  return {input, recursion, 7};
}

int main() {
  const float input = 0.5f;
  const kit::DeviceBuffer<float> d_input(&input, 1);
  kit::DeviceBuffer<float> d_sum(1);
  const Recursion recursion = make_recursion();
  float expected = input + 7 + 3 + 1000;
  for (const Pole& pole : recursion.pole)
    expected +=
        pole.rate.re + pole.rate.im + pole.gain.re + pole.gain.im + pole.power.re + pole.power.im;
  for (int i = 0; i < 9; ++i) expected += float(2 * i + 1);
  const auto check = [&] {
    float sum = 0;
    d_sum.download(&sum);
    EXPECT(sum == expected);
  };
  const Tap t[9] = {tap_of(0), tap_of(1), tap_of(2), tap_of(3), tap_of(4),
                    tap_of(5), tap_of(6), tap_of(7), tap_of(8)};
  launch({d_input.data(), recursion, 7},
         {3, {t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8]}, true}, d_sum.data());
  check();
  launch(Pass{d_input.data(), make_recursion(), 7},
         Taps{3, {t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8]}, true}, d_sum.data());
  check();
  const Taps named = {3, {t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8]}, true};
  launch(pass_over(d_input.data(), recursion), named, d_sum.data());
  check();
  add_up<<<1, 1>>>({d_input.data(), recursion, 7}, named, d_sum.data());
  KIT_CHECK(cudaGetLastError());
  check();
  return finish();
}
