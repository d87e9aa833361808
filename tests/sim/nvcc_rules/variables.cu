#include <array>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>
int host_counter = 0;
float host_table[4] = {1, 2, 3, 4};
static float static_scale = 2.0f;
const int const_int = 5;
const float const_float = 0.5f;
constexpr int constexpr_int = 7;
constexpr float constexpr_float = 0.25f;
constexpr float constexpr_table[3] = {1, 2, 3};
const int const_table[3] = {1, 2, 3};
constexpr std::array<float, 3> constexpr_array = {1, 2, 3};
__device__ int device_counter;
__device__ float device_table[4];
__device__ const float device_const_table[3] = {1, 2, 3};
__constant__ float constant_table[25];
__constant__ float constant_scale = 2.0f;
struct Point {
  int x, y;
};
constexpr Point constexpr_point{1, 2};
const char* const name = "blur";
namespace geometry {
int width = 640;
constexpr int kTile = 16;
constexpr int offsets[2] = {0, 1};
}  // namespace geometry
struct Settings {
  static constexpr int kRadius = 2;
  static constexpr float weights[3] = {1, 2, 1};
  static int level;
};
enum { kFirst, kSecond };
enum class Border { clamp, wrap };
// --- refused: kernel reads host variable
__global__ void k(int* p) {
  p[0] = host_counter;
}
// --- refused: kernel writes host variable
__global__ void k(int* p) {
  host_counter = p[0];
}
// --- refused: kernel reads host array
__global__ void k(float* p) {
  p[0] = host_table[1];
}
// --- refused: kernel reads static variable
__global__ void k(float* p) {
  p[0] *= static_scale;
}
// --- refused: device function reads host variable
__device__ int f() {
  return host_counter;
}
// --- refused: both function reads host variable
__host__ __device__ int f() {
  return host_counter;
}
// --- refused: both function that a kernel uses reads host variable
__host__ __device__ int f() {
  return host_counter;
}
__global__ void k(int* p) {
  p[0] = f();
}
// --- taken: kernel reads const int
__global__ void k(int* p) {
  p[0] = const_int;
}
// --- taken: kernel reads const float
__global__ void k(float* p) {
  p[0] = const_float;
}
// --- taken: kernel reads constexpr int and float
__global__ void k(float* p) {
  p[constexpr_int] = constexpr_float;
}
// --- refused: kernel takes the address of a constexpr
__global__ void k(const int** p) {
  p[0] = &constexpr_int;
}
// --- refused: kernel binds a reference to a constexpr
__device__ float pick(const float& a) {
  return a;
}
__global__ void k(float* p) {
  p[0] = pick(constexpr_float);
}
// --- refused: kernel binds a reference to a const int
__global__ void k(int* p) {
  const int& r = const_int;
  p[0] = r;
}
// --- refused: kernel indexes constexpr array with a variable
__global__ void k(float* p, int i) {
  p[0] = constexpr_table[i];
}
// --- refused: kernel indexes constexpr array with a constant
__global__ void k(float* p) {
  p[0] = constexpr_table[1];
}
// --- refused: kernel indexes constexpr array in an unrolled loop
__global__ void k(float* p) {
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 3; ++i) sum += constexpr_table[i] * p[i];
  p[0] = sum;
}
// --- refused: kernel indexes const int array
__global__ void k(int* p, int i) {
  p[0] = const_table[i];
}
// --- refused: kernel indexes constexpr std::array
__global__ void k(float* p, int i) {
  p[0] = constexpr_array[i];
}
// --- taken: size of a constexpr array in a kernel
__global__ void k(int* p) {
  p[0] = sizeof(constexpr_table) / sizeof(constexpr_table[0]);
}
// --- c++: constexpr array in a template argument
template <int N>
struct Value {
  static constexpr int value = N;
};
__global__ void k(int* p) {
  p[0] = Value<const_table[1]>::value;
}
// --- taken: constexpr from a constexpr array at namespace scope
constexpr float second = constexpr_table[1];
__global__ void k(float* p) {
  p[0] = second;
}
// --- taken: kernel reads a member of a constexpr struct
__global__ void k(int* p) {
  p[0] = constexpr_point.x;
}
// --- taken: kernel copies a constexpr struct
__global__ void k(int* p) {
  Point q = constexpr_point;
  p[0] = q.x;
}
// --- refused: both function indexes constexpr array
__host__ __device__ float f(int i) {
  return constexpr_table[i];
}
// --- refused: both function that a kernel uses indexes constexpr array
__host__ __device__ float f(int i) {
  return constexpr_table[i];
}
__global__ void k(float* p) {
  p[0] = f(int(p[0]));
}
// --- taken: host function indexes constexpr array
float f(int i) {
  return constexpr_table[i];
}
// --- taken: constexpr array in a kernel
__global__ void k(float* p, int i) {
  constexpr float table[3] = {1, 2, 3};
  p[0] = table[i];
}
// --- taken: static constexpr array in a kernel
__global__ void k(float* p, int i) {
  static constexpr float table[3] = {1, 2, 3};
  p[0] = table[i];
}
// --- taken: const array in a kernel
__global__ void k(float* p, int i) {
  const float table[3] = {1, 2, 3};
  p[0] = table[i];
}
// --- taken: device const array
__global__ void k(float* p, int i) {
  p[0] = device_const_table[i];
}
// --- taken: constant array
__global__ void k(float* p, int i) {
  p[0] = constant_table[i] * constant_scale;
}
// --- taken: kernel uses device variables
__global__ void k() {
  atomicAdd(&device_counter, 1);
  device_table[threadIdx.x] = 1.0f;
}
// --- taken: host assigns device variable
void f() {
  device_counter = 3;
}
// --- taken: host reads device variable
int f() {
  return device_counter;
}
// --- taken: host takes the address of a device variable
void f() {
  cudaMemset(&device_counter, 0, 4);
}
// --- refused: host assigns constant variable
void f() {
  constant_scale = 3.0f;
}
// --- taken: host assigns an element of a constant array
void f() {
  constant_table[0] = 3.0f;
}
// --- taken: host assigns an element of a device array
void f() {
  device_table[0] = 3.0f;
}
// --- taken: host reads an element of a constant array
float f() {
  return constant_table[2];
}
// --- taken: host copies to constant memory
void f(const float* h) {
  cudaMemcpyToSymbol(constant_table, h, sizeof(constant_table));
}
// --- refused: kernel assigns constant variable
__global__ void k(float* p) {
  constant_scale = p[0];
}
// --- taken: kernel assigns constant array
__global__ void k(float* p) {
  constant_table[0] = p[0];
}
// --- c++: kernel assigns const int
__global__ void k(int* p) {
  const int n = 3;
  n = p[0];
}
// --- refused: 80 KB of constants
__constant__ float big[20000];
__global__ void k(float* p) {
  p[0] = big[threadIdx.x];
}
// --- taken: 64 KB of constants
__constant__ float big[16000];
__global__ void k(float* p) {
  p[0] = big[threadIdx.x];
}
// --- refused: two constant arrays of 40 KB
__constant__ float first[10000];
__constant__ float other[10000];
__global__ void k(float* p) {
  p[0] = first[threadIdx.x] + other[threadIdx.x];
}
// --- refused: 80 KB of constants that no kernel uses
__constant__ float big[20000];
// --- refused: 64 KB of static shared memory
__global__ void k(float* p) {
  __shared__ float tile[16384];
  tile[threadIdx.x] = p[0];
  __syncthreads();
  p[1] = tile[0];
}
// --- taken: 48 KB of static shared memory
__global__ void k(float* p) {
  __shared__ float tile[12288];
  tile[threadIdx.x] = p[0];
  __syncthreads();
  p[1] = tile[0];
}
// --- refused: two shared arrays of 32 KB
__global__ void k(float* p) {
  __shared__ float a[8192], b[8192];
  a[threadIdx.x] = p[0];
  b[threadIdx.x] = p[1];
  __syncthreads();
  p[2] = a[0] + b[0];
}
// --- refused: shared array with an initialiser
__global__ void k(int* p) {
  __shared__ int n = 0;
  p[0] = n;
}
// --- refused: shared array with a braced initialiser
__global__ void k(int* p) {
  __shared__ int n[4] = {};
  p[0] = n[0];
}
// --- refused: shared variable in a host function
void f() {
  __shared__ int n[4];
  n[0] = 1;
}
// --- taken: shared variable in a device function
__device__ int f(int a) {
  __shared__ int n[4];
  n[threadIdx.x] = a;
  __syncthreads();
  return n[0];
}
// --- taken: extern shared with a size from run time
__global__ void k(float* p) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = p[0];
  __syncthreads();
  p[1] = tile[0];
}
// --- taken: extern shared in a template
template <typename T>
__global__ void k(T* p) {
  extern __shared__ unsigned char bytes[];
  T* tile = reinterpret_cast<T*>(bytes);
  tile[threadIdx.x] = p[0];
}
void run(float* p) {
  k<float><<<1, 32, 128>>>(p);
}
// --- refused: constant in a function
__global__ void k(float* p) {
  __constant__ float c = 2.0f;
  p[0] = c;
}
// --- refused: device variable in a function
__global__ void k(float* p) {
  __device__ float c;
  p[0] = c;
}
// --- blamed: extern shared as a scalar pointer
__global__ void k(float* p) {
  extern __shared__ float* tile;
  p[0] = tile[0];
}
// --- refused: variable-length array in a kernel
__global__ void k(float* p, int n) {
  float a[n];
  a[0] = p[0];
  p[1] = a[0];
}
// --- refused: variable-length shared array
__global__ void k(float* p, int n) {
  __shared__ float a[n];
  a[0] = p[0];
  p[1] = a[0];
}
// --- refused: array by blockDim in shared memory
__global__ void k(float* p) {
  __shared__ float a[blockDim.x];
  a[threadIdx.x] = p[0];
  p[1] = a[0];
}
// --- refused: variable-length array in a device function
__device__ float f(const float* p, int n) {
  float a[2 * n + 1];
  a[0] = p[0];
  return a[0];
}
// --- taken: array by const int in a kernel
__global__ void k(float* p) {
  const int n = 4;
  float a[n];
  a[0] = p[0];
  p[1] = a[0];
}
// --- taken: array by template parameter
template <int N>
__global__ void k(float* p) {
  float a[N];
  for (int i = 0; i < N; ++i) a[i] = p[i];
  p[0] = a[N - 1];
}
void run(float* p) {
  k<4><<<1, 1>>>(p);
}
// --- taken: static local in a kernel
__global__ void k(int* p) {
  static int n;
  p[0] = n++;
}
// --- taken: static local with an initialiser in a kernel
__global__ void k(int* p) {
  static int n = 3;
  p[0] = n++;
}
// --- refused: std::vector in a kernel
__global__ void k(int* p) {
  std::vector<int> v(4);
  p[0] = v[0];
}
// --- refused: std::string in a kernel
__global__ void k(int* p) {
  std::string s = "abc";
  p[0] = int(s.size());
}
// --- refused: std::vector as a kernel parameter
__global__ void k(std::vector<float> v, float* p) {
  p[0] = v[0];
}
// --- refused: std::vector reference in a kernel
__global__ void k(const std::vector<float>& v, float* p) {
  p[0] = v[0];
}
// --- refused: std::array in a kernel
__global__ void k(float* p) {
  std::array<float, 3> a = {1, 2, 3};
  p[0] = a[1];
}
// --- taken: std::array that is never indexed
__global__ void k(std::array<float, 3> a, float* p) {
  p[0] = sizeof(a);
}
// --- taken: enumerators in a kernel
__global__ void k(int* p, Border b) {
  p[0] = b == Border::wrap ? kFirst : kSecond;
}
// --- refused: host variable of a namespace
__global__ void k(int* p) {
  p[0] = geometry::width;
}
// --- taken: constexpr of a namespace
__global__ void k(int* p) {
  __shared__ int tile[geometry::kTile];
  tile[threadIdx.x] = p[0];
  p[1] = tile[0];
}
// --- refused: constexpr array of a namespace
__global__ void k(int* p, int i) {
  p[0] = geometry::offsets[i];
}
// --- taken: static constexpr member
__global__ void k(int* p) {
  p[0] = Settings::kRadius;
}
// --- refused: static constexpr member array
__global__ void k(float* p, int i) {
  p[0] = Settings::weights[i];
}
// --- refused: static member variable
__global__ void k(int* p) {
  p[0] = Settings::level;
}
// --- missed: pointer to a constant string
__global__ void k(const char** p) {
  p[0] = name;
}
// --- refused: std::numeric_limits in a kernel
__global__ void k(float* p) {
  p[0] = std::numeric_limits<float>::max();
}
// --- refused: std::numeric_limits constexpr in a kernel
__global__ void k(float* p) {
  constexpr float big = std::numeric_limits<float>::infinity();
  p[0] = big;
}
// --- taken: std::numeric_limits at namespace scope
constexpr float kBig = std::numeric_limits<float>::max();
__global__ void k(float* p) {
  p[0] = kBig;
}
// --- taken: std::numeric_limits digits in a kernel
__global__ void k(int* p) {
  p[0] = std::numeric_limits<int>::digits;
}
// --- refused: device variable set by a host function
int get() {
  return 4;
}
__device__ int v = get();
__global__ void k(int* p) {
  p[0] = v;
}
// --- taken: constant set by constexpr
__constant__ float weights[3] = {0.25f, 0.5f, 0.25f};
__global__ void k(float* p) {
  p[0] = weights[threadIdx.x];
}
// --- refused: device struct with a constructor
struct Value {
  int a;
  __host__ __device__ Value() : a(3) {}
};
__device__ Value v;
// --- taken: device struct with default members
struct Value {
  int a = 3;
};
__device__ Value v;
__global__ void k(int* p) {
  p[0] = v.a;
}
// --- taken: shared struct with a constructor
struct Value {
  int a;
  __device__ Value() : a(3) {}
};
__global__ void k(int* p) {
  __shared__ Value v;
  p[0] = v.a;
}
// --- taken: shared struct without a constructor
struct Value {
  int a;
  float b;
};
__global__ void k(int* p) {
  __shared__ Value v;
  if (threadIdx.x == 0) v.a = 1;
  __syncthreads();
  p[0] = v.a;
}
// --- refused: thread_local in a kernel
__global__ void k(int* p) {
  thread_local int n = 0;
  p[0] = n;
}
// --- taken: managed variable on both sides
__managed__ int shared_counter;
__global__ void k() {
  shared_counter = 1;
}
int f() {
  return shared_counter;
}
// --- refused: const pointer to host array
float* const alias = host_table;
__global__ void k(float* p) {
  p[0] = alias[0];
}
// --- refused: volatile host constant
const volatile int never = 3;
__global__ void k(int* p) {
  p[0] = never;
}
// --- refused: const int that is not constant
int get() {
  return 4;
}
const int n = get();
__global__ void k(int* p) {
  p[0] = n;
}
// --- taken: inline constexpr
inline constexpr int kSize = 8;
__global__ void k(int* p) {
  p[0] = kSize;
}
// --- taken: constexpr variable template
template <typename T>
constexpr T pi = T(3.14159265358979);
__global__ void k(float* p) {
  p[0] = pi<float>;
}
// --- taken: host reference parameter
__global__ void k(int& a) {
  a = 1;
}
// --- refused: stdout in a kernel
__global__ void k(int* p) {
  fprintf(stderr, "%d", p[0]);
}
// --- taken: threadIdx on the host
int f() {
  return threadIdx.x;
}
// --- taken: warpSize in a kernel
__global__ void k(int* p) {
  p[0] = threadIdx.x % warpSize;
}
// --- c++: assigning threadIdx
__global__ void k(int* p) {
  threadIdx.x = 0;
  p[0] = 1;
}
// --- refused: range-for over a constexpr array
__global__ void k(float* p) {
  float sum = 0;
  for (float w : constexpr_table) sum += w;
  p[0] = sum;
}
