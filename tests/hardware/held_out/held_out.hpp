/// @file
/// Filters as students and engineers write them, which nobody looked at while the model of
/// common/estimate was made: how near its times come to a card's here says how good they are for
/// other code than the labs'. They are not to be changed for a better estimate, nor the model for
/// them.
///
/// Pictures are `width` * `height`, row by row without gaps; both are multiples of 256. Each
/// function queues its launches on the default stream.
#pragma once

#include <cstdint>

namespace held_out {

using Byte = std::uint8_t;

// points.cu

/// Red, green and blue side by side to grey.
void grey_of_rgb(const Byte* rgb, Byte* out, int width, int height);
/// Red, green and blue side by side to hue, saturation and value, 0 to 255 each.
void hsv_of_rgb(const Byte* rgb, Byte* out, int width, int height);
/// Spreads the grey levels evenly. `bins`: 256 counts, overwritten; `table`: 256 levels.
void equalise(const Byte* in, Byte* out, int width, int height, unsigned* bins, Byte* table);
/// 1 where a pixel is brighter than the mean, else 0. `sum`: one number, overwritten.
void above_mean(const float* in, float* out, int width, int height, float* sum);

// neighbours.cu

/// Bilateral filter of 7 x 7 pixels, clamped at the border.
void bilateral(const float* in, float* out, int width, int height);
/// Median of 3 x 3 pixels, clamped at the border.
void median(const Byte* in, Byte* out, int width, int height);
/// Mean of those of 5 x 5 pixels that lie in the picture.
void box_5x5(const float* in, float* out, int width, int height);
/// Strength and direction of edges, side by side.
void edges(const float* in, float* out, int width, int height);
/// Largest of 7 x 7 pixels, by tiles in shared memory.
void dilate(const Byte* in, Byte* out, int width, int height);
/// Laplacian sharpening; each thread of a block fetches one pixel, those inside compute.
void sharpen(const float* in, float* out, int width, int height);
/// A picture of 3/4 of the width and height, by bilinear interpolation.
void shrink(const float* in, float* out, int width, int height);
/// Nine binomial taps along rows, four pixels a thread.
void smooth_rows(const float* in, float* out, int width, int height);

// lines.cu

/// One level of the Haar wavelet, along rows and then columns. `between`: a picture.
void haar(const float* in, float* out, int width, int height, float* between);
/// Smallest of 31 pixels along rows by van Herk's way, which needs three comparisons a pixel.
void erode_rows(const Byte* in, Byte* out, int width, int height);
/// A first-order recursive filter there and back, a thread for each row.
void recursive_rows(const float* in, float* out, int width, int height);
/// The same down and up, a thread for each column.
void recursive_columns(const float* in, float* out, int width, int height);
/// Mean of 15 pixels along columns by running sums over strips of 64 rows.
void box_columns(const float* in, float* out, int width, int height);
/// Seven taps along columns with a window in registers that moves over strips of 32 rows.
void gaussian_columns(const float* in, float* out, int width, int height);
/// Sums of all pixels to the left, a block for each row.
void prefix_rows(const float* in, float* out, int width, int height);

// matrices.cu

/// The transpose, pixel by pixel; by tiles of 32 x 32 in shared memory; the same with a column of
/// padding.
void transpose_naive(const float* in, float* out, int width, int height);
void transpose_tiled(const float* in, float* out, int width, int height);
void transpose_padded(const float* in, float* out, int width, int height);
/// A quarter of a turn of bytes.
void rotate(const Byte* in, Byte* out, int width, int height);
/// Each row times a matrix of `width` x 64; the result is `height` x 64.
void project(const float* in, float* out, int width, int height, const float* matrix);

}  // namespace held_out
