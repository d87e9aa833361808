#include <cuda_runtime.h>
#include <cstdio>

// Memory of the device's heap: each thread makes a list, adds it up and gives it back.
struct Cell {
  int value;
  Cell* next;
};

__global__ void lists(int* out, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  Cell* head = nullptr;
  for (int k = 0; k <= i; k++) head = new Cell{k, head};
  int s = 0;
  while (head) {
    Cell* c = head;
    s += c->value;
    head = c->next;
    delete c;
  }
  int* extra = (int*)malloc(3 * sizeof(int));
  extra[2] = s;
  out[i] = extra[2];
  free(extra);
}

int main() {
  int h[20], *out;
  cudaMalloc(&out, sizeof h);
  lists<<<1, 32>>>(out, 20);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[19]);
  cudaFree(out);
  return h[19] == 190 ? 0 : 1;
}
