// refused: 2:10: error: the simulator has no cuBLAS (<cublas_v2.h>): write the product as a kernel
#include <cublas_v2.h>

int main() {
  cublasHandle_t handle;
  return cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS;
}
