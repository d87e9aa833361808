#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "band_fault_models.hpp"
#include "labs/streams/image_rows.hpp"

namespace kit::grader::lab11 {
Image<double> table_of(const Image<std::uint8_t>& image) {
  Image<double> table(image.width(), image.height());
  std::vector<std::uint32_t> columns(std::size_t(image.width()), 0);
  for (int y = 0; y < image.height(); ++y) {
    std::uint32_t sum = 0;
    for (int x = 0; x < image.width(); ++x) {
      columns[std::size_t(x)] += image.at(x, y);
      sum += columns[std::size_t(x)];
      table.at(x, y) = sum;
    }
  }
  return table;
}

std::vector<Hypothesis> table_fault_models(const Image<std::uint8_t>& image,
                                           const TableProblem& problem) {
  std::vector<Hypothesis> list;
  const auto add = [&](const std::string& sentence, auto bands_above) {
    // What a band adds to its own table: tables of the bands that it knows of, their last rows.
    Image<double> output(image.width(), image.height());
    for (int b = 0; b < int(problem.bands.size()); ++b) {
      const int first = first_of(problem.bands, b), rows = problem.bands[std::size_t(b)];
      Image<double> own = table_of(rows_of(image, first, rows));
      for (const int above : bands_above(b)) {
        const int above_rows = problem.bands[std::size_t(above)];
        const Image<double> there =
            table_of(rows_of(image, first_of(problem.bands, above), above_rows));
        for (int y = 0; y < rows; ++y)
          for (int x = 0; x < image.width(); ++x)
            own.at(x, y) = std::uint32_t(own.at(x, y)) + std::uint32_t(there.at(x, above_rows - 1));
      }
      for (int y = 0; y < rows; ++y)
        for (int x = 0; x < image.width(); ++x)
          output.at(x, first + y) = std::uint32_t(std::uint64_t(own.at(x, y)));
    }
    list.push_back({"missing_term", sentence, std::move(output)});
  };
  // Sums of the columns, and along each row sums of pieces of so many values in 16 bits.
  const auto narrow = [&](int piece) {
    constexpr int kBits16 = 1 << 16;
    Image<double> output(image.width(), image.height());
    std::vector<std::uint32_t> columns(std::size_t(image.width()), 0);
    for (int y = 0; y < image.height(); ++y) {
      std::uint32_t before = 0, within = 0;
      for (int x = 0; x < image.width(); ++x) {
        columns[std::size_t(x)] += image.at(x, y);
        if (x % piece == 0) before += std::exchange(within, 0);
        within = (within + columns[std::size_t(x)]) % kBits16;
        output.at(x, y) = before + within;
      }
    }
    return output;
  };
  for (const int piece : {1, 4, image.width()})
    list.push_back({"narrow_type", "sums are kept in 16 bits somewhere: they grow far beyond 65535",
                    narrow(piece)});
  // The table where row y of the image counts as row y + down, and each row's sums begin anew with
  // each piece.
  const auto changed = [&](int down, int right, int piece) {
    Image<double> output(image.width(), image.height());
    std::vector<std::uint32_t> columns(std::size_t(image.width()), 0);
    for (int y = 0; y < image.height(); ++y) {
      std::uint32_t sum = 0;
      for (int x = 0; x < image.width(); ++x) {
        if (y >= down) columns[std::size_t(x)] += image.at(x, y - down);
        if (x % piece == 0) sum = 0;
        if (x >= right) sum += columns[std::size_t(x - right)];
        output.at(x, y) = sum;
      }
    }
    return output;
  };
  const int width = image.width();
  list.push_back({"missing_term",
                  "the sums end one row too early: a pixel's own row belongs to its sum",
                  changed(1, 0, width)});
  list.push_back({"missing_term",
                  "the sums end one column too early: a pixel's own column belongs to its sum",
                  changed(0, 1, width)});
  for (int piece = 32; piece <= 1024 && piece < width; piece *= 2)
    list.push_back(
        {"missing_term",
         fmt::format("a row's sums begin anew every {} pixels: to each piece belongs the "
                     "sum of all that is left of it",
                     piece),
         changed(0, 0, piece)});
  add("each band has a table of its own: what the bands above sum up to is missing",
      [](int) { return std::vector<int>{}; });
  add("only the band right above is added: all bands above count",
      [](int b) { return b > 0 ? std::vector<int>{b - 1} : std::vector<int>{}; });
  add("only the first band is added: all bands above count",
      [](int b) { return b > 0 ? std::vector<int>{0} : std::vector<int>{}; });
  return list;
}

std::vector<Hypothesis> largest_fault_models(const Image<float>& numbers,
                                             const std::vector<int>& parts) {
  std::vector<Hypothesis> list;
  const auto largest_of = [&](int first, int count) {
    Image<double> output(1, 1);
    output.at(0, 0) = *std::max_element(numbers.data() + first, numbers.data() + first + count);
    return output;
  };
  const int all = height_of(parts);
  list.push_back({"race",
                  "only the first part counts: the others' results have not arrived when the last "
                  "kernel reads them",
                  largest_of(0, parts[0])});
  if (parts.size() > 1)
    list.push_back({"race", "the last part's result has not arrived when the last kernel reads it",
                    largest_of(0, all - parts.back())});
  return list;
}

}  // namespace kit::grader::lab11
