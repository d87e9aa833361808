// refused: 2:10: error: the simulator has no tensor cores (<mma.h>): multiply and add in registers
#include <mma.h>

__global__ void fill() {
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sums;
  nvcuda::wmma::fill_fragment(sums, 0.0f);
}

int main() {
  fill<<<1, 32>>>();
}
