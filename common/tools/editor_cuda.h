/// @file
/// What an editor's clangd reads before a .cu file: the simulator's headers, in which every
/// function is for the host and for kernels. With one function for each side clangd would err: of
/// the headers it makes a precompiled one, in which clang keeps only one of two functions that
/// differ in nothing but their side (printf, operator new). So it does not know what a kernel may
/// not call; `make lab02` says that.
#pragma once

#pragma clang force_cuda_host_device begin
#include <bits/c++config.h>
#include <bits/exception.h>
#pragma clang force_cuda_host_device end

// Of these functions clang knows beforehand that they are the host's. It has a header of its own
// for <new>, which would add the device's later.
#include <new>
#define __CLANG_CUDA_WRAPPERS_NEW

#pragma clang force_cuda_host_device begin
#undef __CUDA__

// clang has this one built in.
#define __syncthreads kit_sim_syncthreads
#include <cuda_runtime.h>
#undef __syncthreads

#undef __host__
#undef __device__
#undef __managed__
#undef __launch_bounds__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __device__
#define __noinline__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

// By the first two names clang knows what stands between <<< and >>>.
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
