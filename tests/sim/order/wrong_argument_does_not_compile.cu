// A kernel's argument that does not fit its parameter.
#include "../programs/program.hpp"

__global__ void scale(float*, float) {}

int main() {
  int* data = nullptr;
  scale<<<1, 1>>>(data, 2.0f);
  return finish();
}
