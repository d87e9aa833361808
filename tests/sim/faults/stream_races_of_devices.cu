// expect: error cudaSuccess
// setting: KIT_SIM_DEVICES=3
// notes: any
// Work of two devices uses the same bytes, and nothing orders the two.
#include "fault.hpp"

namespace {

constexpr int kCount = 128;
constexpr std::size_t kBytes = kCount * sizeof(int);

__global__ void fill(int* data, int first) {
  data[threadIdx.x] = first + int(threadIdx.x);
}
__global__ void add(const int* from, int* to) {
  to[threadIdx.x] += from[threadIdx.x];
}

struct Device {
  int *data = nullptr, *halo = nullptr;
  cudaStream_t stream = nullptr;
  cudaEvent_t done = nullptr;
};
Device devices[3];

void wait_for_all() {
  for (int d = 0; d < 3; ++d) {
    cudaSetDevice(d);
    cudaDeviceSynchronize();
  }
}

// The neighbour's halo is fetched while the neighbour still writes it.
void halo_too_early() {
  cudaSetDevice(0);
  fill<<<1, kCount, 0, devices[0].stream>>>(devices[0].data, 1);
  cudaSetDevice(1);
  cudaMemcpyPeerAsync(                                                     //
      devices[1].halo, 1, devices[0].data, 0, kBytes, devices[1].stream);  // finds: stream_race
  wait_for_all();
}

// It is ordered by an event, and then overwritten while the copy reads it.
void next_pass_too_early() {
  cudaSetDevice(0);
  fill<<<1, kCount, 0, devices[0].stream>>>(devices[0].data, 1);
  cudaEventRecord(devices[0].done, devices[0].stream);
  cudaSetDevice(1);
  cudaStreamWaitEvent(devices[1].stream, devices[0].done);
  cudaMemcpyPeerAsync(devices[1].halo, 1, devices[0].data, 0, kBytes, devices[1].stream);
  cudaSetDevice(0);
  fill<<<1, kCount, 0, devices[0].stream>>>(devices[0].data, 2);  // finds: stream_race
  wait_for_all();
}

// The event is recorded before the work that it is to stand for.
void event_too_early() {
  cudaSetDevice(0);
  cudaEventRecord(devices[0].done, devices[0].stream);
  fill<<<1, kCount, 0, devices[0].stream>>>(devices[0].data, 1);
  cudaSetDevice(1);
  cudaStreamWaitEvent(devices[1].stream, devices[0].done);
  cudaMemcpyPeerAsync(                                                     //
      devices[1].halo, 1, devices[0].data, 0, kBytes, devices[1].stream);  // finds: stream_race
  wait_for_all();
}

// The host waits for the device that is the current one, which is another.
void waits_for_the_other_device() {
  cudaSetDevice(0);
  fill<<<1, kCount, 0, devices[0].stream>>>(devices[0].data, 1);
  cudaSetDevice(1);
  cudaDeviceSynchronize();
  cudaMemcpyPeerAsync(                                                     //
      devices[1].halo, 1, devices[0].data, 0, kBytes, devices[1].stream);  // finds: stream_race
  wait_for_all();
}

// Two neighbours push into one halo.
void both_push() {
  for (const int d : {0, 2}) {
    cudaSetDevice(d);
    cudaMemcpyPeerAsync(                                                     //
        devices[1].halo, 1, devices[d].data, d, kBytes, devices[d].stream);  // finds: stream_race
  }
  wait_for_all();
}

// A default stream does not wait for another device's streams.
void default_stream_of_another_device() {
  cudaSetDevice(2);
  fill<<<1, kCount>>>(devices[2].data, 1);
  cudaSetDevice(1);
  cudaMemcpyPeerAsync(                                           //
      devices[1].halo, 1, devices[2].data, 2, kBytes, nullptr);  // finds: stream_race
  wait_for_all();
}

// A kernel reads a peer's memory that the peer's own kernel writes.
void peer_reads_too_early() {
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaSetDevice(0);
  fill<<<1, kCount, 0, devices[0].stream>>>(devices[0].data, 1);
  cudaSetDevice(1);
  add<<<1, kCount, 0, devices[1].stream>>>(devices[0].data, devices[1].data);  // finds: stream_race
  wait_for_all();
}

}  // namespace

int main() {
  for (int d = 0; d < 3; ++d) {
    cudaSetDevice(d);
    for (int** data : {&devices[d].data, &devices[d].halo}) {
      cudaMalloc(data, kBytes);
      cudaMemset(*data, 0, kBytes);
    }
    cudaStreamCreate(&devices[d].stream);
    cudaEventCreateWithFlags(&devices[d].done, cudaEventDisableTiming);
  }
  wait_for_all();
  halo_too_early();
  next_pass_too_early();
  event_too_early();
  waits_for_the_other_device();
  both_push();
  default_stream_of_another_device();
  peer_reads_too_early();
  for (const Device& device : devices) {
    cudaFree(device.data);
    cudaFree(device.halo);
    cudaStreamDestroy(device.stream);
    cudaEventDestroy(device.done);
  }
  return report(cudaGetLastError());
}
