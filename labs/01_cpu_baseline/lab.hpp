/// @file
/// Lab 01's contract: what convolve.cpp and challenge.cpp must define. Not to be edited; the grader
/// compiles against its own copy.
///
/// Images are float32, one channel, values in [0, 1], row-major without padding: pixel (x, y)
/// stands at image[y * width + x], x to the right, y downwards. All pointers are host memory that
/// the caller owns, and the output overlaps no input. The caller guarantees
///   - width and height in [1, 2^30], width * height <= 2^31 - 1 (so that an int holds any index);
///   - filter_width odd, in [1, 32767]; it may exceed the image's width, its height, or both.
/// The functions need not check this. They change nothing but the output, write every pixel of it,
/// and keep no state between calls.
#pragma once

#include "kit/border.hpp"

namespace lab01 {

/// Filters an image with a square filter, as a correlation (the filter is not flipped):
///
///     output(x, y) = sum over j, i of filter[j * filter_width + i] * input(x + i - r, y + j - r)
///
/// with i and j from 0 to filter_width - 1 and r = filter_width / 2. Where the input is read
/// outside the image, `border` says what stands there: 0, or the nearest pixel of the image.
///
/// @param input         width * height floats.
/// @param output        width * height floats, all of them written. Not clipped to [0, 1].
/// @param width,height  Size of both images in pixels.
/// @param filter        filter_width * filter_width weights, row-major.
/// @param filter_width  Weights per side, odd.
/// @param border        What stands beyond the edge of the image.
void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border);

/// The challenge: the same for a filter that is the product of a column and a row,
/// filter[j * filter_width + i] = column_filter[j] * row_filter[i], in two passes of filter_width
/// multiplications each, with the rows of a pass shared out among the cores by OpenMP.
///
/// @param input          width * height floats.
/// @param output         width * height floats, all of them written.
/// @param width,height   Size of both images in pixels.
/// @param row_filter     filter_width weights applied along x.
/// @param column_filter  filter_width weights applied along y.
/// @param filter_width   Weights of each of the two filters, odd.
/// @param border         What stands beyond the edge of the image.
/// @throws std::bad_alloc if the intermediate image (width * height floats) cannot be had.
void convolve_separable(const float* input, float* output, int width, int height,
                        const float* row_filter, const float* column_filter, int filter_width,
                        kit::Border border);

}  // namespace lab01
