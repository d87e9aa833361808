/// @file
/// Lab 09's contract: what grey.cu, blur.cu, gradient.cu, thin.cu, hysteresis.cu, fused.cu,
/// half_storage.cu, half2.cu, challenge.cu and find_the_bug.cu must define. Not to be edited; the
/// grader compiles against its own copy.
///
/// Edges as Canny finds them (S1, section 6.3, asks for such pipelines): grey levels, a blur, the
/// gradient, thinning, hysteresis. All numbers here are small multiples of 1/256, so float32
/// computes every step but those with `__half` exactly, in any order.
///
/// **Grey** of a colour (R, G, B):
///
///     grey = (77 R + 150 G + 29 B + 128) / 256        rounded down
///
/// **Blur** with the binomial weights w = (1, 4, 6, 4, 1) / 16, a Gaussian of sigma 1:
///
///     blurred(x, y) = sum over i, j of w[i] w[j] grey(x + i - 2, y + j - 2)       i, j from 0 to 4
///
/// **Gradient** of Sobel (S1, section 2.3), which is not divided by 8:
///
///     gx(x, y) =   b(x + 1, y - 1) + 2 b(x + 1, y) + b(x + 1, y + 1)
///                - b(x - 1, y - 1) - 2 b(x - 1, y) - b(x - 1, y + 1)
///     gy(x, y) =   b(x - 1, y + 1) + 2 b(x, y + 1) + b(x + 1, y + 1)
///                - b(x - 1, y - 1) - 2 b(x, y - 1) - b(x + 1, y - 1)       b: the blurred image
///
/// **Magnitude** m = |gx| + |gy|, at most 2040. **Direction** d, along which the image changes
/// most; it does not turn with the signs of gx and gy (53 / 128 is the tangent of 22.5 degrees):
///
///     d = (1, 0)    if 128 |gy| <= 53 |gx|
///     d = (0, 1)    if 53 |gy| >= 128 |gx|, and not the first
///     d = (1, 1)    else, if gx and gy have the same sign
///     d = (1, -1)   else
///
/// **Beyond the edge** of the grey and of the blurred image stands the nearest pixel of that image,
/// so the blurred image ends where the grey one does. Beyond the edge of the magnitudes stands 0.
///
/// **Thinning** keeps a pixel whose magnitude is larger than that of the pixel before it, at
/// (x, y) - d, and not smaller than that of the pixel behind it, at (x, y) + d. Its *state* is then
///
///     255 (strong)   if it is kept and m >= high
///     128 (weak)     if it is kept and low <= m < high
///     0              else
///
/// **Hysteresis**: an edge pixel is a strong one, or a weak one that is connected with a strong one
/// by weak ones, each beside the next in one of 8 directions. Edge pixels are 255, all others 0.
///
/// Images are row-major without padding: pixel (x, y) of one channel stands at
/// image[y * width + x]. The caller owns all memory it passes in; inputs, outputs and workspaces
/// do not overlap. It guarantees
///   - width and height in [1, 2^20], width * height <= 2^29 (so that an int holds any index, of a
///     colour's byte too);
///   - block.x * block.y in [1, 1024], block.z = 1, height <= 65535 * block.y, and height <= 2^17
///     for functions that take no block;
///   - 0 < low <= high <= 2040, both multiples of 1/256.
/// The functions need not check this. They write every pixel of the output and nothing else but
/// workspaces, and leave inputs as they were. All but hysteresis() are asynchronous: they queue
/// their work on `stream` and return. None allocates anything.
/// @throws kit::CudaError  all of them, if a launch (of hysteresis() also a copy) is refused.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>

namespace lab09 {

/// The state of a strong pixel after thinning, and of every pixel of an edge.
inline constexpr std::uint8_t kStrong = 255;
/// The state of a weak pixel after thinning.
inline constexpr std::uint8_t kWeak = 128;

/// How far the bytes of magnitude_half2() may be from the exact quotient m / 8, rounding to a whole
/// number included: what the roundings of halves can add up to, and a little more.
inline constexpr double kHalf2Tolerance = 1.75;

/// Step 1: grey levels of a colour image, one thread per pixel. In grey.cu.
///
/// @param d_rgb         3 * width * height bytes, R, G and B of each pixel side by side, device
///                      memory.
/// @param d_grey        width * height bytes, device memory.
/// @param width,height  Size of the images in pixels; no multiple of anything.
/// @param block         Threads per block in x and y; the launcher derives the grid from it.
/// @param stream        Where the work is queued; nullptr is the default stream.
void to_grey(const std::uint8_t* d_rgb, std::uint8_t* d_grey, int width, int height, dim3 block,
             cudaStream_t stream);

/// Step 2: the blurred image, one thread per pixel, which reads its 25 pixels from global memory.
/// In blur.cu.
///
/// @param d_grey     width * height grey levels, device memory.
/// @param d_blurred  width * height floats in [0, 255], device memory. The other parameters are
///                   those of to_grey().
void blur(const std::uint8_t* d_grey, float* d_blurred, int width, int height, dim3 block,
          cudaStream_t stream);

/// Step 3: the gradient, one thread per pixel. In gradient.cu.
///
/// @param d_blurred   width * height floats in [0, 255], device memory.
/// @param d_gradient  width * height pairs, device memory: x is gx, y is gy, each in [-1020, 1020].
///                    The other parameters are those of to_grey().
void gradient(const float* d_blurred, float2* d_gradient, int width, int height, dim3 block,
              cudaStream_t stream);

/// Step 4: thinning and both thresholds, one thread per pixel. In thin.cu.
///
/// @param d_gradient  width * height pairs gx, gy, device memory.
/// @param d_states    width * height bytes, device memory: 0, kWeak or kStrong.
/// @param low,high    The thresholds, in units of the magnitude m. The other parameters are those
///                    of to_grey().
void thin(const float2* d_gradient, std::uint8_t* d_states, int width, int height, float low,
          float high, dim3 block, cudaStream_t stream);

/// Step 5: hysteresis. It has to know whether a pass has changed anything, so it may wait for
/// `stream`; what it queues last need not have ended when it returns. The result does not depend on
/// the order of blocks. In hysteresis.cu.
///
/// @param d_states     width * height bytes, device memory: 0, kWeak or kStrong.
/// @param d_edges      width * height bytes, device memory: 0 or kStrong.
/// @param d_workspace  width * height bytes, device memory; contents undefined before and after.
/// @param d_changed    One number, device memory, for whatever a pass has to tell; contents
///                     undefined before and after.
/// @param width,height Size of the images in pixels.
/// @param stream       Where the work is queued.
void hysteresis(const std::uint8_t* d_states, std::uint8_t* d_edges, std::uint8_t* d_workspace,
                unsigned* d_changed, int width, int height, cudaStream_t stream);

/// Blur, gradient and magnitude in one kernel, whose blurred pixels never leave the block. In
/// fused.cu.
///
/// @param d_grey        width * height grey levels, device memory.
/// @param d_magnitude   width * height floats in [0, 2040], device memory: m.
/// @param width,height  Size of the images in pixels.
/// @param stream        Where the work is queued.
void magnitude_fused(const std::uint8_t* d_grey, float* d_magnitude, int width, int height,
                     cudaStream_t stream);

/// Blur, gradient and magnitude in two kernels that compute in float32, with the blurred image
/// between them stored as halves, rounded to the nearest. In half_storage.cu.
///
/// @param d_grey       width * height grey levels, device memory.
/// @param d_blurred    width * height halves, device memory; contents undefined before and after.
/// @param d_magnitude  width * height floats, device memory: m of the rounded blurred image, which
///                     is within 1 of the exact one. The other parameters are those of to_grey().
void magnitude_half_storage(const std::uint8_t* d_grey, __half* d_blurred, float* d_magnitude,
                            int width, int height, dim3 block, cudaStream_t stream);

/// Blur, gradient and magnitude in one kernel that computes two pixels at a time in `__half2`, from
/// grey levels to bytes. In half2.cu.
///
/// @param d_grey       width * height grey levels, device memory.
/// @param d_magnitude  width * height bytes, device memory: m / 8, each within kHalf2Tolerance of
///                     the exact quotient. The other parameters are those of magnitude_fused().
void magnitude_half2(const std::uint8_t* d_grey, std::uint8_t* d_magnitude, int width, int height,
                     cudaStream_t stream);

/// Challenge: blur, gradient and thinning in one pass over the image; nothing between the grey
/// levels and the states is stored in global memory. In challenge.cu.
///
/// @param d_grey       width * height grey levels, device memory.
/// @param d_states     width * height bytes, device memory: 0, kWeak or kStrong.
/// @param low,high     The thresholds, in units of the magnitude m. The other parameters are those
///                     of magnitude_fused().
void thin_in_one_pass(const std::uint8_t* d_grey, std::uint8_t* d_states, int width, int height,
                      float low, float high, cudaStream_t stream);

/// Find the bug: the mean grey level of each row, a warp per row. In find_the_bug.cu.
///
/// @param d_grey        width * height grey levels, device memory; width <= 2^16.
/// @param d_means       height floats in [0, 255], device memory.
/// @param width,height  Size of the image in pixels.
/// @param stream        Where the work is queued.
void row_means(const std::uint8_t* d_grey, float* d_means, int width, int height,
               cudaStream_t stream);

}  // namespace lab09
