/// @file
/// Lab 05's contract: what global.cu, constant.cu, shared.cu, bytes.cu, challenge.cu and
/// find_the_bug.cu must define. Not to be edited; the grader compiles against its own copy.
///
/// A separable filter is two vectors of `taps` weights: `row_weights` for the pixels of a row and
/// `column_weights` for those of a column. All functions but the last compute, as a correlation
/// (nothing is flipped),
///
///     between(x, y) = sum over i of row_weights[i] * input(x + i - r, y)
///     output(x, y)  = sum over j of column_weights[j] * between(x, y + j - r)
///
/// with i and j from 0 to taps - 1 and r = taps / 2, which is the convolution with the square
/// filter of the weights column_weights[j] * row_weights[i]. Beyond the edge of the input stands 0
/// or the nearest pixel, as `border` says; the intermediate image `between` follows the same rule
/// in y. Method: S2, section 1.3, and S4, section 5.2.
///
/// Images have one channel and are row-major without padding: pixel (x, y) stands at
/// image[y * width + x]. The caller owns all memory it passes in; input, output and workspace do
/// not overlap. It guarantees
///   - width and height in [1, 2^30], width * height <= 2^31 - 1 (so that an int holds any index);
///   - taps odd, in [1, kMaxTaps]; it may exceed the image's width, its height, or both; the two
///     vectors may differ and need not be symmetric;
///   - block.x * block.y in [1, 1024], block.z = 1, height <= 65535 * block.y (the grid's limit in
///     y; for separable_fused() height <= 2^17); and, for separable_shared(), that the tiles of
///     both passes, (block.x + 2 r) * block.y and block.x * (block.y + 2 r) floats, have at most
///     kMaxTileBytes.
/// The functions need not check this. They write every pixel of the output and nothing else, except
/// the workspace where there is one, and leave inputs and weights as they were. They are
/// asynchronous: they queue their work on `stream` and return; they allocate nothing and wait for
/// nothing.
///
/// **Weights in host memory** are copied to constant memory on `stream`, in front of the kernels.
/// From ordinary (pageable) memory the runtime first takes a copy of its own, so the arrays may
/// change as soon as the function has returned. There is one copy on the device for all calls of a
/// function: the caller lets no two calls of the same function overlap, on two streams or from two
/// host threads.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "kit/border.hpp"

namespace lab05 {

/// Most weights of a vector.
inline constexpr int kMaxTaps = 127;

/// Bytes of shared memory that a block has on every GPU without being asked for more.
inline constexpr int kMaxTileBytes = 48 * 1024;

/// Both passes with everything in global memory: two kernels, one thread per pixel each. In
/// global.cu.
///
/// @param d_input           width * height floats in [0, 1], device memory.
/// @param d_output          width * height floats, device memory. Not clipped to [0, 1].
/// @param d_workspace       width * height floats, device memory, for the intermediate image;
///                          contents undefined before and after.
/// @param width,height      Size of the images in pixels; no multiple of anything.
/// @param d_row_weights     taps weights, DEVICE memory.
/// @param d_column_weights  taps weights, DEVICE memory.
/// @param taps              Weights of each vector, odd.
/// @param border            What stands beyond the edge of the image: 0, or the nearest pixel.
/// @param block             Threads per block in x and y, for both kernels; the launcher derives
/// the
///                          grid from it.
/// @param stream            Where the work is queued; nullptr is the default stream.
/// @throws kit::CudaError if a launch is refused.
void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream);

/// The same with the weights in constant memory. In constant.cu.
///
/// @param row_weights,column_weights  taps weights each, HOST memory. The other parameters are
/// those
///                                    of separable_global().
/// @throws kit::CudaError if a copy or a launch is refused.
void separable_constant(const float* d_input, float* d_output, float* d_workspace, int width,
                        int height, const float* row_weights, const float* column_weights, int taps,
                        kit::Border border, dim3 block, cudaStream_t stream);

/// The same with the weights in constant memory and the pixels in shared memory: in each pass a
/// block loads the pixels that it needs once, waits, and sums from there. Parameters and errors are
/// those of separable_constant(). In shared.cu.
void separable_shared(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* row_weights, const float* column_weights, int taps,
                      kit::Border border, dim3 block, cudaStream_t stream);

/// The same for an image of grey levels, as in S2, with the weights in constant memory. The
/// intermediate image is float32 and is not rounded. The output is the sum limited to [0, 255] and
/// rounded to the nearest integer, halves to the even one. In bytes.cu.
///
/// @param d_input      width * height grey levels 0 to 255, device memory.
/// @param d_output     width * height grey levels, device memory.
/// @param row_weights,column_weights  taps weights each, HOST memory. The other parameters are
/// those
///                     of separable_global().
/// @throws kit::CudaError if a copy or a launch is refused.
void separable_bytes(const std::uint8_t* d_input, std::uint8_t* d_output, float* d_workspace,
                     int width, int height, const float* row_weights, const float* column_weights,
                     int taps, kit::Border border, dim3 block, cudaStream_t stream);

/// Challenge, rung 1: both passes in one kernel, whose intermediate values never reach global
/// memory. The block shape is the function's own choice. In one_kernel.cu.
///
/// @param d_input       width * height floats in [0, 1], device memory.
/// @param d_output      width * height floats, device memory. Not clipped to [0, 1].
/// @param width,height  Size of both images in pixels.
/// @param row_weights,column_weights  taps weights each, HOST memory.
/// @param taps          Weights of each vector, odd.
/// @param border        What stands beyond the edge of the image.
/// @param stream        Where the work is queued.
/// @throws kit::CudaError if a copy or the launch is refused.
void separable_one_kernel(const float* d_input, float* d_output, int width, int height,
                          const float* row_weights, const float* column_weights, int taps,
                          kit::Border border, cudaStream_t stream);

/// Challenge, rung 2: the same, with few reads of shared memory: a thread computes neighbouring
/// results from values that it keeps in registers. Parameters and errors are those of
/// separable_one_kernel(). In rolling.cu.
void separable_rolling(const float* d_input, float* d_output, int width, int height,
                       const float* row_weights, const float* column_weights, int taps,
                       kit::Border border, cudaStream_t stream);

/// Challenge, rung 3: the same, as fast as you can. For many taps it may call separable_rolling().
/// Parameters and errors are those of separable_one_kernel(). In challenge.cu.
void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream);

/// Find the bug: an image of half the size, in two passes. With w = (width + 1) / 2 and
/// h = (height + 1) / 2, both rounded down, the first pass takes the mean of neighbours in a row,
/// the second that of neighbours in a column:
///
///     between(x, y) = (input(2 x, y) + input(2 x + 1, y)) / 2        x < w, y < height
///     output(x, y)  = (between(x, 2 y) + between(x, 2 y + 1)) / 2    x < w, y < h
///
/// Where the image has no pixel 2 x + 1 or 2 y + 1, its last one stands for it. In find_the_bug.cu.
///
/// @param d_input       width * height floats in [0, 1], device memory.
/// @param d_output      w * h floats, device memory.
/// @param d_workspace   w * height floats, device memory, for the intermediate image; contents
///                      undefined before and after.
/// @param width,height  Size of the input in pixels; no multiple of anything.
/// @param block         Threads per block in x and y, for both kernels.
/// @param stream        Where the work is queued.
/// @throws kit::CudaError if a launch is refused.
void halve(const float* d_input, float* d_output, float* d_workspace, int width, int height,
           dim3 block, cudaStream_t stream);

}  // namespace lab05
