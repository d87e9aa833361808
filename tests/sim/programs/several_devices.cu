// setting: KIT_SIM_DEVICES=3
// Several devices: each has its own memory, streams and variables; copies between them, with and
// without peer access. On a machine with one card what needs a second one is left out.
#include "program.hpp"

namespace {

constexpr int kCount = 512;
constexpr std::size_t kBytes = kCount * sizeof(int);

__constant__ int offset;
__device__ int calls = 100;

__global__ void fill(int* data, int first) {
  data[threadIdx.x] = first + offset + int(threadIdx.x);
  if (threadIdx.x == 0) atomicAdd(&calls, 1);
}
__global__ void add(const int* from, int* to) {
  to[threadIdx.x] += from[threadIdx.x];
}

struct Device {
  int* data = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t done = nullptr;
};

void expect(const int* data, int first, int step) {
  int values[kCount];
  KIT_CHECK(cudaMemcpy(values, data, kBytes, cudaMemcpyDefault));
  for (int i = 0; i < kCount; ++i) EXPECT(values[i] == first + step * i);
}

// A variable of the same name is another one on each device.
void own_variables(const Device* devices, int count) {
  for (int d = 0; d < count; ++d) {
    KIT_CHECK(cudaSetDevice(d));
    const int value = 1000 * d;
    KIT_CHECK(cudaMemcpyToSymbol(offset, &value, sizeof(int)));
  }
  for (int d = count - 1; d >= 0; --d) {
    KIT_CHECK(cudaSetDevice(d));
    for (int n = 0; n <= d; ++n) fill<<<1, kCount, 0, devices[d].stream>>>(devices[d].data, 7);
  }
  for (int d = 0; d < count; ++d) {
    KIT_CHECK(cudaSetDevice(d));
    KIT_CHECK(cudaDeviceSynchronize());
    int seen = 0;
    KIT_CHECK(cudaMemcpyFromSymbol(&seen, calls, sizeof(int)));
    EXPECT(seen == 100 + d + 1);
    expect(devices[d].data, 7 + 1000 * d, 1);
    int owner = -1, current = -1;
    cudaPointerAttributes attributes = {};
    KIT_CHECK(cudaPointerGetAttributes(&attributes, devices[d].data));
    owner = attributes.device;
    KIT_CHECK(cudaGetDevice(&current));
    EXPECT(owner == d && current == d);
  }
}

// A chain over the devices, each step after the one before by an event.
void chain(const Device* devices, int count) {
  KIT_CHECK(cudaSetDevice(0));
  fill<<<1, kCount, 0, devices[0].stream>>>(devices[0].data, 1);
  KIT_CHECK(cudaEventRecord(devices[0].done, devices[0].stream));
  for (int d = 1; d < count; ++d) {
    KIT_CHECK(cudaSetDevice(d));
    KIT_CHECK(cudaStreamWaitEvent(devices[d].stream, devices[d - 1].done));
    KIT_CHECK(cudaMemcpyPeerAsync(devices[d].data, d, devices[d - 1].data, d - 1, kBytes,
                                  devices[d].stream));
    add<<<1, kCount, 0, devices[d].stream>>>(devices[d].data, devices[d].data);
    KIT_CHECK(cudaEventRecord(devices[d].done, devices[d].stream));
  }
  // The default stream of another device does not wait for it.
  KIT_CHECK(cudaEventSynchronize(devices[count - 1].done));
  expect(devices[count - 1].data, 1 << (count - 1), 1 << (count - 1));
  KIT_CHECK(cudaMemcpyPeer(devices[0].data, 0, devices[count - 1].data, count - 1, kBytes));
  KIT_CHECK(cudaSetDevice(0));
  expect(devices[0].data, 1 << (count - 1), 1 << (count - 1));
}

// A kernel that reads another device's memory.
void peers(const Device* devices, int count) {
  if (count < 2) return;
  int can = 0;
  KIT_CHECK(cudaDeviceCanAccessPeer(&can, 0, 1));
  if (can == 0) return;
  KIT_CHECK(cudaSetDevice(1));
  fill<<<1, kCount, 0, devices[1].stream>>>(devices[1].data, 0);
  KIT_CHECK(cudaStreamSynchronize(devices[1].stream));
  KIT_CHECK(cudaSetDevice(0));
  KIT_CHECK(cudaDeviceEnablePeerAccess(1, 0));
  EXPECT(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
  EXPECT(cudaGetLastError() == cudaErrorPeerAccessAlreadyEnabled);
  KIT_CHECK(cudaMemset(devices[0].data, 0, kBytes));
  KIT_CHECK(cudaDeviceSynchronize());
  add<<<1, kCount, 0, devices[0].stream>>>(devices[1].data, devices[0].data);
  KIT_CHECK(cudaStreamSynchronize(devices[0].stream));
  expect(devices[0].data, 1000, 1);
  KIT_CHECK(cudaDeviceDisablePeerAccess(1));
  EXPECT(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
  EXPECT(cudaGetLastError() == cudaErrorPeerAccessNotEnabled);
}

void refusals(const Device* devices, int count) {
  EXPECT(cudaSetDevice(count) == cudaErrorInvalidDevice);
  EXPECT(cudaGetLastError() == cudaErrorInvalidDevice);
  if (count < 2) return;
  KIT_CHECK(cudaSetDevice(1));
  EXPECT(cudaEventRecord(devices[0].done, devices[1].stream) == cudaErrorInvalidResourceHandle);
  EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  KIT_CHECK(cudaSetDevice(0));
}

}  // namespace

int main() {
  constexpr int kMost = 3;
  int count = 0;
  KIT_CHECK(cudaGetDeviceCount(&count));
  const int all = count;
  if (count > kMost) count = kMost;
  Device devices[kMost];
  for (int d = 0; d < count; ++d) {
    KIT_CHECK(cudaSetDevice(d));
    KIT_CHECK(cudaMalloc(&devices[d].data, kBytes));
    KIT_CHECK(cudaStreamCreateWithFlags(&devices[d].stream, cudaStreamNonBlocking));
    KIT_CHECK(cudaEventCreateWithFlags(&devices[d].done, cudaEventDisableTiming));
  }
  own_variables(devices, count);
  chain(devices, count);
  peers(devices, count);
  if (all == count) refusals(devices, count);
  for (int d = 0; d < count; ++d) {
    KIT_CHECK(cudaSetDevice(d));
    KIT_CHECK(cudaFree(devices[d].data));
    KIT_CHECK(cudaStreamDestroy(devices[d].stream));
    KIT_CHECK(cudaEventDestroy(devices[d].done));
  }
  return finish();
}
