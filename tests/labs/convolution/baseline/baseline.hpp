/// @file
/// The kit's own float32 CPU versions: what a speedup is measured against, never the student's.
#pragma once

#include "kit/border.hpp"

namespace kit::baseline {

/// Correlation of a one-channel image (see Filter) on the calling thread, vectorised for the
/// processor it runs on: the baseline for "speedup over one CPU thread". `input` and `output` hold
/// width * height values, row-major, both numbers at least 1; `filter` holds filter_width^2
/// weights, filter_width odd. The arrays must not overlap. Sums are float32, taps in the filter's
/// order.
void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, Border border);

/// The same on `threads` threads (0: all cores), rows split evenly. Throws InputError if `threads`
/// is negative.
void convolve_parallel(const float* input, float* output, int width, int height,
                       const float* filter, int filter_width, Border border, int threads = 0);

/// A separable filter (see SeparableFilter), one thread: `taps` weights along x, then `taps` along
/// y, taps odd. Rows are filtered when the second pass first needs them and kept while it does, so
/// the intermediate image stays in the cache. Arrays and sums as in convolve().
void separable(const float* input, float* output, int width, int height, const float* row_weights,
               const float* column_weights, int taps, Border border);

/// The same on `threads` threads (0: all cores), as in convolve_parallel().
void separable_parallel(const float* input, float* output, int width, int height,
                        const float* row_weights, const float* column_weights, int taps,
                        Border border, int threads = 0);

/// Sobel gradient magnitude sqrt(gx^2 + gy^2) of a one-channel image, not scaled (see
/// oracle::sobel_magnitude), one thread; arrays as in convolve().
void sobel_magnitude(const float* input, float* output, int width, int height, Border border);

}  // namespace kit::baseline
