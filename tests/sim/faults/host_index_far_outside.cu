// expect: Segmentation fault
// The host's code runs far out of an array of its own: its end has a line.
#include <vector>

#include "fault.hpp"
int main() {
  std::vector<int> table(16);
  volatile long far = 1L << 40;
  table[far] = 1;  // finds: out_of_bounds
  return report(cudaDeviceSynchronize());
}
