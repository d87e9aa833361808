/// @file
/// Says that all memory around the output had better lie with the host.
#include <cuda_runtime.h>

#include <type_traits>

// FRAME

/// The last argument's type depends on CUDA's release.
template <typename Location>
void advise(cudaError_t (*call)(const void*, std::size_t, cudaMemoryAdvise, Location),
            const float* place) {
  Location host{};
  if constexpr (std::is_same_v<Location, int>)
    host = cudaCpuDeviceId;
  else
    host.type = cudaMemLocationTypeHost;
  call(place, std::size_t(2) << 20, cudaMemAdviseSetPreferredLocation, host);
}

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  look_around(d_output, [&](float* place) {
    advise(&cudaMemAdvise, place);
    return false;
  });
  cudaGetLastError();
}
