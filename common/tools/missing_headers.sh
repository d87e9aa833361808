# Which headers of CUDA's toolkit the simulator does not have, and what to write instead. Sourced by
# common/tools/compile.
# shellcheck shell=bash

# Takes what the preprocessor says; of such a header that it did not find it says so by name, in one line.
name_missing_headers() {
  local line header instead
  local fatal='^(.*): fatal error: (.*): No such file or directory$'
  while IFS= read -r line; do
    [ "$line" != 'compilation terminated.' ] || continue
    if [[ $line =~ $fatal ]]; then
      header=${BASH_REMATCH[2]}
      case $header in
        thrust/* | cub/*)
          instead="Thrust and no CUB|write the kernel (a reduction, a scan, a sort by __shfl_down_sync and shared memory), or use the C++ library on the host" ;;
        mma.h) instead="tensor cores|multiply and add in registers, tile by tile from shared memory" ;;
        cublas*.h) instead="cuBLAS|write the product as a kernel, tile by tile from shared memory" ;;
        cufft*.h) instead="cuFFT|write the transform as a kernel, or transform on the host" ;;
        cusparse*.h) instead="cuSPARSE|write the product as a kernel, one warp for each row" ;;
        cusolver*.h) instead="cuSOLVER|solve on the host, or write the kernel" ;;
        cudnn*.h | cutlass/* | cute/*) instead="library of that name|write the kernel" ;;
        npp*.h) instead="NPP|write the filter as a kernel" ;;
        nvjpeg.h) instead="nvJPEG|read and write pictures by kit/image_io.hpp" ;;
        nccl.h) instead="NCCL|it plays one device: copy by cudaMemcpyAsync" ;;
        nvrtc.h) instead="compiler at run time (NVRTC)|let the build compile the kernel" ;;
        nvml.h) instead="NVML|ask cudaGetDeviceProperties" ;;
        nvToolsExt*.h | nvtx3/*) instead="NVTX|leave the ranges out, or put them between #ifdef __NVCC__ and #endif" ;;
        cuda_fp8.h | cuda_fp6.h | cuda_fp4.h) instead="numbers of 8 bits and less|use cuda_fp16.h or cuda_bf16.h" ;;
        cuda_gl_interop.h | cuda_d3d*_interop.h | cuda_vdpau_interop.h | cuda_egl_interop.h)
          instead="graphics to share memory with|copy the picture to the host and write it to a file" ;;
        curand_mtgp32*.h | curand_mrg32k3a.h) instead="such generator|use curandStatePhilox4_32_10_t of <curand_kernel.h>" ;;
        cuda/ptx) instead="PTX|use CUDA's own functions" ;;
        cuda/*) instead="such part of libcu++|it has <cuda/atomic>, <cuda/barrier>, <cuda/pipeline> and, of <cuda/std/...>, what docs/simulator.md lists" ;;
        *) instead='' ;;
      esac
      [ -z "$instead" ] || line="${BASH_REMATCH[1]}: error: the simulator has no ${instead%%|*} (<$header>): ${instead#*|}"
    fi
    printf '%s\n' "$line"
  done
}
