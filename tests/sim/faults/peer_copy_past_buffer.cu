// expect: error cudaErrorInvalidValue
// expect: cudaMemcpyPeerAsync: the source reaches 64 bytes past the end of a 128-byte buffer
// setting: KIT_SIM_DEVICES=2
// A copy between two devices that begins behind its source, and one to which the directions are
// left.
#include "fault.hpp"

int main() {
  constexpr std::size_t kBytes = 32 * sizeof(int);
  char *mine = nullptr, *theirs = nullptr;
  (void)cudaSetDevice(1);
  (void)cudaMalloc(&theirs, kBytes);
  (void)cudaMemset(theirs, 0, kBytes);
  (void)cudaDeviceSynchronize();
  (void)cudaSetDevice(0);
  (void)cudaMalloc(&mine, kBytes);
  const char* const behind = theirs + kBytes + kBytes / 2;
  if (cudaMemcpyAsync(mine, behind, kBytes, cudaMemcpyDefault) == cudaSuccess)  // finds: wrong_copy
    return 1;
  const cudaError_t error =
      cudaMemcpyPeerAsync(mine, 0, behind, 1, kBytes, nullptr);  // finds: wrong_copy
  (void)cudaFree(mine);
  (void)cudaFree(theirs);
  return report(error);
}
