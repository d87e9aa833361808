#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>
int host_int(int a) {
  return a + 1;
}
__device__ int device_int(int a) {
  return a + 2;
}
__host__ __device__ int both_int(int a) {
  return a + 3;
}
constexpr int constexpr_int(int a) {
  return a * a;
}
__device__ constexpr int device_constexpr(int a) {
  return a * a;
}
__host__ __device__ constexpr int both_constexpr(int a) {
  return a * a;
}
template <typename T>
T host_template(T a) {
  return a;
}
template <typename T>
__device__ T device_template(T a) {
  return a;
}
template <typename T>
__host__ __device__ T both_template(T a) {
  return a;
}
inline float lerp_host(float a, float b, float t) {
  return a + t * (b - a);
}
static int helper(int a) {
  return a;
}
namespace math {
int cube(int a) {
  return a * a * a;
}
__device__ int square(int a) {
  return a * a;
}
}  // namespace math
struct Counter {
  int n;
  int get() const { return n; }
  __device__ int device_get() const { return n; }
  __host__ __device__ int both_get() const { return n; }
};
__global__ void other_kernel(int* p) {
  p[0] = 1;
}
// --- refused: kernel calls host function
__global__ void k(int* p) {
  p[0] = host_int(p[0]);
}
// --- taken: kernel calls device function
__global__ void k(int* p) {
  p[0] = device_int(p[0]);
}
// --- taken: kernel calls both function
__global__ void k(int* p) {
  p[0] = both_int(p[0]);
}
// --- refused: device function calls host function
__device__ int f(int a) {
  return host_int(a);
}
// --- taken: device function calls device function
__device__ int f(int a) {
  return device_int(a);
}
// --- refused: host function calls device function
int f(int a) {
  return device_int(a);
}
// --- taken: host function calls both function
int f(int a) {
  return both_int(a);
}
// --- taken: both function calls host function
__host__ __device__ int f(int a) {
  return host_int(a);
}
// --- taken: both function that kernel uses calls host function
__host__ __device__ int f(int a) {
  return host_int(a);
}
__global__ void k(int* p) {
  p[0] = f(p[0]);
}
// --- refused: both function calls device function
__host__ __device__ int f(int a) {
  return device_int(a);
}
// --- taken: both function calls both function
__host__ __device__ int f(int a) {
  return both_int(a);
}
// --- refused: kernel calls constexpr function
__global__ void k(int* p) {
  p[0] = constexpr_int(3);
}
// --- refused: kernel calls constexpr function with run-time argument
__global__ void k(int* p) {
  p[0] = constexpr_int(p[1]);
}
// --- taken: kernel calls device constexpr function
__global__ void k(int* p) {
  p[0] = device_constexpr(p[1]);
}
// --- taken: kernel calls both constexpr function
__global__ void k(int* p) {
  constexpr int n = both_constexpr(3);
  p[0] = n;
}
// --- taken: both function calls constexpr function
__host__ __device__ int f(int a) {
  return constexpr_int(a);
}
__global__ void k(int* p) {
  p[0] = f(2);
}
// --- taken: namespace constant by constexpr function
constexpr int n = constexpr_int(3);
__global__ void k(int* p) {
  p[0] = n;
}
// --- refused: array bound by constexpr function in a kernel
__global__ void k(int* p) {
  __shared__ int tile[constexpr_int(4)];
  tile[threadIdx.x] = p[0];
  p[1] = tile[0];
}
// --- refused: kernel calls host template
__global__ void k(int* p) {
  p[0] = host_template(p[1]);
}
// --- taken: kernel calls device template
__global__ void k(int* p) {
  p[0] = device_template(p[1]);
}
// --- taken: kernel calls both template
__global__ void k(float* p) {
  p[0] = both_template(p[1]);
}
// --- refused: host calls device template
float f(float a) {
  return device_template(a);
}
// --- refused: kernel calls static helper
__global__ void k(int* p) {
  p[0] = helper(p[0]);
}
// --- refused: kernel calls inline helper
__global__ void k(float* p) {
  p[0] = lerp_host(p[0], p[1], 0.5f);
}
// --- refused: kernel calls host function of a namespace
__global__ void k(int* p) {
  p[0] = math::cube(p[0]);
}
// --- taken: kernel calls device function of a namespace
__global__ void k(int* p) {
  p[0] = math::square(p[0]);
}
// --- refused: kernel calls host function through using
using math::cube;
__global__ void k(int* p) {
  p[0] = cube(p[0]);
}
// --- refused: kernel calls host method
__global__ void k(Counter c, int* p) {
  p[0] = c.get();
}
// --- taken: kernel calls device method
__global__ void k(Counter c, int* p) {
  p[0] = c.device_get();
}
// --- refused: host calls device method
int f(const Counter& c) {
  return c.device_get();
}
// --- taken: both method on both sides
int f(const Counter& c) {
  return c.both_get();
}
__global__ void k(Counter c, int* p) {
  p[0] = c.both_get();
}
// --- refused: kernel called as a function
void run(int* p) {
  other_kernel(p);
}
// --- refused: kernel called from a kernel
__global__ void k(int* p) {
  other_kernel(p);
}
// --- taken: kernel launched
void run(int* p) {
  other_kernel<<<1, 32>>>(p);
}
// --- c++: kernel launched with one argument too few
void run() {
  other_kernel<<<1, 32>>>();
}
// --- c++: kernel launched with one argument too many
void run(int* p) {
  other_kernel<<<1, 32>>>(p, 3);
}
// --- c++: kernel launched with a wrong type
void run(float* p) {
  other_kernel<<<1, 32>>>(p);
}
// --- taken: kernel launched without a block
void run(int* p) {
  other_kernel<<<1>>>(p);
}
// --- taken: kernel launched with dim3
void run(int* p) {
  other_kernel<<<dim3(2, 2), dim3(16, 16), 64>>>(p);
}
// --- c++: kernel launched with braces
void run(int* p) {
  dim3 grid{2, 2, 1};
  other_kernel<<<grid, {16, 16}>>>(p);
}
// --- refused: host function launched
void run() {
  host_int<<<1, 1>>>(3);
}
// --- refused: device function launched
void run() {
  device_int<<<1, 1>>>(3);
}
// --- refused: std::max
__global__ void k(float* p) {
  p[0] = std::max(p[0], p[1]);
}
// --- refused: std::min of constants
__global__ void k(int* p) {
  p[0] = std::min(3, 4);
}
// --- refused: std::clamp
__global__ void k(float* p) {
  p[0] = std::clamp(p[0], 0.0f, 1.0f);
}
// --- taken: max and min
__global__ void k(float* p) {
  p[0] = max(min(p[0], 1.0f), 0.0f);
}
// --- taken: fmaxf
__global__ void k(float* p) {
  p[0] = fmaxf(p[0], 0.0f);
}
// --- refused: std::swap
__global__ void k(float* p) {
  std::swap(p[0], p[1]);
}
// --- taken: std::move and std::forward
struct Box {
  int a;
};
__global__ void k(Box b, int* p) {
  Box c = std::move(b);
  p[0] = std::forward<Box>(c).a;
}
// --- taken: std::abs of float
__global__ void k(float* p) {
  p[0] = std::abs(p[0]);
}
// --- taken: std::abs of int
__global__ void k(int* p) {
  p[0] = std::abs(p[0]);
}
// --- taken: abs of int and fabsf
__global__ void k(int* p, float* q) {
  p[0] = abs(p[0]);
  q[0] = fabsf(q[0]) + fabs(q[1]);
}
// --- taken: std::sqrt std::exp std::pow
__global__ void k(float* p) {
  p[0] = std::sqrt(p[0]) + std::exp(p[1]) + std::pow(p[2], 2.0f) + std::pow(p[2], 2);
}
// --- taken: std::floor std::ceil std::round std::lround
__global__ void k(float* p, int* q) {
  p[0] = std::floor(p[0]) + std::ceil(p[1]) + std::round(p[2]);
  q[0] = int(std::lround(p[0]));
}
// --- taken: std::isnan std::isfinite
__global__ void k(float* p) {
  p[0] = std::isnan(p[0]) || !std::isfinite(p[1]) ? 0.0f : 1.0f;
}
// --- taken: std::fma std::hypot std::fmod std::atan2
__global__ void k(float* p) {
  p[0] = std::fma(p[0], p[1], p[2]) + std::hypot(p[0], p[1]) + std::fmod(p[0], p[1]) +
         std::atan2(p[0], p[1]);
}
// --- refused: std::lerp
__global__ void k(float* p) {
  p[0] = std::lerp(p[0], p[1], 0.5f);
}
// --- refused: std::accumulate
__global__ void k(float* p) {
  p[0] = std::accumulate(p, p + 4, 0.0f);
}
// --- refused: std::sort
__global__ void k(float* p) {
  std::sort(p, p + 9);
}
// --- refused: std::fill
__global__ void k(float* p) {
  std::fill(p, p + 9, 0.0f);
}
// --- refused: std::copy
__global__ void k(float* p) {
  std::copy(p, p + 4, p + 8);
}
// --- taken: memcpy and memset
__global__ void k(float* p) {
  memcpy(p, p + 4, 16);
  memset(p + 8, 0, 16);
}
// --- refused: rand
__global__ void k(int* p) {
  p[0] = rand();
}
// --- taken: std::memcpy
__global__ void k(float* p) {
  std::memcpy(p, p + 4, 16);
}
// --- taken: malloc and free
__global__ void k(int** p) {
  p[0] = (int*)malloc(16);
  free(p[1]);
}
// --- taken: cudaMalloc in a kernel
__global__ void k(int** p) {
  cudaMalloc(p, 16);
}
// --- refused: cudaDeviceSynchronize in a kernel
__global__ void k(int* p) {
  cudaDeviceSynchronize();
}
// --- refused: atomicAdd on the host
void f(int* p) {
  atomicAdd(p, 1);
}
// --- refused: __syncthreads on the host
void f() {
  __syncthreads();
}
// --- refused: __shfl_down_sync on the host
float f(float a) {
  return __shfl_down_sync(0xffffffffu, a, 1);
}
// --- refused: __expf on the host
float f(float a) {
  return __expf(a);
}
// --- taken: min and max on the host
int f(int a) {
  return min(max(a, 0), 255);
}
// --- taken: rsqrtf on the host
float f(float a) {
  return rsqrtf(a);
}
// --- taken: function pointer to device function in a kernel
__global__ void k(int* p) {
  int (*f)(int) = device_int;
  p[0] = f(3);
}
// --- refused: function pointer to host function in a kernel
__global__ void k(int* p) {
  int (*f)(int) = host_int;
  p[0] = f(3);
}
// --- taken: host function pointer as a kernel argument
__global__ void k(int* p, int (*f)(int)) {
  p[0] = f(3);
}
// --- taken: recursion in a device function
__device__ int fact(int n) {
  return n < 2 ? 1 : n * fact(n - 1);
}
__global__ void k(int* p) {
  p[0] = fact(p[0]);
}
// --- taken: host function in sizeof
__global__ void k(int* p) {
  p[0] = int(sizeof(host_int(3)));
}
// --- taken: host function in decltype
__global__ void k(int* p) {
  decltype(host_int(3)) x = p[0];
  p[1] = x;
}
// --- refused: host function as a default argument
__device__ int f(int a = host_int(3)) {
  return a;
}
__global__ void k(int* p) {
  p[0] = f();
}
// --- refused: __device__ lambda
template <typename F>
__global__ void apply(int* p, F f) {
  p[0] = f(1);
}
void run(int* p) {
  apply<<<1, 1>>>(p, [] __device__(int a) { return a; });
}
// --- refused: host lambda given to a kernel
template <typename F>
__global__ void apply(int* p, F f) {
  p[0] = f(1);
}
void run(int* p) {
  apply<<<1, 1>>>(p, [](int a) { return a; });
}
// --- taken: functor given to a kernel
struct Twice {
  __device__ int operator()(int a) const { return 2 * a; }
};
template <typename F>
__global__ void apply(int* p, F f) {
  p[0] = f(1);
}
void run(int* p) {
  apply<<<1, 1>>>(p, Twice{});
}
// --- refused: host functor given to a kernel
struct Twice {
  int operator()(int a) const { return 2 * a; }
};
template <typename F>
__global__ void apply(int* p, F f) {
  p[0] = f(1);
}
void run(int* p) {
  apply<<<1, 1>>>(p, Twice{});
}
// --- taken: lambda in a kernel
__global__ void k(int* p) {
  auto add = [&](int i) { p[i] += 1; };
  add(threadIdx.x);
}
// --- refused: lambda in a kernel calls host function
__global__ void k(int* p) {
  auto add = [&](int i) { p[i] = host_int(i); };
  add(threadIdx.x);
}
// --- taken: generic lambda in a kernel
__global__ void k(int* p) {
  auto add = [](auto a, auto b) { return a + b; };
  p[0] = add(1, 2);
}
// --- refused: lambda on the host calls device function
int f() {
  auto g = [](int a) { return device_int(a); };
  return g(1);
}
// --- taken: template with a kernel pointer
template <typename K>
void launch(K kernel, int* p) {
  kernel<<<1, 1>>>(p);
}
void run(int* p) {
  launch(other_kernel, p);
  launch(&other_kernel, p);
}
// --- taken: printf in a kernel
__global__ void k(int* p) {
  printf("%d\n", p[0]);
}
// --- refused: puts in a kernel
__global__ void k(int* p) {
  puts("here");
}
// --- taken: assert in a kernel
__global__ void k(int* p) {
  assert(p[0] == 0);
}
// --- refused: undeclared function
__global__ void k(int* p) {
  p[0] = clamp(p[0], 0, 3);
}
// --- taken: device function only declared
__device__ int later(int a);
__global__ void k(int* p) {
  p[0] = later(3);
}
__device__ int later(int a) {
  return a;
}
// --- blamed: device function declared without its attribute
int later(int a);
__global__ void k(int* p) {
  p[0] = later(3);
}
__device__ int later(int a) {
  return a;
}
// --- taken: overloads for host and device
int side(int a) {
  return a;
}
__device__ int side(float a) {
  return int(a);
}
__global__ void k(int* p) {
  p[0] = side(1.0f);
}
// --- refused: overload of which only the host one fits
int side(int a) {
  return a;
}
__device__ int side(const char* a) {
  return 1;
}
__global__ void k(int* p) {
  p[0] = side(1);
}
