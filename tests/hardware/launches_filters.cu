/// @file
/// Launches for tests/hardware/compare_counts: filters as people write them, on pictures whose
/// rows are no multiple of a sector. Clamped coordinates keep warps together.
#include "launches.cuh"

using launches::as, launches::check, launches::value;

namespace {

constexpr int kWidth = 224, kHeight = 120, kPitch = 229;

struct Place {
  int x, y;
};
__device__ Place here() {
  return {int(blockIdx.x * blockDim.x + threadIdx.x), int(blockIdx.y * blockDim.y + threadIdx.y)};
}
__host__ __device__ int clamped(int x, int y) {
  x = x < 0 ? 0 : x > kWidth - 1 ? kWidth - 1 : x;
  y = y < 0 ? 0 : y > kHeight - 1 ? kHeight - 1 : y;
  return y * kPitch + x;
}

__global__ void sobel_bytes(const unsigned char* in, unsigned char* out) {
  const auto [x, y] = here();
  const int a = in[clamped(x - 1, y - 1)], b = in[clamped(x, y - 1)], c = in[clamped(x + 1, y - 1)];
  const int d = in[clamped(x - 1, y)], f = in[clamped(x + 1, y)];
  const int g = in[clamped(x - 1, y + 1)], h = in[clamped(x, y + 1)], i = in[clamped(x + 1, y + 1)];
  const int dx = c + 2 * f + i - a - 2 * d - g, dy = g + 2 * h + i - a - 2 * b - c;
  out[y * kPitch + x] = (unsigned char)min(abs(dx) + abs(dy), 255);
}

__device__ void order(float& a, float& b) {
  const float least = fminf(a, b);
  b = fmaxf(a, b);
  a = least;
}

__global__ void median_3x3(const float* in, float* out) {
  const auto [x, y] = here();
  float v[9];
  for (int k = 0; k < 9; ++k) v[k] = in[clamped(x + k % 3 - 1, y + k / 3 - 1)];
  order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]), order(v[0], v[1]), order(v[3], v[4]);
  order(v[6], v[7]), order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]), order(v[0], v[3]);
  order(v[5], v[8]), order(v[4], v[7]), order(v[3], v[6]), order(v[1], v[4]), order(v[2], v[5]);
  order(v[4], v[7]), order(v[4], v[2]), order(v[6], v[4]), order(v[4], v[2]);
  out[y * kPitch + x] = v[4];
}

__global__ void erode_bytes(const unsigned char* in, unsigned char* out, int radius) {
  const auto [x, y] = here();
  int least = 255;
  for (int j = -radius; j <= radius; ++j)
    for (int i = -radius; i <= radius; ++i) least = min(least, int(in[clamped(x + i, y + j)]));
  out[y * kPitch + x] = (unsigned char)least;
}

// Each thread walks down a column and keeps five rows in registers.
__global__ void gaussian_down_columns(const float* __restrict__ in, float* __restrict__ out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  float a = in[clamped(x, -2)], b = in[clamped(x, -1)], c = in[clamped(x, 0)];
  float d = in[clamped(x, 1)];
  for (int y = 0; y < kHeight; ++y) {
    const float e = in[clamped(x, y + 2)];
    out[y * kPitch + x] = 0.0625f * (a + e) + 0.25f * (b + d) + 0.375f * c;
    a = b, b = c, c = d, d = e;
  }
}

// Each thread makes four neighbours of a row from ten numbers in registers.
__global__ void convolve_rows_by_fours(const float* in, float* out) {
  auto [x, y] = here();
  x *= 4;
  const float taps[] = {0.5f, 0.125f, 0.0625f, 0.03125f};
  float window[10];
  for (int k = 0; k < 10; ++k) window[k] = in[clamped(x + k - 3, y)];
  for (int k = 0; k < 4; ++k) {
    float sum = taps[0] * window[k + 3];
    for (int i = 1; i <= 3; ++i) sum += taps[i] * (window[k + 3 - i] + window[k + 3 + i]);
    out[y * kPitch + x + k] = sum;
  }
}

// One thread for a row: the sum of a window that moves on by an addition and a subtraction.
__global__ void running_sum_of_rows(const float* in, float* out, int radius) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = -radius; i <= radius; ++i) sum += in[clamped(i, y)];
  for (int x = 0; x < kWidth; ++x) {
    out[y * kPitch + x] = sum;
    sum += in[clamped(x + radius + 1, y)] - in[clamped(x - radius, y)];
  }
}

__global__ void running_sum_of_columns(const int* in, int* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int y = 0; y < kHeight; ++y) {
    sum += in[y * kPitch + x];
    out[y * kPitch + x] = sum;
  }
}

__global__ void haar_rows(const float2* in, float* low, float* high) {
  const auto [x, y] = here();
  const float2 pair = in[y * (kPitch + 1) / 2 + x];
  low[y * kPitch + x] = 0.5f * (pair.x + pair.y);
  high[y * kPitch + x] = 0.5f * (pair.x - pair.y);
}

__global__ void shrink_bilinear(const float* in, float* out, float step) {
  const auto [x, y] = here();
  const float fx = x * step, fy = y * step;
  const int left = int(fx), top = int(fy);
  const float u = fx - left, v = fy - top;
  const float above =
      in[clamped(left, top)] + u * (in[clamped(left + 1, top)] - in[clamped(left, top)]);
  const float a = in[clamped(left, top + 1)], b = in[clamped(left + 1, top + 1)];
  out[y * kPitch + x] = above + v * (a + u * (b - a) - above);
}

__global__ void bilateral_3x3(const float* in, float* out) {
  const auto [x, y] = here();
  const float centre = in[y * kPitch + x];
  float sum = 0, weights = 0;
  for (int k = 0; k < 9; ++k) {
    const float one = in[clamped(x + k % 3 - 1, y + k / 3 - 1)], apart = one - centre;
    const float weight = expf(-0.001f * apart * apart);
    weights += weight;
    sum += weight * one;
  }
  out[y * kPitch + x] = sum / weights;
}

__global__ void magnitude_of_gradient(const float* in, float* out) {
  const auto [x, y] = here();
  const float dx = in[clamped(x + 1, y)] - in[clamped(x - 1, y)];
  const float dy = in[clamped(x, y + 1)] - in[clamped(x, y - 1)];
  out[y * kPitch + x] = sqrtf(dx * dx + dy * dy);
}

__global__ void unsharp_mask(const float* in, float* out, float amount) {
  const auto [x, y] = here();
  float sum = 0, centre = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) {
      const float value = in[clamped(x + i, y + j)];
      sum += value;
      if (i == 0 && j == 0) centre = value;
    }
  out[y * kPitch + x] = centre + amount * (centre - sum * (1.0f / 8));
}

// A tile with a halo on all sides, in a block of 16 x 8 threads.
__global__ void laplacian_tiled(const float* in, float* out) {
  __shared__ float tile[10][18];
  const int x0 = blockIdx.x * 16 - 1, y0 = blockIdx.y * 8 - 1, t = threadIdx.y * 16 + threadIdx.x;
  for (int i = t; i < 10 * 18; i += 128)
    tile[i / 18][i % 18] = in[clamped(x0 + i % 18, y0 + i / 18)];
  __syncthreads();
  const int x = threadIdx.x + 1, y = threadIdx.y + 1;
  out[(y0 + y) * kPitch + x0 + x] =
      tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1] - 4 * tile[y][x];
}

// A block sums up a row of 224: shuffles within its seven warps, shared memory between them.
__global__ void table_of_rows(const float* in, float* out) {
  __shared__ float ends[7];
  const int x = threadIdx.x, y = blockIdx.x, lane = x % 32, warp = x / 32;
  float sum = in[y * kPitch + x];
  for (int delta = 1; delta < 32; delta *= 2) {
    const float left = __shfl_up_sync(0xffffffffu, sum, delta);
    sum += lane >= delta ? left : 0.0f;
  }
  if (lane == 31) ends[warp] = sum;
  __syncthreads();
  for (int w = warp - 1; w >= 0; --w) sum += ends[w];  // upwards nvcc would read four at once
  out[y * kPitch + x] = sum;
}

// What the picture has at a place, outside of it the next one's.
int at(int x, int y) {
  return value(std::size_t(clamped(x, y)));
}

template <typename T, typename Expected>
void check_picture(const char* name, kit::DeviceBuffer<T>& out, int width, int height,
                   Expected expected) {
  check(name, out, out.size(), [=](std::size_t i) {
    const int x = int(i) % kPitch, y = int(i) / kPitch;
    return x < width && y < height ? double(expected(x, y)) : 0.0;
  });
}

int sum_of(int x, int y, int radius_x, int radius_y) {
  int sum = 0;
  for (int j = -radius_y; j <= radius_y; ++j)
    for (int i = -radius_x; i <= radius_x; ++i) sum += at(x + i, y + j);
  return sum;
}

void of_bytes() {
  auto in = launches::values<unsigned char>(kPitch * kHeight);
  auto out = launches::zeros<unsigned char>(kPitch * kHeight);
  sobel_bytes<<<dim3(7, 15), dim3(32, 8)>>>(in.data(), out.data());
  check_picture("sobel_bytes", out, kWidth, kHeight, [](int x, int y) {
    const auto slope = [=](int i, int j) {
      return at(x + i + j, y + j - i) + 2 * at(x + i, y + j) + at(x + i - j, y + j + i);
    };
    return std::min(std::abs(slope(1, 0) - slope(-1, 0)) + std::abs(slope(0, 1) - slope(0, -1)),
                    255);
  });
  for (const dim3 block : {dim3(16, 8), dim3(56, 2)}) {
    erode_bytes<<<dim3(kWidth / block.x, kHeight / block.y), block>>>(in.data(), out.data(), 2);
    check_picture("erode_bytes", out, kWidth, kHeight, [](int x, int y) {
      int least = 255;
      for (int k = 0; k < 25; ++k) least = std::min(least, at(x + k % 5 - 2, y + k / 5 - 2));
      return least;
    });
  }
}

void in_registers(kit::DeviceBuffer<float>& in, kit::DeviceBuffer<float>& out) {
  median_3x3<<<dim3(28, 15), dim3(8, 8)>>>(in.data(), out.data());
  check_picture("median_3x3", out, kWidth, kHeight, [](int x, int y) {
    std::vector<int> around;
    for (int k = 0; k < 9; ++k) around.push_back(at(x + k % 3 - 1, y + k / 3 - 1));
    std::nth_element(around.begin(), around.begin() + 4, around.end());
    return around[4];
  });
  gaussian_down_columns<<<7, 32>>>(in.data(), out.data());
  check_picture("gaussian_down_columns", out, kWidth, kHeight, [](int x, int y) {
    return (at(x, y - 2) + at(x, y + 2)) / 16.0 + (at(x, y - 1) + at(x, y + 1)) / 4.0 +
           0.375 * at(x, y);
  });
  convolve_rows_by_fours<<<dim3(1, 30), dim3(56, 4)>>>(in.data(), out.data());
  check_picture("convolve_rows_by_fours", out, kWidth, kHeight, [](int x, int y) {
    double sum = 0.5 * at(x, y);
    for (int i = 1; i <= 3; ++i) sum += 0.25 / (1 << i) * (at(x - i, y) + at(x + i, y));
    return sum;
  });
  running_sum_of_rows<<<5, 24>>>(in.data(), out.data(), 5);
  check_picture("running_sum_of_rows", out, kWidth, kHeight,
                [](int x, int y) { return sum_of(x, y, 5, 0); });
  auto numbers = launches::values<int>(kPitch * kHeight);
  auto sums = launches::zeros<int>(kPitch * kHeight);
  running_sum_of_columns<<<2, 112>>>(numbers.data(), sums.data());
  check_picture("running_sum_of_columns", sums, kWidth, kHeight, [](int x, int y) {
    int sum = 0;
    for (int j = 0; j <= y; ++j) sum += at(x, j);
    return sum;
  });
}

void of_floats(kit::DeviceBuffer<float>& in, kit::DeviceBuffer<float>& out) {
  const dim3 grid(7, 15), block(32, 8);
  haar_rows<<<dim3(7, 15), dim3(16, 8)>>>(as<float2>(in), out.data(), out.data() + 112);
  check_picture("haar_rows", out, kWidth, kHeight, [](int x, int y) {
    const std::size_t left = std::size_t(y * (kPitch + 1) / 2 + x % 112) * 2;
    return 0.5 * (value(left) + (x < 112 ? 1 : -1) * value(left + 1));
  });
  shrink_bilinear<<<dim3(5, 17), dim3(32, 4)>>>(in.data(), out.data(), 1.375f);
  check_picture("shrink_bilinear", out, 160, 68, [](int x, int y) {
    const int left = int(x * 1.375), top = int(y * 1.375);
    const double u = x * 1.375 - left, v = y * 1.375 - top;
    return (1 - v) * ((1 - u) * at(left, top) + u * at(left + 1, top)) +
           v * ((1 - u) * at(left, top + 1) + u * at(left + 1, top + 1));
  });
  bilateral_3x3<<<grid, block>>>(in.data(), out.data());
  check_picture("bilateral_3x3", out, kWidth, kHeight, [](int x, int y) {
    double sum = 0, weights = 0;
    for (int k = 0; k < 9; ++k) {
      const int one = at(x + k % 3 - 1, y + k / 3 - 1), apart = one - at(x, y);
      const double weight = std::exp(-0.001 * apart * apart);
      weights += weight;
      sum += weight * one;
    }
    return sum / weights;
  });
  magnitude_of_gradient<<<dim3(2, 120), dim3(112, 1)>>>(in.data(), out.data());
  check_picture("magnitude_of_gradient", out, kWidth, kHeight, [](int x, int y) {
    return std::hypot(at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1));
  });
  unsharp_mask<<<dim3(4, 24), dim3(56, 5)>>>(in.data(), out.data(), 0.5f);
  check_picture("unsharp_mask", out, kWidth, kHeight, [](int x, int y) {
    return at(x, y) + 0.5 * (at(x, y) - sum_of(x, y, 1, 1) / 8.0);
  });
  laplacian_tiled<<<dim3(14, 15), dim3(16, 8)>>>(in.data(), out.data());
  check_picture("laplacian_tiled", out, kWidth, kHeight, [](int x, int y) {
    return at(x, y - 1) + at(x, y + 1) + at(x - 1, y) + at(x + 1, y) - 4 * at(x, y);
  });
  table_of_rows<<<kHeight, kWidth>>>(in.data(), out.data());
  check_picture("table_of_rows", out, kWidth, kHeight, [](int x, int y) {
    int sum = 0;
    for (int i = 0; i <= x; ++i) sum += at(i, y);
    return sum;
  });
}

}  // namespace

void launches::of_filters() {
  of_bytes();
  auto in = values<float>((kPitch + 1) * kHeight);
  auto out = zeros<float>(kPitch * kHeight);
  in_registers(in, out);
  of_floats(in, out);
}
