// expect: error cudaErrorInvalidValue
#include "fault.hpp"
int main() {
  int* data = new int[100];
  const cudaError_t error = cudaFree(data);  // finds: bad_free
  delete[] data;
  return report(error);
}
