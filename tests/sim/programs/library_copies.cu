// memcpy and memset with sizes that only the launch knows: what they write is written.
#include <cstring>
#include <vector>

#include "program.hpp"

struct Padded {
  char tag;
  float value;
};

__global__ void copy(const int* in, int* out, int count, int skip) {
  if (threadIdx.x != 0) return;
  memset(out, 1, skip);
  std::memcpy(out + skip, in, count * sizeof(int));
}

__global__ void move_bytes(char* bytes, int count) {
  __shared__ char row[64], moved[64];
  if (threadIdx.x == 0) {
    memcpy(row, bytes, count);
    memcpy(moved + 1, row, count - 1);
    moved[0] = row[0];
  }
  __syncthreads();
  if (int(threadIdx.x) < count) bytes[threadIdx.x] = moved[threadIdx.x];
}

__global__ void copy_structs(Padded* out, int count) {
  Padded* const mine = out + threadIdx.x * 2 * count;
  for (int i = 0; i < count; ++i) {
    mine[i].tag = 'x';
    mine[i].value = float(i);
  }
  memcpy(mine + count, mine, count * sizeof(Padded));
}

__global__ void use(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x] + 1;
}

int main() {
  std::vector<int> numbers(32);
  for (int i = 0; i < 32; ++i) numbers[i] = i;
  kit::DeviceBuffer<int> in(numbers.data(), 32), middle(32 + 4), out(32 + 4);
  copy<<<1, 32>>>(in.data(), middle.data(), 32, 4);
  KIT_CHECK(cudaMemset(middle.data() + 1, 0, 12));
  use<<<1, 36>>>(middle.data(), out.data());
  std::vector<int> result(36);
  out.download(result.data());
  EXPECT(result[0] == 0x01010102 && result[1] == 1 && result[35] == 32);

  std::vector<char> text = {'a', 'b', 'c', 'd', 'e'};
  kit::DeviceBuffer<char> bytes(text.data(), 5);
  move_bytes<<<1, 64>>>(bytes.data(), 5);
  bytes.download(text.data());
  EXPECT(text[0] == 'a' && text[1] == 'a' && text[4] == 'd');

  kit::DeviceBuffer<Padded> structs(2 * 3 * 4);
  copy_structs<<<1, 4>>>(structs.data(), 3);
  std::vector<Padded> copied(24);
  structs.download(copied.data());
  EXPECT(copied[5].value == 2 && copied[23].tag == 'x');
  return finish();
}
