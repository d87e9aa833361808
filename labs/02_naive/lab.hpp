/// @file
/// Lab 02's contract: what the lab's .cu files must define. Not to be edited; the grader compiles
/// against its own copy.
///
/// Images are float32, one channel, values in [0, 1], row-major without padding: pixel (x, y)
/// stands at image[y * width + x]. The caller owns all memory it passes in, and outputs and
/// workspaces overlap nothing else. It guarantees
///   - width and height in [1, 2^30], width * height <= 2^31 - 1 (so that an int holds any index);
///   - filter_width odd, in [1, 32767]; it may exceed the image's width, its height, or both;
///   - block.x * block.y in [1, 1024], block.z = 1, and
///     height <= 65535 * block.y (the grid's limit in y).
/// The functions need not check this. They write every pixel of the output and nothing else, except
/// the workspace where there is one, and leave their inputs as they were.
#pragma once

#include <cuda_runtime.h>

#include "kit/border.hpp"

namespace lab02 {

/// Step 1 towards convolve(): writes its column into each pixel, output(x, y) = x. One thread
/// writes one pixel, and there are exactly as many threads as pixels. Asynchronous: queues one
/// kernel on `stream` and returns; allocates nothing, waits for nothing. In write_x.cu.
///
/// @param d_output  width * height floats, device memory.
/// @param width     Pixels per row: a whole multiple of block.x, at most 2^24 (a float holds every
///                  integer up to there).
/// @param height    Rows: a whole multiple of block.y.
/// @param block     Threads per block in x and y; the launcher derives the grid from it.
/// @param stream    Where the kernel is queued; nullptr is the default stream.
/// @throws kit::CudaError if the launch is refused.
void write_x(float* d_output, int width, int height, dim3 block, cudaStream_t stream);

/// Step 2: the same for an image of any size, with an operation that reads a pixel:
///
///     output(x, y) = gain * input(x, y) + offset
///
/// Blocks hang over the edge of the image, and threads beyond it do nothing. Asynchronous, as
/// write_x() is. In bounds.cu.
///
/// @param d_input       width * height floats, device memory.
/// @param d_output      width * height floats, device memory. Not clipped to [0, 1].
/// @param width,height  Size of both images in pixels; no multiple of anything.
/// @param gain,offset   Finite, at most 1000 in magnitude.
/// @param block         Threads per block in x and y; the launcher derives the grid from it.
/// @param stream        Where the kernel is queued; nullptr is the default stream.
/// @throws kit::CudaError if the launch is refused.
void gain_and_offset(const float* d_input, float* d_output, int width, int height, float gain,
                     float offset, dim3 block, cudaStream_t stream);

/// Step 3: one product of a convolution, with a neighbour that may lie outside the image:
///
///     output(x, y) = weight * input(x + dx, y + dy), 0 where (x + dx, y + dy) is outside
///
/// One thread computes one pixel. Asynchronous, as write_x() is. In one_tap.cu.
///
/// @param d_input       width * height floats, device memory.
/// @param d_output      width * height floats, device memory.
/// @param width,height  Size of both images in pixels; no multiple of anything.
/// @param dx,dy         The neighbour's place as seen from the pixel: dx columns to the right, dy
///                      rows down, in [-2^30, 2^30]. May lead outside the image from every pixel.
/// @param weight        Finite, at most 1000 in magnitude.
/// @param block         Threads per block in x and y; the launcher derives the grid from it.
/// @param stream        Where the kernel is queued; nullptr is the default stream.
/// @throws kit::CudaError if the launch is refused.
void one_tap(const float* d_input, float* d_output, int width, int height, int dx, int dy,
             float weight, dim3 block, cudaStream_t stream);

/// Filters an image in device memory with a square filter, as a correlation (the filter is not
/// flipped):
///
///     output(x, y) = sum over j, i of filter[j * filter_width + i] * input(x + i - r, y + j - r)
///
/// with i and j from 0 to filter_width - 1 and r = filter_width / 2. One thread computes one pixel.
/// Asynchronous: queues one kernel on `stream` and returns; allocates nothing, waits for nothing.
/// In naive.cu.
///
/// @param d_input       width * height floats, device memory.
/// @param d_output      width * height floats, device memory. Not clipped to [0, 1].
/// @param width,height  Size of both images in pixels; no multiple of anything.
/// @param d_filter      filter_width * filter_width weights, row-major, device memory.
/// @param filter_width  Weights per side, odd.
/// @param border        What stands beyond the edge of the image: 0, or the nearest pixel.
/// @param block         Threads per block in x and y; the launcher derives the grid from it.
/// @param stream        Where the kernel is queued; nullptr is the default stream.
/// @throws kit::CudaError if the launch is refused.
void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream);

/// The same for an image in host memory, from allocation to release: copies input and filter to
/// the device, filters there by lab02::convolve(), copies the result back and returns when it has
/// arrived. All device memory it allocates is freed again, after an error too. In host.cu.
///
/// @param input         width * height floats, host memory.
/// @param output        width * height floats, host memory.
/// @param width,height  Size of both images in pixels.
/// @param filter        filter_width * filter_width weights, row-major, host memory.
/// @param filter_width  Weights per side, odd.
/// @param border        What stands beyond the edge of the image.
/// @throws kit::CudaError if any CUDA call fails; the output's contents are then unspecified.
void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border);

/// Gradient magnitude of an image in device memory:
///
///     output(x, y) = sqrt(gx(x, y)^2 + gy(x, y)^2)
///
/// where gx and gy are the input filtered with two 3x3 filters, Sobel X and Sobel Y. Two calls of
/// lab02::convolve() and one combining kernel, queued on `stream` in this order. Asynchronous:
/// allocates nothing, waits for nothing. In sobel.cu.
///
/// @param d_input      width * height floats, device memory.
/// @param d_output     width * height floats, device memory. Not scaled: at most sqrt(20) if the
///                     input is in [0, 1].
/// @param width,height Size of both images in pixels.
/// @param d_sobel_x    9 weights, row-major, device memory: -1 0 1, -2 0 2, -1 0 1.
/// @param d_sobel_y    9 weights, row-major, device memory: -1 -2 -1, 0 0 0, 1 2 1.
/// @param d_workspace  2 * width * height floats, device memory, for gx and gy; contents undefined
///                     before and after.
/// @param border       What stands beyond the edge of the image, in both convolutions.
/// @param block        Threads per block in x and y, for all three kernels.
/// @param stream       Where the kernels are queued; nullptr is the default stream.
/// @throws kit::CudaError if a launch is refused.
void sobel_magnitude(const float* d_input, float* d_output, int width, int height,
                     const float* d_sobel_x, const float* d_sobel_y, float* d_workspace,
                     kit::Border border, dim3 block, cudaStream_t stream);

/// Mirrors an image left to right: output(x, y) = input(width - 1 - x, y). One thread computes one
/// pixel; blocks have one dimension, and threads are counted through the image in memory's order.
/// Asynchronous, as write_x() is. Given in find_the_bug.cu, with one mistake in it.
///
/// @param d_input       width * height floats, device memory.
/// @param d_output      width * height floats, device memory.
/// @param width,height  Size of both images in pixels; no multiple of anything; at most 2^30
///                      pixels.
/// @param threads       Threads per block, in [1, 1024].
/// @param stream        Where the kernel is queued; nullptr is the default stream.
/// @throws kit::CudaError if the launch is refused.
void mirror(const float* d_input, float* d_output, int width, int height, int threads,
            cudaStream_t stream);

}  // namespace lab02
