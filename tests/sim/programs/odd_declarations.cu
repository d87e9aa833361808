// Variables of the GPU in all the ways in which they are declared: kernels use each of them.
#include "program.hpp"

__device__ int first, second[2], *third = nullptr, fourth{4};
// clang-format off
__device__ struct { int value; } fifth;
// clang-format on
struct Pair {
  int a, b;
};
__device__ Pair sixth = {1, 2}, seventh[2] = {{3, 4}, {5, 6}};
__device__ __managed__ int eighth = 8;
__managed__ int ninth[3] = {1, 2, 3};
namespace inner {
static __device__ float tenth = 10.0f;
}
template <typename T>
__device__ T eleventh = 11;
alignas(16) __device__ unsigned char twelfth[16];

__device__ int counted() {
  static int calls = 0;
  return ++calls;
}

__global__ void use_all(int* out) {
  first = 1;
  second[1] = 2;
  third = &second[1];
  fifth.value = 5;
  twelfth[15] = 12;
  int* const own = third;
  *out = first + *own + fourth + fifth.value + sixth.b + seventh[1].a + eighth + ninth[2] +
         int(inner::tenth) + eleventh<int> + int(twelfth[15]) + counted();
}

int main() {
  kit::DeviceBuffer<int> out(1);
  use_all<<<1, 1>>>(out.data());
  KIT_CHECK(cudaGetLastError());
  int host = 0;
  out.download(&host);
  EXPECT(host == 1 + 2 + 4 + 5 + 2 + 5 + 8 + 3 + 10 + 11 + 12 + 1);
  eighth = 9;  // managed: the host may use it too
  return finish();
}
