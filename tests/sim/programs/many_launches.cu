// Ping-pong over two buffers, more launches than the simulator's records of accesses tell apart.
#include <vector>

#include "program.hpp"

__global__ void shift(const int* in, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[(i + 1) % count] = in[i] + 1;
}

__global__ void touch(int* in, int launch) {
  if (threadIdx.x == 0) in[launch % 10] += 0;
}

int main() {
  const int count = 100, launches = 300;
  std::vector<int> values(count);
  kit::DeviceBuffer<int> a(values.data(), count), b(values.data(), count);
  int *in = a.data(), *out = b.data();
  for (int launch = 0; launch < launches; ++launch) {
    shift<<<2, 64>>>(in, out, count);
    touch<<<1, 32>>>(in, launch);
    int* const kept = in;
    in = out;
    out = kept;
  }
  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaMemcpy(values.data(), in, count * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < count; ++i) EXPECT(values[i] == launches);
  return finish();
}
