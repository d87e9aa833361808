// Floating-point operations of kernels between which there is much other code: the simulator reads
// the program's machine code piece by piece, as kernels are launched.
#include "counts.hpp"

constexpr int kThreads = 64;

__global__ void add(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x] + 1.0f;
}

__global__ void add_twice(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x] + 1.0f + in[threadIdx.x + 1];
}

// More than 64 KiB of instrumented code.
#define FIVE(statement) statement statement statement statement statement
#define MANY(statement) FIVE(FIVE(FIVE(FIVE(statement statement statement))))
__global__ void much_code(float* values) {
  MANY(*values++ *= 2.0f;)
}

// In a section of its own, which comes after the others.
__global__ __attribute__((section(".text.far"))) void add_thrice(const float* in, float* out) {
  const int i = threadIdx.x;
  out[i] = in[i] + 1.0f + in[i + 1] + in[i + 2];
}

int main() {
  auto in = zeros<float>(kThreads + 2), out = zeros<float>(kThreads);
  const auto expect = [&](void (*kernel)(const float*, float*), int flops) {
    kernel<<<1, kThreads>>>(in.data(), out.data());
    EXPECT_COUNT(TAKE_LAUNCH(), "flops", flops * kThreads);
  };
  expect(add_twice, 2);
  expect(add, 1);
  expect(add_thrice, 3);
  expect(add_twice, 2);
  return finish();
}
