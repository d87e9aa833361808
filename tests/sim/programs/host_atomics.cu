// The host's part of a .cu file may use the standard library's atomics and fences.
#include <atomic>
#include <thread>

#include "program.hpp"

__global__ void add_one(int* value) {
  *value += 1;
}

int main() {
  std::atomic<int> count{0};
  std::atomic<unsigned long long> wide{1};
  std::atomic<bool> done{false};
  std::thread other([&] {
    for (int i = 0; i < 100; ++i) count.fetch_add(1);
    wide.exchange(7);
    std::atomic_thread_fence(std::memory_order_release);
    done.store(true);
  });
  while (!done.load()) std::this_thread::yield();
  other.join();
  unsigned long long expected = 7;
  EXPECT(wide.compare_exchange_strong(expected, 9));
  EXPECT(count == 100);
  int zero = 0;
  kit::DeviceBuffer<int> value(&zero, 1);
  add_one<<<1, 1>>>(value.data());
  KIT_CHECK(cudaGetLastError());
  int result = 0;
  value.download(&result);
  EXPECT(result == 1);
  return finish();
}
