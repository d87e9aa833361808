/// @file
/// cuRAND's interface for the host, which the simulator does not have: the names that a program
/// needs to say so in one line. Kernels draw numbers by <curand_kernel.h>.
#pragma once

#include "cuda_runtime.h"

enum curandStatus { CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_NOT_INITIALIZED = 101 };
using curandStatus_t = curandStatus;
enum curandRngType {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201
};
using curandRngType_t = curandRngType;
using curandGenerator_t = struct curandGenerator_st*;

#define KIT_SIM_REFUSED                                                              \
  __attribute__((                                                                    \
      error("the simulator has no cuRAND for the host: draw numbers in a kernel by " \
            "<curand_kernel.h>, or on the host by <random> and copy them")))
curandStatus_t curandCreateGenerator(curandGenerator_t* generator,
                                     curandRngType_t type) KIT_SIM_REFUSED;
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator,
                                         curandRngType_t type) KIT_SIM_REFUSED;
#undef KIT_SIM_REFUSED
// No program that is not refused calls these.
curandStatus_t curandDestroyGenerator(curandGenerator_t generator);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t, unsigned long long seed);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t, unsigned long long offset);
curandStatus_t curandSetStream(curandGenerator_t, cudaStream_t stream);
curandStatus_t curandGenerate(curandGenerator_t, unsigned* output, std::size_t count);
curandStatus_t curandGenerateUniform(curandGenerator_t, float* output, std::size_t count);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t, double* output, std::size_t count);
curandStatus_t curandGenerateNormal(curandGenerator_t, float* output, std::size_t count, float mean,
                                    float deviation);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t, double* output, std::size_t count,
                                          double mean, double deviation);
