// Work of several streams uses the same bytes in all the ways that are ordered: by one stream, by
// events, by what the host waits for, by the default stream; and bytes side by side at once.
#include <cstring>

#include "program.hpp"

namespace {

constexpr int kCount = 512;
constexpr std::size_t kBytes = kCount * sizeof(int);

__global__ void fill(int* data, int first) {
  data[threadIdx.x] = first + int(threadIdx.x);
}
__global__ void copy(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x];
}

struct Streams {
  cudaStream_t a = nullptr, b = nullptr, alone = nullptr;  // `alone` is non-blocking
  cudaEvent_t event = nullptr;
  int *x = nullptr, *y = nullptr, *pinned = nullptr, *managed = nullptr;
};

// What y holds once everything has ended.
void expect_filled(const Streams& s, int first) {
  KIT_CHECK(cudaDeviceSynchronize());
  int values[kCount];
  KIT_CHECK(cudaMemcpy(values, s.y, kBytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < kCount; ++i) EXPECT(values[i] == first + i);
}

// Streams come and go, and each waits for the one before it.
void by_streams_that_go(const Streams& s) {
  for (int n = 0; n < 40; ++n) {
    cudaStream_t stream = nullptr;
    KIT_CHECK(cudaStreamCreateWithFlags(&stream, n % 2 == 0 ? cudaStreamNonBlocking : 0));
    fill<<<1, kCount, 0, stream>>>(s.x, n);
    copy<<<1, kCount, 0, stream>>>(s.x, s.y);
    KIT_CHECK(cudaStreamSynchronize(stream));
    KIT_CHECK(cudaStreamDestroy(stream));
  }
  expect_filled(s, 39);
}

void by_one_stream(const Streams& s) {
  fill<<<1, kCount, 0, s.a>>>(s.x, 1);
  copy<<<1, kCount, 0, s.a>>>(s.x, s.y);
  expect_filled(s, 1);
  fill<<<1, kCount, 0, s.alone>>>(s.x, 2);
  KIT_CHECK(cudaMemcpyAsync(s.y, s.x, kBytes, cudaMemcpyDeviceToDevice, s.alone));
  expect_filled(s, 2);
}

void by_events(const Streams& s) {
  fill<<<1, kCount, 0, s.a>>>(s.x, 3);
  KIT_CHECK(cudaEventRecord(s.event, s.a));
  KIT_CHECK(cudaStreamWaitEvent(s.b, s.event));
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);
  // And back: the first stream may write again once the second has read.
  KIT_CHECK(cudaEventRecord(s.event, s.b));
  KIT_CHECK(cudaStreamWaitEvent(s.a, s.event));
  fill<<<1, kCount, 0, s.a>>>(s.x, 0);
  expect_filled(s, 3);
  // From one stream to a third by way of the second.
  fill<<<1, kCount, 0, s.a>>>(s.x, 4);
  KIT_CHECK(cudaEventRecord(s.event, s.a));
  KIT_CHECK(cudaStreamWaitEvent(s.b, s.event));
  KIT_CHECK(cudaEventRecord(s.event, s.b));
  KIT_CHECK(cudaStreamWaitEvent(s.alone, s.event));
  copy<<<1, kCount, 0, s.alone>>>(s.x, s.y);
  expect_filled(s, 4);
  // The last record counts.
  KIT_CHECK(cudaEventRecord(s.event, s.a));
  fill<<<1, kCount, 0, s.a>>>(s.x, 5);
  KIT_CHECK(cudaEventRecord(s.event, s.a));
  KIT_CHECK(cudaStreamWaitEvent(s.b, s.event));
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);
  expect_filled(s, 5);
  KIT_CHECK(cudaEventRecord(s.event, s.a));
  KIT_CHECK(cudaEventSynchronize(s.event));
  while (cudaEventQuery(s.event) == cudaErrorNotReady) {
  }
  copy<<<1, kCount, 0, s.alone>>>(s.x, s.y);
  expect_filled(s, 5);
}

void by_the_host(const Streams& s) {
  fill<<<1, kCount, 0, s.a>>>(s.x, 6);
  KIT_CHECK(cudaStreamSynchronize(s.a));
  copy<<<1, kCount, 0, s.alone>>>(s.x, s.y);
  expect_filled(s, 6);
  fill<<<1, kCount, 0, s.alone>>>(s.x, 7);
  KIT_CHECK(cudaDeviceSynchronize());
  copy<<<1, kCount>>>(s.x, s.y);
  expect_filled(s, 7);
  fill<<<1, kCount, 0, s.a>>>(s.x, 8);
  while (cudaStreamQuery(s.a) == cudaErrorNotReady) {
  }
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);
  expect_filled(s, 8);
  // A copy from the device ends before the call returns.
  int values[kCount];
  fill<<<1, kCount, 0, s.a>>>(s.x, 9);
  KIT_CHECK(cudaMemcpy(values, s.x, kBytes, cudaMemcpyDeviceToHost));
  KIT_CHECK(cudaMemcpyAsync(s.y, values, kBytes, cudaMemcpyHostToDevice, s.alone));
  values[0] = -1;  // the driver has copied it
  expect_filled(s, 9);
  KIT_CHECK(cudaMemcpyAsync(values, s.x, kBytes, cudaMemcpyDeviceToHost, s.a));
  EXPECT(values[3] == 12);
}

void by_the_default_stream(const Streams& s) {
  fill<<<1, kCount, 0, s.a>>>(s.x, 10);
  copy<<<1, kCount>>>(s.x, s.y);
  expect_filled(s, 10);
  fill<<<1, kCount>>>(s.x, 11);
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);
  expect_filled(s, 11);
  // It stands between two blocking streams, whatever it does.
  fill<<<1, kCount, 0, s.a>>>(s.x, 12);
  KIT_CHECK(cudaMemset(s.managed, 0, 4));
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);
  expect_filled(s, 12);
  fill<<<1, kCount, 0, cudaStreamPerThread>>>(s.x, 13);
  copy<<<1, kCount>>>(s.x, s.y);
  expect_filled(s, 13);
  fill<<<1, kCount, 0, s.a>>>(s.x, 14);
  KIT_CHECK(cudaEventRecord(s.event));
  KIT_CHECK(cudaStreamWaitEvent(s.alone, s.event));
  copy<<<1, kCount, 0, s.alone>>>(s.x, s.y);
  expect_filled(s, 14);
}

void side_by_side(const Streams& s) {
  const int half = kCount / 2;
  fill<<<1, half, 0, s.a>>>(s.x, 15);
  fill<<<1, half, 0, s.b>>>(s.x + half, 15 + half);
  KIT_CHECK(cudaDeviceSynchronize());
  copy<<<1, half, 0, s.a>>>(s.x, s.y);
  copy<<<1, half, 0, s.alone>>>(s.x + half, s.y + half);
  expect_filled(s, 15);
  // Both read.
  int* other = nullptr;
  KIT_CHECK(cudaMalloc(&other, kBytes));
  copy<<<1, kCount, 0, s.a>>>(s.x, s.y);
  copy<<<1, kCount, 0, s.b>>>(s.x, other);
  expect_filled(s, 15);
  // Columns of one picture.
  constexpr auto kWithin = cudaMemcpyDeviceToDevice;
  KIT_CHECK(cudaMemcpy2DAsync(s.x, 128, s.y, 128, 64, 16, kWithin, s.a));
  KIT_CHECK(cudaMemcpy2DAsync(s.x + 16, 128, s.y + 16, 128, 64, 16, kWithin, s.b));
  KIT_CHECK(cudaDeviceSynchronize());
  KIT_CHECK(cudaFree(other));
}

void count_up(void* data) {
  ++*static_cast<int*>(data);
}

void with_the_host(const Streams& s) {
  fill<<<1, kCount, 0, s.a>>>(s.x, 16);
  KIT_CHECK(cudaMemcpyAsync(s.pinned, s.x, kBytes, cudaMemcpyDeviceToHost, s.a));
  KIT_CHECK(cudaStreamSynchronize(s.a));
  EXPECT(s.pinned[1] == 17);
  s.pinned[1] = 5;
  KIT_CHECK(cudaMemcpyAsync(s.x, s.pinned, kBytes, cudaMemcpyHostToDevice, s.a));
  EXPECT(s.pinned[1] == 5);  // two readers
  KIT_CHECK(cudaEventRecord(s.event, s.a));
  KIT_CHECK(cudaEventSynchronize(s.event));
  s.pinned[1] = 17;
  KIT_CHECK(cudaMemcpy(s.y, s.pinned, kBytes, cudaMemcpyHostToDevice));
  expect_filled(s, 16);
  fill<<<1, kCount, 0, s.b>>>(s.managed, 18);
  KIT_CHECK(cudaDeviceSynchronize());
  EXPECT(s.managed[2] == 20);
  // Halves of pinned memory: the host writes one while the other is copied.
  KIT_CHECK(cudaMemcpyAsync(s.x, s.pinned, kBytes / 2, cudaMemcpyHostToDevice, s.a));
  std::memset(s.pinned + kCount / 2, 0, kBytes / 2);
  KIT_CHECK(cudaMemcpyAsync(s.pinned, s.x, 4, cudaMemcpyDeviceToHost, s.a));
  KIT_CHECK(cudaLaunchHostFunc(s.a, count_up, s.pinned));
  KIT_CHECK(cudaStreamSynchronize(s.a));
  EXPECT(s.pinned[0] == 17);
}

}  // namespace

int main() {
  Streams s;
  KIT_CHECK(cudaStreamCreate(&s.a));
  KIT_CHECK(cudaStreamCreate(&s.b));
  KIT_CHECK(cudaStreamCreateWithFlags(&s.alone, cudaStreamNonBlocking));
  KIT_CHECK(cudaEventCreate(&s.event));
  KIT_CHECK(cudaMalloc(&s.x, kBytes));
  KIT_CHECK(cudaMalloc(&s.y, kBytes));
  KIT_CHECK(cudaMallocHost(&s.pinned, kBytes));
  KIT_CHECK(cudaMallocManaged(&s.managed, kBytes));
  by_one_stream(s);
  by_events(s);
  by_the_host(s);
  by_the_default_stream(s);
  side_by_side(s);
  with_the_host(s);
  by_streams_that_go(s);
  KIT_CHECK(cudaFree(s.x));
  KIT_CHECK(cudaFree(s.y));
  KIT_CHECK(cudaFreeHost(s.pinned));
  KIT_CHECK(cudaFree(s.managed));
  KIT_CHECK(cudaEventDestroy(s.event));
  KIT_CHECK(cudaStreamDestroy(s.a));
  KIT_CHECK(cudaStreamDestroy(s.b));
  KIT_CHECK(cudaStreamDestroy(s.alone));
  return finish();
}
