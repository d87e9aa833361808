// __CUDA_ARCH__ is defined for the device alone: bodies, functions, variables and macros that
// depend on it are those of where the code runs.
#include <vector>

#include "program.hpp"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "the device that is simulated has compute capability 7.5"
#endif

// As the CUDA C++ Programming Guide writes it: devices of 6.0 and newer have this one.
#if __CUDA_ARCH__ < 600 && defined(__CUDA_ARCH__)
__device__ double atomicAdd(double* address, double value);
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double* address, double value);
#endif

__device__ int device_counter = 5;
int only_host();  // main() is read for the device too
#ifdef __CUDA_ARCH__
#define WHERE 1
__device__ int only_device() {
  return 40;
}
#else
#define WHERE 2
int only_host() {
  return 50;
}
#endif

__host__ __device__ int both() {
#if __CUDA_ARCH__ >= 600
  return 1;
#elif defined(__CUDA_ARCH__)
  return 2;
#else
  return 3;
#endif
}

__host__ __device__ constexpr int folded() {
#ifdef __CUDA_ARCH__
  return 11;
#else
  return 22;
#endif
}

struct Vector {
  float x;
  __host__ __device__ explicit Vector(float value) : x{value} {
#ifdef __CUDA_ARCH__
    x += 100;
#endif
  }
  __host__ __device__ float get() const {
#ifdef __CUDA_ARCH__
    return x + 1;
#else
    return x - 1;
#endif
  }
  template <typename T>
  __host__ __device__ T as() const {
#ifndef __CUDA_ARCH__
    return T(-1);
#else
    return T(x);
#endif
  }
};

template <int N>
__host__ __device__ int where() {
  return N * WHERE;
}

int host_where() {
  return WHERE;
}

__global__ void kernel(float* out) {
#ifdef __CUDA_ARCH__
  out[0] = float(both());
  out[1] = Vector(7).get();
  out[2] = float(where<10>());
  out[3] = float(only_device());
  out[4] = float(WHERE);
  out[5] = Vector(3).as<float>();
  out[6] = float(device_counter);
  out[7] = float(folded());
  out[8] = float(__CUDA_ARCH__);
  out[9] = float(__LINE__);
#endif
}

constexpr int kLine = __LINE__;

int main() {
  kit::DeviceBuffer<float> d_out(10);
  kernel<<<1, 1>>>(d_out.data());
  KIT_CHECK(cudaGetLastError());
  std::vector<float> out(10);
  d_out.download(out.data());
  EXPECT(out[0] == 1);
  EXPECT(out[1] == 108);
  EXPECT(out[2] == 10);
  EXPECT(out[3] == 40);
  EXPECT(out[4] == 1);
  EXPECT(out[5] == 103);
  EXPECT(out[6] == 5);
  EXPECT(out[7] == 11);
  EXPECT(out[8] >= 700);
  EXPECT(out[9] == kLine - 4);
  EXPECT(both() == 3);
  EXPECT(Vector(7).get() == 6);
  EXPECT(Vector(7).as<int>() == -1);
  EXPECT(where<10>() == 20);
  EXPECT(only_host() == 50 && host_where() == 2);
#ifndef __CUDA_ARCH__
  static_assert(folded() == 22, "the host's compiler folds what the host does");
#endif
  return finish();
}
