#include <cuda_runtime.h>
#include <cstdio>

struct TreeNode {
  int left, right, value;
};

// Depth first over a binary tree with a stack of each thread's own, which is too small.
__global__ void count_less(const TreeNode* tree, int root, const int* limits, int* counts, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  int stack[4], top = 0, count = 0;
  stack[top++] = root;
  while (top > 0) {
    TreeNode node = tree[stack[--top]];
    if (node.value < limits[i]) ++count;
    if (node.left >= 0) stack[top++] = node.left;
    if (node.right >= 0) stack[top++] = node.right;  // finds: out_of_bounds
  }
  counts[i] = count;
}

int main() {
  const int nodes = 31, n = 16;
  TreeNode t[nodes];
  for (int i = 0; i < nodes; i++) t[i] = {-1, -1, i};
  for (int i = 0; i < 15; i++)
    t[2 * i].right = 2 * i + 2,
          t[2 * i].left = 2 * i + 1;  // a comb: each step leaves a leaf behind
  int limits[n], counts[n];
  for (int i = 0; i < n; i++) limits[i] = 2 * i;
  TreeNode* dt;
  int *dl, *dc;
  cudaMalloc(&dt, sizeof t);
  cudaMalloc(&dl, sizeof limits);
  cudaMalloc(&dc, sizeof counts);
  cudaMemcpy(dt, t, sizeof t, cudaMemcpyHostToDevice);
  cudaMemcpy(dl, limits, sizeof limits, cudaMemcpyHostToDevice);
  count_less<<<1, 32>>>(dt, 0, dl, dc, n);
  cudaError_t e = cudaMemcpy(counts, dc, sizeof counts, cudaMemcpyDeviceToHost);
  printf("%d %s\n", counts[5], cudaGetErrorString(e));
  cudaFree(dt);
  cudaFree(dl);
  cudaFree(dc);
}
