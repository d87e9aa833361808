/// @file
/// Lab 06's contract: what the files of lab.json must define. Not to be edited; the grader compiles
/// against its own copy.
///
/// Images hold grey levels 0 to 255 in bytes, 1 or 3 channels interleaved, rows without padding:
/// channel c of pixel (x, y) stands at image[(y * width + x) * channels + c]. Every channel is
/// filtered by itself.
///
/// A summed-area table holds, for every pixel, the sum of the pixels above and to the left of it,
/// its own row and column included (S4 calls it integral image; Crow 1984):
///
///     table(x, y) = sum over j <= y, i <= x of image(i, j)
///
/// One plane per channel, one behind the other: table[c * width * height + y * width + x]. Sums are
/// unsigned and modulo 2^32 (or 2^64): only differences of them are used.
///
/// All pointers are device memory; the caller owns it, and outputs, tables and workspaces overlap
/// nothing else. It guarantees
///   - width and height in [1, 2^30], channels 1 or 3, height <= 65535,
///     width * height * channels <= 2^31 - 1 (so that an int holds any index);
///   - radius in [0, 2^30]: it may exceed the image's width, its height, or both.
/// The functions need not check this. They are asynchronous: they queue their kernels on `stream`
/// (nullptr: the default stream) and return, allocate nothing, wait for nothing, write every value
/// of the output and nothing else, and leave their inputs as they were. They throw kit::CudaError
/// if a launch is refused.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace lab06 {

/// Histogram of a grey image: counts[g] becomes the number of pixels of level g. In atomics.cu.
///
/// @param d_counts  256 counters; contents undefined before.
void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream);

/// A row is cut into parts of 32 pixels from its beginning on, the last one as long as what is
/// left. Every pixel of a grey image is replaced by its absolute difference from the pixel to its
/// left, and by 0 where that is in another part or outside:
///
///     output(x, y) = |image(x, y) - image(x - 1, y)| if x is no multiple of 32, else 0
///
/// In shuffles.cu.
void differences_in_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width,
                          int height, cudaStream_t stream);

/// Every pixel of a grey image is replaced by the mean of its part of the row, parts as above,
/// rounded to the nearest grey level and up where two are equally near. In shuffles.cu.
void means_of_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                    cudaStream_t stream);

/// Sums of the frames of a film, which stand one behind the other: sums[f] becomes the sum of the
/// values frames[f * pixels] to frames[f * pixels + pixels - 1]. In reduction.cu.
///
/// @param d_sums  `frames` sums; contents undefined before.
/// @param pixels  of a frame, in [1, 16843009]: 32 bits hold the sum.
/// @param frames  in [1, 65535]; pixels * frames <= 2^31 - 1.
void sums_of_frames(const std::uint8_t* d_frames, std::uint32_t* d_sums, int pixels, int frames,
                    cudaStream_t stream);

/// Box filter: the mean over the window of `radius` pixels to each side, clipped at the edges of
/// the image, divided by the number of pixels that are left of it, rounded to the nearest grey
/// level and up where two are equally near:
///
///     x0 = max(x - radius, 0), x1 = min(x + radius, width - 1), the same for y
///     output(x, y) = floor(1/2 + (sum over j in [y0, y1], i in [x0, x1] of input(i, j))
///                                / ((x1 - x0 + 1) * (y1 - y0 + 1)))
///
/// One thread per pixel and channel reads the whole window. In naive.cu.
void box_naive(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
               int channels, int radius, cudaStream_t stream);

/// The sums along the rows, the first half of a table: rows(x, y) = sum over i <= x of
/// image(i, y). One thread per row and channel (S4, section 5.1). In line_scans.cu.
void scan_rows_by_lines(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                        int channels, cudaStream_t stream);

/// Sums along the columns of `planes` planes of width x height values, in place: afterwards every
/// value is the sum of those above it in its plane and itself, modulo 2^32. One thread per column
/// and plane. In line_scans.cu.
void scan_columns_by_lines(std::uint32_t* d_table, int width, int height, int planes,
                           cudaStream_t stream);

/// The same two, with hundreds of threads for each line. Neighbouring threads use neighbouring
/// values of a row in both. Sums of 32 bits and of 64. In block_scans.cu.
void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream);
/// The same with sums of 64 bits.
void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint64_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream);
/// The columns' part, with sums of 32 bits.
void scan_columns_by_blocks(std::uint32_t* d_table, int width, int height, int planes,
                            cudaStream_t stream);
/// The same with sums of 64 bits.
void scan_columns_by_blocks(std::uint64_t* d_table, int width, int height, int planes,
                            cudaStream_t stream);

/// True if the sum over some clipped window of an image of width x height may exceed 2^32 - 1, so
/// that differences modulo 2^32 do not tell it: if the largest clipped window has more than
/// (2^32 - 1) / 255 = 16,843,009 pixels. Host function. In box.cu.
bool needs_64_bits(int width, int height, int radius);

/// Box filter, as box_naive() defines it, from a summed-area table: four look-ups per value,
/// whatever the radius. The 32-bit version is called only if !needs_64_bits(width, height, radius).
/// In box.cu.
void box_from_table(const std::uint32_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream);
/// The same from a table of 64-bit sums.
void box_from_table(const std::uint64_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream);

/// Box filter of an image: table by scan_rows_by_blocks() and scan_columns_by_blocks(), then
/// box_from_table(), with sums of 32 bits where they suffice. In box.cu.
///
/// @param d_workspace  width * height * channels sums of 8 bytes if needs_64_bits(), else of 4;
///                     contents undefined before and after, aligned to 8 bytes.
void box_filter(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                int channels, int radius, void* d_workspace, cudaStream_t stream);

/// Box filter as it is often written, and wrong for large images: a table of float32, one thread
/// per row and then one per column, each adding from the first pixel on; per value the four
/// look-ups in float32, in this order with D = (x1, y1), B = (x1, y0 - 1), C = (x0 - 1, y1), A =
/// (x0 - 1, y0 - 1), where a place outside the image counts 0:
///
///     mean = (((D - B) - C) + A) / count,   output = floor(mean + 0.5), clipped to [0, 255]
///
/// In float_table.cu.
///
/// @param d_table  width * height * channels floats for the table; contents undefined before.
void box_by_float_table(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                        int channels, int radius, float* d_table, cudaStream_t stream);

/// Compares two arrays of `count` bytes: d_result[0] becomes the number of places where they
/// differ, d_result[1] the largest absolute difference. In float_table.cu.
void count_differences(const std::uint8_t* d_first, const std::uint8_t* d_second, int count,
                       std::uint32_t* d_result, cudaStream_t stream);

/// Bytes of workspace that table_in_tiles() needs. Host function. In tiles.cu.
std::size_t tiles_workspace(int width, int height, int channels);

/// Challenge, rung 1 of the table: a summed-area table, tile by tile. What lies before a tile is
/// known from sums of tiles; every pixel is read twice, and every sum of the table written once. In
/// tiles.cu.
///
/// @param d_image      width * height * channels grey levels.
/// @param d_table      width * height * channels sums.
/// @param d_workspace  tiles_workspace() bytes, aligned to 8; contents undefined before and after.
/// @throws kit::CudaError  if a launch is refused.
void table_in_tiles(const std::uint8_t* d_image, std::uint32_t* d_table, int width, int height,
                    int channels, void* d_workspace, cudaStream_t stream);

/// Bytes of workspace that table_one_pass() needs. Host function. In challenge.cu.
std::size_t one_pass_workspace(int width, int height, int channels);

/// Rung 2 of the table: in one pass. Every pixel is read once and every sum written once. In
/// challenge.cu.
///
/// @param d_workspace  one_pass_workspace() bytes, aligned to 8; contents undefined before and
/// after.
void table_one_pass(const std::uint8_t* d_image, std::uint32_t* d_table, int width, int height,
                    int channels, void* d_workspace, cudaStream_t stream);

/// Box filter from a table made in one pass. Called only if !needs_64_bits(width, height, radius).
/// In challenge.cu.
///
/// @param d_table      width * height * channels sums; contents undefined before and after.
/// @param d_workspace  as in table_one_pass().
void box_one_pass(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                  int channels, int radius, std::uint32_t* d_table, void* d_workspace,
                  cudaStream_t stream);

/// Up to this radius, in images of at least kMinFreeWidth columns, box_in_strips() and
/// box_sliding() do without a table.
inline constexpr int kMaxFreeRadius = 250;
/// The least width for which they do.
inline constexpr int kMinFreeWidth = 8;

/// Challenge, rung 1 of the box filter without a table, as box_naive() defines it: a thread keeps
/// the sum of its column over the rows of the window, and goes from row to row. In strips.cu.
///
/// @param d_input,d_output  width * height * channels grey levels.
/// @param radius       in [0, 2^30].
/// @param d_workspace  as in box_filter(). Within the limits above it is left as it was, and only
///                     the output is written; beyond them the function may call box_filter().
/// @throws kit::CudaError  if a launch is refused.
void box_in_strips(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                   int channels, int radius, void* d_workspace, cudaStream_t stream);

/// Rung 2: the same, as fast as you can; threads keep the sums of the windows of one row.
/// Parameters, promises and errors are those of box_in_strips(). In sliding.cu.
void box_sliding(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                 int channels, int radius, void* d_workspace, cudaStream_t stream);

/// Stretches the grey levels of each row of a grey image to the whole range. With the darkest level
/// d and the brightest b of row y:
///
///     output(x, y) = 255 * (image(x, y) - d) / (b - d), the fraction dropped; 0 where b = d
///
/// In find_the_bug.cu.
void stretch_rows(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                  cudaStream_t stream);

}  // namespace lab06
