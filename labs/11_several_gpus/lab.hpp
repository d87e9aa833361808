/// @file
/// Lab 11's contract: what rows.cu, exchange.cu, passes.cu, overlapped.cu, deep.cu, challenge.cu
/// and find_the_bug.cu must define. Not to be edited; the grader compiles against its own copy.
///
/// An image lies in *bands* of whole rows, one below the other, each in the memory of a device. It
/// is filtered a number of times; a *pass* is lab 05's filter, with one vector of weights for both
/// directions:
///
///     filtered(x, y) = sum over i, j of w[i] w[j] image(x + i - r, y + j - r)
///
/// with i and j from 0 to 2 r. Beyond the edge of the image stands its nearest pixel. The rows of
/// other bands that a band needs are its *halo*.
///
/// Images are float32, one channel, values in [0, 1], row-major without padding. The caller makes
/// and owns all memory, streams and events; nothing overlaps. It guarantees
///   - width and height in [1, 2^20], width * height <= 2^31 - 1;
///   - count in [1, kMaxBands] bands that hold rows 0 to height - 1 in this order, each at least
///     one: a band may be shorter than a halo, which then comes from several bands;
///   - radius in [0, kMaxRadius], and weights that are finite.
/// There may be fewer devices than bands: two bands may lie on the same one. The functions need not
/// check this. They may leave any device current.
///
/// The functions are asynchronous: they queue their work and return, allocate nothing and wait for
/// nothing. Work that uses a band's memory comes after what that band's `compute` was given before
/// the call; and what a band's `compute` is given next comes after all work of the call that uses
/// that band's memory. Rows go from band to band by cudaMemcpyPeerAsync(): the functions copy
/// nothing to the host, and no kernel uses memory of another device.
/// @throws kit::CudaError  all of them, if a CUDA call fails; the contents of the buffers are then
///                         unspecified.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace lab11 {

/// Bands of an image at most.
inline constexpr int kMaxBands = 8;
/// How far a filter reaches at most, in pixels.
inline constexpr int kMaxRadius = 15;

/// Rows first to first + rows - 1 of the image, on one device. Row y of the image stands in row
/// y - first + halo of either buffer; `halo` is the same for all bands.
struct Band {
  int device;              ///< as cudaSetDevice() takes it
  int first;               ///< its first row, of the image
  int rows;                ///< how many; at least 1
  float* d_rows[2];        ///< two buffers of (halo + rows + halo) * width floats
  const float* d_weights;  ///< 2 * radius + 1 floats
  cudaStream_t compute;    ///< for kernels; made with cudaStreamNonBlocking, as is `copies`
  cudaStream_t copies;     ///< for copies into this band; idle before and after
  cudaEvent_t ready;       ///< on `compute`: its rows may be copied, and its halo overwritten
  cudaEvent_t arrived;     ///< on `copies`: its halo is there
};

/// An image in bands. Of a halo only rows that the image has are ever used: rows -1 or `height` are
/// nowhere.
struct Bands {
  int width;             ///< of the whole image, in pixels
  int height;            ///< of the whole image, in pixels
  int count;             ///< of bands
  int halo;              ///< rows that the buffers have above and below each band
  int radius;            ///< how far the filter reaches
  Band band[kMaxBands];  ///< from the top
};

/// Step 1: one pass over some rows, on one band. Queues one kernel on the band's `compute`, or
/// nothing if rows is 0. In rows.cu.
///
/// @param bands   Read from band[number].d_rows[from], write to band[number].d_rows[1 - from].
/// @param number  Which band.
/// @param from    0 or 1. Of d_rows[from] the rows first - radius to first + rows - 1 + radius are
///                there, as far as the image has them; in other rows may stand anything.
/// @param first   Row of the image; it may lie outside the band, in its halo.
/// @param rows    How many; rows >= 0. All are rows of the image, and written ones lie in the
///                buffer.
void filter_rows(const Bands& bands, int number, int from, int first, int rows);

/// Step 2: the halos of all bands: copies the `depth` rows above and below each band to where its
/// buffer has a place for them, as far as the image has such rows. Each row comes from the band
/// that owns it, and none is copied twice. In exchange.cu.
///
/// Copies into a band are queued on its `copies`. They come after what was queued so far on
/// `compute` of this band, whose halo an earlier pass may still read, and of those that the rows
/// come from: for that, `ready` of every band is recorded. `compute` does not wait for them: after
/// the call, `arrived` of a band says when its halo is there (it is recorded in any case). As long
/// as its rows are copied, the owner must not write them.
///
/// @param buffer  0 or 1: copy from d_rows[buffer] to d_rows[buffer].
/// @param depth   Rows, 0 to bands.halo.
void exchange_halos(const Bands& bands, int buffer, int depth);

/// Step 3: filters the image `passes` times: halos, then the rows, and so on. Uses
/// exchange_halos() and filter_rows(). In passes.cu.
///
/// @param bands   The image is in d_rows[0]; halos hold anything. The result goes to
///                d_rows[passes % 2]; what the other buffer and the halos hold afterwards is
///                unspecified. halo >= radius.
/// @param passes  In [0, 1000].
void filter_passes(const Bands& bands, int passes);

/// Step 4: the same, and the rows that need no halo are filtered while it is on its way. In
/// overlapped.cu.
void filter_overlapped(const Bands& bands, int passes);

/// Step 5: the same with fewer and larger messages: halos are exchanged before every `every`-th
/// pass, as deep as the passes up to the next exchange (or to the end) need, and rows of the halo
/// are filtered along with the band's own. In deep.cu.
///
/// @param every  Passes per exchange, at least 1. halo >= every * radius.
void filter_deep(const Bands& bands, int passes, int every);

/// Rows first to first + rows - 1 of an image of bytes and of its summed-area table.
struct TableBand {
  int device;                   ///< as cudaSetDevice() takes it
  int first;                    ///< its first row, of the image
  int rows;                     ///< how many; at least 1
  const std::uint8_t* d_image;  ///< rows * width bytes
  std::uint32_t* d_table;       ///< rows * width sums
  /// To work in: (kCarryRows + rows / kRowsPerScratchRow) * width values.
  std::uint32_t* d_scratch;
  cudaStream_t compute;  ///< made with cudaStreamNonBlocking, as is `copies`
  cudaStream_t copies;   ///< idle before and after
  cudaEvent_t ready;     ///< to be used in any way
  cudaEvent_t arrived;   ///< to be used in any way
};
/// Rows of scratch memory that every band has.
inline constexpr int kCarryRows = 16;
/// So many rows of a band make one row more of scratch memory.
inline constexpr int kRowsPerScratchRow = 16;

/// An image of bytes in bands.
struct TableBands {
  int width;                  ///< of the whole image, in pixels
  int height;                 ///< of the whole image, in pixels
  int count;                  ///< of bands
  TableBand band[kMaxBands];  ///< from the top
};

/// Challenge: lab 06's summed-area table of an image whose bands lie on several devices,
///
///     table(x, y) = sum over j <= y, i <= x of image(i, j), modulo 2^32
///
/// Between two bands goes one row of `width` values at most, from the upper to the lower one, and
/// no band's table waits for that of the band above. In challenge.cu.
void build_table(const TableBands& bands);

/// One device's part of a list of numbers.
struct Part {
  int device;           ///< as cudaSetDevice() takes it
  const float* d_data;  ///< `count` values in [0, 1]
  int count;            ///< in [1, 2^30]
  float* d_largest;     ///< kMaxBands values, to work in
  cudaStream_t stream;  ///< made with cudaStreamNonBlocking
  cudaEvent_t done;     ///< to be used in any way
};

/// Find the bug: the largest of all numbers. Each device finds the largest of its part and sends it
/// to the first one, which finds the largest of these. Asynchronous, on the parts' streams; the
/// result is there when parts[0].stream is done. In find_the_bug.cu.
///
/// @param parts      `count` parts.
/// @param count      In [1, kMaxBands].
/// @param d_largest  One float, on the device of parts[0].
void find_largest(const Part* parts, int count, float* d_largest);

}  // namespace lab11
