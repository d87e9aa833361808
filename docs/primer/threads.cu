// Threads, blocks, grid: who computes which element, and the threads that have none.
#include <cstdio>
#include <vector>

#include "kit/device_buffer.hpp"

/// Each thread writes its own number, if the array reaches that far.
__global__ void number_elements(int* numbers, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  numbers[i] = i;
}

int main() {
  constexpr int kCount = 1000, kBlock = 256;
  const int blocks = (kCount + kBlock - 1) / kBlock;  // rounded up: 4 blocks, 1024 threads
  kit::DeviceBuffer<int> d_numbers(kCount);
  number_elements<<<blocks, kBlock>>>(d_numbers.data(), kCount);
  KIT_CHECK(cudaGetLastError());

  std::vector<int> numbers(kCount);
  d_numbers.download(numbers.data());
  const int last = numbers[kCount - 1];
  std::printf("element %d was written by thread %d of block %d\n", last, last % kBlock,
              last / kBlock);
}
