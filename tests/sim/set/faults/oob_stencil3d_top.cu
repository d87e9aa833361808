#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

struct Volume {
  int nx, ny, nz;
  __host__ __device__ int at(int x, int y, int z) const { return (z * ny + y) * nx + x; }
  __host__ __device__ int count() const { return nx * ny * nz; }
};

// Heat equation: six neighbours; the test of z forgets the upper side.
__global__ void heat(const float* t, float* next, Volume v) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= v.nx || y >= v.ny || z >= v.nz) return;
  float here = t[v.at(x, y, z)];
  if (x == 0 || y == 0 || z == 0 || x == v.nx - 1 || y == v.ny - 1) {
    next[v.at(x, y, z)] = here;
    return;
  }
  float sides =
      t[v.at(x - 1, y, z)] + t[v.at(x + 1, y, z)] + t[v.at(x, y - 1, z)] + t[v.at(x, y + 1, z)];
  float under = t[v.at(x, y, z - 1)];
  float over = t[v.at(x, y, z + 1)];  // finds: out_of_bounds
  next[v.at(x, y, z)] = here + 0.1f * (sides + under + over - 6 * here);
}

int main() {
  Volume v{10, 9, 8};
  std::vector<float> h(v.count(), 20.0f);
  float *a, *b;
  cudaMalloc(&a, v.count() * sizeof(float));
  cudaMalloc(&b, v.count() * sizeof(float));
  cudaMemcpy(a, h.data(), v.count() * sizeof(float), cudaMemcpyHostToDevice);
  heat<<<dim3(3, 3, 2), dim3(4, 4, 4)>>>(a, b, v);
  cudaError_t e = cudaMemcpy(h.data(), b, v.count() * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %s\n", h[100], cudaGetErrorString(e));
  cudaFree(a);
  cudaFree(b);
}
