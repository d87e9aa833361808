// Lanes that go different ways: what a warp does if it comes together again as soon as it can.
#include "counts.hpp"

__global__ void nested_loops(const float* in, float* out) {
  const int lane = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < lane % 4; ++i) {
    for (int j = 0; j < lane % 3; ++j) sum += in[(i * 2 + j) * 32 + lane];
  }
  out[lane] = sum;
}

__global__ void skips(const float* in, float* out) {
  const int lane = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 8; ++i) {
    if ((lane + i) % 2 == 1) continue;
    sum += in[i * 32 + lane];
  }
  out[lane] = sum;
}

__global__ void switches(const float* a, const float* b, const float* c, float* out) {
  const int lane = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
    switch ((lane + i) % 3) {
      case 0:
        sum += a[lane];
        break;
      case 1:
        sum -= b[lane];
        break;
      default:
        sum += 2 * c[lane];
    }
  }
  out[lane] = sum;
}

__global__ void returns(const float* in, float* out) {
  const int lane = threadIdx.x;
  if (lane >= 20) return;
  out[lane] = in[lane];
}

__device__ __noinline__ float value(const float* in, int i) {
  return 2 * in[i];
}

__global__ void calls(const float* in, float* out) {
  const int lane = threadIdx.x;
  float sum = 1;
  if (lane % 2 == 0) {
    sum += value(in, lane);
  } else {
    sum -= value(in, lane + 1);
  }
  out[lane] = sum;
}

__global__ void sides(const float* a, const float* b, float* out) {
  const int lane = threadIdx.x;
  if (lane < 8) {
    out[lane] = 2 * a[lane];
  } else {
    out[lane] = 1 - b[lane];
  }
}

__global__ void lengths(const float* in, float* out) {
  const int lane = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < lane; ++i) sum += in[i];
  out[lane] = sum;
}

// More events than the simulator keeps of a lane: the other lanes have to wait for the long ones.
__global__ void long_lengths(const float* in, float* out) {
  const int lane = threadIdx.x % 32;
  float sum = 0;
  for (int i = 0; i < 300 * lane; ++i) {
    if ((lane + i) % 3 == 0) continue;
    sum += in[i % 32];
  }
  out[threadIdx.x] = sum;
}

int main() {
  auto in = zeros<float>(32 * 32), out = zeros<float>(32);
  const float* data = in.data();

  // i runs to 3, j to 2, and each pair is a request of the lanes that get there: of lane % 4 times
  // lane % 3 loads, summed over the lanes, 46.
  nested_loops<<<1, 32>>>(data, out.data());
  const Launch nested = TAKE_LAUNCH();
  EXPECT_COUNT(nested, "global_load_requests", 3 * 2);
  EXPECT_COUNT(nested, "global_load_bytes", 46 * 4);
  EXPECT_COUNT(nested, "global_store_requests", 1);

  // Eight times half the lanes, every second one: all four sectors of the row.
  skips<<<1, 32>>>(data, out.data());
  const Launch skipped = TAKE_LAUNCH();
  EXPECT_COUNT(skipped, "global_load_requests", 8);
  EXPECT_COUNT(skipped, "global_load_sectors", 8 * 4);
  EXPECT_COUNT(skipped, "global_load_bytes", 8 * 16 * 4);
  EXPECT_COUNT(skipped, "global_store_requests", 1);
  EXPECT_COUNT(skipped, "divergent_branches", 8);

  // Four times three cases, each with some lanes; every lane loads four times.
  switches<<<1, 32>>>(data, data + 32, data + 64, out.data());
  const Launch switched = TAKE_LAUNCH();
  EXPECT_COUNT(switched, "global_load_requests", 4 * 3);
  EXPECT_COUNT(switched, "global_load_bytes", 4 * 32 * 4);
  EXPECT_COUNT(switched, "global_store_requests", 1);

  // 20 lanes go on: 80 bytes, three sectors.
  returns<<<1, 32>>>(data, out.data());
  const Launch returned = TAKE_LAUNCH();
  EXPECT_COUNT(returned, "global_load_requests", 1);
  EXPECT_COUNT(returned, "global_load_sectors", 3);
  EXPECT_COUNT(returned, "global_store_bytes", 80);
  EXPECT_COUNT(returned, "working_threads", 20);

  // One function, called from two branches: a request for each.
  calls<<<1, 32>>>(data, out.data());
  const Launch called = TAKE_LAUNCH();
  EXPECT_COUNT(called, "global_load_requests", 2);
  // Even lanes read words 0 to 30, odd ones 2 to 32.
  EXPECT_COUNT(called, "global_load_sectors", 4 + 5);
  EXPECT_COUNT(called, "global_store_requests", 1);
  EXPECT_COUNT(called, "divergent_branches", 1);

  // 8 lanes (one sector) on one side, 24 (three) on the other.
  sides<<<1, 32>>>(data, data + 32, out.data());
  const Launch sided = TAKE_LAUNCH();
  EXPECT_COUNT(sided, "global_load_requests", 2);
  EXPECT_COUNT(sided, "global_load_sectors", 1 + 3);
  EXPECT_COUNT(sided, "divergent_branches", 1);

  // Lane n loads n times; the longest decides: 31 requests, each of one word for all.
  lengths<<<1, 32>>>(data, out.data());
  const Launch long_loops = TAKE_LAUNCH();
  EXPECT_COUNT(long_loops, "global_load_requests", 31);
  EXPECT_COUNT(long_loops, "global_load_sectors", 31);
  EXPECT_COUNT(long_loops, "global_load_bytes", 31 * 32 / 2 * 4);
  EXPECT_COUNT(long_loops, "global_store_requests", 1);

  // Up to round 9000 lanes 30 and 31 both run, and at least one of the two loads; then lane 31 is
  // alone and loads in two rounds of three. In all, lanes load in two thirds of their rounds.
  auto twice = zeros<float>(64);
  long_lengths<<<1, 64>>>(data, twice.data());
  const Launch longer = TAKE_LAUNCH();
  EXPECT_COUNT(longer, "global_load_requests", 2 * (9000 + 200));
  EXPECT_COUNT(longer, "global_load_bytes", 2 * (300 * 31 * 32 / 2) * 2 / 3 * 4);
  EXPECT_COUNT(longer, "global_store_requests", 2);
  return finish();
}
