/// @file
/// What the labs' bench sources for the CPU have in common: images to work on, and the versions of
/// an operation that tables name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bench/harness/bench.hpp"
#include "kit/error.hpp"
#include "kit/image.hpp"
#include "kit/synthetic.hpp"

namespace kit::bench {

/// Which of an operation's versions on the CPU is measured: plain loops, the kit's own on one
/// thread, the same on all cores.
enum class Code { plain, vectorised, all_cores };

/// From the parameter "code"; throws InputError for anything else.
inline Code code_of(const Parameters& p) {
  const std::string& name = p.text("code");
  if (name == "plain") return Code::plain;
  if (name == "vectorised") return Code::vectorised;
  if (name == "all_cores") return Code::all_cores;
  throw InputError("parameter code: '" + name + "' is not plain, vectorised or all_cores");
}

/// Input and output; one plane of the image at a time.
struct Floats {
  explicit Floats(const Parameters& p)
      : width(p.width()),
        height(p.height()),
        planes(p.number("channels", 1)),
        input(noise(width, height, 1)),
        output(input.size()) {}
  int width, height, planes;
  Image<float> input;
  std::vector<float> output;
};

/// `filter(input, output, width, height)`, for each plane.
template <typename Filter>
HostWork work_on_floats(const Parameters& p, Filter filter) {
  const auto data = std::make_shared<Floats>(p);
  HostWork work;
  work.least_bytes = 2.0 * sizeof(float) * double(p.values());
  work.run = [=] {
    for (int n = 0; n < data->planes; ++n) {
      filter(data->input.data(), data->output.data(), data->width, data->height);
    }
  };
  return work;
}

/// An image of bytes; `Output` are the values of the result.
template <typename Output>
struct Bytes {
  Bytes(const Parameters& p, const Image<float>& image, std::size_t outputs)
      : width(p.width()), height(p.height()), input(to_bytes(image)), output(outputs) {}
  int width, height;
  Image<std::uint8_t> input;
  std::vector<Output> output;
};

/// Calls work(0) ... work(count - 1) on all cores.
inline void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& work) {
  const std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> running;
  for (std::size_t first = 0; first < threads; ++first) {
    running.emplace_back([&, first] {
      for (std::size_t n = first; n < count; n += threads) work(n);
    });
  }
  for (std::thread& thread : running) thread.join();
}

}  // namespace kit::bench
