#include "frame_fault_models.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "labs/convolution/convolution_fault_models.hpp"
#include "labs/streams/image_rows.hpp"

namespace kit::grader::lab10 {
namespace {

constexpr double kAnything = std::numeric_limits<double>::quiet_NaN();

/// Those of the filter as a whole: another direction, border, or order of the weights. The small
/// cases speak for those that would take long to compute.
std::vector<Hypothesis> filter_faults(const Image<float>& image,
                                      const std::vector<float>& weights) {
  constexpr std::size_t kMostProducts = 1'200'000;
  if (image.size() * weights.size() * weights.size() > kMostProducts) return {};
  return separable_fault_models(image, weights, weights, Border::clamp);
}

/// An output made of frames.
template <typename Make>
Image<double> each_frame(const Image<float>& frames, int count, Make make) {
  Image<double> output(frames.width(), frames.height());
  const int height = frames.height() / count;
  for (int n = 0; n < count; ++n)
    put_rows(make(rows_of(frames, n * height, height), n), n * height, output);
  return output;
}

/// One strip after the other, of rows [first, first + rows).
template <typename Do>
void each_strip(int height, int strip_rows, Do act) {
  for (int first = 0, strip = 0; first < height; first += strip_rows, ++strip)
    act(strip, first, std::min(strip_rows, height - first));
}

/// A frame as it comes out where the ring holds for row y what `row` says.
template <typename Row>
Image<double> from_rows(const Image<float>& frame, const std::vector<float>& weights,
                        const FramesProblem& problem, Row row) {
  Image<double> output(frame.width(), frame.height());
  each_strip(frame.height(), problem.strip_rows, [&](int strip, int first, int rows) {
    Image<float> seen(frame.width(), frame.height());
    for (int y = 0; y < frame.height(); ++y)
      put_rows(rows_of(frame, row(strip, first, rows, y), 1), y, seen);
    put_rows(rows_of(filtered_both_ways(seen, weights), first, rows), first, output);
  });
  return output;
}

}  // namespace

Image<double> filter_frames(const Image<float>& frames, int count,
                            const std::vector<float>& weights) {
  return each_frame(frames, count, [&](const Image<float>& frame, int) {
    return filtered_both_ways(frame, weights);
  });
}

std::vector<Hypothesis> strip_fault_models(const Image<float>& image, const Image<float>& ring,
                                           const std::vector<float>& weights,
                                           const StripProblem& problem) {
  const int first = problem.first, rows = problem.rows, radius = problem.radius;
  std::vector<Hypothesis> list;
  for (Hypothesis& one : filter_faults(image, weights))
    list.push_back({one.cause, one.sentence, rows_of(one.output, first, rows)});
  list.push_back(
      {"wrong_halo",
       "the strip is filtered as an image of its own: its rows end where the strip does, "
       "where the halo of its neighbours belongs",
       filtered_both_ways(rows_of(image, first, rows), weights)});
  const auto from_ring = [&](auto row_of) {
    Image<float> seen(image.width(), rows + 2 * radius);
    Image<float> nothing(image.width(), 1);
    std::fill_n(nothing.data(), nothing.size(), std::numeric_limits<float>::quiet_NaN());
    for (int j = 0; j < seen.height(); ++j) {
      const int row = row_of(first + j - radius);
      const bool inside = row >= 0 && row < ring.height();
      put_rows(inside ? rows_of(ring, row, 1) : nothing, j, seen);
    }
    return rows_of(filtered_both_ways(seen, weights), radius, rows);
  };
  const int height = image.height(), ring_rows = ring.height();
  const auto clamped = [&](int y) { return std::clamp(y, 0, height - 1); };
  list.push_back({"wrong_border",
                  "rows are clamped to the ring: they end where the image does, and the ring only "
                  "says where a row of the image stands",
                  from_ring([&](int y) { return std::clamp(y, 0, ring_rows - 1); })});
  list.push_back({"wrong_border",
                  "a row beyond the image's edge is taken from the ring without clamping it first",
                  from_ring([&](int y) { return ((y % ring_rows) + ring_rows) % ring_rows; })});
  if ((ring_rows & (ring_rows - 1)) != 0)
    list.push_back({"wrong_operator",
                    "the row of the ring is found by a mask, y & (ring_rows - 1): that is the "
                    "remainder for powers of two only, and a ring may have any number of rows",
                    from_ring([&](int y) { return clamped(y) & (ring_rows - 1); })});
  list.push_back({"missing_term",
                  "`first` is left out: the strip's rows are read as if it stood at the top of the "
                  "image",
                  from_ring([&](int y) { return clamped(y - first) % ring_rows; })});
  return list;
}

std::vector<Hypothesis> frames_fault_models(const Image<float>& frames,
                                            const std::vector<float>& weights,
                                            const FramesProblem& problem) {
  std::vector<Hypothesis> list;
  const int count = problem.frames, height = problem.height;
  const auto each = [&](auto make) { return each_frame(frames, count, make); };
  if (count == 1) list = filter_faults(frames, weights);
  const int strip_rows = problem.strip_rows;
  if (count > 1) {
    const Image<float> first = rows_of(frames, 0, height),
                       last = rows_of(frames, (count - 1) * height, height);
    list.push_back(
        {"stale_state",
         "every frame comes out as the first one does: what is copied in is always the "
         "first frame",
         each([&](const Image<float>&, int) { return filtered_both_ways(first, weights); })});
    list.push_back(
        {"stale_state",
         "every frame comes out as the last one does: its rows came before the frames "
         "before it were filtered",
         each([&](const Image<float>&, int) { return filtered_both_ways(last, weights); })});
  }
  if (strip_rows == 0) return list;
  list.push_back({"wrong_halo",
                  "each strip is filtered as an image of its own: its halo is its own edge, where "
                  "rows of the strips beside it belong",
                  each([&](const Image<float>& frame, int) {
                    Image<double> output(frame.width(), frame.height());
                    each_strip(height, strip_rows, [&](int, int top, int rows) {
                      put_rows(filtered_both_ways(rows_of(frame, top, rows), weights), top, output);
                    });
                    return output;
                  })});
  const auto strips_of = [&](auto source_of) {
    return each([&](const Image<float>& frame, int) {
      const Image<double> right = filtered_both_ways(frame, weights);
      Image<double> output(frame.width(), frame.height());
      std::fill_n(output.data(), output.size(), kAnything);
      each_strip(height, strip_rows, [&](int, int top, int rows) {
        const int source = source_of(top);
        const int there = std::min(rows, height - source);
        put_rows(rows_of(right, source, there), top, output);
      });
      return output;
    });
  };
  list.push_back({"wrong_index",
                  "every strip of the output is the first one: the place in h_filtered moves on, "
                  "what is filtered does not",
                  strips_of([](int) { return 0; })});
  list.push_back({"wrong_index",
                  "each strip is filtered with the rows of the first strip: the place in h_image "
                  "does not move on",
                  each([&](const Image<float>& frame, int) {
                    return from_rows(frame, weights, problem,
                                     [&](int, int, int, int y) { return y % strip_rows; });
                  })});
  list.push_back(
      {"wrong_halo",
       "the halo below a strip is missing: the strip is filtered before the next one has "
       "arrived, so that older rows stand there",
       each([&](const Image<float>& frame, int) {
         constexpr int kRingStrips = 4;
         return from_rows(frame, weights, problem, [&](int, int top, int rows, int y) {
           const int older = y - kRingStrips * strip_rows;
           return y < top + rows ? y : (older >= 0 ? older : y);
         });
       })});
  return list;
}

std::vector<Hypothesis> negative_fault_models(const Image<float>& frames, int count) {
  Image<double> same(frames.width(), frames.height());
  std::copy_n(frames.data(), frames.size(), same.data());
  std::vector<Hypothesis> list;
  list.push_back({"copied_input",
                  "the frames come back as they were: they are copied out before the kernel has "
                  "run, or it has not run",
                  same});
  const int height = frames.height() / count;
  for (const int turns : {1, 2}) {
    if (count <= turns) continue;
    Image<double> late(frames.width(), frames.height());
    for (int n = 0; n < count; ++n) {
      // The last frame that uses the same buffer.
      int source = n;
      while (source + turns < count) source += turns;
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < frames.width(); ++x)
          late.at(x, n * height + y) = 1 - double(frames.at(x, source * height + y));
    }
    list.push_back({"race",
                    "a frame comes out as a later one does: its buffer takes the next frame before "
                    "this one has left",
                    late});
  }
  return list;
}

}  // namespace kit::grader::lab10
