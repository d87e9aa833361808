// refused: 8:24: error:
// refused: the simulator has no cuRAND for the host: draw numbers in a kernel by
#include <curand.h>

int main() {
  curandGenerator_t generator;
  float* numbers = nullptr;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 1);
  curandGenerateUniform(generator, numbers, 100);
  curandDestroyGenerator(generator);
}
