/// @file
/// What a kernel launch becomes. The rewriter turns `kernel<T><<<grid, block>>>(a, b)` into
/// `make_launcher([=](auto&&... p) { kernel<T>(p...); }, {config}, {name, file, line},
/// noexcept(kernel<T>(a, b)))(a, b)`, of which the last one is there for the compiler's message if
/// the arguments do not fit. Where an argument is a list in braces, the kernel itself goes to
/// make_typed_launcher. Of `cudaLaunchKernel((const void*)kernel, grid, ...)` it makes
/// `launch_kernel({name, file, line}, kernel, grid, ...)`, of cudaLaunchKernelEx() and
/// cudaLaunchCooperativeKernel() likewise.
#pragma once

#include "host_api.h"

#ifdef __CUDA__
// By these names clang knows what a launch takes; it makes the call itself.
cudaError_t cudaConfigureCall(dim3 grid, dim3 block = 1, std::size_t shared_bytes = 0,
                              cudaStream_t stream = nullptr);
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block = 1, std::size_t shared_bytes = 0,
                                         CUstream_st* stream = nullptr);
template <typename Kernel>
cudaError_t cudaLaunchKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes = 0, cudaStream_t stream = nullptr);
template <typename Kernel>
cudaError_t cudaLaunchCooperativeKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_bytes = 0,
                                        cudaStream_t stream = nullptr);
template <typename... Parameters, typename... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Arguments&&... arguments);
#else
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

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
  bool cooperative = false;  ///< all blocks run at once, so that they can wait for each other
};

/// Where a launch stands in the student's source.
struct LaunchSite {
  const char* name;
  const char* file;
  int line;
};

/// What every kernel's body starts with: observation begins here, after the parameters are in
/// place. With `__launch_bounds__`: a launch with more threads in a block is refused.
void enter_kernel();
void enter_kernel(unsigned most_threads);

/// True in a kernel. A __host__ __device__ function whose two sides differ asks.
bool in_kernel();
constexpr bool on_device() {
  return !std::is_constant_evaluated() && in_kernel();
}

/// No argument of a kernel has a larger one.
inline constexpr std::size_t kArgumentAlignment = 256;

/// Looks at the copies of a launch's arguments, `bytes` at `arguments`.
void look_at_arguments(const LaunchSite& site, const void* arguments, std::size_t bytes);

/// Queues a launch, which runs `call(data)` once for every thread of the grid. Sets the runtime's
/// error state. A launch that is carried out later uses a copy of the `bytes` at `data`, as a card
/// does, which knows no constructors.
void run_launch(const LaunchConfig& config, const LaunchSite& site, void (*call)(void* data),
                void* data, std::size_t bytes);

/// A literal 0 among a launch's arguments: a number if the kernel takes one there, else a pointer.
struct Zero {
  template <typename T>
  operator T*() const {
    return nullptr;
  }
  operator int() const { return 0; }
};
template <typename Argument>
using NumberForZero = std::conditional_t<std::is_same_v<Argument, Zero>, int, Argument>;

/// An argument that the kernel takes by reference.
template <typename T>
struct Referred {
  T* object;
  Referred(T& referred) : object(&referred) {}
  operator T&() const { return *object; }
};

template <typename Call>
class Launcher {
 public:
  Launcher(Call call, LaunchSite site, LaunchConfig config)
      : call_(call), site_(site), config_(config) {}

  // Arguments are copied once at the launch, and from there to every thread, as on a GPU.
  template <typename... Arguments>
  void operator()(Arguments&&... arguments) {
    if constexpr (std::is_invocable_v<Call&, NumberForZero<std::decay_t<Arguments> >&...>) {
      launch<NumberForZero<std::decay_t<Arguments> >...>(std::forward<Arguments>(arguments)...);
    } else {
      launch<std::decay_t<Arguments>...>(std::forward<Arguments>(arguments)...);
    }
  }

 private:
  template <typename... Stored, typename... Arguments>
  void launch(Arguments&&... arguments) {
    static_assert(std::is_invocable_v<Call&, Stored&...>,
                  "the kernel cannot take copies of these arguments");
    if constexpr (std::is_invocable_v<Call&, Stored...>) {
      launch_with<Stored...>(std::forward<Arguments>(arguments)...);
    } else {
      [&]<std::size_t... n>(std::index_sequence<n...>) {
        launch_with<ByReference<n, Arguments, Stored...>...>(std::forward<Arguments>(arguments)...);
      }
      (std::index_sequence_for<Stored...>());
    }
  }

  // What the kernel keeps of argument number `which`: a reference if it takes nothing else, as to
  // an object in managed memory.
  template <std::size_t which, typename Argument, typename... Stored>
  static auto kept() {
    using Kept = std::tuple_element_t<which, std::tuple<Stored...> >;
    constexpr bool takes_copy = []<std::size_t... n>(std::index_sequence<n...>) {
      return std::is_invocable_v<Call&, std::conditional_t<n == which, Stored, Stored&>...>;
    }
    (std::index_sequence_for<Stored...>());
    if constexpr (takes_copy || !std::is_lvalue_reference_v<Argument>)
      return std::type_identity<Kept>();
    else
      return std::type_identity<Referred<Kept> >();
  }
  template <std::size_t which, typename Argument, typename... Stored>
  using ByReference = typename decltype(kept<which, Argument, Stored...>())::type;

  template <typename... Stored, typename... Arguments>
  void launch_with(Arguments&&... arguments) {
    struct Bound {
      Call call;
      std::tuple<Stored...> stored;
    };
    Bound bound{call_, std::tuple<Stored...>(std::forward<Arguments>(arguments)...)};
    look_at_arguments(site_, &bound.stored, sizeof(bound.stored));
    static_assert(alignof(Bound) <= kArgumentAlignment);
    run_launch(
        config_, site_,
        [](void* data) {
          auto& kernel = *static_cast<Bound*>(data);
          std::apply(kernel.call, kernel.stored);
        },
        &bound, sizeof(Bound));
  }

  Call call_;
  LaunchSite site_;
  LaunchConfig config_;
};

template <typename Call>
Launcher<Call> make_launcher(Call call, LaunchConfig config, LaunchSite site, bool) {
  return Launcher<Call>(call, site, config);
}

/// A launch with arguments that only the kernel's own parameters give a type: a list in braces.
template <typename... Parameters>
class TypedLauncher {
 public:
  TypedLauncher(void (*kernel)(Parameters...), LaunchSite site, LaunchConfig config)
      : kernel_(kernel), site_(site), config_(config) {}

  void operator()(Parameters... arguments) { Launcher(kernel_, site_, config_)(arguments...); }

 private:
  void (*kernel_)(Parameters...);
  LaunchSite site_;
  LaunchConfig config_;
};

template <typename... Parameters>
TypedLauncher<Parameters...> make_typed_launcher(void (*kernel)(Parameters...), LaunchConfig config,
                                                 LaunchSite site, bool) {
  return {kernel, site, config};
}

/// A launch for which `arguments` are the addresses of the kernel's, one for each parameter.
template <typename... Parameters>
cudaError_t launch_configured(LaunchSite site, void (*kernel)(Parameters...), LaunchConfig config,
                              void** arguments) {
  [&]<std::size_t... n>(std::index_sequence<n...>) {
    Launcher(kernel, site, config)(*static_cast<std::decay_t<Parameters>*>(arguments[n])...);
  }
  (std::index_sequence_for<Parameters...>());
  return cudaPeekAtLastError();
}

/// cudaLaunchKernel().
template <typename... Parameters>
cudaError_t launch_kernel(LaunchSite site, void (*kernel)(Parameters...), dim3 grid, dim3 block,
                          void** arguments, std::size_t shared_bytes = 0,
                          cudaStream_t stream = nullptr) {
  return launch_configured(site, kernel, LaunchConfig(grid, block, shared_bytes, stream),
                           arguments);
}
/// cudaLaunchCooperativeKernel().
template <typename... Parameters>
cudaError_t launch_cooperative_kernel(LaunchSite site, void (*kernel)(Parameters...), dim3 grid,
                                      dim3 block, void** arguments, std::size_t shared_bytes = 0,
                                      cudaStream_t stream = nullptr) {
  LaunchConfig config(grid, block, shared_bytes, stream);
  config.cooperative = true;
  return launch_configured(site, kernel, config, arguments);
}
template <typename Pointer>
cudaError_t launch_kernel(LaunchSite, Pointer*, dim3, dim3, void**, std::size_t = 0,
                          cudaStream_t = nullptr) {
  static_assert(std::is_function_v<Pointer>,
                "the call needs the kernel itself here, by its name: the simulator must "
                "know its parameters");
  return cudaErrorNotSupported;
}
template <typename Pointer>
cudaError_t launch_cooperative_kernel(LaunchSite site, Pointer* kernel, dim3 grid, dim3 block,
                                      void** arguments, std::size_t shared_bytes = 0,
                                      cudaStream_t stream = nullptr) {
  return launch_kernel(site, kernel, grid, block, arguments, shared_bytes, stream);  // refuses it
}

/// cudaLaunchKernelEx().
template <typename... Parameters, typename... Arguments>
cudaError_t launch_kernel_ex(LaunchSite site, const cudaLaunchConfig_t* config,
                             void (*kernel)(Parameters...), Arguments&&... arguments) {
  make_typed_launcher(
      kernel,
      LaunchConfig(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream),
      site, false)(std::forward<Arguments>(arguments)...);
  return cudaPeekAtLastError();
}

}  // namespace kit::sim

#endif
