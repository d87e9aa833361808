// Constant memory gives one address at a time: a request is replayed for each further one.
#include "counts.hpp"

__constant__ float values[64];
__constant__ float4 quads[4];
__constant__ unsigned char bytes[64];

__global__ void read(float* out, int distinct) {
  out[threadIdx.x] = values[threadIdx.x % distinct];
}

__global__ void read_byte(float* out, int distinct) {
  out[threadIdx.x] = bytes[threadIdx.x % distinct];
}

__global__ void read_quad(float4* out) {
  out[threadIdx.x] = quads[1];
}

int main() {
  const float host[64] = {};
  KIT_CHECK(cudaMemcpyToSymbol(values, host, sizeof(host)));
  KIT_CHECK(cudaMemcpyToSymbol(quads, host, sizeof(quads)));
  auto out = zeros<float>(64);
  for (const int distinct : {1, 2, 32}) {
    read<<<1, 64>>>(out.data(), distinct);
    const Launch launch = TAKE_LAUNCH();
    EXPECT_COUNT(launch, "constant_requests", 2);
    EXPECT_COUNT(launch, "constant_replays", 2 * (distinct - 1));
    EXPECT_COUNT(launch, "global_load_requests", 0);
    EXPECT_COUNT(launch, "global_store_sectors", 8);
  }
  // Bytes of one word too: 30.1 of 32 lanes with random bytes were counted on an H200.
  KIT_CHECK(cudaMemcpyToSymbol(bytes, host, sizeof(bytes)));
  for (const int distinct : {1, 4, 32}) {
    read_byte<<<1, 32>>>(out.data(), distinct);
    EXPECT_COUNT(TAKE_LAUNCH(), "constant_replays", distinct - 1);
  }
  auto wide = zeros<float4>(32);
  read_quad<<<1, 32>>>(wide.data());
  const Launch launch = TAKE_LAUNCH();
  EXPECT_COUNT(launch, "constant_requests", 1);
  EXPECT_COUNT(launch, "constant_replays", 0);  // the same 16 bytes for all lanes, at once
  return finish();
}
