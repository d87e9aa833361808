// refused: 8: error: the simulator runs no inline PTX: write the operation in C++, or by a
__device__ void for_the_compiler_alone() {
  asm volatile("" ::: "memory");
}

__device__ unsigned lane() {
  unsigned result;
  asm("mov.u32 %0, %laneid;" : "=r"(result));
  return result;
}

__global__ void lanes(unsigned* out) {
  for_the_compiler_alone();
  out[threadIdx.x] = lane();
}

int main() {
  lanes<<<1, 32>>>(nullptr);
}
