// cuda::atomic and cuda::atomic_ref: counters, a histogram, a flag between blocks, a float's
// maximum.
#include <cuda/atomic>
#include <vector>

#include "program.hpp"

template <cuda::thread_scope Scope>
using counter = cuda::atomic<int, Scope>;

__global__ void count_even(const int* in, int n, counter<cuda::thread_scope_device>* total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 2 == 0) total->fetch_add(1, cuda::memory_order_relaxed);
}

__global__ void histogram(const unsigned char* in, int n, unsigned* bins) {
  __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> local[16];
  if (threadIdx.x < 16) local[threadIdx.x].store(0, cuda::memory_order_relaxed);
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    local[in[i] / 16]++;
  __syncthreads();
  if (threadIdx.x < 16) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> bin(bins[threadIdx.x]);
    bin.fetch_add(local[threadIdx.x].load(cuda::memory_order_relaxed), cuda::memory_order_relaxed);
  }
}

struct Mailbox {
  int blocks_begun = 0;
  cuda::atomic<int, cuda::thread_scope_device> ready{0};
  int payload[32];
};

// The block that begins first produces, so that the other never waits for one that has not begun.
__global__ void producer_consumer(Mailbox* box, int* out) {
  __shared__ int place;
  if (threadIdx.x == 0) place = atomicAdd(&box->blocks_begun, 1);
  __syncthreads();
  if (place == 0) {
    box->payload[threadIdx.x] = threadIdx.x * threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) box->ready.store(1, cuda::std::memory_order_release);
  } else {
    if (threadIdx.x == 0)
      while (box->ready.load(cuda::std::memory_order_acquire) == 0) {
      }
    __syncthreads();
    out[threadIdx.x] = box->payload[threadIdx.x] + 1;
  }
}

__global__ void float_max(const float* in, int n, float* result) {
  cuda::atomic_ref<float, cuda::thread_scope_device> best(*result);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float seen = best.load();
    while (in[i] > seen && !best.compare_exchange_weak(seen, in[i])) {
    }
  }
}

__global__ void fetch_functions(int* v) {
  cuda::atomic_ref<int> a(v[0]), b(v[1]), c(v[2]);
  a.fetch_max(int(threadIdx.x));
  b.fetch_min(-int(threadIdx.x));
  c.fetch_or(1 << threadIdx.x % 8);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  int expected = threadIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_block>(v[3]).compare_exchange_strong(
      expected, int(threadIdx.x) + 1);
  cuda::atomic_ref<int, cuda::thread_scope_block>(v[4]).exchange(7);
}

int main() {
  const int n = 2000;
  std::vector<int> in(n);
  std::vector<unsigned char> bytes(n);
  std::vector<float> floats(n);
  int even = 0;
  unsigned expected[16] = {}, bins[16];
  float best = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = i * 7 % 13, bytes[i] = (unsigned char)(i * i), floats[i] = float(i * 37 % 1999);
    even += in[i] % 2 == 0;
    expected[bytes[i] / 16]++;
    best = floats[i] > best ? floats[i] : best;
  }
  int *d_in, *d_out;
  unsigned char* d_bytes;
  unsigned* d_bins;
  float* d_floats;
  KIT_CHECK(cudaMalloc(&d_in, n * sizeof(int)));
  KIT_CHECK(cudaMalloc(&d_out, 32 * sizeof(int)));
  KIT_CHECK(cudaMalloc(&d_bytes, n));
  KIT_CHECK(cudaMalloc(&d_bins, sizeof bins));
  KIT_CHECK(cudaMalloc(&d_floats, (n + 1) * sizeof(float)));
  KIT_CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  KIT_CHECK(cudaMemcpy(d_bytes, bytes.data(), n, cudaMemcpyHostToDevice));
  KIT_CHECK(cudaMemcpy(d_floats, floats.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  counter<cuda::thread_scope_device>* total;
  KIT_CHECK(cudaMallocManaged(&total, sizeof *total));
  new (total) counter<cuda::thread_scope_device>(0);
  count_even<<<(n + 127) / 128, 128>>>(d_in, n, total);
  KIT_CHECK(cudaDeviceSynchronize());
  bool ok = total->load() == even;
  KIT_CHECK(cudaMemset(d_bins, 0, sizeof bins));
  histogram<<<3, 128>>>(d_bytes, n, d_bins);
  KIT_CHECK(cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 16; ++i) ok = ok && bins[i] == expected[i];
  Mailbox* box;
  KIT_CHECK(cudaMalloc(&box, sizeof(Mailbox)));
  KIT_CHECK(cudaMemset(box, 0, sizeof(Mailbox)));
  producer_consumer<<<2, 32>>>(box, d_out);
  int out[32];
  KIT_CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) ok = ok && out[i] == i * i + 1;
  float result;
  KIT_CHECK(cudaMemset(d_floats + n, 0, sizeof(float)));
  float_max<<<3, 128>>>(d_floats, n, d_floats + n);
  KIT_CHECK(cudaMemcpy(&result, d_floats + n, sizeof result, cudaMemcpyDeviceToHost));
  ok = ok && result == best;
  KIT_CHECK(cudaMemset(d_out, 0, sizeof out));
  fetch_functions<<<1, 64>>>(d_out);
  KIT_CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  ok = ok && out[0] == 63 && out[1] == -63 && out[2] == 255 && out[3] >= 1 && out[4] == 7;
  KIT_CHECK(cudaFree(total));
  KIT_CHECK(cudaFree(box));
  for (void* p : {(void*)d_in, (void*)d_out, (void*)d_bytes, (void*)d_bins, (void*)d_floats})
    KIT_CHECK(cudaFree(p));
  EXPECT(ok);
  return finish();
}
