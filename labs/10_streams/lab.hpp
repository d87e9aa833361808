/// @file
/// Lab 10's contract: what strip.cu, pageable.cu, pinned.cu, strips.cu, graph.cu, challenge.cu and
/// find_the_bug.cu must define. Not to be edited; the grader compiles against its own copy.
///
/// An image comes from the host, is filtered on the device and goes back. The filter is lab 05's,
/// with one vector of weights for both directions:
///
///     filtered(x, y) = sum over i, j of w[i] w[j] image(x + i - r, y + j - r)
///
/// with i and j from 0 to 2 r. Beyond the edge of the image stands its nearest pixel.
///
/// Images are float32, one channel, values in [0, 1], row-major without padding: pixel (x, y)
/// stands at image[y * width + x]. A *strip* is a number of whole rows. The caller owns all memory
/// it passes in; inputs, outputs and memory to work in do not overlap. It guarantees
///   - width in [1, 2^20], height in [1, 2^20], width * height <= 2^31 - 1;
///   - radius in [0, kMaxRadius], and weights that are finite.
/// The functions need not check this. They write every pixel of the output, and leave inputs as
/// they were.
/// @throws kit::CudaError  all of them, if a CUDA call fails; the output's contents are then
///                         unspecified. What a function has allocated is free again.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace lab10 {

/// How far a filter reaches at most, in pixels.
inline constexpr int kMaxRadius = 15;
/// Strips that the ring of a Pipeline holds.
inline constexpr int kRingStrips = 4;
/// Filtered strips that the outputs of a Pipeline hold.
inline constexpr int kOutputStrips = 2;

/// Step 1: filters some rows of an image of which the device holds a *ring*: row y of the image
/// stands in row y % ring_rows of the ring, so that a new row takes the place of one that nobody
/// needs any more. Asynchronous: queues one kernel on `stream` and returns; allocates nothing,
/// waits for nothing. In strip.cu.
///
/// @param d_ring        ring_rows * width floats, device memory. Holds rows first - radius to
///                      first + rows - 1 + radius of the image, as far as there are such; what
///                      stands in its other rows may change while the kernel runs.
/// @param ring_rows     Rows of the ring, at least rows + 2 * radius, or height.
/// @param d_output      rows * width floats, device memory: rows first to first + rows - 1 of the
///                      filtered image.
/// @param width,height  Size of the whole image in pixels.
/// @param first,rows    Which rows; rows >= 1, 0 <= first, first + rows <= height.
/// @param d_weights     2 * radius + 1 floats, device memory.
/// @param radius        How far the filter reaches.
/// @param stream        Where the kernel is queued; nullptr is the default stream.
void filter_strip(const float* d_ring, int ring_rows, float* d_output, int width, int height,
                  int first, int rows, const float* d_weights, int radius, cudaStream_t stream);

/// The whole image at once, from pageable memory: allocates device memory, copies image and weights
/// there, filters by filter_strip(), copies the result back, and frees what it has allocated.
/// Returns when the result has arrived. In pageable.cu.
///
/// @param image         width * height floats, pageable host memory.
/// @param filtered      width * height floats, pageable host memory.
/// @param width,height  Size of both images in pixels.
/// @param weights       2 * radius + 1 floats, pageable host memory.
/// @param radius        How far the filter reaches.
void filter_pageable(const float* image, float* filtered, int width, int height,
                     const float* weights, int radius);

/// Memory of the host that a card can read and write by itself (page-locked, "pinned"), for `count`
/// floats. In pinned.cu.
float* allocate_pinned(std::size_t count);
/// Frees what allocate_pinned() returned; does nothing for nullptr. In pinned.cu.
void free_pinned(float* pinned);

/// The whole image at once, from pinned memory. Asynchronous: queues two copies and a kernel
/// (filter_strip()) on `stream` and returns; allocates nothing, waits for nothing. In pinned.cu.
///
/// @param h_image       width * height floats, pinned host memory.
/// @param h_filtered    width * height floats, pinned host memory.
/// @param d_image       width * height floats, device memory, to work in.
/// @param d_filtered    width * height floats, device memory, to work in.
/// @param width,height  Size of both images in pixels.
/// @param d_weights     2 * radius + 1 floats, device memory.
/// @param radius        How far the filter reaches.
/// @param stream        Where the work is queued; never a default stream.
void filter_pinned(const float* h_image, float* h_filtered, float* d_image, float* d_filtered,
                   int width, int height, const float* d_weights, int radius, cudaStream_t stream);

/// What filter_strips() works with. The caller makes it once, for any number of images.
struct Pipeline {
  cudaStream_t streams[3];  ///< made with cudaStreamNonBlocking
  cudaEvent_t events[16];   ///< made with cudaEventDisableTiming, to be used in any way
  int strip_rows;           ///< rows of a strip, at least radius and at least 1
  float* d_ring;            ///< kRingStrips * strip_rows rows, device memory
  float* d_outputs;         ///< kOutputStrips * strip_rows rows, device memory
};

/// An image in strips: while one is filtered, the next is copied in and the one before is copied
/// out. Strip k has rows k * strip_rows to (k + 1) * strip_rows - 1; the last one may be shorter.
/// The device holds a ring of kRingStrips strips, and each row goes over the link once in either
/// direction. Asynchronous: all of the work comes after what streams[0] was given before, and what
/// streams[0] is given next comes after all of the work. Allocates nothing, waits for nothing. In
/// strips.cu.
///
/// @param h_image       width * height floats, pinned host memory.
/// @param h_filtered    width * height floats, pinned host memory.
/// @param width,height  Size of both images in pixels.
/// @param d_weights     2 * radius + 1 floats, device memory.
/// @param radius        How far the filter reaches; at most pipeline.strip_rows.
/// @param pipeline      What to work with; its contents are undefined before and after.
void filter_strips(const float* h_image, float* h_filtered, int width, int height,
                   const float* d_weights, int radius, const Pipeline& pipeline);

/// The work of filter_strips() with the same arguments as a graph: nothing of it is done now. A
/// picture may be put into h_image before each launch. In graph.cu.
/// @returns A graph that can be launched any number of times; free it by destroy_graph().
cudaGraphExec_t record_graph(const float* h_image, float* h_filtered, int width, int height,
                             const float* d_weights, int radius, const Pipeline& pipeline);
/// Queues the graph's work on `stream` and returns. In graph.cu.
void launch_graph(cudaGraphExec_t graph, cudaStream_t stream);
/// Frees a graph, whose work has ended; does nothing for nullptr. In graph.cu.
void destroy_graph(cudaGraphExec_t graph);

/// Challenge: frames of one size that arrive one at a time, and whose results are wanted soon. What
/// it consists of is its author's affair. In challenge.cu.
struct Frames;
/// Frames that the caller may have submitted and not collected.
inline constexpr int kFramesInFlight = 3;

/// Makes all that submit_frame() needs.
///
/// @param width,height  Size of the frames in pixels.
/// @param weights       2 * radius + 1 floats, pageable host memory, needed during the call alone.
/// @param radius        How far the filter reaches.
Frames* open_frames(int width, int height, const float* weights, int radius);
/// A frame has arrived. Queues its work and returns; allocates nothing, waits for nothing.
///
/// @param frames      From open_frames(); fewer than kFramesInFlight are submitted and not
/// collected.
/// @param h_frame     width * height floats, pinned host memory; stays as it is until the frame is
///                    collected, as does h_filtered.
/// @param h_filtered  width * height floats, pinned host memory.
void submit_frame(Frames* frames, const float* h_frame, float* h_filtered);
/// Waits until the result of the oldest frame that is not collected has arrived, and for no younger
/// one. There is such a frame.
void collect_frame(Frames* frames);
/// Frees all; every frame is collected. Does nothing for nullptr.
void close_frames(Frames* frames);

/// Find the bug: the negative of each of a number of frames, output = 1 - input. The frames take
/// turns between two streams and two buffers. Asynchronous as filter_strips() is: all comes after
/// what streams[0] was given before, and what that is given next comes after all. In
/// find_the_bug.cu.
///
/// @param h_frames    count * pixels floats, pinned host memory.
/// @param h_negative  count * pixels floats, pinned host memory.
/// @param pixels      Pixels of a frame, in [1, 2^20].
/// @param count       Number of frames, in [1, 2^10].
/// @param d_buffers   2 * pixels floats, device memory, to work in.
/// @param streams     Two streams, made with cudaStreamNonBlocking.
/// @param events      Four events, to be used in any way.
void negative(const float* h_frames, float* h_negative, int pixels, int count, float* d_buffers,
              const cudaStream_t streams[2], const cudaEvent_t events[4]);

}  // namespace lab10
