// runs for ever where nobody counts its steps
// Nothing comes of a loop that never ends: the compiler leaves a jump to itself, of no line of its
// own. The last line before it that is left is named.
#include "fault.hpp"
__global__ void kernel(int* data) {  // finds: infinite_loop
  int sum = 0;
  for (int i = 0; i < 100;) sum += data[threadIdx.x];
  data[threadIdx.x] = sum;
}
int main() {
  return run(kernel, 1, 32);
}
