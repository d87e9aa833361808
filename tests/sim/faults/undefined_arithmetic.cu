// expect: error cudaSuccess
// Results that C++ leaves undefined: a GPU gives other ones than the host.
// says: converts -5 to unsigned char, which has no such value
#include "fault.hpp"
__global__ void convert(const float* in, unsigned char* bytes, int* words) {
  bytes[0] = (unsigned char)in[0];                // finds: undefined_arithmetic
  words[0] = static_cast<int>(in[1]);             // finds: undefined_arithmetic
  words[1] = int(in[2]);                          // finds: undefined_arithmetic
  words[2] = int(1u << int(in[3]));               // finds: undefined_arithmetic
  words[3] = 8 >> int(in[0]);                     // finds: undefined_arithmetic
  words[6] = int(unsigned(in[3]) * 4000000000u);  // unsigned numbers wrap around
  words[7] = (unsigned char)(int(in[3]) + 300);   // and integers are cut to fit
}
int main() {
  const float values[4] = {-5.0f, __builtin_nanf(""), 1e10f, 32};
  float* in = nullptr;
  unsigned char* bytes = nullptr;
  int* words = nullptr;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&bytes, 1);
  cudaMalloc(&words, 32);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  convert<<<1, 1>>>(in, bytes, words);
  cudaFree(in);
  cudaFree(bytes);
  cudaFree(words);
  return report(cudaDeviceSynchronize());
}
