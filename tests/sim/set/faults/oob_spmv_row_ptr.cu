#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// y = A x for a matrix in CSR form. The row pointers should have rows + 1 entries.
__global__ void spmv(int rows, const int* row_ptr, const int* col, const float* val, const float* x,
                     float* y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    int begin = row_ptr[r];
    int end = row_ptr[r + 1];  // finds: out_of_bounds
    float dot = 0;
    for (int j = begin; j < end; ++j) dot += val[j] * x[col[j]];
    y[r] = dot;
  }
}

template <typename T>
T* upload(const std::vector<T>& v) {
  T* p = nullptr;
  if (cudaMalloc(&p, v.size() * sizeof(T)) != cudaSuccess) std::abort();
  if (cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice) != cudaSuccess)
    std::abort();
  return p;
}

int main() {
  const int rows = 64;
  std::vector<int> row_ptr, col;
  std::vector<float> val, x(rows, 2.0f), y(rows);
  for (int r = 0; r < rows; r++) {
    row_ptr.push_back((int)col.size());
    for (int k = 0; k <= r % 3; k++) col.push_back((r + k) % rows), val.push_back(1.0f + k);
  }
  int *d_row = upload(row_ptr), *d_col = upload(col);
  float *d_val = upload(val), *d_x = upload(x), *d_y = upload(y);
  spmv<<<1, rows>>>(rows, d_row, d_col, d_val, d_x, d_y);
  cudaError_t e = cudaMemcpy(y.data(), d_y, rows * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %d\n", y[3], e);
  for (void* p : {(void*)d_row, (void*)d_col, (void*)d_val, (void*)d_x, (void*)d_y}) cudaFree(p);
}
