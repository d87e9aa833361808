// Every way to write a launch, and to declare shared and constant memory.
#include <vector>

#include "program.hpp"

namespace outer::inner {
template <int N, typename T>
__global__ void fill(T* out, T value) {
  if (threadIdx.x < N) out[threadIdx.x] = value;
}
__global__ void plain(int* out, int value) {
  *out = value;
}
}  // namespace outer::inner

template <typename T>
__global__ void deduced(T* out, T value) {
  *out = value;
}

template <typename T>
__global__ void __launch_bounds__(64) shared_of(T* out, int count) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* values = reinterpret_cast<T*>(raw);
  __shared__ T scale;
  if (threadIdx.x == 0) scale = T(2);
  values[threadIdx.x] = T(threadIdx.x);
  __syncthreads();
  if (int(threadIdx.x) < count) out[threadIdx.x] = scale * values[count - 1 - threadIdx.x];
}

extern __shared__ int at_file_scope[];

__global__ void shared_at_file_scope(int* out) {
  at_file_scope[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = at_file_scope[31 - threadIdx.x];
}

__global__ void coordinates(int* out) {
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[block * (blockDim.x * blockDim.y * blockDim.z) + thread] =
      threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z + 1000 * blockIdx.x + 10000 * blockIdx.y +
      100000 * blockIdx.z;
}

__constant__ float table[4];
__constant__ const int fixed_table[3] = {5, 6, 7};

__global__ void from_constant(float* out) {
  out[threadIdx.x] = table[threadIdx.x] + fixed_table[threadIdx.x % 3];
}

__global__ void optional_pointer(const int* maybe, int* out) {
  *out = maybe ? *maybe : -1;
}

struct Launcher {
  void (*kernel)(int*, int);
  void operator()(int* out, int value) const { kernel<<<1, 1>>>(out, value); }
};

#define LAUNCH(kernel, grid, ...) kernel<<<grid, 1>>>(__VA_ARGS__)

template <typename T>
T read(const kit::DeviceBuffer<T>& buffer, std::size_t index = 0) {
  std::vector<T> values(buffer.size());
  buffer.download(values.data());
  return values[index];
}

template <typename T>
struct Kernels {
  template <int N>
  static void run(T* out) {
    deduced<<<1, 1>>>(out, T(N));
  }
};

template <typename All>
void launch_of(int* out) {
  All::template run<17>(out);
}

// A type that has no name, one that has, a union, pointers and arrays of each.
__global__ void shared_types(int* out) {
  __shared__ struct {
    int a[4];
    float b;
  } pair, several[2];
  // clang-format off: its releases differ here
  __shared__ struct Named { int x, y; } named;
  // clang-format on
  __shared__ union {
    int whole;
    unsigned char bytes[4];
  } bits;
  __shared__ int *pointer, value;
  if (threadIdx.x == 0) {
    pair.a[3] = 1;
    several[1].a[0] = 2;
    named.y = 3;
    bits.whole = 0;
    bits.bytes[1] = 1;
    value = 4;
    pointer = &value;
  }
  __syncthreads();
  if (threadIdx.x == 1) {
    *out = pair.a[3] + 10 * several[1].a[0] + 100 * named.y + 1000 * *pointer + 10000 * bits.whole;
  }
}

int main() {
  kit::DeviceBuffer<int> out(64);
  cudaStream_t stream;
  KIT_CHECK(cudaStreamCreate(&stream));

  outer::inner::fill<8><<<1, 32, 0, stream>>>(out.data(), 7);
  EXPECT(read(out, 7) == 7);
  outer::inner::fill<(4 > 2 ? 3 : 9), int><<<dim3(1, 1, 1), dim3{32}>>>(out.data(), 8);
  EXPECT(read(out, 2) == 8 && read(out, 3) == 7);
  ::outer::inner::plain<<<1, 1>>>(out.data(), 9);
  EXPECT(read(out) == 9);
  deduced<<<1, 1>>>(out.data(), 10);
  EXPECT(read(out) == 10);
  deduced<int><<<1,  // a launch over several lines
                 1>>>(out.data(), 11);
  EXPECT(read(out) == 11);
  LAUNCH(outer::inner::plain, 1, out.data(), 12);
  EXPECT(read(out) == 12);
  Launcher{outer::inner::plain}(out.data(), 13);
  EXPECT(read(out) == 13);
  void (*table_of_kernels[])(int*, int) = {outer::inner::plain};
  table_of_kernels[0]<<<1, 1>>>(out.data(), 14);
  EXPECT(read(out) == 14);
  const auto via_lambda = [&](int value) { deduced<<<1, 1>>>(out.data(), value << 1 >> 1); };
  via_lambda(15);
  EXPECT(read(out) == 15);
  optional_pointer<<<1, 1>>>(NULL, out.data());
  EXPECT(read(out) == -1);
  optional_pointer<<<1, 1>>>(nullptr, out.data());
  EXPECT(read(out) == -1);
  optional_pointer<<<1, 1>>>(0, out.data());
  EXPECT(read(out) == -1);
  outer::inner::plain<<<1, 1>>>(out.data(), 0);
  EXPECT(read(out) == 0);
  outer::inner::template fill<2><<<1, 32>>>(out.data(), 16);
  EXPECT(read(out, 1) == 16 && read(out, 2) == 8);
  launch_of<Kernels<int>>(out.data());
  EXPECT(read(out) == 17);

  shared_of<<<1, 64, 64 * sizeof(int)>>>(out.data(), 5);
  EXPECT(read(out, 0) == 8 && read(out, 4) == 0);
  kit::DeviceBuffer<double> doubles(8);
  shared_of<double><<<1, 64, 64 * sizeof(double)>>>(doubles.data(), 8);
  EXPECT(read(doubles, 1) == 12.0);

  shared_types<<<1, 2>>>(out.data());
  EXPECT(read(out) == 1 + 20 + 300 + 4000 + 2560000);

  shared_at_file_scope<<<1, 32, 32 * sizeof(int)>>>(out.data());
  EXPECT(read(out, 30) == 1);

  const dim3 grid(2, 3, 2), block(3, 2, 2);
  kit::DeviceBuffer<int> all(12 * 12);
  coordinates<<<grid, block>>>(all.data());
  EXPECT(read(all, 0) == 0);
  EXPECT(read(all, 143) == 2 + 10 + 100 + 1000 + 20000 + 100000);
  EXPECT(read(all, 12 * 1 + 4) == 1 + 10 + 1000);

  const float numbers[4] = {1, 2, 3, 4};
  KIT_CHECK(cudaMemcpyToSymbol(table, numbers, sizeof(numbers)));
  KIT_CHECK(cudaMemcpyToSymbol(table, numbers, sizeof(float), 2 * sizeof(float)));
  kit::DeviceBuffer<float> floats(4);
  from_constant<<<1, 4>>>(floats.data());
  EXPECT(read(floats, 1) == 8.0f);
  EXPECT(read(floats, 2) == 8.0f);
  EXPECT(read(floats, 3) == 9.0f);
  float back[4];
  KIT_CHECK(cudaMemcpyFromSymbol(back, table, sizeof(back)));
  EXPECT(back[3] == 4.0f);

  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaStreamDestroy(stream));
  return finish();
}
