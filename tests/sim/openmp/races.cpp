/// @file
/// Faulty: two threads meet at each line that says so, and at no other.
#include <omp.h>

#include <atomic>
#include <cstring>
#include <vector>

namespace {

constexpr int kCount = 40;
int global = 0;

void variables() {
  int shared = 0;
#pragma omp parallel for
  for (int i = 0; i < kCount; ++i) shared = i;  // race
#pragma omp parallel
  ++global;  // race
  bool found = false;
#pragma omp parallel for
  for (int i = 0; i < kCount; ++i)
    if (i % 2 == 0) found = true;  // race
#pragma omp parallel
  {
    static int turns;
    if (omp_get_thread_num() % 2 == 1) turns += shared + (found ? 1 : 0);  // race
  }
}

void arrays() {
  std::vector<float> row(kCount);
  std::vector<char> bytes(kCount), other(kCount, 1);
#pragma omp parallel
  for (std::size_t i = 0; i < kCount; ++i) row[i] = 1.0f;  // race
#pragma omp parallel for schedule(dynamic)
  for (std::size_t i = 1; i < kCount; ++i) row[i] += row[i - 1];  // race
#pragma omp parallel for schedule(static, 1)
  for (std::size_t i = 0; i < kCount; ++i) bytes[i / 2] = 1;  // race
#pragma omp parallel num_threads(2)
  std::memcpy(bytes.data(), other.data(), bytes.size());  // race
}

void order() {
  int value = 0, sum = 0;
  std::atomic<int> told{0};
#pragma omp parallel
  {
    if (omp_get_thread_num() < 2) {
#pragma omp critical(one)
      sum += value;
    } else {
#pragma omp critical(two)
      sum = 1;  // race
    }
  }
#pragma omp parallel
  {
    const int thread = omp_get_thread_num();
    told.fetch_add(1, std::memory_order_relaxed);
    if (thread < 2) value += thread;  // race
  }
  int parts[2] = {0, 0};
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 8; ++i) {
#pragma omp task firstprivate(i) shared(parts)
      parts[i % 2] += i;  // race
    }
#pragma omp taskwait
    parts[0] = 0;
  }
}

}  // namespace

int main() {
  variables();
  arrays();
  order();
  return 0;
}
