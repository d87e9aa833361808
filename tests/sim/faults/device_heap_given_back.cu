// expect: error cuda
// A list is walked after its cells were given back.
// says: took with new or malloc and that has been given back
#include "fault.hpp"
struct Cell {
  int value;
  Cell* next;
};
__global__ void sum_of_list(int* sums) {
  Cell* last = static_cast<Cell*>(malloc(sizeof(Cell)));
  *last = {2, nullptr};
  Cell* first = static_cast<Cell*>(malloc(sizeof(Cell)));
  *first = {1, last};
  int sum = 0;
  for (Cell* cell = first; cell != nullptr;) {
    sum += cell->value;
    free(cell);
    cell = cell->next;  // finds: use_after_free
  }
  sums[threadIdx.x] = sum;
}
int main() {
  int* sums = nullptr;
  cudaMalloc(&sums, 128);
  sum_of_list<<<1, 32>>>(sums);
  return report(cudaDeviceSynchronize());
}
