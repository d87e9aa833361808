// runs for ever where nobody counts its steps
#include "fault.hpp"
__global__ void kernel(int* data) {
  int i = 0;
  while (i < 100) i += data[threadIdx.x];  // finds: infinite_loop
  data[threadIdx.x] = i;
}
int main() {
  return run(kernel, 1, 32);
}
