/// @file
/// How many blocks of a shape a multiprocessor holds, by NVIDIA's calculator (cuda_occupancy.h of
/// the CUDA toolkit), as CSV. Needs no GPU: `make` beside this gives it the cards' limits.
///   occupancy NAME CAPABILITY THREADS SHARED_KIB ...     four arguments for each card
#include <cuda_occupancy.h>

#include <cstdio>
#include <cstdlib>
#include <string>

int main(int count, char** arguments) {
  std::printf("card,block,registers,shared_bytes,blocks\n");
  for (int card = 1; card + 3 < count; card += 4) {
    const int capability = std::atoi(arguments[card + 1]);
    cudaOccDeviceProp device;
    device.computeMajor = capability / 10;
    device.computeMinor = capability % 10;
    device.maxThreadsPerBlock = 1024;
    device.maxThreadsPerMultiprocessor = std::atoi(arguments[card + 2]);
    device.regsPerBlock = device.regsPerMultiprocessor = 65536;
    device.warpSize = 32;
    device.numSms = 1;
    device.reservedSharedMemPerBlock = capability >= 80 ? 1024 : 0;
    device.sharedMemPerBlock = 48 * 1024;
    device.sharedMemPerMultiprocessor = std::size_t(std::atoi(arguments[card + 3])) * 1024;
    device.sharedMemPerBlockOptin =
        device.sharedMemPerMultiprocessor - device.reservedSharedMemPerBlock;
    cudaOccDeviceState state;
    for (int block = 32; block <= 1024; block += 32)
      for (const int registers : {16, 24, 32, 37, 40, 48, 64, 72, 80, 96, 128, 168, 255})
        for (const int shared : {0, 1, 512, 1000, 4096, 5000, 12288, 16384, 40000, 65536, 101376,
                                 101377, 166912, 166913, 232448, 233472}) {
          cudaOccFuncAttributes kernel;
          kernel.maxThreadsPerBlock = 1024;
          kernel.numRegs = registers;
          kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
          kernel.maxDynamicSharedSizeBytes = device.sharedMemPerBlockOptin;
          kernel.numBlockBarriers = 1;
          cudaOccResult result;
          const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
              &result, &device, &kernel, &state, block, std::size_t(shared));
          if (error != CUDA_OCC_SUCCESS) return 1;
          // A part of the table says as much as all of it.
          if ((block / 32 + registers + shared) % 19 == 0)
            std::printf("%s,%d,%d,%d,%d\n", arguments[card], block, registers, shared,
                        result.activeBlocksPerMultiprocessor);
        }
  }
}
