/// @file
/// The same work for many things, some at once.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <vector>

namespace kit::grader {

/// Calls `work(n)` for each n below `count`, at most `at_once` of them side by side. What a call
/// throws is thrown here, once the others have ended.
template <typename Work>
void side_by_side(std::size_t count, int at_once, const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::future<void>> threads;
  for (std::size_t i = 0; i < std::min(std::size_t(std::max(at_once, 1)), count); ++i)
    threads.push_back(std::async(std::launch::async, [&] {
      for (std::size_t n = next++; n < count; n = next++) work(n);
    }));
  for (const std::future<void>& one : threads) one.wait();
  for (std::future<void>& one : threads) one.get();
}

}  // namespace kit::grader
