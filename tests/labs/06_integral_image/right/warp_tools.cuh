// A sum over a warp; reduction_butterfly.cu uses it.
#pragma once
/// The sum over a warp, in every lane. All 32 lanes must call it.
__device__ inline unsigned butterfly_sum(unsigned v) {
  for (int m = 16; m > 0; m >>= 1) v += __shfl_xor_sync(0xffffffffu, v, m);
  return v;
}
