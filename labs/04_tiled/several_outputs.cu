/// @file
/// Lab 04, challenge, rung 1: several outputs per thread, one below the other. Read README.md.
/// The tile is that of stage sizes. What is new: a value that was read serves all sums of the
/// thread that need it.
///
///   q   one of a thread's outputs     m   a row of the thread's window, kRowsOfWindow in all
///   j   a row of the filter           i   a column of the filter and of the window
///
/// One thread with 4 outputs and a 3x3 filter, and its window in the tile. Numbers: the outputs
/// that the row has a product for, with filter row j = m - q.
///
///             i = 0    1    2
///      m = 0  |  0 |  0 |  0 |        q = 0 stands in the middle of rows 0 to 2,
///      m = 1  | 01 | 01 | 01 |        q = 1 in the middle of rows 1 to 3 ...
///      m = 2  | 012| 012| 012|   <- a value that is read here serves three sums
///      m = 3  | 123| 123| 123|
///      m = 4  | 23 | 23 | 23 |
///      m = 5  |  3 |  3 |  3 |   18 reads for 36 products
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

constexpr int kWidest = 17;                 // filter with a kernel of its own
constexpr int kWarp = 32, kWarps = 4;       // threads of a block in x and in y
constexpr int kOutputs = 8;                 // of a thread, one below the other
constexpr int kHeight = kWarps * kOutputs;  // outputs of a block, one below the other

/// A filter as a kernel's argument: arguments lie in constant memory and need no copy of their own.
template <int kFilterWidth>
struct Weights {
  float at[kFilterWidth * kFilterWidth];
};

/// The value at (x, y), which may lie outside the image: then what the border puts there.
__device__ float pixel_or_border(const float* __restrict__ image, int width, int height, int x,
                                 int y, kit::Border border) {
  if (border == kit::Border::clamp) {
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0f;
  }
  return image[y * width + x];
}

/// A block computes kWarp x kHeight pixels, a thread kOutputs of them. Before it reads element
/// (i, m) of its window: sum[q] has the products of the filter columns before i, and of column i
/// those of the filter rows j < m - q.
template <int kFilterWidth>
__global__ void __launch_bounds__(kWarp* kWarps)
    convolve_columns(const float* __restrict__ input, float* __restrict__ output, int width,
                     int height, kit::Border border, const Weights<kFilterWidth> filter) {
  constexpr int kRadius = kFilterWidth / 2;
  constexpr int kPitch = kWarp + 2 * kRadius;  // floats from one row of the tile to the next
  constexpr int kElements = kPitch * (kHeight + 2 * kRadius);
  constexpr int kRowsOfWindow = kOutputs + 2 * kRadius;
  __shared__ float tile[kElements];
  const int left = blockIdx.x * kWarp, top = blockIdx.y * kHeight;  // the block's first pixel
  // TODO(lab04): load the tile as in sizes.cu, and wait (about 5 lines)
  // END TODO

  const int first = threadIdx.y * kOutputs;  // the thread's first row of the tile
  const float* const window = tile + first * kPitch + threadIdx.x;
  float sum[kOutputs] = {};
  // TODO(lab04): read each element of the window once, add it where it belongs (about 12 lines)
  // END TODO

  const int x = left + threadIdx.x;
  // TODO(lab04): store the outputs that lie in the image (about 5 lines)
  // END TODO
}

template <int kFilterWidth>
void launch(const float* d_input, float* d_output, int width, int height, const float* filter, int,
            kit::Border border, cudaStream_t stream) {
  Weights<kFilterWidth> weights;
  std::copy_n(filter, kFilterWidth * kFilterWidth, weights.at);
  const dim3 block(kWarp, kWarps);
  const dim3 grid((width + kWarp - 1) / kWarp, (height + kHeight - 1) / kHeight);
  convolve_columns<kFilterWidth>
      <<<grid, block, 0, stream>>>(d_input, d_output, width, height, border, weights);
  KIT_CHECK(cudaGetLastError());
}

/// Other widths: the kernel of stage tile, with a block whose tile fits for radii up to 31.
void fall_back(const float* d_input, float* d_output, int width, int height, const float* filter,
               int filter_width, kit::Border border, cudaStream_t stream) {
  convolve(d_input, d_output, width, height, filter, filter_width, border, dim3(32, 8), stream);
}

}  // namespace

void convolve_several(const float* d_input, float* d_output, int width, int height,
                      const float* filter, int filter_width, kit::Border border,
                      cudaStream_t stream) {
  using Launcher = decltype(&fall_back);
  constexpr Launcher kLaunchers[] = {fall_back,  launch<3>,  launch<5>,  launch<7>, launch<9>,
                                     launch<11>, launch<13>, launch<15>, launch<17>};
  const Launcher launcher = filter_width <= kWidest ? kLaunchers[filter_width / 2] : fall_back;
  launcher(d_input, d_output, width, height, filter, filter_width, border, stream);
}

}  // namespace lab04
