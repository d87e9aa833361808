/// @file
/// Counts, by the simulator, what the pages of docs/primer/explore count by themselves: sectors and
/// wavefronts of one warp's request for many patterns of access. Written as CSV; `make` beside this
/// says how it is run.
#include <cstdio>
#include <string>

#include "kit/device_buffer.hpp"

// What was seen so far, as JSON (docs/simulator.md).
extern "C" const char* kit_sim_take_observations();

namespace {

constexpr int kLanes = 32, kElements = 1 << 17;

struct alignas(16) Sixteen {
  float a, b, c, d;
};
struct alignas(8) Eight {
  float a, b;
};

/// Lanes along rows or down columns of an image, or at random places.
enum class Order { row, column, random };

/// One warp reads: its block is blockDim.x threads wide.
template <typename T>
__global__ void read_global(const T* image, T* output, Order order, int offset, int stride,
                            int pitch) {
  const int lane = threadIdx.y * blockDim.x + threadIdx.x;
  int x = threadIdx.x * stride + offset, y = threadIdx.y;
  if (order == Order::column) {
    x = threadIdx.y + offset;
    y = threadIdx.x * stride;
  }
  if (order == Order::random) {
    x = offset + int((unsigned(lane + 1) * 2654435761u) >> 22);
    y = 0;
  }
  output[lane] = image[y * pitch + x];
}

/// One warp reads from a tile, as a block of blockDim.x threads a row does.
template <typename T>
__global__ void read_shared(T* output, int pitch) {
  extern __shared__ float memory[];
  T* const tile = reinterpret_cast<T*>(memory);
  const int lane = threadIdx.y * blockDim.x + threadIdx.x;
  const int at = threadIdx.y * pitch + threadIdx.x;
  tile[at] = output[lane];
  __syncthreads();  // else the compiler keeps the value in a register
  output[lane] = tile[at];
}

/// The sum of a counter of the one launch since it was asked last.
struct Counts {
  std::string json;
  long long operator()(const char* name) const {
    const auto found = json.find("\"" + std::string(name) + "\":");
    return found == std::string::npos ? -1 : std::stoll(json.substr(json.find(':', found) + 1));
  }
};

template <typename T>
void global_patterns() {
  kit::DeviceBuffer<T> image(kElements), output(kLanes);
  KIT_CHECK(cudaMemset(image.data(), 0, image.bytes()));
  const auto row = [&](Order order, const char* name, int width, int offset, int stride,
                       int pitch) {
    read_global<<<1, dim3(width, kLanes / width)>>>(image.data(), output.data(), order, offset,
                                                    stride, pitch);
    KIT_CHECK(cudaDeviceSynchronize());
    const Counts counts{kit_sim_take_observations()};
    std::printf("global,%zu,%s,%d,%d,%d,%d,%lld,%lld,%lld\n", sizeof(T), name, width, offset,
                stride, pitch, counts("global_load_requests"), counts("global_load_sectors"),
                counts("global_load_bytes"));
  };
  for (const int width : {8, 16, 32})
    for (const int pitch : {64, 67}) {
      for (const int offset : {0, 1, 8, 31})
        for (const int stride : {0, 1, 2, 3, 8, 32})
          row(Order::row, "row", width, offset, stride, pitch);
      for (const int offset : {0, 1, 7})
        for (const int stride : {0, 1, 2, 5})
          row(Order::column, "column", width, offset, stride, pitch);
    }
  for (const int offset : {0, 1, 2, 3, 4, 5, 13}) row(Order::random, "random", 32, offset, 1, 64);
}

template <typename T>
void shared_patterns() {
  kit::DeviceBuffer<T> output(kLanes);
  KIT_CHECK(cudaMemset(output.data(), 0, output.bytes()));
  for (const int width : {1, 8, 16, 32})
    for (int pitch = width < 8 ? 8 : width; pitch <= 40; ++pitch) {
      const std::size_t bytes = sizeof(T) * std::size_t(kLanes / width * pitch + width);
      read_shared<T><<<1, dim3(width, kLanes / width), bytes>>>(output.data(), pitch);
      KIT_CHECK(cudaDeviceSynchronize());
      const Counts counts{kit_sim_take_observations()};
      std::printf("shared,%zu,%s,%d,0,1,%d,%lld,%lld,%lld\n", sizeof(T),
                  width == 1 ? "column" : "row", width, pitch, counts("shared_load_requests"),
                  counts("shared_load_wavefronts"), counts("shared_load_ideal"));
    }
}

}  // namespace

int main() {
  std::printf("# %s\n", "tests/browser/primer/make: counts of the simulator for one warp");
  std::printf(
      "space,bytes,pattern,block_width,offset,stride,pitch,requests,units,bytes_or_ideal\n");
  kit_sim_take_observations();
  global_patterns<unsigned char>();
  global_patterns<unsigned short>();
  global_patterns<float>();
  global_patterns<Eight>();
  global_patterns<Sixteen>();
  shared_patterns<float>();
  shared_patterns<Eight>();
  shared_patterns<Sixteen>();
}
