/// @file
/// What an adapter of tests/labs/*/bench registers: ways to compute something, by name. The same
/// adapter is compiled for a GPU, where its work is timed, and for the simulator, where it is
/// counted.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "kit/border.hpp"

namespace kit::bench {

/// The settings of one point: name and value, as a table's description has them.
class Parameters {
 public:
  Parameters() = default;
  explicit Parameters(std::map<std::string, std::string> values) : values_(std::move(values)) {}

  /// These throw InputError, with the parameter's name, if it is missing or not what is asked for.
  const std::string& text(const std::string& name) const;
  int number(const std::string& name) const;
  double real(const std::string& name) const;
  /// The parameter, or `fallback` where there is none.
  std::string text(const std::string& name, const std::string& fallback) const;
  int number(const std::string& name, int fallback) const;

  int width() const { return number("width"); }
  int height() const { return number("height"); }
  /// Values of the image: width * height * channels.
  std::size_t values() const;
  Border border() const;
  /// "32x8" as two numbers.
  struct Extent {
    int x = 0, y = 0;
  };
  Extent block() const;
  /// The same settings with another height, or another value of any.
  Parameters with_height(int height) const { return with("height", std::to_string(height)); }
  Parameters with(const std::string& name, const std::string& value) const;

 private:
  std::map<std::string, std::string> values_;
};

/// Work on images in device memory. `launch` queues it on the default stream; filters and
/// workspaces belong to the function object.
struct DeviceWork {
  enum class Pixels { floats, bytes };
  std::size_t input_bytes = 0, output_bytes = 0;
  Pixels pixels = Pixels::floats;  ///< what noise to make
  std::vector<std::byte> content;  ///< an input instead of noise, if not empty
  double least_bytes = 0;          ///< that the operation must move: each input and output once
  double warps = 0;                ///< of its largest launch, where the table asks
  bool may_be_slow = false;        ///< predict the time on a part of the image first
  std::function<void(const void* input, void* output)> launch;
  /// The right output for an input in host memory, where the table asks for errors.
  std::function<std::vector<double>(const void* input)> reference;
};

/// Work on the host.
struct HostWork {
  double least_bytes = 0;
  std::function<void()> run;
};

using MakeDeviceWork = std::function<DeviceWork(const Parameters&)>;
using MakeHostWork = std::function<HostWork(const Parameters&)>;
/// A computation whose result, not time, is wanted: numbers by name.
using Study = std::function<std::map<std::string, double>(const Parameters&)>;

/// Everything that this program can measure, by name.
template <typename T>
std::map<std::string, T>& registered() {
  static std::map<std::string, T> all;
  return all;
}

template <typename T>
struct Register {
  Register(const char* name, T make) { registered<T>()[name] = std::move(make); }
};

}  // namespace kit::bench

#define KIT_BENCH_JOIN2(a, b) a##b
#define KIT_BENCH_JOIN(a, b) KIT_BENCH_JOIN2(a, b)
/// Registers a function from Parameters to DeviceWork, HostWork or a study's numbers.
#define KIT_BENCH_DEVICE(name, make)                                            \
  static const kit::bench::Register<kit::bench::MakeDeviceWork> KIT_BENCH_JOIN( \
      entry_, __COUNTER__)(name, make)
#define KIT_BENCH_HOST(name, make)                                                                 \
  static const kit::bench::Register<kit::bench::MakeHostWork> KIT_BENCH_JOIN(entry_, __COUNTER__)( \
      name, make)
#define KIT_BENCH_STUDY(name, make)                                                              \
  static const kit::bench::Register<kit::bench::Study> KIT_BENCH_JOIN(entry_, __COUNTER__)(name, \
                                                                                           make)
