/// @file
/// The host side as programmers of other schools write it: macros that end the program, errors with
/// texts of their own, messages, containers, text and events.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab.hpp"

#define CHECK(call)                                                                   \
  do {                                                                                \
    const cudaError_t status = (call);                                                \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      abort();                                                                        \
    }                                                                                 \
  } while (0)

namespace lab02 {
namespace {

/// An error that says which call failed.
class CudaError : public std::runtime_error {
 public:
  CudaError(const std::string& call, cudaError_t status)
      : std::runtime_error(call + ": " + cudaGetErrorName(status)), status_(status) {}
  cudaError_t status() const { return status_; }

 private:
  cudaError_t status_;
};

void check(cudaError_t status, const std::string& call) {
  if (status != cudaSuccess) throw CudaError(call, status);
}

struct Free {
  void operator()(float* memory) const { cudaFree(memory); }
};
using Device = std::unique_ptr<float, Free>;

Device on_device(std::size_t count) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, count * sizeof(float)), "cudaMalloc of " + std::to_string(count));
  return Device(static_cast<float*>(memory));
}

float time_of(const std::function<void()>& work) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin));
  work();
  CHECK(cudaEventRecord(end));
  CHECK(cudaEventSynchronize(end));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  return milliseconds;
}

/// What would be printed, built in several ways.
std::string report(int width, int height, float milliseconds) {
  std::string text = "image of ";
  text += std::to_string(width) + 'x';
  text.append(std::to_string(height)).append(3, '.');
  text.insert(0, "> ");
  text.replace(text.find("..."), 3, ", ");
  char number[32];
  std::snprintf(number, sizeof number, "%.1f ms", milliseconds);
  text += number;
  std::string upper(text.size(), ' ');
  std::transform(text.begin(), text.end(), upper.begin(),
                 [](unsigned char letter) { return char(std::toupper(letter)); });
  return text.substr(0, 2) + upper.substr(2);
}

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const std::size_t pixels = std::size_t(width) * height;
  const std::size_t weights = std::size_t(filter_width) * filter_width;
  assert(width > 0 && height > 0);
  std::vector<Device> buffers;
  for (const std::size_t count : {pixels, pixels, weights}) buffers.push_back(on_device(count));
  try {
    check(cudaErrorInvalidValue, "a call that fails");
  } catch (const CudaError& error) {
    if (std::strcmp(error.what(), "a call that fails: cudaErrorInvalidValue") != 0) return;
  }
  try {
    throw std::invalid_argument("no image");
  } catch (const std::exception& error) {
    if (std::string(error.what()) != "no image") return;
  }
  CHECK(cudaMemcpy(buffers[0].get(), input, pixels * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(buffers[2].get(), filter, weights * sizeof(float), cudaMemcpyHostToDevice));
  const float milliseconds = time_of([&] {
    convolve(buffers[0].get(), buffers[1].get(), width, height, buffers[2].get(), filter_width,
             border, dim3(16, 16), nullptr);
  });
  std::vector<float> result(pixels);
  CHECK(cudaMemcpy(result.data(), buffers.at(1).get(), pixels * sizeof(float),
                   cudaMemcpyDeviceToHost));
  std::vector<std::size_t> order(pixels);
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), std::greater<>());
  for (const std::size_t pixel : order) output[pixel] = result[pixel];
  const std::array<int, 3> sizes = {width, height, filter_width};
  std::cout << report(sizes[0], sizes[1], milliseconds) << std::endl;
}

}  // namespace lab02
