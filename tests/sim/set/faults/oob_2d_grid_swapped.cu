#include <cuda_runtime.h>
#include <cstdio>

// Threshold of an image; width and height were swapped in the test.
__global__ void threshold(const unsigned char* in, unsigned char* out, int width, int height,
                          int level) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < width && col < height) {
    const int i = row * width + col;
    unsigned char v = in[i];  // finds: out_of_bounds
    out[i] = v > level ? 255 : 0;
  }
}

int main() {
  const int width = 64, height = 16;
  unsigned char image[width * height];
  for (int i = 0; i < width * height; i++) image[i] = (unsigned char)i;
  unsigned char *in, *out;
  cudaMalloc(&in, sizeof image);
  cudaMalloc(&out, sizeof image);
  cudaMemcpy(in, image, sizeof image, cudaMemcpyHostToDevice);
  threshold<<<dim3(4, 4), dim3(16, 16)>>>(in, out, width, height, 127);
  cudaError_t e = cudaMemcpy(image, out, sizeof image, cudaMemcpyDeviceToHost);
  printf("%d %s\n", image[200], cudaGetErrorString(e));
  cudaFree(in);
  cudaFree(out);
}
