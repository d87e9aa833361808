#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__global__ void spmv(int rows, const int* ptr, const int* col, const float* val, const float* x,
                     float* y) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;  // a warp is a row of the block
  if (row >= rows) return;                          // whole warps leave
  float s = 0;
  for (int j = ptr[row] + threadIdx.x; j < ptr[row + 1]; j += 32) s += val[j] * x[col[j]];
  for (int o = 16; o; o /= 2) s += __shfl_down_sync(0xffffffffu, s, o);
  if (threadIdx.x == 0) y[row] = s;
}

template <typename T>
T* upload(const std::vector<T>& v) {
  T* p;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

int main() {
  const int rows = 13;
  std::vector<int> ptr{0}, col;
  std::vector<float> val, x(rows, 1), y(rows);
  for (int r = 0; r < rows; r++) {
    for (int k = 0; k < r * 4; k++) col.push_back(k % rows), val.push_back(0.5f);
    ptr.push_back((int)col.size());
  }
  int *dp = upload(ptr), *dc = upload(col);
  float *dv = upload(val), *dx = upload(x), *dy;
  cudaMalloc(&dy, rows * sizeof(float));
  spmv<<<(rows + 3) / 4, dim3(32, 4)>>>(rows, dp, dc, dv, dx, dy);
  cudaMemcpy(y.data(), dy, rows * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\n", y[0], y[12]);
  cudaFree(dp);
  cudaFree(dc);
  cudaFree(dv);
  cudaFree(dx);
  cudaFree(dy);
  return y[12] == 24 && y[0] == 0 ? 0 : 1;
}
