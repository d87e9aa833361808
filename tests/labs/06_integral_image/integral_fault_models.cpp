// The usual mistakes of lab 06, each as the output that it would give.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "integral_cases.hpp"

namespace kit::grader {
namespace {

/// How a box filter may be wrong. All ends of a window are relative to its right ones.
struct BoxVariant {
  int first = 0, last = 0;       ///< the window begins and ends this much later
  int cut = 0;                   ///< what is cut off on the left and above ends this much later
  bool cut_at_edge = false;      ///< ... also where the window begins at the edge
  bool whole_count = false;      ///< divides by (2 * radius + 1)^2 everywhere
  bool corner = true;            ///< adds back what was taken away twice
  bool rounds = true;            ///< false: drops the fraction
  bool exchanged = false;        ///< x and y of the output exchanged
  std::uint64_t modulo = 0;      ///< the table's sums are modulo this; 0: exact
  bool table_exclusive = false;  ///< the table's sums end before the pixel
};

class BoxModel {
 public:
  BoxModel(const ByteImage& image, int radius)
      : image_(image),
        radius_(std::min(radius, std::max(image.width(), image.height()))),
        whole_count_(std::pow(2.0 * radius + 1, 2)),
        width_(image.width()),
        height_(image.height()) {
    for (int c = 0; c < image.channels(); ++c) {
      Image<double> table(width_ + 1, height_ + 1);
      for (int y = 0; y < height_; ++y) {
        double row = 0;
        for (int x = 0; x < width_; ++x) {
          row += image.at(x, y, c);
          table.at(x + 1, y + 1) = row + table.at(x + 1, y);
        }
      }
      tables_.push_back(std::move(table));
    }
  }

  Image<double> output(const BoxVariant& variant) const {
    Image<double> result(width_, height_, image_.channels());
    for (int c = 0; c < image_.channels(); ++c) {
      for (int y = 0; y < height_; ++y) {
        for (int x = 0; x < width_; ++x) {
          if (!variant.exchanged) {
            result.at(x, y, c) = mean(variant, x, y, c);
          } else if (y < width_ && x < height_) {
            result.at(x, y, c) = mean(variant, y, x, c);
          } else {
            result.at(x, y, c) = std::numeric_limits<double>::quiet_NaN();
          }
        }
      }
    }
    return result;
  }

 private:
  /// The table at (x, y), 0 before the image.
  double sum(const BoxVariant& variant, int x, int y, int c) const {
    if (x < 0 || y < 0) return 0;
    const int own = variant.table_exclusive ? 0 : 1;
    const double value = tables_[std::size_t(c)].at(x + own, y + own);
    return variant.modulo > 0 ? std::fmod(value, double(variant.modulo)) : value;
  }

  double mean(const BoxVariant& variant, int x, int y, int c) const {
    const int x0 = std::max(x - radius_ + variant.first, 0);
    const int y0 = std::max(y - radius_ + variant.first, 0);
    const int x1 = std::min(x + radius_ + variant.last, width_ - 1);
    const int y1 = std::min(y + radius_ + variant.last, height_ - 1);
    const double count = variant.whole_count ? whole_count_ : double(x1 - x0 + 1) * (y1 - y0 + 1);
    const bool everywhere = variant.cut_at_edge;
    const int left = x0 - 1 + (x0 > 0 || everywhere ? variant.cut : 0);
    const int above = y0 - 1 + (y0 > 0 || everywhere ? variant.cut : 0);
    double total = sum(variant, x1, y1, c) - sum(variant, x1, above, c) - sum(variant, left, y1, c);
    if (variant.corner) total += sum(variant, left, above, c);
    if (total < 0) total += 4294967296.0;
    if (!(count > 0)) return std::numeric_limits<double>::quiet_NaN();
    const double level = std::floor(variant.rounds ? total / count + 0.5 : total / count);
    return std::fmod(level, 256);
  }

  const ByteImage& image_;
  const int radius_;
  const double whole_count_;
  const int width_, height_;
  std::vector<Image<double>> tables_;
};

/// Sums of one line of a plane, wrong in some way. `line` holds its values.
using LineScan = std::function<std::vector<double>(const std::vector<double>& line)>;

std::vector<double> scan_line(const std::vector<double>& line, std::size_t restart, bool exclusive,
                              double modulo, bool single) {
  std::vector<double> sums;
  double sum = 0;
  float rounded = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (restart > 0 && i % restart == 0) sum = 0;
    if (exclusive) sums.push_back(std::fmod(sum, modulo));
    sum += line[i];
    rounded += static_cast<float>(line[i]);
    if (!exclusive) sums.push_back(single ? double(rounded) : std::fmod(sum, modulo));
  }
  return sums;
}

constexpr double kTwo32 = 4294967296.0;

/// A scan in parts, of which all hear of the first part's sum, and of no other's.
LineScan own_not_told(int part) {
  return [part](const std::vector<double>& line) {
    const std::vector<double> within = scan_line(line, std::size_t(part), false, kTwo32, false);
    std::vector<double> sums = within;
    for (std::size_t i = std::size_t(part); i < sums.size(); ++i)
      sums[i] = std::fmod(sums[i] + within[std::size_t(part) - 1], kTwo32);
    return sums;
  };
}

/// Every row (or column) of every plane through `scan`.
Image<double> scan_planes(const Image<double>& values, int planes, bool along_rows,
                          const LineScan& scan) {
  Image<double> result(values.width(), values.height());
  const int height = values.height() / planes;
  const int lines = along_rows ? values.height() : values.width() * planes;
  const int length = along_rows ? values.width() : height;
  for (int n = 0; n < lines; ++n) {
    const auto place = [&](int i) {
      return along_rows ? std::pair(i, n)
                        : std::pair(n % values.width(), n / values.width() * height + i);
    };
    std::vector<double> line;
    line.reserve(std::size_t(length));
    for (int i = 0; i < length; ++i) line.push_back(values.at(place(i).first, place(i).second));
    const std::vector<double> sums = scan(line);
    for (int i = 0; i < length; ++i) {
      result.at(place(i).first, place(i).second) = sums[std::size_t(i)];
    }
  }
  return result;
}

Image<double> right_scan(const Image<double>& values, int planes, bool along_rows) {
  return scan_planes(values, planes, along_rows, [](const std::vector<double>& line) {
    return scan_line(line, 0, false, kTwo32, false);
  });
}

Image<double> planes_of(const ByteImage& image) {
  Image<double> planes(image.width(), image.height() * image.channels());
  for (int c = 0; c < image.channels(); ++c) {
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        planes.at(x, c * image.height() + y) = image.at(x, y, c);
      }
    }
  }
  return planes;
}

/// The mistakes of one scan, each handed through `finish` to become the stage's output.
void add_scan_fault_models(std::vector<Hypothesis>& list, const Image<double>& values, int planes,
                           bool along_rows,
                           const std::function<Image<double>(const Image<double>&)>& finish) {
  const std::string line = along_rows ? "row" : "column";
  const auto add = [&](const char* cause, const std::string& sentence, const LineScan& scan) {
    list.push_back({cause, sentence, finish(scan_planes(values, planes, along_rows, scan))});
  };
  add("shifted",
      "The sums along a " + line +
          " end before the pixel (an exclusive scan). The table's sums include it.",
      [](const auto& values_of_line) { return scan_line(values_of_line, 0, true, kTwo32, false); });
  add("wrong_formula",
      "The values of a " + line + " were not added up at all; this scan is missing.",
      [](const auto& values_of_line) { return values_of_line; });
  for (const std::size_t part : {32, 64, 128, 256, 512, 1024}) {
    add("wrong_formula",
        fmt::format("The sums along a {} start again every {} values: what the parts before have "
                    "summed up to (the carry) is not added.",
                    line, part),
        [part](const auto& values_of_line) {
          return scan_line(values_of_line, part, false, kTwo32, false);
        });
  }
  add("wrong_formula",
      "Each part of 32 values of a " + line + " has its own total added to all of its sums.",
      [](const auto& values_of_line) {
        std::vector<double> sums = scan_line(values_of_line, 0, false, kTwo32, false);
        const std::vector<double> parts = scan_line(values_of_line, 32, false, kTwo32, false);
        for (std::size_t i = 0; i < sums.size(); ++i) {
          sums[i] = std::fmod(sums[i] + parts[std::min(i | 31, sums.size() - 1)], kTwo32);
        }
        return sums;
      });
  add("wrong_formula", "The sums along a " + line + " run from its end to its beginning.",
      [](std::vector<double> values_of_line) {
        std::reverse(values_of_line.begin(), values_of_line.end());
        std::vector<double> sums = scan_line(values_of_line, 0, false, kTwo32, false);
        std::reverse(sums.begin(), sums.end());
        return sums;
      });
  for (const double modulo : {256.0, 65536.0}) {
    add("wrong_formula",
        fmt::format(
            "The sums along a {} wrap around at {}: a variable that holds them is too narrow.",
            line, int(modulo)),
        [modulo](const auto& values_of_line) {
          return scan_line(values_of_line, 0, false, modulo, false);
        });
  }
  add("low_precision",
      "The sums along a " + line +
          " were rounded: a float holds whole numbers up to 2^24 only. Add in unsigned integers.",
      [](const auto& values_of_line) { return scan_line(values_of_line, 0, false, kTwo32, true); });
}

/// The values as they would be if the image's memory held planes, side by side.
ByteImage side_by_side(const ByteImage& planes) {
  ByteImage image(planes.width(), planes.height(), planes.channels());
  const std::size_t plane = std::size_t(image.width()) * std::size_t(image.height());
  for (std::size_t pixel = 0; pixel < plane; ++pixel)
    for (int c = 0; c < image.channels(); ++c)
      image.data()[pixel * std::size_t(image.channels()) + std::size_t(c)] =
          planes.data()[std::size_t(c) * plane + pixel];
  return image;
}

/// The other way round.
ByteImage behind_one_another(const ByteImage& image) {
  ByteImage planes(image.width(), image.height(), image.channels());
  const std::size_t plane = std::size_t(image.width()) * std::size_t(image.height());
  for (std::size_t pixel = 0; pixel < plane; ++pixel)
    for (int c = 0; c < image.channels(); ++c)
      planes.data()[std::size_t(c) * plane + pixel] =
          image.data()[pixel * std::size_t(image.channels()) + std::size_t(c)];
  return planes;
}

}  // namespace

std::vector<Hypothesis> box_fault_models(const ByteImage& image, int radius) {
  const BoxModel model(image, radius);
  std::vector<Hypothesis> list;
  const auto add = [&](const char* cause, const char* sentence, const BoxVariant& variant) {
    list.push_back({cause, sentence, model.output(variant)});
  };
  add("wrong_border",
      "The sum is divided by (2 radius + 1)^2 at the edges too. Divide by the number of pixels "
      "that the clipped window has.",
      {.whole_count = true});
  add("wrong_rounding",
      "The mean's fraction is dropped. Round to the nearest grey level, halves up.",
      {.rounds = false});
  add("shifted",
      "Column x - radius and row y - radius are missing from the window. The sums to take away end "
      "one before it: look them up at x - radius - 1 and y - radius - 1.",
      {.cut = 1});
  add("shifted",
      "Column x - radius and row y - radius are missing from the window. The sums to take away end "
      "one before it: look them up at x - radius - 1 and y - radius - 1.",
      {.cut = 1, .cut_at_edge = true});
  add("shifted", "The window ends one too early on the right and below: x + radius belongs to it.",
      {.last = -1});
  add("shifted", "The window begins one too late: x - radius and y - radius belong to it.",
      {.first = 1});
  add("wrong_formula",
      "What lies both above and to the left of the window is taken away twice. Add it once again.",
      {.corner = false});
  add("wrong_filter", "The window reaches radius - 1 pixels to each side instead of radius.",
      {.first = 1, .last = -1});
  add("wrong_filter", "The window reaches radius + 1 pixels to each side instead of radius.",
      {.first = -1, .last = 1});
  add("shifted", "The window begins one too early on the left and above.", {.first = -1});
  add("shifted",
      "The table's sums end before the pixel (an exclusive scan), but are looked up as if they "
      "included it.",
      {.table_exclusive = true});
  add("wrong_formula", "The table's sums wrap around at 65536: its values are too narrow.",
      {.modulo = 65536});
  add("transposed", "The output is the right one with x and y exchanged.", {.exchanged = true});
  if (image.channels() > 1) {
    constexpr const char* kPlanes =
        "The image is taken for planes, one behind the other. Its channels lie side by side: value "
        "c of pixel (x, y) is at (y * width + x) * channels + c.";
    const ByteImage of_planes = oracle::box_filter(side_by_side(image), radius);
    list.push_back({"wrong_layout", kPlanes, in_double(behind_one_another(of_planes))});
    list.push_back({"wrong_layout", kPlanes, in_double(of_planes)});
    list.push_back({"wrong_layout", kPlanes,
                    in_double(behind_one_another(oracle::box_filter(image, radius)))});
  }
  list.push_back({"low_precision",
                  "The output is what a table of float32 gives. Use unsigned 32-bit sums.",
                  in_double(box_by_float_table(image, radius))});
  return list;
}

std::vector<Hypothesis> float_table_fault_models(const ByteImage& image, int radius) {
  const auto in_order = [&](CornerOrder order) {
    return in_double(box_by_float_table(image, radius, order));
  };
  constexpr const char* kOrder =
      "The four sums are right, but added up in another order, which float32 rounds otherwise: the "
      "contract says ((D - B) - C) + A.";
  return {
      {"wrong_formula",
       "This is the exact mean. The stage asks for a table of float32, to see how wrong it is.",
       in_double(oracle::box_filter(image, radius))},
      {"wrong_order", kOrder, in_order(CornerOrder::b_and_c_together)},
      {"wrong_order", kOrder, in_order(CornerOrder::c_first)},
  };
}

std::vector<Hypothesis> difference_fault_models(const ByteImage& first, const ByteImage& second) {
  int places = 0, largest_byte = 0, largest_signed = 0, largest_other = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const int difference = int(first.data()[i]) - int(second.data()[i]);
    places += difference != 0 ? 1 : 0;
    largest_byte = std::max(largest_byte, int(std::uint8_t(difference)));
    largest_signed = std::max(largest_signed, difference);
    largest_other = std::max(largest_other, -difference);
  }
  const auto told = [&](int largest) {
    Image<double> output(2, 1);
    output.at(0, 0) = places;
    output.at(1, 0) = largest;
    return output;
  };
  return {
      {"narrow_type",
       "the difference is kept in an unsigned byte: where the second image is brighter it starts "
       "again at 255. Take the absolute value of a difference of ints",
       told(largest_byte)},
      {"wrong_formula", "differences below 0 are left out: take the absolute value",
       told(largest_signed)},
      {"wrong_formula", "differences above 0 are left out: take the absolute value",
       told(largest_other)},
  };
}

std::vector<Hypothesis> sum_fault_models(const ByteImage& image, Scan scan) {
  std::vector<Hypothesis> list;
  const int planes = image.channels();
  const Image<double> values = planes_of(image);
  const bool table = scan == Scan::table;
  add_scan_fault_models(list, values, planes, true, [&](const Image<double>& rows) {
    return table ? right_scan(rows, planes, false) : rows;
  });
  if (table) {
    // Of a table made tile by tile: what a tile tells those behind it.
    for (const int columns : {32, 64, 128, 256})
      for (const int rows : {32, 64, 128, 256})
        list.push_back(
            {"wrong_formula",
             fmt::format("What a tile of {} columns and {} rows tells the tiles behind it "
                         "ends before the tile: its own sum is not added to what it has "
                         "heard.",
                         columns, rows),
             scan_planes(scan_planes(values, planes, true, own_not_told(columns)), planes, false,
                         own_not_told(rows))});
    add_scan_fault_models(list, right_scan(values, planes, true), planes, false,
                          [](const Image<double>& sums) { return sums; });
  }
  return list;
}

std::vector<Hypothesis> column_fault_models(const SumPlanes& values, int planes) {
  std::vector<Hypothesis> list;
  add_scan_fault_models(list, in_double(values), planes, false,
                        [](const Image<double>& sums) { return sums; });
  return list;
}

}  // namespace kit::grader
