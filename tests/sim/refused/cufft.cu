// refused: 2:10: error: the simulator has no cuFFT (<cufft.h>): write the transform as a kernel
#include <cufft.h>

int main() {
  cufftHandle plan;
  return cufftPlan1d(&plan, 256, CUFFT_C2C, 1);
}
