// Shared variables outside of functions, one name in two namespaces among them: each block has its
// own, as of those within a kernel.
#include "program.hpp"

namespace rows {
__shared__ int line[64], square[4][4];
__shared__ struct {
  int count;
  float scale[3];
} state;
}  // namespace rows
namespace columns {
__shared__ int line[64];
static __shared__ float factor;
}  // namespace columns

__global__ void mix(int* out) {
  const int i = int(threadIdx.x);
  rows::line[i] = i;
  columns::line[i] = 1000 * i;
  if (i < 16) rows::square[0][i] = i;
  if (i == 0) {
    rows::state.count = int(blockIdx.x);
    rows::state.scale[2] = 3;
    columns::factor = 2;
  }
  __syncthreads();
  out[blockIdx.x * 64 + i] = rows::line[63 - i] + columns::line[i] + rows::square[3][3] +
                             rows::state.count + int(rows::state.scale[2] * columns::factor);
}

int main() {
  int host[128];
  kit::DeviceBuffer<int> out(128);
  mix<<<2, 64>>>(out.data());
  KIT_CHECK(cudaGetLastError());
  out.download(host);
  for (int i = 0; i < 128; ++i) EXPECT(host[i] == 63 - i % 64 + 1000 * (i % 64) + 15 + i / 64 + 6);
  return finish();
}
