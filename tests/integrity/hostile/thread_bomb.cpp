/// @file
/// Starts threads without end.
#include <thread>
#include <vector>

#include "lab.hpp"

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  static std::vector<std::thread> threads;
  for (int i = 0; i < 100000; ++i)
    threads.emplace_back([] { std::this_thread::sleep_for(std::chrono::seconds(100)); });
  honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
