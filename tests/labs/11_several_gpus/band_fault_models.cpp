#include "band_fault_models.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "labs/convolution/convolution_fault_models.hpp"
#include "labs/streams/image_rows.hpp"

namespace kit::grader::lab11 {
namespace {

constexpr double kAnything = std::numeric_limits<double>::quiet_NaN();

template <typename T>
Image<double> as_double(const Image<T>& image) {
  Image<double> result(image.width(), image.height());
  std::copy_n(image.data(), image.size(), result.data());
  return result;
}

Image<float> as_float(const Image<double>& image) {
  Image<float> result(image.width(), image.height());
  std::transform(image.data(), image.data() + image.size(), result.data(),
                 [](double value) { return float(value); });
  return result;
}

/// As filter_passes(), where each pass of a band is what `pass` says. Rounded to float32 between
/// passes, which is nothing beside what a mistake does.
template <typename Pass>
Image<double> by_bands(const Image<float>& image, const BandRows& bands, int passes, Pass pass) {
  Image<float> now = image;
  for (int n = 0; n < passes; ++n) {
    Image<double> next(image.width(), image.height());
    for (int b = 0; b < int(bands.size()); ++b) {
      const int first = first_of(bands, b);
      put_rows(pass(now, first, bands[std::size_t(b)], n), first, next);
    }
    now = as_float(next);
  }
  return as_double(now);
}

/// Fills in what each band's buffer gets: `source(b, y)` is the row of the image that stands where
/// row y of band b's halo belongs, or -1 for filler.
template <typename Source>
Image<double> buffers(const Image<float>& image, const Image<float>& filler,
                      const ExchangeProblem& problem, Source source) {
  Image<double> output = as_double(filler);
  const int height = image.height();
  for (int b = 0, top = 0; b < int(problem.bands.size()); ++b) {
    const int first = first_of(problem.bands, b), rows = problem.bands[std::size_t(b)];
    put_rows(rows_of(image, first, rows), top + problem.halo, output);
    for (int y = first - problem.depth; y < first + rows + problem.depth; ++y) {
      if (y < 0 || y >= height || (y >= first && y < first + rows)) continue;
      const int row = source(b, y);
      if (row >= 0 && row < height)
        put_rows(rows_of(image, row, 1), top + problem.halo + y - first, output);
    }
    top += 2 * problem.halo + rows;
  }
  return output;
}

/// As exchange_halos(), where of each piece that one band has of another's halo the first quarter
/// is copied.
Image<double> quarters(const Image<float>& image, const Image<float>& filler,
                       const ExchangeProblem& problem) {
  const BandRows& bands = problem.bands;
  Image<double> output = buffers(image, filler, problem, [](int, int) { return -1; });
  const auto copy = [&](int top, int first, int owner, int begin, int end) {
    const int own = first_of(bands, owner);
    begin = std::max(begin, own);
    end = std::min(end, own + bands[std::size_t(owner)]);
    if (begin >= end) return;
    const std::size_t width = std::size_t(image.width());
    const std::size_t count = std::size_t(end - begin) * width;
    double* const to = output.data() + std::size_t(top + problem.halo + begin - first) * width;
    std::copy_n(image.data() + std::size_t(begin) * width, count / 4, to);
    if (count % 4 != 0) to[count / 4] = kAnything;  // of which some bytes are copied
  };
  for (int b = 0, top = 0; b < int(bands.size()); ++b) {
    const int first = first_of(bands, b), end = first + bands[std::size_t(b)];
    for (int owner = 0; owner < int(bands.size()); ++owner) {
      copy(top, first, owner, first - problem.depth, first);
      copy(top, first, owner, end, end + problem.depth);
    }
    top += 2 * problem.halo + end - first;
  }
  return output;
}

/// Where row y of the image lies.
int band_of(const BandRows& bands, int y) {
  int b = 0;
  while (y >= first_of(bands, b) + bands[std::size_t(b)]) ++b;
  return b;
}

}  // namespace

Image<double> filter_passes(const Image<float>& image, const std::vector<float>& weights,
                            int passes) {
  Image<float> now = image;
  Image<double> result = as_double(image);
  for (int n = 0; n < passes; ++n) {
    result = filtered_both_ways(now, weights);
    now = as_float(result);
  }
  return result;
}

Image<double> filter_rows(const Image<float>& image, const Image<float>& filler,
                          const std::vector<float>& weights, const RowsProblem& problem) {
  Image<double> output = as_double(filler);
  const int top = first_of(problem.bands, problem.number) - problem.halo;
  for (int row = 0; row < problem.rows; ++row)
    put_rows(oracle::separable_row(image, both_ways(weights), Border::clamp, problem.first + row),
             problem.first + row - top, output);
  return output;
}

Image<double> exchange_halos(const Image<float>& image, const Image<float>& filler,
                             const ExchangeProblem& problem) {
  return buffers(image, filler, problem, [](int, int y) { return y; });
}

std::vector<Hypothesis> rows_fault_models(const Image<float>& image, const Image<float>& filler,
                                          const std::vector<float>& weights,
                                          const RowsProblem& problem) {
  const int own = first_of(problem.bands, problem.number);
  const int own_rows = problem.bands[std::size_t(problem.number)];
  std::vector<Hypothesis> list;
  const auto add = [&](const std::string& cause, const std::string& sentence,
                       const Image<double>& whole, int moved = 0) {
    Image<double> output = as_double(filler);
    const int place = problem.first - own + problem.halo + moved;
    if (place < 0 || place + problem.rows > output.height()) return;
    put_rows(rows_of(whole, problem.first, problem.rows), place, output);
    list.push_back({cause, sentence, std::move(output)});
  };
  for (Hypothesis& one : separable_fault_models(image, weights, weights, Border::clamp))
    add(one.cause, one.sentence, one.output);
  Image<double> alone(image.width(), image.height());
  const int begin = std::max(own, 0), end = own + own_rows;
  if (problem.first >= begin && problem.first + problem.rows <= end) {
    put_rows(filtered_both_ways(rows_of(image, own, own_rows), weights), own, alone);
    add("wrong_border",
        "rows are clamped to the band: they end where the image does, and beyond the band's edge "
        "stands its halo",
        alone);
  }
  // Rows read from the buffer, which is filler but for what is needed.
  Image<float> buffer = filler;
  const int height = image.height(), top = own - problem.halo;
  const int begin_of_needed = std::max(problem.first - problem.radius, 0);
  const int end_of_needed = std::min(problem.first + problem.rows + problem.radius, height);
  put_rows(rows_of(image, begin_of_needed, end_of_needed - begin_of_needed), begin_of_needed - top,
           buffer);
  const auto from_buffer = [&](auto row_of) {
    Image<float> seen(image.width(), problem.rows + 2 * problem.radius);
    Image<float> nothing(image.width(), 1);
    std::fill_n(nothing.data(), nothing.size(), float(kAnything));
    for (int j = 0; j < seen.height(); ++j) {
      const int row = row_of(problem.first + j - problem.radius);
      const bool inside = row >= 0 && row < buffer.height();
      put_rows(inside ? rows_of(buffer, row, 1) : nothing, j, seen);
    }
    Image<double> whole(image.width(), height);
    put_rows(rows_of(filtered_both_ways(seen, weights), problem.radius, problem.rows),
             problem.first, whole);
    return whole;
  };
  const auto clamped = [&](int y) { return std::clamp(y, 0, height - 1); };
  if (problem.rows > 0) {
    list.push_back({"nothing_written",
                    "what d_rows[1 - from] held before is still there: nothing was written, or "
                    "another buffer was",
                    as_double(filler)});
    add("wrong_border",
        "a row beyond the image's edge is taken from the buffer without clamping it first: above "
        "the first band and below the last one nothing stands there",
        from_buffer([&](int y) { return y - top; }));
    add("wrong_index",
        "`halo` is left out: a buffer begins `halo` rows above the band, so row y of the image "
        "stands in row y - first + halo",
        from_buffer([&](int y) { return clamped(y) - own; }));
    add("wrong_index",
        "rows are looked for where the whole image would have them: row y of the image stands in "
        "row y - first + halo of a band's buffer",
        from_buffer([&](int y) { return clamped(y); }));
  }
  const Image<double> right = filtered_both_ways(image, weights);
  add("wrong_index",
      "the rows stand `halo` rows too high: row y of the image is row y - first + halo of a buffer",
      right, -problem.halo);
  if (problem.first != own)
    add("wrong_index",
        "the rows stand where the band's own rows begin: `first` of the call says where they "
        "belong",
        right, own - problem.first);
  return list;
}

std::vector<Hypothesis> exchange_fault_models(const Image<float>& image, const Image<float>& filler,
                                              const ExchangeProblem& problem) {
  const BandRows& bands = problem.bands;
  std::vector<Hypothesis> list;
  const auto add = [&](const std::string& cause, const std::string& sentence, auto source) {
    list.push_back({cause, sentence, buffers(image, filler, problem, source)});
  };
  const auto above = [&](int b, int y) { return y < first_of(bands, b); };
  add("wrong_halo", "no halo has been copied, or none has arrived", [](int, int) { return -1; });
  add("wrong_halo", "only the halos above the bands are there: those below are missing",
      [&](int b, int y) { return above(b, y) ? y : -1; });
  add("wrong_halo", "only the halos below the bands are there: those above are missing",
      [&](int b, int y) { return above(b, y) ? -1 : y; });
  add("wrong_halo",
      "the halo comes from the wrong end of the neighbour: above a band belong the last rows of "
      "the "
      "band above, below it the first of the band below",
      [&](int b, int y) {
        const int other = above(b, y) ? b - 1 : b + 1;
        const int own = first_of(bands, b), end = own + bands[std::size_t(b)];
        return above(b, y) ? first_of(bands, other) + (y - (own - problem.depth))
                           : end + bands[std::size_t(other)] - problem.depth + (y - end);
      });
  add("wrong_halo",
      "only the bands next to a band are asked for rows: where one is shorter than the halo, the "
      "rest comes from the band beyond it",
      [&](int b, int y) { return std::abs(band_of(bands, y) - b) == 1 ? y : -1; });
  list.push_back({"wrong_length",
                  "of each piece of a halo only the first quarter arrives: the length of a copy is "
                  "in bytes, and a float has four",
                  quarters(image, filler, problem)});
  list.push_back(
      {"wrong_variable",
       "all the room of a halo is filled: `depth` says how many rows are asked for",
       exchange_halos(image, filler,
                      {problem.width, bands, problem.halo, problem.buffer, problem.halo})});
  add("wrong_bound", "of each halo the row that is farthest away is missing", [&](int b, int y) {
    const int own = first_of(bands, b), end = own + bands[std::size_t(b)];
    return y == own - problem.depth || y == end + problem.depth - 1 ? -1 : y;
  });
  return list;
}

std::vector<Hypothesis> passes_fault_models(const Image<float>& image,
                                            const std::vector<float>& weights,
                                            const PassesProblem& problem) {
  const int passes = problem.passes * problem.calls;
  std::vector<Hypothesis> list;
  list.push_back({"wrong_halo",
                  "each band is filtered as an image of its own: beyond its edge stands its own "
                  "nearest row, where rows of the bands beside it belong",
                  by_bands(image, problem.bands, passes,
                           [&](const Image<float>& now, int first, int rows, int) {
                             return filtered_both_ways(rows_of(now, first, rows), weights);
                           })});
  list.push_back({"stale_state",
                  "the halos are those of the first pass: before each pass the rows have changed, "
                  "and so have the halos",
                  by_bands(image, problem.bands, passes,
                           [&](const Image<float>& now, int first, int rows, int) {
                             Image<float> seen = image;
                             put_rows(rows_of(now, first, rows), first, seen);
                             return rows_of(filtered_both_ways(seen, weights), first, rows);
                           })});
  const auto in_each_call = [&](int each) {
    return filter_passes(image, weights, each * problem.calls);
  };
  if (problem.passes > 1) {
    list.push_back(
        {"wrong_bound",
         "one pass too few: the buffer where the result belongs holds what the last pass "
         "but one was to read",
         in_each_call(problem.passes - 2)});
    list.push_back({"wrong_bound", "one pass too few", in_each_call(problem.passes - 1)});
    list.push_back(
        {"stale_state",
         "each pass filters the image and not what the pass before it has made: it reads "
         "and writes the same two buffers as the first one",
         in_each_call(problem.passes % 2)});
  }
  list.push_back({"wrong_bound", "one pass too many", filter_passes(image, weights, passes + 1)});
  return list;
}

}  // namespace kit::grader::lab11
