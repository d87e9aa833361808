#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Vertical gradient of a small image; the first row has no neighbour above.
__global__ void gradient(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float below = y + 1 < h ? in[(y + 1) * w + x] : in[y * w + x];
  float above = in[(y - 1) * w + x];  // finds: out_of_bounds
  out[y * w + x] = 0.5f * (below - above);
}

int main() {
  const int w = 20, h = 12;
  std::vector<float> image(w * h);
  for (int i = 0; i < w * h; ++i) image[i] = float(i % 17);
  float *in, *out;
  cudaMalloc(&in, w * h * sizeof(float));
  cudaMalloc(&out, w * h * sizeof(float));
  cudaMemcpy(in, image.data(), w * h * sizeof(float), cudaMemcpyHostToDevice);
  dim3 block(8, 8), grid((w + 7) / 8, (h + 7) / 8);
  gradient<<<grid, block>>>(in, out, w, h);
  cudaError_t error = cudaMemcpy(image.data(), out, w * h * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%s %f\n", cudaGetErrorString(error), image[25]);
  cudaFree(in);
  cudaFree(out);
}
