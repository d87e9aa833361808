// runs for ever where nobody counts its steps
// The loop is named, not the function that it calls, in which most of its steps are taken.
#include "fault.hpp"
__device__ int sum_of_digits(int number) {
  int sum = 0;
  for (; number > 0; number /= 10) sum += number % 10;
  return sum;
}
__global__ void kernel(int* data) {
  int sum = 0;
  for (int i = threadIdx.x; i < 64; i = blockDim.x) {
    sum += sum_of_digits(123'456'789 + data[i]);  // finds: infinite_loop
    sum %= 1000;
  }
  data[threadIdx.x] = sum;
}
int main() {
  return run(kernel, 1, 32);
}
