/// @file
/// Lab 08's contract: what spacing.cu, line.cu, algorithm_a.cu, algorithm_b.cu, algorithm_c.cu,
/// segments.cu, chunks.cu and challenge.cu must define, and the arithmetic that they share. Not to
/// be edited; the grader compiles against its own copy.
///
/// An image of one or three channels is stored with four components a pixel, which one instruction
/// reads: uchar4 for the 8-bit image, float4 for what is filtered. Channels stand in x, y, z; a
/// grey image has zeros in y and z; w is ignored in every input and 0 in every output. Pixel (x, y)
/// stands at index y * width + x. All arrays are in device memory and belong to the caller, outputs
/// and workspaces overlap nothing else. The caller guarantees
///   - width and height in [1, 131072], width * height <= 2^29;
///   - sigma_s, sigma_r in [0.5, 10000], sigma of a recursion in [0.5, 10000];
///   - kappa in [0, 100], iterations in [1, 16], blocks_per_stripe in [1, 65535];
///   - window.height a multiple of 32 in [32, 512], window.width in [1, 64], and
///     (window.width | 1) * window.height <= 1536 (two windows in 48 KiB of shared memory).
/// The functions need not check this. They are asynchronous: each queues kernels on `stream` and
/// returns; none allocates or waits. They throw kit::CudaError if a launch is refused.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace lab08 {

/// Poles of the recursion.
constexpr int kPoles = 2;
/// Red, green, blue.
constexpr int kChannels = 3;

/// A complex number, with the arithmetic that the recursion needs.
struct Complex {
  float re;  ///< real part
  float im;  ///< imaginary part
};

/// a + b
__host__ __device__ __forceinline__ Complex operator+(Complex a, Complex b) {
  return {a.re + b.re, a.im + b.im};
}
/// a - b
__host__ __device__ __forceinline__ Complex operator-(Complex a, Complex b) {
  return {a.re - b.re, a.im - b.im};
}
/// a b
__host__ __device__ __forceinline__ Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
/// a b for a real a
__host__ __device__ __forceinline__ Complex operator*(float a, Complex b) {
  return {a * b.re, a * b.im};
}

/// The constants of one pole i of the recursion, from S0's appendix; sigma in pixels.
struct Pole {
  Complex rate;  ///< lambda_i / sigma, so that b_i^x = exp(-rate * x)
  Complex a;     ///< a_i = alpha_i / gamma
  Complex b;     ///< b_i = exp(-rate)
  Complex gain;  ///< 1 / r_i0 = a_i b_i / (b_i - 1)^2
  Complex r1;    ///< r_i1 = a_i / (b_i - 1)
};

/// The filter for one sigma.
struct Recursion {
  Pole pole[kPoles];  ///< the sum over both is the filter
};

/// b^delta = exp(-rate * delta). The polar power |b|^delta (cos, sin)(delta arg b) would be wrong
/// for a sigma below 0.636, where the argument of b leaves (-pi, pi]. The fast intrinsics are off
/// by about 5e-7 (more for an angle of several turns, but then the magnitude has gone to nothing):
/// the whole filter's error stays below 3e-6 with them.
__device__ __forceinline__ Complex power(Complex rate, float delta) {
  const float magnitude = __expf(-rate.re * delta);
  float sine, cosine;
  __sincosf(rate.im * delta, &sine, &cosine);
  return {magnitude * cosine, -magnitude * sine};
}

/// What a walk along a line remembers: h of each pole and channel. All zeros is the value for a
/// line that goes on for ever with its first pixel.
struct State {
  Complex h[kPoles][kChannels];  ///< h of pole i and channel c at h[i][c]
};

/// One step of the h-form, in either direction: from a pixel to the next one on the way, `delta`
/// further in the transformed domain.
__device__ __forceinline__ void advance(State& state, const Recursion& recursion, float delta,
                                        float4 from, float4 to) {
  const float difference[kChannels] = {to.x - from.x, to.y - from.y, to.z - from.z};
  for (int i = 0; i < kPoles; ++i) {
    const Complex w = power(recursion.pole[i].rate, delta);
    const Complex q = 1.0f / delta * (recursion.pole[i].gain * (w - Complex{1.0f, 0.0f}));
    for (int c = 0; c < kChannels; ++c) {
      state.h[i][c] = w * state.h[i][c] + difference[c] * q;
    }
  }
}

/// Pixel + Re(sum of h over the poles), with w = 0.
__device__ __forceinline__ float4 add_real(float4 pixel, const State& state) {
  return {pixel.x + state.h[0][0].re + state.h[1][0].re,
          pixel.y + state.h[0][1].re + state.h[1][1].re,
          pixel.z + state.h[0][2].re + state.h[1][2].re, 0.0f};
}

/// The lines of an image: its rows or its columns. Pixel k of line n stands at
/// n * line_step + k * pixel_step.
struct Lines {
  int count;       ///< lines
  int length;      ///< pixels of a line
  int line_step;   ///< from a line to the next, in pixels of the image
  int pixel_step;  ///< from a pixel to the next of its line
};
/// The rows of an image.
inline Lines rows(int width, int height) {
  return {height, width, width, 1};
}
/// The columns of an image.
inline Lines columns(int width, int height) {
  return {width, height, 1, width};
}

/// The pixels [begin, end) of a line that one block filters; empty if end <= begin.
struct Section {
  int begin;  ///< the first pixel
  int end;    ///< the one after the last
};
/// Section n of a line of `length` pixels that is cut into equal ones; the last may be short.
__host__ __device__ __forceinline__ Section section(int length, int blocks_per_stripe, int n) {
  const int each = (length + blocks_per_stripe - 1) / blocks_per_stripe;
  const int begin = n * each < length ? n * each : length;
  return {begin, begin + each < length ? begin + each : length};
}

/// Where the start of a section stands in an array of starts: direction 0 is causal (the state at
/// the section's first pixel), 1 anticausal (at its last).
__host__ __device__ __forceinline__ std::size_t start_index(const Lines& lines,
                                                            int blocks_per_stripe, int direction,
                                                            int n, int line) {
  return (std::size_t(direction) * blocks_per_stripe + n) * lines.count + line;
}

/// Size of the part of a stripe that is in shared memory at a time: `width` pixels of `height`
/// lines.
struct Window {
  int width;   ///< pixels of a line
  int height;  ///< lines
};

/// S0's formulas (4) literally, or the h-form of the handout: the same filter.
enum class Form { literal, h };

/// Start value of Algorithm B: as if the line went on with its sample f[-L], as S0's section III.C
/// argues, or with f[-L + 1], as its listing is printed. With L = 0 that would be a sample of the
/// section itself, or none at all; both start with f[0] there.
enum class Start { sample, printed };

/// Domain transform (S0, formula 2), stage spacing:
///
///     d_row_spacing(x, y)    = sqrt(1 + (sigma_s / sigma_r)^2 * sum over the channels of
///                                       (image(x, y) - image(x - 1, y))^2)
///     d_column_spacing(x, y) = the same with image(x, y - 1)
///
/// with the image in grey levels 0 to 255. Both are 1 where there is no pixel before. In
/// spacing.cu.
///
/// @param d_image           width * height pixels: the guide, and the image to filter.
/// @param d_pixels          width * height pixels, output: the image's channels divided by 255.
/// @param d_row_spacing     width * height floats, output: distance to the left neighbour.
/// @param d_column_spacing  width * height floats, output: distance to the upper neighbour.
/// @param sigma_s,sigma_r   Widths in pixels and in grey levels.
void transform(const uchar4* d_image, float4* d_pixels, float* d_row_spacing,
               float* d_column_spacing, int width, int height, float sigma_s, float sigma_r,
               cudaStream_t stream);

/// sigma_s * sqrt(3) * 2^(iterations - iteration) / sqrt(4^iterations - 1): the sigma of one
/// iteration, so that the variances of all add up to sigma_s^2. In line.cu.
/// @param iteration  1 to iterations.
double sigma_of_iteration(double sigma_s, int iteration, int iterations);

/// The constants for a sigma, computed in double precision (S0's appendix; alpha_1 with the sign of
/// the handout). In line.cu.
Recursion make_recursion(double sigma);

/// Filters every line, one thread for each, causal and anticausal part. In line.cu.
///
/// @param d_input    Pixels, in [0, 1] or any other range.
/// @param d_spacing  The spacing along these lines: at each pixel the distance to the one before.
/// @param d_output   Pixels.
/// @param lines      rows() or columns() of the image.
/// @param form       Which formulas; in exact arithmetic the result is the same.
void filter_lines(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                  const Recursion& recursion, Form form, cudaStream_t stream);

/// Algorithm A, and the filtering part of C and D: blocks filter stripes of window.height lines,
/// causal and anticausal in one launch, through windows in shared memory. In algorithm_a.cu.
///
/// @param window             Shape of the windows.
/// @param blocks_per_stripe  How many blocks share a stripe: block n has section(length,
///                           blocks_per_stripe, n) of each line. 1 is Algorithm A.
/// @param d_starts           2 * blocks_per_stripe * lines.count states (start_index() says which
/// is
///                           where), or nullptr if every section starts with zeros.
void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window window, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream);

/// Algorithm B: estimates the state with which each section starts. Causal: L is the smallest
/// number for which the pixels begin - L and begin are at least `reach` apart in the transformed
/// domain, or which reaches the line's first pixel; the recursion runs from there to begin. From
/// the line's first pixel it starts with zeros, which is exact; from any other as `start` says. If
/// L is 0, nothing is walked, and the state is zeros for either `start`. Anticausal: the same,
/// mirrored. States of empty sections are zeros. In algorithm_b.cu.
///
/// @param d_starts  Output, 2 * blocks_per_stripe * lines.count states.
/// @param reach     kappa * sigma.
void boundary_starts(const float4* d_input, const float* d_spacing, State* d_starts, Lines lines,
                     const Recursion& recursion, int blocks_per_stripe, float reach, Start start,
                     cudaStream_t stream);

/// What the whole filter can be told.
struct Parameters {
  float sigma_s;          ///< reach in the plane, pixels
  float sigma_r;          ///< reach in colour, grey levels
  int iterations;         ///< of rows and columns together
  Window window;          ///< of Algorithm A's and C's blocks
  int blocks_per_stripe;  ///< 1: Algorithm A. More: C. As many as windows in a line: D.
  float kappa;            ///< how far Algorithm B reaches, in units of the iteration's sigma
  Start start;            ///< which of the two readings of Algorithm B's start
};

/// Bytes of workspace for edge_aware() (with its blocks_per_stripe) and edge_aware_scan() (with 1):
/// two images, two spacings, and the starts of the longer side's lines.
inline std::size_t workspace_bytes(int width, int height, int blocks_per_stripe) {
  const std::size_t lines = std::size_t(width > height ? width : height);
  return std::size_t(width) * height * (2 * sizeof(float4) + 2 * sizeof(float)) +
         2 * lines * blocks_per_stripe * sizeof(State);
}

/// The edge-aware filter by Algorithms A, C and D: the domain transform once, then for every
/// iteration all rows and after them all columns. In algorithm_c.cu.
///
/// @param d_image      width * height pixels, 0 to 255.
/// @param d_output     width * height pixels, in [0, 1] up to a small overshoot.
/// @param d_workspace  workspace_bytes() bytes, aligned to 16; contents undefined before and after.
void edge_aware(const uchar4* d_image, float4* d_output, int width, int height,
                const Parameters& parameters, void* d_workspace, cudaStream_t stream);

/// Pixels of a segment in rung 1 of the challenge.
constexpr int kScanSegment = 32;

/// Bytes of workspace for edge_aware_segments() and edge_aware_chunks(): two images, two spacings,
/// and for each segment of kScanSegment pixels, or fewer at a line's end, the weights of both poles
/// and a state each way.
inline std::size_t scan_workspace_bytes(int width, int height) {
  const auto segments = [](int count, int length) {
    return std::size_t(count) * ((length + kScanSegment - 1) / kScanSegment);
  };
  const std::size_t in_rows = segments(height, width), in_columns = segments(width, height);
  return std::size_t(width) * height * (2 * sizeof(float4) + 2 * sizeof(float)) +
         (in_rows > in_columns ? in_rows : in_columns) *
             (kPoles * sizeof(Complex) + 2 * sizeof(State));
}

/// Challenge, rung 1: the same filter without any approximation and without kappa. Each line is cut
/// into segments; what a segment does to a state, weight * state + sum (handout, "The exact scan"),
/// is known before the state is. In segments.cu.
///
/// @param d_image          width * height pixels, 0 to 255.
/// @param d_output         width * height pixels, in [0, 1] up to a small overshoot.
/// @param sigma_s,sigma_r  Widths in pixels and in grey levels.
/// @param iterations       Of rows and columns together.
/// @param d_workspace      scan_workspace_bytes() bytes, aligned to 16; contents undefined before
///                         and after.
/// @throws kit::CudaError  if a launch is refused.
void edge_aware_segments(const uchar4* d_image, float4* d_output, int width, int height,
                         float sigma_s, float sigma_r, int iterations, void* d_workspace,
                         cudaStream_t stream);

/// Challenge, rung 2: the same with one kernel for all rows and one for all columns of an
/// iteration, beside transform(). Parameters and errors are those of edge_aware_segments(). In
/// chunks.cu.
void edge_aware_chunks(const uchar4* d_image, float4* d_output, int width, int height,
                       float sigma_s, float sigma_r, int iterations, void* d_workspace,
                       cudaStream_t stream);

/// Challenge, rung 3: the same, as fast as you can, written with bends (handout, "Bends").
/// Parameters and errors are those of edge_aware_segments(), but d_workspace has workspace_bytes()
/// bytes for one block a stripe. In challenge.cu.
void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream);

/// Find the bug: subtracts from every pixel the smallest value of its line, so that every line has
/// a black pixel. Block b works on the lines b, b + blocks, b + 2 * blocks ..., one after another,
/// and its threads find the smallest value of a line together, through shared memory. In
/// find_the_bug.cu.
///
/// @param d_input   lines.count * lines.length values of one byte.
/// @param d_output  As many bytes.
/// @param lines     rows() or columns() of the image.
/// @param blocks    Blocks of the grid, in [1, 65535].
void subtract_black(const unsigned char* d_input, unsigned char* d_output, Lines lines, int blocks,
                    cudaStream_t stream);

}  // namespace lab08
