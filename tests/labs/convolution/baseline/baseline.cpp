// The Makefile compiles this file with -O3, and with -fno-math-errno because std::sqrt would else
// have to set errno for negative numbers (there are none here) and could not be vectorised.
#include "baseline.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "kit/error.hpp"

namespace kit::baseline {
namespace {

std::size_t to_size(int value) {
  return static_cast<std::size_t>(value);
}

/// The most floats of a vector register in any version below.
constexpr int kMaxLanes = 8;

/// A vector register of floats, and the same at an address that need not be aligned: a language
/// extension of GCC and Clang that needs no intrinsics and works on every processor.
template <int kLanes>
struct Register {
  using Value [[gnu::vector_size(kLanes * sizeof(float))]] = float;
  using Unaligned
      [[gnu::vector_size(kLanes * sizeof(float)), gnu::aligned(alignof(float)), gnu::may_alias]] =
          float;
};

/// kRegisters * kLanes neighbouring output values at column x. Their sums stay in registers through
/// all taps; eight of them hide the latency of the multiply-adds.
template <int kLanes, int kRegisters>
[[gnu::always_inline]] inline void convolve_block(const float* const* rows, int first, int last,
                                                  const float* filter, int filter_width, int x,
                                                  float* output) {
  using Unaligned = typename Register<kLanes>::Unaligned;
  typename Register<kLanes>::Value sums[kRegisters] = {};
  for (int j = first; j < last; ++j) {
    const float* source = rows[j] + x;
    const float* weights = filter + static_cast<std::ptrdiff_t>(j) * filter_width;
    for (int i = 0; i < filter_width; ++i) {
#pragma GCC unroll 8
      for (int n = 0; n < kRegisters; ++n) {
        sums[n] += weights[i] * *reinterpret_cast<const Unaligned*>(source + i + n * kLanes);
      }
    }
  }
#pragma GCC unroll 8
  for (int n = 0; n < kRegisters; ++n) {
    *reinterpret_cast<Unaligned*>(output + n * kLanes) = sums[n];
  }
}

/// One output row from rows[first..last), those that the filter meets, each padded on the left by
/// the radius and on the right by the radius and up to a whole register.
template <int kLanes>
[[gnu::always_inline]] inline void convolve_row_body(const float* const* rows, int first, int last,
                                                     const float* filter, int filter_width,
                                                     float* output, int width) {
  constexpr int kBlock = 8 * kLanes;
  int x = 0;
  for (; x + kBlock <= width; x += kBlock) {
    convolve_block<kLanes, 8>(rows, first, last, filter, filter_width, x, output + x);
  }
  for (; x + kLanes <= width; x += kLanes) {
    convolve_block<kLanes, 1>(rows, first, last, filter, filter_width, x, output + x);
  }
  if (x < width) {
    float rest[kLanes];
    convolve_block<kLanes, 1>(rows, first, last, filter, filter_width, x, rest);
    for (int n = 0; x + n < width; ++n) output[x + n] = rest[n];
  }
}

/// Gradient magnitude of one row from the padded rows above, at and below it.
[[gnu::always_inline]] inline void sobel_row_body(const float* __restrict above,
                                                  const float* __restrict here,
                                                  const float* __restrict below,
                                                  float* __restrict output, int width) {
  for (int x = 0; x < width; ++x) {
    const float gx =
        (above[x + 2] - above[x]) + 2 * (here[x + 2] - here[x]) + (below[x + 2] - below[x]);
    const float gy =
        (below[x] + 2 * below[x + 1] + below[x + 2]) - (above[x] + 2 * above[x + 1] + above[x + 2]);
    output[x] = std::sqrt(gx * gx + gy * gy);
  }
}

// The same code, compiled once per instruction set: which one serves is known only at run time.
#define KIT_BASELINE_VERSION(suffix, lanes, ...)                                                 \
  __VA_ARGS__ void convolve_row_##suffix(const float* const* rows, int first, int last,          \
                                         const float* filter, int filter_width, float* output,   \
                                         int width) {                                            \
    convolve_row_body<lanes>(rows, first, last, filter, filter_width, output, width);            \
  }                                                                                              \
  __VA_ARGS__ void sobel_row_##suffix(const float* above, const float* here, const float* below, \
                                      float* output, int width) {                                \
    sobel_row_body(above, here, below, output, width);                                           \
  }

KIT_BASELINE_VERSION(any, 4)
#if defined(__x86_64__)
KIT_BASELINE_VERSION(avx2, 8, [[gnu::target("avx2,fma")]])
#endif
#undef KIT_BASELINE_VERSION

struct RowFunctions {
  void (*convolve)(const float* const*, int, int, const float*, int, float*, int);
  void (*sobel)(const float*, const float*, const float*, float*, int);
};

/// The version for the processor the program runs on.
RowFunctions row_functions() {
#if defined(__x86_64__)
  // AVX-512 was tried and is no faster: unaligned loads limit both.
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0) {
    return {convolve_row_avx2, sobel_row_avx2};
  }
#endif
  return {convolve_row_any, sobel_row_any};
}

/// The last filter_width image rows, padded left and right, so that no inner loop asks where the
/// image ends. Small enough for the cache: padding costs one pass over the row. With `row_weights`
/// (filter_width of them) the rows are filtered along x too, and then start at their first pixel.
class PaddedRows {
 public:
  PaddedRows(const float* input, int width, int height, int filter_width, Border border,
             const float* row_weights = nullptr)
      : input_(input),
        row_weights_(row_weights),
        width_(width),
        height_(height),
        radius_(filter_width / 2),
        border_(border),
        slots_(std::min(filter_width, height)),
        stride_(width + kMaxLanes + 2 * radius_),
        values_(to_size(slots_) * to_size(stride_)),
        unfiltered_(row_weights != nullptr ? to_size(stride_) : 0),
        rows_(to_size(filter_width)) {}

  /// Points rows()[j] at image row y + j - radius for j in [first(), last()). With zeros beyond the
  /// edge, the rows outside the image are left out; clamped, they are the nearest row. Rows must be
  /// asked for in ascending order.
  void move_to(int y) {
    const int top = std::max(y - radius_, 0);
    const int bottom = std::min(y + radius_, height_ - 1);
    for (next_ = std::max(next_, top); next_ <= bottom; ++next_) fill(next_);
    const bool clamped = border_ == Border::clamp;
    first_ = clamped ? 0 : top - (y - radius_);
    last_ = clamped ? 2 * radius_ + 1 : bottom - (y - radius_) + 1;
    for (int j = first_; j < last_; ++j) {
      rows_[to_size(j)] = slot(std::clamp(y + j - radius_, 0, height_ - 1));
    }
  }

  const float* const* rows() const { return rows_.data(); }
  int first() const { return first_; }
  int last() const { return last_; }

 private:
  float* slot(int y) { return values_.data() + to_size(y % slots_) * to_size(stride_); }

  void fill(int y) {
    if (row_weights_ == nullptr) return pad(y, slot(y));
    pad(y, unfiltered_.data());
    const float* const row = unfiltered_.data();
    row_functions().convolve(&row, 0, 1, row_weights_, 2 * radius_ + 1, slot(y), width_);
  }

  void pad(int y, float* out) const {
    const float* source = input_ + to_size(y) * to_size(width_);
    const bool clamped = border_ == Border::clamp;
    out = std::fill_n(out, radius_, clamped ? source[0] : 0.0f);
    out = std::copy_n(source, width_, out);
    std::fill_n(out, radius_, clamped ? source[width_ - 1] : 0.0f);
  }

  const float* input_;
  const float* row_weights_;
  int width_, height_, radius_;
  Border border_;
  int slots_, stride_;
  int next_ = 0;  ///< the first image row not padded yet
  int first_ = 0, last_ = 0;
  std::vector<float> values_, unfiltered_;
  std::vector<const float*> rows_;
};

/// Output rows [begin, end); with rows filtered along x, `filter` is a column, its width 1.
void convolve_rows(PaddedRows& padded, float* output, int width, const float* filter,
                   int filter_width, int begin, int end) {
  const auto row = row_functions().convolve;
  for (int y = begin; y < end; ++y) {
    padded.move_to(y);
    row(padded.rows(), padded.first(), padded.last(), filter, filter_width,
        output + to_size(y) * to_size(width), width);
  }
}

/// All output rows, an equal share of them on each of `threads` threads (0: all cores).
void convolve_in_parts(const char* caller, int threads, const PaddedRows& rows, float* output,
                       int width, int height, const float* filter, int filter_width) {
  if (threads < 0) {
    throw InputError(std::string(caller) + ": " + std::to_string(threads) +
                     " threads; give 0 for all cores, or a positive number");
  }
  if (threads == 0) threads = static_cast<int>(std::thread::hardware_concurrency());
  threads = std::clamp(threads, 1, std::max(height, 1));

  // All memory is allocated here, where a failure can be thrown to the caller.
  std::vector<PaddedRows> padded(to_size(threads), rows);
  auto work = [&](int n) {
    const auto edge = [&](int part) {
      return static_cast<int>(static_cast<long long>(height) * part / threads);
    };
    convolve_rows(padded[to_size(n)], output, width, filter, filter_width, edge(n), edge(n + 1));
  };
  std::vector<std::jthread> pool;
  pool.reserve(to_size(threads));
  for (int n = 1; n < threads; ++n) {
    try {
      pool.emplace_back(work, n);
    } catch (const std::system_error&) {
      work(n);  // no more threads to be had: this one does the part
    }
  }
  work(0);
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, Border border) {
  PaddedRows padded(input, width, height, filter_width, border);
  convolve_rows(padded, output, width, filter, filter_width, 0, height);
}

void convolve_parallel(const float* input, float* output, int width, int height,
                       const float* filter, int filter_width, Border border, int threads) {
  convolve_in_parts("convolve_parallel", threads,
                    PaddedRows(input, width, height, filter_width, border), output, width, height,
                    filter, filter_width);
}

void separable(const float* input, float* output, int width, int height, const float* row_weights,
               const float* column_weights, int taps, Border border) {
  PaddedRows filtered(input, width, height, taps, border, row_weights);
  convolve_rows(filtered, output, width, column_weights, 1, 0, height);
}

void separable_parallel(const float* input, float* output, int width, int height,
                        const float* row_weights, const float* column_weights, int taps,
                        Border border, int threads) {
  convolve_in_parts("separable_parallel", threads,
                    PaddedRows(input, width, height, taps, border, row_weights), output, width,
                    height, column_weights, 1);
}

void sobel_magnitude(const float* input, float* output, int width, int height, Border border) {
  // Zeros above and below the image are rows of their own here: three rows are always read.
  PaddedRows padded(input, width, height, 3, border);
  const std::vector<float> zeros(to_size(width) + 2);
  const auto row = row_functions().sobel;
  for (int y = 0; y < height; ++y) {
    padded.move_to(y);
    const auto source = [&](int j) {
      return j >= padded.first() && j < padded.last() ? padded.rows()[j] : zeros.data();
    };
    row(source(0), source(1), source(2), output + to_size(y) * to_size(width), width);
  }
}

}  // namespace kit::baseline
