/// @file
/// Launches for tests/hardware/compare_counts: elements of 8 and 16 bytes, and structs, in shared
/// memory. A card moves them in parts of a warp where all 32 banks are busy; where lanes want the
/// same words it may need fewer passes than the simulator says.
#include "launches.cuh"

using launches::as, launches::check, launches::value;

namespace {

constexpr int kBlocks = 64;

// Where in its block thread t reads what another one has written.
struct Turned {
  static __host__ __device__ int of(int t) { return 127 - t; }
};
struct Same {
  static __host__ __device__ int of(int t) { return t / 32; }
};
struct ByPairs {
  static __host__ __device__ int of(int t) { return t / 2; }
};
struct ByFours {
  static __host__ __device__ int of(int t) { return t / 4 + 1; }
};
struct HalvesAlike {
  static __host__ __device__ int of(int t) { return t % 16; }
};
struct TwoApart {
  static __host__ __device__ int of(int t) { return t * 2 % 128 + t / 64; }
};
struct Crossed {  // lanes 0 and 2 the same, and 1 and 3
  static __host__ __device__ int of(int t) { return t / 4 * 2 + t % 2; }
};
struct FourApart {
  static __host__ __device__ int of(int t) { return t * 4 % 128 + t / 32; }
};
struct Columns {
  static __host__ __device__ int of(int t) { return t % 8 * 16 + t / 8; }
};

template <typename T, typename Order>
__global__ void read_wide(const T* in, T* out) {
  __shared__ T block[128];
  const int t = threadIdx.x, first = blockIdx.x * 128;
  block[t] = in[first + t];
  __syncthreads();
  out[first + t] = block[Order::of(t)];
}

// The writes are the ones in another order.
template <typename T, typename Order>
__global__ void write_wide(const T* in, T* out) {
  __shared__ T block[128];
  const int t = threadIdx.x, first = blockIdx.x * 128;
  block[Order::of(t)] = in[first + t];
  __syncthreads();
  out[first + t] = block[t];
}

template <typename T, int Padding>
__global__ void transpose_wide(const T* in, T* out, int side) {
  __shared__ T tile[16][16 + Padding];
  const int x = blockIdx.x * 16, y = blockIdx.y * 16, column = threadIdx.x, row = threadIdx.y;
  tile[row][column] = in[(y + row) * side + x + column];
  __syncthreads();
  out[(x + row) * side + y + column] = tile[column][row];
}

// Only every other lane goes to shared memory.
__global__ void odd_lanes_wide(const float2* in, float2* out) {
  __shared__ float2 block[128];
  const int t = threadIdx.x, first = blockIdx.x * 128;
  block[t] = in[first + t];
  __syncthreads();
  if (t % 2 == 1) out[first + t] = block[127 - t];
}

// Only the first lanes of a warp do.
__global__ void few_lanes_wide(const float4* in, float4* out) {
  __shared__ float4 block[128];
  const int t = threadIdx.x, first = blockIdx.x * 128;
  block[t] = in[first + t];
  __syncthreads();
  if (t % 32 < 5) out[first + t] = block[t / 32 * 32 + t % 32 * 6];
}

template <typename T, typename Stored, typename Order, bool Writes = false>
void wide(const char* name) {
  constexpr std::size_t parts = sizeof(T) / sizeof(Stored);
  auto in = launches::values<Stored>(parts * kBlocks * 128);
  auto out = launches::zeros<Stored>(parts * kBlocks * 128);
  if constexpr (Writes)
    write_wide<T, Order><<<kBlocks, 128>>>(as<T>(in), as<T>(out));
  else
    read_wide<T, Order><<<kBlocks, 128>>>(as<T>(in), as<T>(out));
  std::size_t from[128];
  for (int t = 0; t < 128; ++t) {
    const std::size_t other = std::size_t(Order::of(t));
    from[Writes ? other : std::size_t(t)] = Writes ? std::size_t(t) : other;
  }
  check(name, out, out.size(), [&](std::size_t i) {
    const std::size_t element = i / parts;
    return value((element / 128 * 128 + from[element % 128]) * parts + i % parts);
  });
}

template <typename T, typename Stored, int Padding>
void transposed(const char* name) {
  constexpr std::size_t parts = sizeof(T) / sizeof(Stored), side = 96;
  auto in = launches::values<Stored>(parts * side * side);
  auto out = launches::zeros<Stored>(parts * side * side);
  transpose_wide<T, Padding><<<dim3(6, 6), dim3(16, 16)>>>(as<T>(in), as<T>(out), int(side));
  check(name, out, out.size(), [=](std::size_t i) {
    const std::size_t x = i / parts % side, y = i / parts / side;
    return value((x * side + y) * parts + i % parts);
  });
}

}  // namespace

void launches::of_wide() {
  wide<float2, float, Turned>("read_wide<float2, Turned>");
  wide<double, double, Turned>("read_wide<double, Turned>");
  wide<float4, float, Turned>("read_wide<float4, Turned>");
  wide<float3, float, Turned>("read_wide<float3, Turned>");
  wide<uchar3, unsigned char, Turned>("read_wide<uchar3, Turned>");
  wide<uchar4, unsigned char, Turned>("read_wide<uchar4, Turned>");
  wide<float2, float, Same>("read_wide<float2, Same>");
  wide<float4, float, Same>("read_wide<float4, Same>");
  wide<float2, float, ByPairs>("read_wide<float2, ByPairs>");
  wide<float4, float, ByFours>("read_wide<float4, ByFours>");
  wide<double, double, HalvesAlike>("read_wide<double, HalvesAlike>");
  wide<float4, float, HalvesAlike>("read_wide<float4, HalvesAlike>");
  wide<float2, float, TwoApart>("read_wide<float2, TwoApart>");
  wide<float4, float, TwoApart>("read_wide<float4, TwoApart>");
  wide<float2, float, Crossed>("read_wide<float2, Crossed>");
  wide<float4, float, Crossed>("read_wide<float4, Crossed>");
  wide<double, double, Columns>("read_wide<double, Columns>");
  wide<float4, float, Columns>("read_wide<float4, Columns>");
  wide<float2, float, FourApart, true>("write_wide<float2, FourApart>");
  wide<float4, float, TwoApart, true>("write_wide<float4, TwoApart>");
  wide<double, double, Columns, true>("write_wide<double, Columns>");
  transposed<float2, float, 0>("transpose_wide<float2, 0>");
  transposed<float2, float, 1>("transpose_wide<float2, 1>");
  transposed<double, double, 1>("transpose_wide<double, 1>");
  transposed<half, half, 2>("transpose_wide<half, 2>");
  auto in = values<float>(4 * kBlocks * 128);
  auto out = zeros<float>(4 * kBlocks * 128);
  odd_lanes_wide<<<kBlocks, 128>>>(as<float2>(in), as<float2>(out));
  check("odd_lanes_wide", out, 2 * kBlocks * 128,
        [](std::size_t i) { return i / 2 % 2 == 1 ? value((i / 2 ^ 127) * 2 + i % 2) : 0; });
  few_lanes_wide<<<kBlocks, 128>>>(as<float4>(in), as<float4>(out));
  check("few_lanes_wide", out, out.size(), [](std::size_t i) {
    const std::size_t element = i / 4, lane = element % 32;
    return lane < 5 ? value((element - lane + lane * 6) * 4 + i % 4) : 0;
  });
}
