/// @file
/// Lab 07's contract: what the stage files must define. Not to be edited; the grader compiles
/// against its own copy.
///
/// Images are float32, one channel, values in [0, 1], row-major without padding: pixel (x, y)
/// stands at image[y * width + x]. The caller owns all memory it passes in; outputs, workspaces and
/// inputs do not overlap. It guarantees
///   - sigma in [0.5, 100], in pixels;
///   - width and height in [1, 2^20], 8 * width * height <= 2^31 - 1 (so that an int holds any
///     index, also one into a workspace);
///   - lines_per_block in [4, 128].
/// The functions need not check this. They write every pixel of the output and nothing else, except
/// the workspace where there is one, and leave their inputs as they were. Device functions are
/// asynchronous: they queue kernels on `stream` and return, allocate nothing and wait for nothing.
///
/// **The filter.** Along one line in[0 .. n-1], with the causal pass first:
///
///     w[k]   = gain * in[k] + a1 * w[k-1]   + a2 * w[k-2]   + a3 * w[k-3],     k = 0 .. n-1
///     out[k] = gain * w[k]  + a1 * out[k+1] + a2 * out[k+2] + a3 * out[k+3],   k = n-1 .. 0
///
/// An image is filtered along every row, and the result of that along every column. What stands
/// for w[-1], w[-2], w[-3] and out[n], out[n+1], out[n+2] is the boundary's business. Formula: I.T.
/// Young and L.J. van Vliet, Signal Processing 44 (1995) 139-151, constants not rounded.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace lab07 {

/// What is beyond the two ends of a line.
enum class Boundary {
  /// The line goes on for ever with its first value to the left and its last to the right: w[-1] =
  /// w[-2] = w[-3] = in[0], and the backward pass starts with what it would have reached coming
  /// from
  /// infinity (B. Triggs and M. Sdika, IEEE Trans. Signal Processing 54 (2006) 2365-2367).
  exact,
  /// As S3 has it: w[0] = w[1] = w[2] = in[0], the causal loop starts at 3 (lines shorter than 3
  /// are all in[0] then), and out[n] = out[n+1] = out[n+2] = w[n-1].
  duplicate,
};

/// Two ways to compute the same filter. In exact arithmetic they agree; in float32 they do not.
enum class Form {
  direct,   ///< the formula above
  cascade,  ///< a first-order and a second-order stage: u += p (in - u); d = e1 (u - w) + e2 d; w
            ///< += d
};

/// Where a thread keeps w[] between the two passes over its line.
enum class Scratch {
  global,  ///< in the output, or where the contract says
  local,   ///< in an array of the thread, for lines of at most kLongestLocalLine pixels
};

/// Longest line for Scratch::local: the array takes 8 KiB of a thread's memory.
constexpr int kLongestLocalLine = 2048;

/// Everything that depends on sigma alone.
struct Coefficients {
  /// Direct form. gain = 1 - a1 - a2 - a3, so a constant stays what it is.
  double gain;
  double a1;  ///< factor of w[k-1]
  double a2;  ///< factor of w[k-2]
  double a3;  ///< factor of w[k-3]
  /// Cascade form; one step is the line at Form::cascade, and the value is w. The backward pass is
  /// the same step with w in the place of `in`, from right to left. On a constant x, u = w = x and
  /// d = 0.
  double p;
  double e1;  ///< factor of u - w
  double e2;  ///< factor of d
  /// Start of the backward pass with Boundary::exact, direct form. x = in[n-1], rows from the top:
  ///     (out[n], out[n+1], out[n+2]) - x = end_direct * ((w[n-1], w[n-2], w[n-3]) - x)
  double end_direct[3][3];
  /// The same for the states of the cascade form: s = (u, w, d) after in[n-1] in the causal pass,
  /// t = (u, w, d) before w[n-1] in the backward pass, c = (x, x, 0):
  ///     t - c = end_cascade * (s - c)
  double end_cascade[3][3];
};

/// Coefficients for sigma in [0.5, 100] pixels, on the host, in double precision. In
/// coefficients.cu.
Coefficients make_coefficients(double sigma);

/// Filters rows, then columns, with one thread for each line. In one_way.cu.
///
/// @param d_input         width * height floats, device memory.
/// @param d_output        width * height floats, device memory.
/// @param width,height    Size of both images in pixels; no multiple of anything.
/// @param coefficients    Of make_coefficients(); host memory.
/// @param form            Which arithmetic.
/// @param boundary        What is beyond the ends of a line.
/// @param scratch         Where w[] is kept: in d_output or in the thread's own array, this only if
///                        neither side exceeds kLongestLocalLine.
/// @param lines_per_block Threads per block.
/// @param stream          Where the kernels are queued.
/// @throws kit::CudaError if a launch is refused.
void filter_one_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, Form form, Boundary boundary, Scratch scratch,
                    int lines_per_block, cudaStream_t stream);

/// The same result, cascade form and Boundary::exact, with every access coalesced: columns as they
/// are, rows as the columns of a transposed image. In transposed.cu.
///
/// @param d_workspace     width * height floats, device memory, for the transposed image; contents
///                        undefined before and after.
/// @param lines_per_block Threads per block in the kernel that filters; the transposition chooses
///                        its own blocks.
void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream);

/// S3's two-way filter, rows, then columns, three threads for each line, cascade form. With
/// c = n / 2, the middle of a line of n pixels:
///   - thread 0 filters in[0 .. c-1] from left to right, thread 2 filters in[c+1 .. n-1] from right
///   to
///     left, each starting at the border; thread 1 computes out[c] as a plain Gaussian sum;
///   - when all three are done, thread 0 filters back from c-1 to 0 and thread 2 back from c+1 to
///     n-1, both as if the line were out[c] everywhere beyond that point (S3's start: three equal
///     values).
/// Halves may be empty. In two_way.cu.
///
/// @param d_weights   radius + 1 floats, device memory: the Gaussian at distances 0 .. radius,
///                    normalised so that weights[0] + 2 * (the sum of the others) = 1.
/// @param radius      Reach of the central sum, at least 1; in[] beyond the line's ends is the
///                    nearest pixel. It may exceed the line.
/// @param boundary    Of the first pass. Boundary::exact: the line goes on for ever with in[0] to
/// the
///                    left and in[n-1] to the right. Boundary::duplicate: w[0] = w[1] = w[2] =
///                    in[0] on the left, as far as the left half reaches; on the right as exact
///                    (S3's algorithm 1 is not symmetric).
/// @param scratch     Where w[] is kept: in d_workspace or in the thread's own array, this only if
///                    neither side exceeds kLongestLocalLine.
/// @param d_workspace width * height floats, device memory; contents undefined before and after.
/// @param lines_per_block Lines of a block; it has three times as many threads.
void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream);

/// Challenge, rung 1: the filter of filter_one_way() with Boundary::exact, each line cut into parts
/// that are filtered at the same time, no central point and no loss: one pass after another, each
/// of which may read its image twice and write it once. In in_parts.cu.
///
/// @param d_workspace in_parts_workspace(width, height) floats, device memory; contents undefined
///                    before and after.
void filter_in_parts(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float* d_workspace, cudaStream_t stream);

/// Floats that filter_in_parts() needs, at most 2 * width * height + 100 * (width + height) +
/// 100000; the caller allocates them. In in_parts.cu.
std::size_t in_parts_workspace(int width, int height);

/// Challenge, rung 2: the same, with the causal and the backward pass from the same reads: each
/// direction may read its image twice and write it once. In both_ways.cu.
///
/// @param d_workspace both_ways_workspace(width, height) floats, device memory; contents undefined
///                    before and after.
void filter_both_ways(const float* d_input, float* d_output, int width, int height,
                      const Coefficients& coefficients, float* d_workspace, cudaStream_t stream);

/// Floats that filter_both_ways() needs, with the bound of in_parts_workspace(). In both_ways.cu.
std::size_t both_ways_workspace(int width, int height);

/// Challenge, rung 3: the same, as fast as you can: both directions from the same reads, so that
/// the image is read twice and written once. In challenge.cu.
///
/// @param d_workspace parallel_workspace(width, height) floats, device memory; contents undefined
///                    before and after.
void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float* d_workspace, cudaStream_t stream);

/// Floats that filter_parallel() needs, with the bound of in_parts_workspace(). In challenge.cu.
std::size_t parallel_workspace(int width, int height);

/// Blocks of fade_peaks(), however wide the image is.
constexpr int kPeakBlocks = 4;

/// Find the bug: every column remembers its peaks, which fade from pixel to pixel,
///
///     out(x, 0) = in(x, 0)
///     out(x, y) = max(in(x, y), fade * out(x, y - 1)),     y = 1 .. height-1
///
/// One thread has column x; if there are more columns than the threads of kPeakBlocks blocks, it
/// goes on with the one that is as many columns further. In find_the_bug.cu.
///
/// @param fade            In [0, 0.99].
/// @param lines_per_block Threads per block.
void fade_peaks(const float* d_input, float* d_output, int width, int height, float fade,
                int lines_per_block, cudaStream_t stream);

}  // namespace lab07
