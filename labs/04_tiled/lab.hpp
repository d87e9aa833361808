/// @file
/// Lab 04's contract: what tiled.cu, sizes.cu and the challenge's three files must define, and the
/// small files beside them. Not to be edited; the grader compiles against its own copy.
///
/// Images are float32, one channel, values in [0, 1], row-major without padding: pixel (x, y)
/// stands at image[y * width + x]. The caller owns all memory it passes in, and the output overlaps
/// nothing else. It guarantees
///   - width and height in [1, 2^30], width * height <= 2^31 - 1 (so that an int holds any index);
///   - filter_width odd, in [1, kMaxFilterWidth]; it may exceed the image's width, its height, or
///     both;
///   - block.x * block.y in [1, 1024], block.z = 1, height <= 65535 * block.y (the grid's limit in
///     y; for the challenge's functions height <= 2^17), and a tile of the block with its halo,
///     (block.x + 2 r) * (block.y + 2 r) floats with r = filter_width / 2, of at most
///     kMaxTileBytes.
/// The functions need not check this. They write every pixel of the output and nothing else, and
/// leave the input and the filter as they were.
#pragma once

#include <cuda_runtime.h>

#include "kit/border.hpp"

namespace lab04 {

/// Bytes of shared memory that a block has on every GPU without being asked for more.
inline constexpr int kMaxTileBytes = 48 * 1024;

/// Widest filter, in weights per side. The tile of a block of one thread is as large as the filter:
/// 109 * 109 floats are 47,524 bytes, 111 * 111 are more than kMaxTileBytes. Wider blocks take
/// narrower filters. (The constant memory would hold 127 * 127 weights, as in lab 03.)
inline constexpr int kMaxFilterWidth = 109;

/// Filters an image in device memory with a square filter, as a correlation (the filter is not
/// flipped):
///
///     output(x, y) = sum over j, i of filter[j * filter_width + i] * input(x + i - r, y + j - r)
///
/// with i and j from 0 to filter_width - 1 and r = filter_width / 2. One thread computes one pixel.
/// The threads of a block load the pixels that they need together into shared memory, each pixel
/// once, and sum from there. Asynchronous: queues a copy of the filter and one kernel on `stream`
/// and returns; allocates nothing, waits for nothing. Not to be called from two host threads, nor
/// on two streams at once: there is one copy of the filter. In tiled.cu.
///
/// @param d_input       width * height floats, device memory.
/// @param d_output      width * height floats, device memory. Not clipped to [0, 1].
/// @param width,height  Size of both images in pixels; no multiple of anything.
/// @param filter        filter_width * filter_width weights, row-major, host memory; may be changed
///                      or freed once the call has returned.
/// @param filter_width  Weights per side, odd.
/// @param border        What stands beyond the edge of the image: 0, or the nearest pixel.
/// @param block         Threads per block in x and y; the launcher derives grid and tile from it.
/// @param stream        Where copy and kernel are queued; nullptr is the default stream.
/// @throws kit::CudaError if the copy or the launch is refused.
void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream);

/// The same, by a kernel compiled for the filter's width if that is 3, 5, 7 ... 17, so that its
/// loops have a known length and can be unrolled; other widths go to lab04::convolve(). Parameters,
/// errors and limits are those of lab04::convolve(). In sizes.cu.
void convolve_sized(const float* d_input, float* d_output, int width, int height,
                    const float* filter, int filter_width, kit::Border border, dim3 block,
                    cudaStream_t stream);

/// The same, by threads that compute several outputs each, from a tile in shared memory; the kernel
/// has blocks of its own. For widths 3, 5, 7 ... 17 as above; other widths go to lab04::convolve()
/// with blocks of its choice, for which any filter_width up to 63 must work. Parameters and errors
/// are those of lab04::convolve(). In several_outputs.cu.
void convolve_several(const float* d_input, float* d_output, int width, int height,
                      const float* filter, int filter_width, kit::Border border,
                      cudaStream_t stream);

/// The same, by threads that hold a row of their window in registers and have several outputs
/// beside and below one another. Widths, parameters and errors are those of convolve_several(). In
/// row_windows.cu.
void convolve_windows(const float* d_input, float* d_output, int width, int height,
                      const float* filter, int filter_width, kit::Border border,
                      cudaStream_t stream);

/// The same, with all sums in registers from the first input row to the last. Widths, parameters
/// and errors are those of convolve_several(). In challenge.cu.
void convolve_registers(const float* d_input, float* d_output, int width, int height,
                        const float* filter, int filter_width, kit::Border border,
                        cudaStream_t stream);

/// A step towards convolve(): shows what the tiles hold. Each block loads its tile, the pixels of
/// its threads with a halo of `radius` pixels on every side, into shared memory, and writes it to
/// the output as it is. With pitch = block.x + 2 * radius and rows = block.y + 2 * radius, the
/// output is an image of (grid width * pitch) x (grid height * rows) pixels, without padding, in
/// which the tiles stand side by side: pixel (i * pitch + m, j * rows + n) is element (m, n) of the
/// tile of block (i, j), that is
///
///     input(i * block.x + m - radius, j * block.y + n - radius)
///
/// or, where that lies beyond the edge of the image, the pixel nearest to it. The grid is the
/// smallest whose blocks cover the input. Asynchronous, as convolve() is, with one kernel. In
/// fill.cu.
///
/// @param d_input       width * height floats, device memory.
/// @param d_output      All tiles, at most 2^31 - 1 floats, device memory.
/// @param width,height  Size of the input in pixels; no multiple of anything.
/// @param radius        Pixels of the halo on each side, from 0 to kMaxFilterWidth / 2; the tile
///                      fits into kMaxTileBytes.
/// @param block         Threads per block in x and y.
/// @param stream        Where the kernel is queued.
/// @throws kit::CudaError if the launch is refused.
void show_tiles(const float* d_input, float* d_output, int width, int height, int radius,
                dim3 block, cudaStream_t stream);

/// A step towards convolve(): turns the row of pixels of each row of a block around. Output pixel
/// (x, y) with x = i * block.x + t, 0 <= t < block.x, is
///
///     input(i * block.x + block.x - 1 - t, y)
///
/// or 0 where that lies beyond the right edge of the image. Threads exchange their pixels through
/// shared memory. Asynchronous, with one kernel. In turn.cu.
///
/// @param d_input,d_output  width * height floats each, device memory.
/// @param width,height      Size of both images in pixels; no multiple of anything.
/// @param block             Threads per block in x and y.
/// @param stream            Where the kernel is queued.
/// @throws kit::CudaError if the launch is refused.
void turn_rows(const float* d_input, float* d_output, int width, int height, dim3 block,
               cudaStream_t stream);

/// A step towards convolve(): the mean of three neighbours of a row, from a tile with a halo of one
/// pixel on the left and on the right:
///
///     output(x, y) = (input(x - 1, y) + input(x, y) + input(x + 1, y)) / 3
///
/// Beyond the edge of the image stands the nearest pixel. Asynchronous, with one kernel. Parameters
/// and errors are those of turn_rows(). In mean.cu.
void mean_of_three(const float* d_input, float* d_output, int width, int height, dim3 block,
                   cudaStream_t stream);

/// The smallest of seven neighbours of a row, x - 3 to x + 3; beyond the edge of the image stands
/// the nearest pixel. The kernel has blocks of its own; height <= 2^19 - 8. Asynchronous, with one
/// kernel. Parameters and errors are those of turn_rows(). In find_the_bug.cu, which is whole but
/// for one mistake.
void smallest_of_seven(const float* d_input, float* d_output, int width, int height,
                       cudaStream_t stream);

}  // namespace lab04
