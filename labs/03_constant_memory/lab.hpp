/// @file
/// Lab 03's contract: what constant.cu, lookup.cu, challenge.cu and find_the_bug.cu must define.
/// Not to be edited; the grader compiles against its own copy.
///
/// Images have one channel and are row-major without padding: pixel (x, y) stands at
/// image[y * width + x]. The caller owns all memory it passes in, and outputs overlap nothing else.
/// It guarantees
///   - width and height in [1, 2^30], width * height <= 2^31 - 1 (so that an int holds any index);
///   - filter_width odd, in [1, kMaxFilterWidth]; it may exceed the image's width, height, or both;
///   - block.x * block.y in [1, 1024], block.z = 1, and
///     height <= 65535 * block.y (the grid's limit in y).
/// The functions need not check this. They write every pixel of the output and nothing else, and
/// leave their inputs as they were.
///
/// **Host arrays and streams.** `filter`, `table` and `coefficients` are in host memory. The
/// functions queue their copy to the device on `stream`, and the kernel behind it. From ordinary
/// (pageable) memory the runtime first takes a copy of its own, so the array may change as soon as
/// the function has returned; an array from cudaMallocHost is read later and must stay until the
/// work is done. There is one variable in constant memory for all launches. Calls on one stream
/// follow one another; the caller makes no calls of the same function that may overlap on two
/// streams, because the second would change the filter under the first one's running kernel.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "kit/border.hpp"

namespace lab03 {

/// Widest filter. A device has 65,536 bytes of constant memory for the variables of a program (one
/// for each separately compiled file, to be exact): 127 * 127 floats are 64,516 bytes, 129 * 129
/// are too many.
inline constexpr int kMaxFilterWidth = 127;

/// Entries of a tone curve: one for each 8-bit pixel.
inline constexpr int kTableSize = 256;

/// Most coefficients of a polynomial.
inline constexpr int kMaxCoefficients = 16;

/// Filters an image in device memory with a square filter, as a correlation (the filter is not
/// flipped):
///
///     output(x, y) = sum over j, i of filter[j * filter_width + i] * input(x + i - r, y + j - r)
///
/// with i and j from 0 to filter_width - 1 and r = filter_width / 2. One thread computes one pixel
/// and reads the weights from constant memory. Asynchronous: queues a copy and a kernel on `stream`
/// and returns; allocates nothing. In constant.cu. Method: V1_const of S1, section 4.4.
///
/// @param d_input       width * height floats in [0, 1], device memory.
/// @param d_output      width * height floats, device memory. Not clipped to [0, 1].
/// @param width,height  Size of both images in pixels; no multiple of anything.
/// @param filter        filter_width * filter_width weights, row-major, HOST memory.
/// @param filter_width  Weights per side, odd, at most kMaxFilterWidth.
/// @param border        What stands beyond the edge of the image: 0, or the nearest pixel.
/// @param block         Threads per block in x and y; the launcher derives the grid from it.
/// @param stream        Where copy and kernel are queued; nullptr is the default stream.
/// @throws kit::CudaError if the copy or the launch is refused.
void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream);

/// Replaces every pixel by its entry in a table:
///
///     output(x, y) = table[input(x, y)]
///
/// Each lane of a warp looks up a pixel of its own, in constant memory. Asynchronous, as above. In
/// lookup.cu.
///
/// @param d_input       width * height grey levels 0 to 255, device memory.
/// @param d_output      width * height grey levels, device memory.
/// @param width,height  Size of both images in pixels.
/// @param table         kTableSize grey levels, HOST memory.
/// @param block         Threads per block in x and y.
/// @param stream        Where copy and kernel are queued.
/// @throws kit::CudaError if the copy or the launch is refused.
void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream);

/// The same result, but every block first copies the table from global to shared memory, and its
/// threads look up there. Asynchronous; allocates nothing. In lookup.cu.
///
/// @param d_input       width * height grey levels 0 to 255, device memory.
/// @param d_output      width * height grey levels, device memory.
/// @param width,height  Size of both images in pixels.
/// @param d_table       kTableSize grey levels, DEVICE memory.
/// @param block         Threads per block in x and y; may be fewer than kTableSize in all.
/// @param stream        Where the kernel is queued.
/// @throws kit::CudaError if the launch is refused.
void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream);

/// Challenge: as lab03::convolve(), for filters of 3, 5, 7, 9, 11, 13, 15 and 17 pixels a side by
/// kernels whose filter size is a template parameter and whose loops over the filter are unrolled;
/// any other width goes to lab03::convolve(). The restriction on streams holds for both functions
/// together. In challenge.cu.
void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream);

/// Find the bug: replaces every pixel v by a polynomial of its value,
///
///     c[0] + c[1] * v + c[2] * v^2 + ... + c[count - 1] * v^(count - 1)
///
/// with the coefficients c from constant memory. Asynchronous, as above. In find_the_bug.cu.
///
/// @param d_input       width * height floats in [0, 1], device memory.
/// @param d_output      width * height floats, device memory.
/// @param width,height  Size of both images in pixels.
/// @param coefficients  count floats, the constant term first, HOST memory.
/// @param count         In [1, kMaxCoefficients].
/// @param block         Threads per block in x and y.
/// @param stream        Where copy and kernel are queued.
/// @throws kit::CudaError if the copy or the launch is refused.
void polynomial(const float* d_input, float* d_output, int width, int height,
                const float* coefficients, int count, dim3 block, cudaStream_t stream);

}  // namespace lab03
