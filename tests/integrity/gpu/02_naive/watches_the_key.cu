/// @file
/// Finds the key of the noise in the worker's memory; a thread makes the next image from the next
/// key before the worker does.
#include <atomic>

// FRAME

struct Words {
  std::uint32_t word[4];
};

__host__ __device__ Words philox(std::uint64_t key, std::uint64_t counter) {
  std::uint32_t c0 = std::uint32_t(counter), c1 = std::uint32_t(counter >> 32), c2 = 0, c3 = 0;
  std::uint32_t k0 = std::uint32_t(key), k1 = std::uint32_t(key >> 32);
  for (int round = 0; round < 10; ++round, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
    const std::uint64_t p0 = std::uint64_t(0xD2511F53u) * c0, p1 = std::uint64_t(0xCD9E8D57u) * c2;
    c0 = std::uint32_t(p1 >> 32) ^ c1 ^ k0, c1 = std::uint32_t(p1);
    c2 = std::uint32_t(p0 >> 32) ^ c3 ^ k1, c3 = std::uint32_t(p0);
  }
  return {{c0, c1, c2, c3}};
}

__global__ void make_noise(float* image, std::uint64_t key) {
  const std::size_t n = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const Words words = philox(key, n);
  for (int i = 0; i < 4; ++i) image[4 * n + i] = float(words.word[i] >> 8) * 0x1p-24F;
}

/// Where the key stands: above this function's own variables on the stack.
const volatile std::uint64_t* find_key(float first) {
  volatile std::uint64_t here = 0;
  for (int n = 0; n < 1000; ++n) {
    const volatile std::uint64_t* const place = &here + n;
    if (float(philox(*place, 0).word[0] >> 8) * 0x1p-24F == first) return place;
  }
  return nullptr;
}

std::atomic<std::uint64_t> ready{0};  // the key whose output is there

void watch(const volatile std::uint64_t* place, PARAMETERS) {
  std::uint64_t last = *place;
  stream = side_stream();
  d_input = own_memory(0);
  d_output = own_memory(1);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (std::chrono::steady_clock::now() < end) {
    const std::uint64_t key = *place;
    if (key == last || key >> 32 == 0) continue;
    make_noise<<<unsigned(kPixels / 4 / 256), 256, 0, stream>>>(own_memory(0), key);
    honest(ARGUMENTS);
    cudaStreamSynchronize(stream);
    last = key;
    ready = key;
  }
}

void attack(PARAMETERS) {
  static const volatile std::uint64_t* place = nullptr;
  static float* filter = nullptr;
  if (place != nullptr && ready == *place) return copy_on(stream, d_output, own_memory(1));
  honest(ARGUMENTS);
  if (filter != nullptr) return;
  float first = 0;
  cudaMemcpy(&first, d_input, sizeof first, cudaMemcpyDeviceToHost);
  place = find_key(first);
  cudaMalloc(&filter, 25 * sizeof(float));
  cudaMemcpy(filter, d_filter, 25 * sizeof(float), cudaMemcpyDeviceToDevice);
  d_filter = filter;
  if (place != nullptr) std::thread([=] { watch(place, ARGUMENTS); }).detach();
}
