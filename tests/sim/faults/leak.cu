// expect: error cudaSuccess
#include "fault.hpp"
int* make_buffer() {
  int* data = nullptr;
  cudaMalloc(&data, 400);  // finds: leak
  return data;
}
int main() {
  make_buffer();
  int* freed = nullptr;
  cudaMalloc(&freed, 400);
  return report(cudaFree(freed));
}
