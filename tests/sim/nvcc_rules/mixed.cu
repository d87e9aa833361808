#include <algorithm>
#include <array>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numbers>
#include <vector>
#include "kit/cuda_check.hpp"
#include "kit/device_buffer.hpp"
constexpr int kRadius = 2;
constexpr int kSide = 2 * kRadius + 1;
constexpr float kSobel[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
__constant__ float c_filter[kSide * kSide];
__constant__ struct {
  float gain;
  int border;
} c_settings;
struct Pixel {
  unsigned char r, g, b;
};
struct Filter {
  int width;
  float weights[9];
};
constexpr Filter kBox = {3, {1, 1, 1, 1, 1, 1, 1, 1, 1}};
int divide_up(int a, int b) {
  return (a + b - 1) / b;
}
constexpr int round_up(int a, int b) {
  return (a + b - 1) / b * b;
}
static inline float square(float x) {
  return x * x;
}
__device__ inline float luminance(Pixel p) {
  return 0.299f * p.r + 0.587f * p.g + 0.114f * p.b;
}
__host__ __device__ inline int clamp_index(int i, int n) {
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}
template <typename T>
__host__ __device__ T clamped(T x, T low, T high) {
  return x < low ? low : x > high ? high : x;
}
// --- taken: grey conversion
__global__ void grey(const Pixel* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = luminance(in[i]);
}
// --- refused: index by the host's clamp
__global__ void shift(const float* in, float* out, int n) {
  int i = threadIdx.x;
  out[i] = in[std::clamp(i - 1, 0, n - 1)];
}
// --- taken: index by own clamp
__global__ void shift(const float* in, float* out, int n) {
  int i = threadIdx.x;
  out[i] = in[clamp_index(i - 1, n)];
}
// --- taken: own clamp template
__global__ void limit(float* a) {
  a[0] = clamped(a[0], 0.0f, 1.0f);
}
// --- taken: grid size by the host's function
__global__ void copy(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];
}
void run(const float* in, float* out, int n) {
  copy<<<divide_up(n, 256), 256>>>(in, out);
}
// --- refused: grid size in a kernel by the host's function
__global__ void blocks(int* out, int n) {
  out[0] = divide_up(n, 32);
}
// --- refused: shared size by a constexpr function
__global__ void tile(float* a) {
  __shared__ float t[round_up(17, 32)];
  t[threadIdx.x] = a[0];
  __syncthreads();
  a[0] = t[1];
}
// --- taken: shared size by a constant of a constexpr function
constexpr int kPitch = round_up(17, 32);
__global__ void tile(float* a) {
  __shared__ float t[kPitch];
  t[threadIdx.x] = a[0];
  __syncthreads();
  a[0] = t[1];
}
// --- refused: sobel table in a kernel
__global__ void sobel(const float* in, float* out, int w) {
  float s = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) s += kSobel[j][i] * in[j * w + i];
  out[0] = s;
}
// --- taken: sobel table inside of the kernel
__global__ void sobel(const float* in, float* out, int w) {
  constexpr float t[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
  float s = 0;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) s += t[j][i] * in[j * w + i];
  out[0] = s;
}
// --- refused: array in a constexpr struct
__global__ void box(float* a, int i) {
  a[0] = kBox.weights[i];
}
// --- taken: width of a constexpr struct
__global__ void box(float* a) {
  a[kBox.width] = 1;
}
// --- taken: struct passed to a kernel
__global__ void box(Filter f, float* a, int i) {
  a[0] = f.weights[i];
}
void run(float* a) {
  box<<<1, 1>>>(kBox, a, 1);
}
// --- taken: member of a constant struct assigned on the host
void set() {
  c_settings.gain = 2.0f;
}
// --- taken: member of a constant struct read
__global__ void apply(float* a) {
  a[0] *= c_settings.gain;
}
// --- refused: square of the host
__global__ void energy(float* a) {
  a[0] = square(a[0]);
}
// --- taken: sqrt of a square
__global__ void energy(float* a) {
  a[0] = sqrtf(a[0] * a[0]);
}
// --- taken: std::numbers in a kernel
__global__ void wave(float* a) {
  a[0] = sinf(std::numbers::pi_v<float> * a[0]);
}
// --- taken: M_PI in a kernel
__global__ void wave(float* a) {
  a[0] = sinf(float(M_PI) * a[0]);
}
// --- taken: FLT_MAX and INT_MAX in a kernel
__global__ void start(float* a, int* b) {
  a[0] = FLT_MAX;
  b[0] = INT_MAX;
}
// --- taken: INFINITY and NAN in a kernel
__global__ void start(float* a) {
  a[0] = INFINITY;
  a[1] = NAN;
}
// --- refused: lowest in a kernel
__global__ void start(float* a) {
  a[0] = std::numeric_limits<float>::lowest();
}
// --- refused: std::size in a kernel
__global__ void count(int* a) {
  int local[3] = {1, 2, 3};
  a[0] = int(std::size(local)) + local[0];
}
// --- refused: std::begin in a kernel
__global__ void count(int* a) {
  int local[3] = {1, 2, 3};
  a[0] = *std::begin(local);
}
// --- refused: std::exchange in a kernel
__global__ void swap_one(int* a) {
  a[1] = std::exchange(a[0], 3);
}
// --- taken: std::signbit and copysign
__global__ void sign(float* a) {
  a[0] = std::signbit(a[1]) ? std::copysign(1.0f, a[2]) : 0.0f;
}
// --- taken: std::trunc and std::nearbyint
__global__ void whole(float* a) {
  a[0] = std::trunc(a[0]) + std::nearbyint(a[1]) + truncf(a[2]);
}
// --- refused: std::fmin of mixed types
__global__ void least(float* a, double* b) {
  b[0] = std::fmin(a[0], b[1]);
}
// --- refused: std::sqrt of an int
__global__ void root(int* a, double* b) {
  b[0] = std::sqrt(a[0]);
}
// --- refused: std::gcd
#define GCD std::gcd
__global__ void common(int* a) {
  a[0] = std::max({a[0], a[1], a[2]});
}
// --- refused: checked call in a kernel
__global__ void allocate(float** a) {
  KIT_CHECK(cudaMalloc(a, 4));
}
// --- taken: checked call on the host
void allocate(float** a) {
  KIT_CHECK(cudaMalloc(a, 4));
}
// --- refused: device buffer in a kernel
__global__ void allocate(float* a) {
  kit::DeviceBuffer<float> b(4);
  a[0] = 1;
}
// --- taken: device buffer on the host
void allocate() {
  kit::DeviceBuffer<float> b(4);
  cudaMemset(b.data(), 0, b.bytes());
}
// --- c++: device buffer given to a kernel
__global__ void take(kit::DeviceBuffer<float> b) {}
void run() {
  kit::DeviceBuffer<float> b(4);
  take<<<1, 1>>>(b);
}
// --- taken: vector's data on the host
void upload(float* d, const std::vector<float>& h) {
  cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
}
// --- refused: vector's size in a kernel
__global__ void sizes(const std::vector<float>* v, int* a) {
  a[0] = int(v->size());
}
// --- refused: std::array parameter indexed
__global__ void weights(std::array<float, 3> w, float* a, int i) {
  a[0] = w[i];
}
// --- refused: std::array parameter by data pointer
__global__ void weights(std::array<float, 3> w, float* a, int i) {
  a[0] = w.data()[i];
}
// --- taken: local struct with method in a kernel
__global__ void local(int* a) {
  struct Range {
    int first, last;
    __device__ int size() const { return last - first; }
  };
  Range r{1, 3};
  a[0] = r.size();
}
// --- taken: class with private device methods
class Accumulator {
  float sum_ = 0;

 public:
  __device__ void add(float x) { sum_ += x; }
  __device__ float sum() const { return sum_; }
};
__global__ void total(const float* in, float* out, int n) {
  Accumulator a;
  for (int i = 0; i < n; ++i) a.add(in[i]);
  out[0] = a.sum();
}
// --- refused: class with host methods used in a kernel
class Accumulator {
  float sum_ = 0;

 public:
  void add(float x) { sum_ += x; }
  float sum() const { return sum_; }
};
__global__ void total(const float* in, float* out, int n) {
  Accumulator a;
  for (int i = 0; i < n; ++i) a.add(in[i]);
  out[0] = a.sum();
}
// --- taken: template kernel by a border policy
struct Clamp {
  __device__ static int at(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }
};
template <typename Border>
__global__ void blur(const float* in, float* out, int n) {
  int i = threadIdx.x;
  out[i] = in[Border::at(i - 1, n)];
}
void run(const float* in, float* out) {
  blur<Clamp><<<1, 32>>>(in, out, 32);
}
// --- refused: template kernel by a host's border policy
struct Clamp {
  static int at(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }
};
template <typename Border>
__global__ void blur(const float* in, float* out, int n) {
  int i = threadIdx.x;
  out[i] = in[Border::at(i - 1, n)];
}
void run(const float* in, float* out) {
  blur<Clamp><<<1, 32>>>(in, out, 32);
}
// --- taken: template kernel that is never launched
struct Clamp {
  static int at(int i, int n) { return i; }
};
template <typename Border>
__global__ void blur(const float* in, float* out, int n) {
  int i = threadIdx.x;
  out[i] = in[Border::at(i - 1, n)];
}
// --- taken: kernel chosen by a function pointer
__global__ void one(float* a) {
  a[0] = 1;
}
__global__ void two(float* a) {
  a[0] = 2;
}
void run(float* a, bool second) {
  void (*kernel)(float*) = second ? two : one;
  kernel<<<1, 1>>>(a);
}
// --- taken: kernel called through a pointer as a function
__global__ void one(float* a) {
  a[0] = 1;
}
void run(float* a) {
  void (*kernel)(float*) = one;
  kernel(a);
}
// --- taken: kernel launched in a lambda
__global__ void one(float* a) {
  a[0] = 1;
}
void run(float* a) {
  auto launch = [&](int n) { one<<<1, n>>>(a); };
  launch(32);
}
// --- taken: kernel launched in a loop by a class
__global__ void one(float* a) {
  a[0] = 1;
}
class Runner {
  float* a_;

 public:
  explicit Runner(float* a) : a_(a) {}
  void go() {
    for (int i = 0; i < 3; ++i) one<<<1, 32>>>(a_ + i);
  }
};
// --- refused: dynamic parallelism by mistake
__global__ void one(float* a) {
  a[0] = 1;
}
__global__ void many(float* a) {
  if (threadIdx.x == 0) one<<<1, 32>>>(a);
}
// --- taken: static shared in a device function
__device__ float sum(float x) {
  static __shared__ float t[32];
  t[threadIdx.x] = x;
  __syncthreads();
  return t[0];
}
// --- taken: host array by run-time size
void f(int n, float* d) {
  float* h = new float[n];
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
  delete[] h;
}
// --- refused: array by function parameter in a kernel
__global__ void window(const float* in, float* out, int radius) {
  float w[2 * radius + 1];
  w[0] = in[0];
  out[0] = w[0];
}
// --- taken: array by constexpr in a kernel
__global__ void window(const float* in, float* out) {
  float w[kSide];
  w[0] = in[0];
  out[0] = w[0];
}
// --- refused: host counter incremented
int launches = 0;
__global__ void tick(float* a) {
  ++launches;
  a[0] = 1;
}
// --- taken: device counter incremented
__device__ int ticks;
__global__ void tick(float* a) {
  atomicAdd(&ticks, 1);
  a[0] = 1;
}
// --- c++: kernel returns early with a value
__global__ void early(float* a, int n) {
  if (threadIdx.x >= n) return 0;
  a[0] = 1;
}
// --- refused: bool kernel
__global__ bool done(float* a) {
  return a[0] > 1;
}
// --- taken: device function returns a struct
__device__ Filter make(int w) {
  Filter f;
  f.width = w;
  return f;
}
__global__ void use(int* a) {
  a[0] = make(3).width;
}
// --- refused: host's make in a kernel
Filter make(int w) {
  Filter f;
  f.width = w;
  return f;
}
__global__ void use(int* a) {
  a[0] = make(3).width;
}
// --- taken: overloaded operators of float4
__host__ __device__ inline float4 operator+(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__global__ void add(float4* a) {
  a[0] = a[1] + a[2];
}
// --- refused: operator of float4 without an attribute
inline float4 operator*(float4 a, float b) {
  return make_float4(a.x * b, a.y * b, a.z * b, a.w * b);
}
__global__ void scale(float4* a) {
  a[0] = a[1] * 2.0f;
}
// --- refused: error checked by throwing in a kernel
__global__ void check(float* a) {
  if (a[0] < 0) throw "negative";
}
// --- refused: device function called in main
int main() {
  Pixel p{1, 2, 3};
  return int(luminance(p));
}
// --- taken: blockDim on the host
int threads() {
  return blockDim.x;
}
// --- refused: atomics on the host
void histogram(int* bins, int v) {
  atomicAdd(bins + v, 1);
}
// --- taken: textures and surfaces in a kernel
__global__ void shift(cudaTextureObject_t in, cudaTextureObject_t row, cudaSurfaceObject_t out) {
  const int x = threadIdx.x;
  const float value =
      tex2D<float>(in, x + 0.5f, 0.5f) + tex1D<float>(in, x) + tex1Dfetch<float>(row, x);
  surf2Dwrite(value + surf2Dread<float>(out, x * 4, 1), out, x * 4, 0, cudaBoundaryModeZero);
}
// --- taken: textures on the host
cudaTextureObject_t texture_of(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureDesc settings = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &settings, nullptr);
  return texture;
}
// --- refused: tex2D on the host
float first_texel(cudaTextureObject_t texture) {
  return tex2D<float>(texture, 0, 0);
}
// --- refused: surf1Dwrite on the host
void clear(cudaSurfaceObject_t surface) {
  surf1Dwrite(0.0f, surface, 0);
}
// --- refused: texture object made in a kernel
__global__ void make(const cudaResourceDesc* resource, const cudaTextureDesc* settings) {
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, resource, settings, nullptr);
}
// --- refused: __ldg on the host
float first(const float* a) {
  return __ldg(a);
}
// --- taken: make_float4 and dim3 on the host
float4 origin() {
  dim3 g(1, 2);
  return make_float4(g.x, g.y, 0, 1);
}
// --- refused: host's array copied into a local one
float weights[3] = {1, 2, 1};
__global__ void smooth(float* a) {
  float w[3];
  for (int i = 0; i < 3; ++i) w[i] = weights[i];
  a[0] = w[0];
}
// --- refused: big shared struct
struct Tile {
  float v[64][256];
};
__global__ void big(float* a) {
  __shared__ Tile t;
  t.v[0][threadIdx.x] = a[0];
  __syncthreads();
  a[1] = t.v[0][1];
}
// --- refused: shared memory of two functions
__device__ float part(float x) {
  __shared__ float t[8192];
  t[threadIdx.x] = x;
  __syncthreads();
  return t[0];
}
__global__ void both(float* a) {
  __shared__ float t[8192];
  t[threadIdx.x] = a[0];
  __syncthreads();
  a[0] = part(t[1]);
}
// --- refused: sqrt of an int
__global__ void root_of_int(int* a, double* b) {
  b[0] = sqrt(a[0]);
}
// --- refused: std::floor of an int
__global__ void floor_of_int(int* a, double* b) {
  b[0] = std::floor(a[0]);
}
// --- taken: pow of mixed types
__global__ void power(int* i, float* a, double* b) {
  b[0] = std::pow(a[0], b[1]) + pow(a[0], 2) + std::pow(i[0], 2);
}
// --- refused: fmod of mixed types
__global__ void rest(float* a, double* b) {
  b[0] = fmod(a[0], b[1]);
}
// --- taken: std::abs of a short
__global__ void absolute(short* a, int* b) {
  b[0] = std::abs(a[0]);
}
