// Filters on pixels whose neighbours all exist: sectors for each request by shape of block, and
// floating-point operations.
#include "counts.hpp"

constexpr int kPitch = 128, kRegion = 64, kMargin = 32;  // in floats; 64 x 64 pixels are filtered
constexpr int kPixels = kRegion * kRegion, kWarps = kPixels / 32;

__global__ void box(const float* in, float* out) {
  const int x = kMargin + blockIdx.x * blockDim.x + threadIdx.x;
  const int y = kMargin + blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) sum += in[(y + j) * kPitch + x + i];
  }
  out[y * kPitch + x] = sum;
}

__global__ void convolve(const float* in, const float* filter, float* out) {
  const int x = kMargin + blockIdx.x * blockDim.x + threadIdx.x;
  const int y = kMargin + blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int j = 0; j < 5; ++j) {
    for (int i = 0; i < 5; ++i) sum += filter[j * 5 + i] * in[(y + j - 2) * kPitch + x + i - 2];
  }
  out[y * kPitch + x] = sum;
}

__global__ void fused(const float* in, float* out) {
  const int i = threadIdx.x;
  out[i] = fmaf(in[i], 2.0f, 1.0f) / 3.0f - sqrtf(in[i]);
}

void expect_box(dim3 block, long sectors_of_three) {
  auto in = zeros<float>(kPitch * kPitch), out = zeros<float>(kPitch * kPitch);
  box<<<dim3(kRegion / block.x, kRegion / block.y), block>>>(in.data(), out.data());
  const Launch launch = TAKE_LAUNCH();
  EXPECT_COUNT(launch, "global_load_requests", 9 * kWarps);
  EXPECT_COUNT(launch, "global_load_sectors", 3 * sectors_of_three * kWarps);
  EXPECT_COUNT(launch, "flops", 9 * kPixels);  // nine additions
  // 66 rows of 66 floats, from the 32nd less one: 4 bytes, 8 sectors and 4 bytes.
  EXPECT_COUNT(launch, "unique_load_sectors", 66 * 10);
  EXPECT_COUNT(launch, "unique_store_sectors", 64 * 8);
  EXPECT_COUNT(launch, "divergent_branches", 0);
}

int main() {
  // The three loads of a row, by one to the left, straight and by one to the right.
  expect_box(dim3(32, 8), 5 + 4 + 5);               // 4.667 for each request
  expect_box(dim3(16, 16), 2 * 3 + 2 * 2 + 2 * 3);  // 5.333: two rows of 16
  expect_box(dim3(8, 8), 4 * 2 + 4 * 1 + 4 * 2);    // 6.667: four rows of 8

  auto in = zeros<float>(kPitch * kPitch), out = zeros<float>(kPitch * kPitch);
  auto filter = zeros<float>(25);
  convolve<<<dim3(2, 8), dim3(32, 8)>>>(in.data(), filter.data(), out.data());
  const Launch launch = TAKE_LAUNCH();
  EXPECT_COUNT(launch, "global_load_requests", 50 * kWarps);  // 25 weights, 25 pixels
  // A weight is one sector for all lanes; of the five loads of a row only the middle one is
  // aligned.
  EXPECT_COUNT(launch, "global_load_sectors", (25 + 5 * (4 * 5 + 4)) * kWarps);
  EXPECT_COUNT(launch, "flops", 50 * kPixels);  // 25 multiply-adds for each pixel

  auto few = zeros<float>(32), result = zeros<float>(32);
  fused<<<1, 32>>>(few.data(), result.data());
  const Launch single = TAKE_LAUNCH();
  // A multiply-add is 2, the division 10, the square root 6, the subtraction 1.
  EXPECT_COUNT(single, "flops", 32 * 19);
  return finish();
}
