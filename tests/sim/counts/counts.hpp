/// @file
/// What the counting programs share. Each launches small kernels whose counts its comments work out
/// by hand, and holds them against what the observed simulator counted.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "kit/device_buffer.hpp"

extern "C" const char* kit_sim_take_observations();

inline int failures = 0;

/// The counters of one launch.
class Launch {
 public:
  explicit Launch(std::string json) : json_(std::move(json)) {}

  long operator[](const std::string& counter) const {
    const std::size_t at = json_.find("\"" + counter + "\":");
    return at == std::string::npos ? -1 : std::atol(json_.c_str() + at + counter.size() + 3);
  }
  const std::string& json() const { return json_; }

 private:
  std::string json_;
};

/// The one launch since the last call. Prints its counters, so that whole outputs can be compared;
/// a finding is a failure.
inline Launch take_launch(const char* file, int line) {
  const std::string text = kit_sim_take_observations();
  const std::size_t counters = text.find("\"counters\":");
  if (text.find("\"findings\":[]") == std::string::npos) {
    std::printf("%s:%d: the simulator has found something: %s\n", file, line, text.c_str());
    ++failures;
  }
  const std::size_t end = text.find('}', counters);
  if (counters == std::string::npos || text.find("\"counters\":", end) != std::string::npos) {
    std::printf("%s:%d: there must be one launch: %s\n", file, line, text.c_str());
    ++failures;
    return Launch("");
  }
  Launch launch(text.substr(counters, end - counters));
  std::printf("%s\n", launch.json().c_str());
  return launch;
}
#define TAKE_LAUNCH() take_launch(__FILE__, __LINE__)

/// A counter must have exactly this value.
#define EXPECT_COUNT(launch, counter, expected)                                                  \
  do {                                                                                           \
    if ((launch)[counter] != (expected)) {                                                       \
      std::printf("%s:%d: %s is %ld, not %ld\n", __FILE__, __LINE__, counter, (launch)[counter], \
                  long(expected));                                                               \
      ++failures;                                                                                \
    }                                                                                            \
  } while (false)

/// A buffer of `count` values, all zero.
template <typename T>
kit::DeviceBuffer<T> zeros(std::size_t count) {
  kit::DeviceBuffer<T> buffer(count);
  KIT_CHECK(cudaMemset(buffer.data(), 0, buffer.bytes()));
  return buffer;
}

/// Exit code of the program: 0 if every count was right.
inline int finish() {
  KIT_CHECK(cudaDeviceSynchronize());
  return failures == 0 ? 0 : 1;
}
