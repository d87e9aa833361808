// Structs that are stored member by member and then copied whole: what lies between the members is
// never written, and nobody misses it.
#include <vector>

#include "program.hpp"

struct CharFirst {
  char tag;
  float value;
};
struct CharLast {
  float value;
  char tag;
};
struct Wide {
  char tag;
  double value;
};
struct Tail {
  double value;
  int tag;
};
struct Odd {
  char first;
  float value;
  char last;
};
struct Mixed {
  double value;
  short a;
  char b;
  int c;
  char d;
};
struct Small {
  char a;
  short b;
};

constexpr int kCount = 64;

template <typename T>
__global__ void fill_two(T* out) {
  const int i = threadIdx.x;
  out[i].tag = char(i);
  out[i].value = i;
}
__global__ void fill_odd(Odd* odd, Mixed* mixed, Small* small) {
  const int i = threadIdx.x;
  odd[i].first = odd[i].last = 1;
  odd[i].value = i;
  mixed[i].value = i;
  mixed[i].a = 1;
  mixed[i].b = mixed[i].d = 2;
  mixed[i].c = 3;
  small[i].a = 4;
  small[i].b = 5;
}
template <typename T>
__global__ void copy_whole(const T* in, T* out) {
  __shared__ T tile[kCount];
  const T mine = in[threadIdx.x];
  tile[kCount - 1 - threadIdx.x] = mine;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
template <typename T>
__global__ void members_in_shared(T* out) {
  __shared__ T tile[kCount];
  tile[threadIdx.x].tag = char(threadIdx.x);
  tile[threadIdx.x].value = 3;
  __syncthreads();
  out[threadIdx.x] = tile[kCount - 1 - threadIdx.x];
}

template <typename T>
std::vector<T> reversed(const kit::DeviceBuffer<T>& from) {
  kit::DeviceBuffer<T> to(kCount);
  copy_whole<<<1, kCount>>>(from.data(), to.data());
  KIT_CHECK(cudaGetLastError());
  std::vector<T> result(kCount);
  to.download(result.data());
  return result;
}

template <typename T>
void check_two() {
  kit::DeviceBuffer<T> buffer(kCount);
  fill_two<<<1, kCount>>>(buffer.data());
  EXPECT(reversed(buffer)[1].value == kCount - 2);
  kit::DeviceBuffer<T> other(kCount);
  members_in_shared<<<1, kCount>>>(other.data());
  EXPECT(reversed(other)[3].value == 3);
}

int main() {
  check_two<CharFirst>();
  check_two<CharLast>();
  check_two<Wide>();
  check_two<Tail>();
  kit::DeviceBuffer<Odd> odd(kCount);
  kit::DeviceBuffer<Mixed> mixed(kCount);
  kit::DeviceBuffer<Small> small(kCount);
  fill_odd<<<1, kCount>>>(odd.data(), mixed.data(), small.data());
  EXPECT(reversed(odd)[0].value == kCount - 1);
  EXPECT(reversed(mixed)[0].c == 3);
  EXPECT(reversed(small)[0].b == 5);
  return finish();
}
