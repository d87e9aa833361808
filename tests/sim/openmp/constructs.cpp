/// @file
/// Valid: each construct of OpenMP that the observed runtime knows gives what OpenMP says, and no
/// two of its threads race.
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

namespace {

int faults = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  ++faults;
  std::printf("not as OpenMP says: %s\n", what);
}

constexpr int kCount = 103;

std::vector<int> counted() {
  std::vector<int> numbers(kCount);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

void loops() {
  std::vector<int> seen(kCount, -1);
  const auto check = [&](const char* what) {
    expect(seen == counted(), what);
    std::fill(seen.begin(), seen.end(), -1);
  };
#pragma omp parallel for schedule(static, 3)
  for (int i = 0; i < kCount; ++i) seen[std::size_t(i)] = i;
  check("static chunks");
#pragma omp parallel for schedule(dynamic, 7)
  for (int i = kCount - 1; i >= 0; --i) seen[std::size_t(i)] = i;
  check("a dynamic loop downwards");
#pragma omp parallel for schedule(guided)
  for (std::size_t i = 0; i < kCount; i += 1) seen[i] = int(i);
  check("a guided loop of unsigned numbers");
#pragma omp parallel for schedule(dynamic)
  for (std::size_t i = kCount; i > 0; i -= 1) seen[i - 1] = int(i - 1);
  check("an unsigned loop downwards");
#pragma omp parallel for schedule(runtime) collapse(2)
  for (int i = 0; i < kCount; i += 10)
    for (int j = 0; j < 10; ++j)
      if (i + j < kCount) seen[std::size_t(i + j)] = i + j;
  check("a collapsed loop");
  int last = -1, turns = 0;
#pragma omp parallel for schedule(dynamic, 4) lastprivate(last) reduction(+ : turns)
  for (int i = 5; i < kCount; i += 3) {
    last = i;
    ++turns;
  }
  expect(last == 101 && turns == 33, "lastprivate of a dynamic loop, and its turns");
#pragma omp parallel for schedule(dynamic)
  for (int i = 5; i < 5; ++i) turns = -1;
  expect(turns == 33, "a loop without turns");
  std::string order;
#pragma omp parallel for ordered schedule(dynamic, 2)
  for (int i = 0; i < 9; ++i) {
#pragma omp ordered
    order += char('0' + i);
  }
  expect(order == "012345678", "an ordered loop");
#pragma omp parallel for ordered schedule(static)
  for (unsigned long i = 0; i < 9; ++i) {
#pragma omp ordered
    order += char('0' + char(i));
  }
  expect(order == "012345678012345678", "an ordered static loop");
}

void sharing() {
  static int kept = 5;
#pragma omp threadprivate(kept)
  std::vector<int> of_thread(static_cast<std::size_t>(omp_get_max_threads()), 0);
#pragma omp parallel copyin(kept)
  kept += omp_get_thread_num();
#pragma omp parallel
  of_thread[std::size_t(omp_get_thread_num())] = kept;
  for (std::size_t i = 0; i < of_thread.size(); ++i)
    expect(of_thread[i] == 5 + int(i), "threadprivate values stay from region to region");
  int sum = 0, largest = -1, sums[2] = {0, 0}, first = 3;
#pragma omp parallel for reduction(+ : sum, sums) reduction(max : largest) firstprivate(first)
  for (int i = 0; i < kCount; ++i) {
    sum += i * first;
    sums[i % 2] += 1;
    largest = std::max(largest, i);
  }
  expect(sum == 3 * 5253 && sums[0] == 52 && sums[1] == 51 && largest == 102, "reductions");
  int done = 0, copies = 0;
#pragma omp parallel num_threads(6)
  {
    int value;
#pragma omp single copyprivate(value)
    value = 42;
#pragma omp atomic
    copies += value;
#pragma omp single nowait
    {
#pragma omp atomic
      done += 1;
    }
#pragma omp barrier
#pragma omp master
    expect(done == 1 && copies == 6 * 42 && omp_get_num_threads() == 6, "single and copyprivate");
  }
  std::vector<int> parts(4);
#pragma omp parallel sections
  {
#pragma omp section
    parts[0] = 1;
#pragma omp section
    parts[1] = 1;
#pragma omp section
    parts[2] = 1;
#pragma omp section
    parts[3] = 1;
  }
  expect(parts == std::vector<int>(4, 1), "sections");
  int inner = 0;
#pragma omp parallel num_threads(3) reduction(+ : inner)
  {
    int mine = 0;
#pragma omp parallel for reduction(+ : mine)
    for (int i = 0; i < 10; ++i) mine += omp_get_level() == 2 ? 1 : 100;
    inner += mine;
  }
  expect(inner == 30, "a region in a region");
#pragma omp parallel if (inner == 0)
  expect(omp_get_num_threads() == 1 && omp_get_thread_num() == 0, "a region that stays serial");
}

void locks() {
  int counts[5] = {0, 0, 0, 0, 0};
  omp_lock_t lock;
  omp_nest_lock_t nested;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nested);
  std::mutex mutex;
  std::atomic<int> ready{0};
  int published = 0, seen = 0;
#pragma omp parallel
  {
    for (int i = 0; i < 5; ++i) {
#pragma omp critical
      ++counts[0];
#pragma omp critical(named)
      ++counts[1];
      while (omp_test_lock(&lock) == 0) continue;
      ++counts[2];
      omp_unset_lock(&lock);
      omp_set_nest_lock(&nested);
      omp_set_nest_lock(&nested);
      ++counts[3];
      omp_unset_nest_lock(&nested);
      omp_unset_nest_lock(&nested);
      const std::lock_guard guard(mutex);
      ++counts[4];
    }
    // The last thread tells the first, which waits for it.
    if (omp_get_thread_num() == omp_get_num_threads() - 1) {
      published = 7;
      ready.store(1, std::memory_order_release);
    }
    if (omp_get_thread_num() == 0) {
      while (ready.load(std::memory_order_acquire) == 0) continue;
      seen = published;
    }
  }
  for (const int count : counts) expect(count == 20, "locks");
  expect(seen == 7, "a value that an atomic variable announces");
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nested);
}

int fibonacci(int n) {
  if (n < 2) return n;
  int a = 0, b = 0;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

void tasks() {
  int result = 0, chain = 0;
  std::vector<int> squares(20);
#pragma omp parallel
#pragma omp single
  {
    result = fibonacci(9);
#pragma omp taskgroup
    {
      for (int i = 0; i < 20; ++i) {
#pragma omp task firstprivate(i)
        squares[std::size_t(i)] = i * i;
      }
    }
    for (const int square : squares) result += square;
    for (int i = 0; i < 5; ++i) {
#pragma omp task depend(inout : chain)
      chain = 2 * chain + 1;
    }
  }
  expect(result == 34 + 2470, "tasks and groups of them");
  expect(chain == 31, "tasks that depend on each other");
}

void memory() {
  std::vector<char> bytes(64), copy(64);
  std::vector<std::string> texts(kCount);
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < 64; ++i) bytes[std::size_t(i)] = char(i);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < kCount; ++i) {
    static const std::vector<int> table(16, 3);
    std::vector<int> row(100, i);
    std::string text = "a text that is too long to be stored without memory of its own ";
    text += std::to_string(row[std::size_t(i % 100)] * table[std::size_t(i % 16)]);
    texts[std::size_t(i)] = std::move(text);
  }
#pragma omp parallel for
  for (int i = 0; i < 8; ++i) std::memcpy(&copy[std::size_t(8 * i)], &bytes[std::size_t(8 * i)], 8);
  expect(copy == bytes, "bytes side by side");
  expect(texts[102].substr(texts[102].size() - 4) == " 306", "texts that are made in a loop");
}

}  // namespace

int main() {
  loops();
  sharing();
  locks();
  tasks();
  memory();
  std::printf("%d threads, %d faults\n", omp_get_max_threads(), faults);
  return faults == 0 ? 0 : 1;
}
