// refused: 3:10: error: the simulator has no Thrust and no CUB (<thrust/device_vector.h>):
// refused: write the kernel
#include <thrust/device_vector.h>
#include <thrust/reduce.h>

int main() {
  thrust::device_vector<int> values(10, 1);
  return thrust::reduce(values.begin(), values.end()) - 10;
}
