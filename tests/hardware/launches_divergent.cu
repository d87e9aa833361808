/// @file
/// Launches for tests/hardware/compare_counts: warps whose lanes take different ways. A card's
/// lanes do not always come together again as soon as they could.
#include "launches.cuh"

using launches::as, launches::check, launches::value;

namespace {

constexpr int kCount = 1 << 14;

// Pictures of odd sizes: the last blocks have less to do.
__global__ void invert_guarded(const unsigned char* in, unsigned char* out, int width, int height,
                               int pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * pitch + x] = (unsigned char)(255 - in[y * pitch + x]);
}

// The border is copied, all else is smoothed.
__global__ void smooth_inside(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    out[i] = in[i];
  } else {
    out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
  }
}

// Rows of a sparse matrix have 0 to 6 numbers.
__global__ void multiply_sparse(const int* starts, const int* columns, const float* numbers,
                                const float* vector, float* out) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int end = starts[row + 1];
  float sum = 0;
  for (int k = starts[row]; k < end; ++k) sum += numbers[k] * vector[columns[k]];
  out[row] = sum;
}

__global__ void steps_of_collatz(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int steps = 0;
  for (unsigned n = unsigned(i) + 1; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) ++steps;
  out[i] = steps;
}

// Squares of a level that falls until it is below 1.
__global__ void energy_of_decay(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float level = in[i], energy = level;
  while (level >= 1) {
    level = 0.5f * level - 0.125f;
    energy += level * level;
  }
  out[i] = energy;
}

__global__ void search_by_halves(const int* sorted, const int* wanted, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, goal = wanted[i];
  int low = 0, high = count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] < goal)
      low = middle + 1;
    else
      high = middle;
  }
  out[i] = low;
}

// How far it is to the next bright pixel on the right, 20 at most.
__global__ void distance_to_bright(const unsigned char* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int distance = 0;
  while (distance < 20 && in[i + distance] < 200) ++distance;
  out[i] = distance;
}

__global__ void chessboard(const float* in, float* out) {
  const int x = threadIdx.x, i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + x;
  if ((x + threadIdx.y) % 2 == 0)
    out[i] = in[i] + in[i + 64];
  else
    out[i] = in[i + 128] * 3;
}

__global__ void nested_choices(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, number = in[i];
  int result = 1;
  if (number % 2 == 0) {
    result = in[i + 32];
    if (number % 3 == 0) result += in[i + 64];
  } else if (number > 100) {
    result = in[i + 96] + 1;
  }
  out[i] = result;
}

// Few lanes have work, which goes through shared memory.
__global__ void collect_bright(const unsigned char* in, int* out, int* counts) {
  __shared__ int found[32];
  __shared__ int count;
  const int t = threadIdx.x, first = blockIdx.x * 32;
  if (t == 0) count = 0;
  __syncthreads();
  if (in[first + t] > 220) found[atomicAdd(&count, 1)] = t;
  __syncthreads();
  const int all = count;
  if (t < all) out[first + found[t]] = 1;
  if (t == 0) counts[blockIdx.x] = all;
}

// Insertion sort of a few numbers of each thread, in shared memory. nvcc must not know how many:
// it would keep them in registers.
__global__ void sort_few(const int* in, int* out, int few) {
  __shared__ int numbers[5][64];
  const int t = threadIdx.x, first = blockIdx.x * few * 64;
  for (int k = 0; k < few; ++k) {
    const int number = in[first + k * 64 + t];
    int place = k;
    for (; place > 0; --place) {
      const int below = numbers[place - 1][t];
      if (below <= number) break;
      numbers[place][t] = below;
    }
    numbers[place][t] = number;
  }
  for (int k = 0; k < few; ++k) out[first + k * 64 + t] = numbers[k][t];
}

void loops() {
  auto floats = launches::values<float>(kCount);
  auto sums = launches::zeros<float>(kCount);
  auto out = launches::zeros<int>(kCount);
  std::vector<int> starts(2049), columns;
  for (std::size_t row = 0; row < 2048; ++row) {
    for (int k = 0; k < value(row) % 7; ++k) columns.push_back(int(row * 31 + k * k * 77) % 5000);
    starts[row + 1] = int(columns.size());
  }
  kit::DeviceBuffer<int> row_starts(starts.data(), starts.size());
  kit::DeviceBuffer<int> places(columns.data(), columns.size());
  multiply_sparse<<<16, 128>>>(row_starts.data(), places.data(), floats.data(), floats.data(),
                               sums.data());
  check("multiply_sparse", sums, 2048, [&](std::size_t row) {
    int sum = 0;
    for (auto k = std::size_t(starts[row]); k < std::size_t(starts[row + 1]); ++k)
      sum += value(k) * value(std::size_t(columns[k]));
    return sum;
  });
  steps_of_collatz<<<8, 256>>>(out.data());
  check("steps_of_collatz", out, 2048, [](std::size_t i) {
    int steps = 0;
    for (std::size_t n = i + 1; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) ++steps;
    return steps;
  });
  energy_of_decay<<<kCount / 192, 192>>>(floats.data(), sums.data());
  check("energy_of_decay", sums, kCount / 192 * 192, [](std::size_t i) {
    double level = value(i), energy = level;
    while (level >= 1) {
      level = 0.5 * level - 0.125;
      energy += level * level;
    }
    return energy;
  });
  std::vector<int> sorted(1000);
  for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = value(i);
  std::sort(sorted.begin(), sorted.end());
  kit::DeviceBuffer<int> table(sorted.data(), sorted.size());
  auto wanted = launches::values<int>(kCount);
  search_by_halves<<<kCount / 128, 128>>>(table.data(), wanted.data(), out.data(), 1000);
  check("search_by_halves", out, kCount, [&](std::size_t i) {
    return std::lower_bound(sorted.begin(), sorted.end(), value(i)) - sorted.begin();
  });
  auto bytes = launches::values<unsigned char>(kCount + 32);
  distance_to_bright<<<kCount / 128, 128>>>(bytes.data(), out.data());
  check("distance_to_bright", out, kCount, [](std::size_t i) {
    int distance = 0;
    while (distance < 20 && value(i + std::size_t(distance)) < 200) ++distance;
    return distance;
  });
  auto counts = launches::zeros<int>(kCount / 32);
  collect_bright<<<kCount / 32, 32>>>(bytes.data(), out.data(), counts.data());
  check("collect_bright", out, kCount, [](std::size_t i) { return value(i) > 220; });
  sort_few<<<51, 64>>>(wanted.data(), out.data(), 5);
  check("sort_few", out, 51 * 320, [](std::size_t i) {
    std::vector<int> five;
    for (std::size_t k = 0; k < 5; ++k) five.push_back(value(i / 320 * 320 + k * 64 + i % 64));
    std::sort(five.begin(), five.end());
    return five[i % 320 / 64];
  });
}

void choices() {
  auto bytes = launches::values<unsigned char>(kCount);
  auto bytes_out = launches::zeros<unsigned char>(kCount);
  for (const dim3 block : {dim3(32, 4), dim3(16, 16), dim3(20, 6)}) {
    const dim3 grid((150 + block.x - 1) / block.x, (101 + block.y - 1) / block.y);
    invert_guarded<<<grid, block>>>(bytes.data(), bytes_out.data(), 150, 101, 157);
    check("invert_guarded", bytes_out, 157 * 101,
          [](std::size_t i) { return i % 157 < 150 ? 255 - value(i) : 0; });
  }
  auto floats = launches::values<float>(kCount + 128);
  auto out = launches::zeros<float>(kCount);
  smooth_inside<<<dim3(5, 13), dim3(32, 8)>>>(floats.data(), out.data(), 131, 99);
  check("smooth_inside", out, 131 * 99, [](std::size_t i) {
    const std::size_t x = i % 131, y = i / 131;
    if (x == 0 || y == 0 || x == 130 || y == 98) return double(value(i));
    return 0.25 * (value(i - 1) + value(i + 1) + value(i - 131) + value(i + 131));
  });
  chessboard<<<kCount / 128, dim3(16, 8)>>>(floats.data(), out.data());
  check("chessboard", out, kCount, [](std::size_t i) {
    return (i + i / 16) % 2 == 0 ? value(i) + value(i + 64) : 3 * value(i + 128);
  });
  auto numbers = launches::values<int>(kCount + 96);
  auto results = launches::zeros<int>(kCount);
  nested_choices<<<kCount / 256, 256>>>(numbers.data(), results.data());
  check("nested_choices", results, kCount, [](std::size_t i) {
    const int number = value(i);
    if (number % 2 == 0) return value(i + 32) + (number % 3 == 0 ? value(i + 64) : 0);
    return number > 100 ? value(i + 96) + 1 : 1;
  });
}

}  // namespace

void launches::of_divergent() {
  choices();
  loops();
}
