#include <cuda_runtime.h>
#include <cstdio>

struct Node {
  int value;
  int next;  // -1 at the end
};

__global__ void walk(const Node* nodes, const int* heads, int* sums, int lists) {
  int l = blockIdx.x * blockDim.x + threadIdx.x;
  if (l >= lists) return;
  int sum = 0, at = heads[l];
  do {
    sum += nodes[at].value;
    at = nodes[at].next;
  } while (nodes[at].next != at);  // finds: out_of_bounds
  sums[l] = sum;
}

int main() {
  const int lists = 8, length = 5;
  Node nodes[lists * length];
  int heads[lists], sums[lists];
  for (int l = 0; l < lists; l++) {
    heads[l] = l * length;
    for (int k = 0; k < length; k++)
      nodes[l * length + k] = {l + k, k + 1 < length ? l * length + k + 1 : -1};
  }
  Node* dn;
  int *dh, *ds;
  cudaMalloc(&dn, sizeof nodes);
  cudaMalloc(&dh, sizeof heads);
  cudaMalloc(&ds, sizeof sums);
  cudaMemcpy(dn, nodes, sizeof nodes, cudaMemcpyHostToDevice);
  cudaMemcpy(dh, heads, sizeof heads, cudaMemcpyHostToDevice);
  walk<<<1, lists>>>(dn, dh, ds, lists);
  cudaError_t e = cudaMemcpy(sums, ds, sizeof sums, cudaMemcpyDeviceToHost);
  printf("%d %s\n", sums[0], cudaGetErrorString(e));
  cudaFree(dn);
  cudaFree(dh);
  cudaFree(ds);
}
