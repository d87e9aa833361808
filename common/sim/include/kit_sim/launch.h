/// @file
/// What a kernel launch becomes. The rewriter turns `kernel<T><<<grid, block>>>(a, b)` into
/// `make_launcher([&](auto&&... p) { kernel<T>(p...); }, {config}, {name, file, line})(a, b)`.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "host_api.h"

namespace kit::sim {

/// The four values between the chevrons.
struct LaunchConfig {
  LaunchConfig(dim3 grid_extent, dim3 block_extent, std::size_t dynamic_shared_bytes = 0,
               cudaStream_t launch_stream = nullptr)
      : grid(grid_extent),
        block(block_extent),
        shared_bytes(dynamic_shared_bytes),
        stream(launch_stream) {}
  dim3 grid, block;
  std::size_t shared_bytes;
  cudaStream_t stream;
};

/// Where a launch stands in the student's source.
struct LaunchSite {
  const char* name;
  const char* file;
  int line;
};

/// What every kernel's body starts with: observation begins here, after the parameters are in
/// place.
void enter_kernel();

/// Runs `call(data)` once for every thread of the grid. Sets the runtime's error state.
void run_launch(const LaunchConfig& config, const LaunchSite& site, void (*call)(void*),
                void* data);

template <typename Call>
class Launcher {
 public:
  Launcher(Call call, LaunchSite site, LaunchConfig config)
      : call_(call), site_(site), config_(config) {}

  // Arguments are copied once at the launch, and from there to every thread, as on a GPU.
  template <typename... Arguments>
  void operator()(Arguments&&... arguments) {
    std::tuple<std::decay_t<Arguments>...> stored(std::forward<Arguments>(arguments)...);
    auto thread = [this, &stored] { std::apply(call_, stored); };
    run_launch(
        config_, site_, [](void* data) { (*static_cast<decltype(thread)*>(data))(); }, &thread);
  }

 private:
  Call call_;
  LaunchSite site_;
  LaunchConfig config_;
};

template <typename Call>
Launcher<Call> make_launcher(Call call, LaunchConfig config, LaunchSite site) {
  return Launcher<Call>(call, site, config);
}

}  // namespace kit::sim
