/// @file
/// Lab 06's grading cases, for cases.cpp.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "challenge_evidence.hpp"
#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "integral_cases.hpp"
#include "kit/synthetic.hpp"
#include "labs/06_integral_image/reference/integral.hpp"

namespace kit::grader {
namespace {

constexpr int kHuge = 1 << 30;  // the largest radius of the contract

std::string size_of_image(int width, int height, int channels) {
  return fmt::format("{}x{}{}", width, height, channels == 3 ? ", colour" : "");
}

/// All cases of the lab as they are put together.
class Cases {
 public:
  explicit Cases(std::uint64_t seed) : random_(seed) {}

  ByteImage noise(int width, int height, int channels = 1, int lowest = 0) {
    return noise_bytes(width, height, channels, random_.next(), lowest);
  }
  SumPlanes noise_sums(int width, int height) {
    SumPlanes values(width, height);
    for (std::uint32_t& value : values.values()) value = std::uint32_t(random_.next());
    return values;
  }

  /// `function` makes a box filter's output from `input`, which is the image or its table.
  void box(const std::string& stage, const std::string& function, const std::string& what,
           const ByteImage& image, int radius, Tensor input, nlohmann::json params = {}) {
    Case& one = add(stage, function, fmt::format("{}, radius {}", what, radius), image);
    one.call.inputs = {{std::move(input)}};
    one.call.params = std::move(params);
    one.call.params["radius"] = radius;
    one.call.outputs = {{DType::u8, image.width(), image.height(), image.channels()}};
    one.expected = in_double(oracle::box_filter(image, radius));
    one.hypotheses = [=] {
      return is_rung(stage) ? sliding_fault_models(image, radius) : box_fault_models(image, radius);
    };
  }
  void box_of_image(const std::string& stage, const std::string& function, const ByteImage& image,
                    int radius, const std::string& what = "noise") {
    box(stage, function, what, image, radius, to_tensor(image), {{"words", 1}});
  }

  /// `function` makes sums of an image.
  void sums(const std::string& stage, const std::string& function, const std::string& what,
            const ByteImage& image, Scan scan) {
    Case& one = add(stage, function, what, image);
    one.call.inputs = {{to_tensor(image)}};
    one.call.outputs = {{DType::u32, image.width(), image.height() * image.channels(), 1}};
    one.expect_linear(
        [scan](const Tensor& input) { return in_double(exact_sums(to_byte_image(input), scan)); });
    one.hypotheses = [=] {
      return is_rung(stage) ? tile_fault_models(image) : sum_fault_models(image, scan);
    };
  }

  /// `function` adds up the columns of random 32-bit values, whose sums pass 2^32 soon.
  void columns(const std::string& stage, const std::string& function, int width, int height,
               int planes) {
    const SumPlanes values = noise_sums(width, height * planes);
    Case& one = add(stage, function, "columns of 32-bit values", ByteImage(width, height, planes));
    one.call.inputs = {{to_tensor(values)}};
    one.call.params["planes"] = planes;
    one.call.outputs = {{DType::u32, width, height * planes, 1}};
    one.expect_linear([planes](const Tensor& input) {
      return in_double(column_sums(to_sum_planes(input), planes));
    });
    one.hypotheses = [=] { return column_fault_models(values, planes); };
  }

  /// The same with random 64-bit values: a sum that is cut to 32 bits anywhere shows.
  void wide_columns(int width, int height, int planes) {
    const SumPlanes values = noise_sums(2 * width, height * planes);
    Case& one = add("block_scans", "wide_columns_by_blocks", "columns of 64-bit values",
                    ByteImage(width, height, planes));
    one.call.inputs = {{to_tensor(values)}};
    one.call.params["planes"] = planes;
    one.call.outputs = {{DType::u32, values.width(), values.height(), 1}};
    one.expected = in_double(column_sums_of_pairs(values, planes));
    one.hypotheses = [=] { return wide_column_fault_models(values, planes); };
  }

  /// A case with a name; the caller fills in the rest.
  Case& add(const std::string& stage, const std::string& function, const std::string& what,
            const ByteImage& image) {
    Case one;
    one.name = function + ": " + what + ", " +
               size_of_image(image.width(), image.height(), image.channels());
    one.stage = stage;
    one.call.function = function;
    list_.push_back(std::move(one));
    return list_.back();
  }

  Case& last() { return list_.back(); }
  std::vector<Case> take() { return std::move(list_); }

 private:
  Random random_;
  std::vector<Case> list_;
};

void add_boxes(Cases& cases, const std::string& stage, const std::string& function) {
  cases.box_of_image(stage, function, cases.noise(37, 21), 2);
  cases.box_of_image(stage, function, cases.noise(37, 21, 3), 3);
  cases.box_of_image(stage, function, cases.noise(21, 37), 5);
  cases.box_of_image(stage, function, cases.noise(65, 50, 3), 1);
  cases.box_of_image(stage, function, to_bytes(scene(96, 72, 3, 3)), 7, "a scene");
  cases.box_of_image(stage, function, ByteImage(33, 29, 1, 255), 4, "white");
  cases.box_of_image(stage, function, cases.noise(40, 9), 8);   // wider than the image is high
  cases.box_of_image(stage, function, cases.noise(9, 40), 12);  // wider than the image
  cases.box_of_image(stage, function, cases.noise(30, 20, 3), 64);
  cases.box_of_image(stage, function, cases.noise(20, 13), kHuge);
  cases.box_of_image(stage, function, cases.noise(18, 9), 0);
  cases.box_of_image(stage, function, cases.noise(67, 1), 4);
  cases.box_of_image(stage, function, cases.noise(1, 67, 3), 3);
  cases.box_of_image(stage, function, cases.noise(1, 1), 6);
  // Where each value of the output takes a thread and nothing else; the others take too long.
  if (stage == "naive") cases.box_of_image(stage, function, cases.noise(kThinLength, 1), 2);
}

/// Both scans and the table that they make together.
void add_scans(Cases& cases, const std::string& stage, const std::string& suffix) {
  const std::string rows = "rows_" + suffix, columns = "columns_" + suffix;
  cases.sums(stage, rows, "noise", cases.noise(37, 21), Scan::rows);
  cases.sums(stage, rows, "noise", cases.noise(45, 19, 3), Scan::rows);
  cases.sums(stage, rows, "noise", cases.noise(1500, 7), Scan::rows);
  cases.sums(stage, rows, "noise", cases.noise(513, 4, 3), Scan::rows);
  cases.sums(stage, rows, "noise", cases.noise(1, 70), Scan::rows);
  cases.columns(stage, columns, 37, 21, 1);
  cases.columns(stage, columns, 19, 45, 3);
  cases.columns(stage, columns, 7, 1500, 1);
  cases.columns(stage, columns, 33, 257, 3);
  cases.columns(stage, columns, 70, 1, 1);
  if (stage == "line_scans") {  // a block for each line takes too long
    cases.sums(stage, rows, "noise", cases.noise(kThinLength, 1), Scan::rows);
    cases.columns(stage, columns, kThinLength, 1, 1);
  }
  cases.columns(stage, columns, 1, kTallest, 1);
  cases.last().observed = false;
  const std::string table = "table_" + suffix;
  cases.sums(stage, table, "noise", cases.noise(67, 43), Scan::table);
  cases.sums(stage, table, "noise", cases.noise(43, 67, 3), Scan::table);
  cases.sums(stage, table, "noise", cases.noise(1, 1), Scan::table);
  // Sums beyond 2^24, which float32 does not hold.
  cases.sums(stage, table, "bright noise", cases.noise(280, 260, 1, 250), Scan::table);
}

void add_block_scans(Cases& cases) {
  add_scans(cases, "block_scans", "by_blocks");
  for (const int channels : {1, 3}) {
    const ByteImage image = cases.noise(75, 90, channels);
    Case& one = cases.add("block_scans", "wide_table_by_blocks", "64-bit sums", image);
    const SumPlanes pairs = exact_sums_in_pairs(image);
    one.call.inputs = {{to_tensor(image)}};
    one.call.outputs = {{DType::u32, pairs.width(), pairs.height(), 1}};
    one.expected = in_double(pairs);
  }
  cases.wide_columns(37, 21, 1);
  cases.wide_columns(19, 290, 3);
  cases.sums("block_scans", "rows_by_blocks", "noise", cases.noise(380, 240), Scan::rows);
  cases.columns("block_scans", "columns_by_blocks", 380, 240, 1);
}

/// The last rows of the table of a high image, whose sums have passed 2^32. All above is white.
void add_band(Cases& cases, int width, int height, int radius) {
  const int rows = 60, skip = radius + 1;
  const ByteImage band = cases.noise(width, rows);
  SumPlanes table = exact_sums(band, Scan::table);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < width; ++x) {
      table.at(x, y) += 255u * std::uint32_t(x + 1) * std::uint32_t(height - rows);
    }
  }
  const ByteImage filtered = oracle::box_filter(band, radius);
  ByteImage judged(width, rows - skip);
  std::copy(filtered.data() + std::ptrdiff_t(skip) * width, filtered.data() + filtered.size(),
            judged.data());
  Case& one = cases.add(
      "box", "box_from_band",
      fmt::format("sums beyond 2^32: the end of {} rows, radius {}", height, radius), judged);
  one.call.inputs = {{to_tensor(table)}};
  one.call.params = {{"radius", radius}, {"skip", skip}};
  one.call.outputs = {{DType::u8, width, rows - skip, 1}};
  one.expected = in_double(judged);
  one.hypotheses = [=] { return band_fault_models(table, radius, skip); };
}

/// Both sides of the largest window that 32 bits allow, 257 * 65537 pixels.
void add_limit(Cases& cases) {
  const std::vector<int> questions = {
      640,   480,  10,      65537, 257,   kHuge,   65538, 257,   kHuge,   65537, 258,   kHuge,
      65537, 258,  128,     70000, 70000, 2051,    70000, 70000, 2052,    4103,  4105,  5000,
      4104,  4104, 5000,    4105,  4104,  5000,    kHuge, 1,     kHuge,   kHuge, 1,     8421504,
      kHuge, 1,    8421505, 1,     kHuge, 8421504, 1,     kHuge, 8421505, 32768, 65535, 0};
  const int count = int(questions.size() / 3);
  Case& one = cases.add("box", "needs_64_bits", "largest windows on both sides of the limit",
                        ByteImage(1, count));
  Tensor tensor{{DType::i32, 3, count, 1}, {}};
  tensor.bytes.resize(tensor.shape.bytes());
  std::copy(questions.begin(), questions.end(), tensor.as<int>());
  one.call.inputs = {{std::move(tensor)}};
  one.call.outputs = {{DType::u32, 1, count, 1}};
  one.expected = Image<double>(1, count);
  for (int n = 0; n < count; ++n) {
    const auto side = [&](int size) {
      return std::min(2.0 * questions[std::size_t(3 * n + 2)] + 1, double(size));
    };
    const double pixels =
        side(questions[std::size_t(3 * n)]) * side(questions[std::size_t(3 * n + 1)]);
    one.expected.at(0, n) = 255 * pixels > 4294967295.0 ? 1 : 0;
  }
  one.hypotheses = [=] { return limit_fault_models(questions); };
}

void add_look_ups(Cases& cases, Backend backend) {
  const auto from_table = [&](const ByteImage& image, int radius, int bits) {
    const SumPlanes table =
        bits == 64 ? exact_sums_in_pairs(image) : exact_sums(image, Scan::table);
    cases.box("box", "box_from_table", fmt::format("from {}-bit sums", bits), image, radius,
              to_tensor(table), {{"bits", bits}});
  };
  from_table(cases.noise(37, 21), 2, 32);
  from_table(cases.noise(37, 21, 3), 3, 64);
  from_table(cases.noise(40, 9), 8, 32);
  from_table(cases.noise(30, 20, 3), kHuge, 32);
  from_table(cases.noise(29, 31), 0, 64);
  from_table(cases.noise(1, 67), 5, 32);
  from_table(cases.noise(420, 240), 2, 32);
  from_table(cases.noise(420, 240), 60, 32);
  from_table(cases.noise(kThinLength, 1), 7, 32);
  add_band(cases, 301, 60000, 9);
  add_band(cases, 513, 33000, 20);
  add_limit(cases);
  add_boxes(cases, "box", "box_filter");
  cases.box_of_image("box", "box_filter", cases.noise(150, 90, 3), 25);
  if (backend == Backend::sim) return;
  // Windows of 257 * 65537 white pixels sum up to 2^32 - 1; one column more needs 64 bits.
  const auto large = [&](const ByteImage& image, int radius, int words) {
    cases.box("box", "box_filter", "windows at the limit of 32 bits", image, radius,
              to_tensor(image), {{"words", words}});
    cases.last().observed = false;
  };
  large(ByteImage(65537, 257, 1, 255), 70000, 1);
  large(ByteImage(65538, 257, 1, 255), 70000, 2);
  large(cases.noise(4200, 4150, 1, 128), 2051, 1);
  large(cases.noise(4200, 4150, 1, 128), 2052, 2);
}

void add_float_tables(Cases& cases) {
  const auto add = [&](const ByteImage& image, int radius) {
    cases.box_of_image("float_table", "box_by_float_table", image, radius);
    Case& one = cases.last();
    one.expected = in_double(box_by_float_table(image, radius));
    one.hypotheses = [=] { return float_table_fault_models(image, radius); };
  };
  add(cases.noise(37, 21), 2);
  add(cases.noise(45, 30, 3), 4);
  add(cases.noise(400, 300, 1, 128), 2);
  add(cases.noise(300, 400, 3, 200), 1);
  add(cases.noise(30, 20), kHuge);
  const auto differences = [&](const std::string& what, const ByteImage& first,
                               const ByteImage& second) {
    Case& one = cases.add("float_table", "count_differences", what, first);
    one.call.inputs = {{to_tensor(first), to_tensor(second)}};
    one.call.outputs = {{DType::u32, 2, 1, 1}};
    one.expected = Image<double>(2, 1);
    for (std::size_t i = 0; i < first.size(); ++i) {
      const double difference = std::abs(double(first.data()[i]) - double(second.data()[i]));
      one.expected.at(0, 0) += difference > 0 ? 1 : 0;
      one.expected.at(1, 0) = std::max(one.expected.at(1, 0), difference);
    }
    one.hypotheses = [=] { return difference_fault_models(first, second); };
  };
  differences("noise", cases.noise(37, 21), cases.noise(37, 21));
  differences("noise and bright noise", cases.noise(61, 40), cases.noise(61, 40, 1, 250));
  differences("bright noise and noise", cases.noise(40, 61, 1, 240), cases.noise(40, 61));
  ByteImage image = cases.noise(333, 301, 3);
  const ByteImage other = image;
  differences("equal images", image, other);
  image.values().back() = static_cast<std::uint8_t>(other.values().back() ^ 0xff);
  image.values().front() = static_cast<std::uint8_t>(other.values().front() ^ 1);
  differences("two places differ", image, other);
  differences("black and white", ByteImage(50, 41), ByteImage(50, 41, 1, 255));
}

/// The table tile by tile: sizes around whole tiles, and more tiles than a thread carries at once.
void add_tiles(Cases& cases, Backend backend) {
  const auto table = [&](const ByteImage& image, const std::string& what = "noise") {
    cases.sums("tiles", "table_in_tiles", what, image, Scan::table);
  };
  table(cases.noise(37, 21));
  table(cases.noise(64, 64));
  table(cases.noise(200, 100));  // for the evidence, as all of at least kManyTiles values
  table(cases.noise(130, 70, 3));
  table(cases.noise(33, 129, 3));
  table(cases.noise(129, 65));
  table(cases.noise(1100, 9));
  table(cases.noise(9, 1100));
  table(cases.noise(300, 1));
  table(cases.noise(1, 300));
  table(cases.noise(1, 1));
  table(ByteImage(140, 135, 1, 255), "white");
  if (backend == Backend::sim) return;
  table(ByteImage(4200, 4150, 1, 255), "white");  // sums beyond 2^32
  cases.last().observed = false;
}

void add_one_pass(Cases& cases, Backend backend) {
  const auto table = [&](const ByteImage& image) {
    cases.sums("challenge", "table_one_pass", "noise", image, Scan::table);
  };
  table(cases.noise(37, 21));
  table(cases.noise(300, 200));
  table(cases.noise(130, 70, 3));
  table(cases.noise(1000, 9));
  table(cases.noise(9, 1000));
  table(cases.noise(257, 129, 3));
  table(cases.noise(1, 1));
  table(cases.noise(500, 400, 1, 200));
  const auto box = [&](const ByteImage& image, int radius) {
    cases.box_of_image("challenge", "box_one_pass", image, radius);
  };
  box(cases.noise(37, 21), 2);
  box(cases.noise(150, 100, 3), 9);
  box(cases.noise(40, 9), 12);
  box(cases.noise(33, 25, 3), kHuge);
  box(cases.noise(29, 31), 0);
  box(cases.noise(13000, 2), 3);  // rows that are longer than shared memory
  if (backend == Backend::sim) return;
  table(ByteImage(4200, 4150, 1, 255));  // sums beyond 2^32
  cases.last().observed = false;
}

/// The box filter without a table, down strips: images of several strips and of several walks, and
/// the contract's limits.
void add_strips(Cases& cases) {
  const auto box = [&](const ByteImage& image, int radius, const std::string& what = "noise") {
    cases.box_of_image("strips", "box_in_strips", image, radius, what);
  };
  box(cases.noise(37, 21), 2);
  box(cases.noise(37, 21, 3), 3);
  box(cases.noise(kStripsSide, kStripsSide), kStripsRadius);  // for the evidence
  box(cases.noise(300, 66), 9);
  box(to_bytes(scene(90, 72, 3, 3)), 7, "a scene");
  box(cases.noise(kMinFreeWidth, 601), kMaxFreeRadius);
  box(cases.noise(600, 20, 1, 128), kMaxFreeRadius);
  box(ByteImage(40, 300, 1, 255), 140, "white");  // columns of more than 257 rows
  box(cases.noise(20, 13), kHuge);
  box(cases.noise(18, 9), 0);
  box(cases.noise(67, 1), 4);
  box(cases.noise(1, 67, 3), 3);
  box(cases.noise(1, 1), 6);
  cases.box_of_image("strips", "box_in_strips_far", cases.noise(1300, 12), 600);
}

/// The box filter without a table. Its blocks walk down the image, so there are images higher than
/// a part of the walk; columns of more than 257 rows do not fit into 16 bits.
void add_sliding(Cases& cases) {
  add_boxes(cases, "sliding", "box_sliding");
  const auto box = [&](const ByteImage& image, int radius, const std::string& what = "noise") {
    cases.box_of_image("sliding", "box_sliding", image, radius, what);
  };
  box(cases.noise(kSlidingSide, kSlidingSide), kSlidingRadius);  // for the evidence
  box(cases.noise(2100, 11), 2);
  box(cases.noise(52, 40), 5);
  box(cases.noise(1030, 70), 33);
  box(cases.noise(333, 200), 40);
  box(cases.noise(211, 150, 3), 17);
  box(cases.noise(16, 700), 3);
  box(cases.noise(24, 601, 1, 240), 250);
  box(ByteImage(40, 610, 1, 255), 150, "white");
  box(ByteImage(41, 300, 3, 255), 140, "white");
  box(ByteImage(600, 520, 1, 255), 250, "white");
  box(cases.noise(1100, 30, 1, 128), 250);
  cases.box_of_image("sliding", "box_sliding_far", cases.noise(1300, 12), 600);
}

}  // namespace
}  // namespace kit::grader
