/// @file
/// The second half of lab 03's grading: tone curves on 8-bit images.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "grader/lab/suite.hpp"
#include "grader/lab/thin_image.hpp"
#include "grader/protocol/tensor.hpp"
#include "kit/synthetic.hpp"
#include "labs/03_constant_memory/reference/tone_curve.hpp"

namespace kit::grader::lab03 {

using Bytes = Image<std::uint8_t>;

/// The images whose counts are reported: whole blocks of 32x8.
inline constexpr int kCountedWidth = 256, kCountedHeight = 160;
inline constexpr int kCountedPixels = kCountedWidth * kCountedHeight;

/// A permutation of all levels, so that no two entries can be exchanged unseen and no two levels
/// fall together.
inline ToneTable random_table(std::uint64_t seed) {
  Random random(seed);
  ToneTable table;
  for (int n = 0; n < 256; ++n) table[std::size_t(n)] = static_cast<std::uint8_t>(n);
  for (int n = 255; n > 0; --n) {
    std::swap(table[std::size_t(n)], table[std::size_t(random.integer(0, n))]);
  }
  return table;
}

inline Bytes byte_noise(int width, int height, std::uint64_t seed) {
  Random random(seed);
  Bytes image(width, height);
  for (std::uint8_t& value : image.values()) {
    value = static_cast<std::uint8_t>(random.integer(0, 255));
  }
  return image;
}

/// Pixel (x, y) is x * x_step + y * y_step, modulo 256.
inline Bytes levels(int width, int height, int x_step, int y_step) {
  Bytes image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      image.at(x, y) = static_cast<std::uint8_t>(x * x_step + y * y_step);
    }
  }
  return image;
}

/// `memory` is "constant" or "shared" and chooses the function.
inline Call tone_curve_call(const std::string& memory, const Bytes& image, const ToneTable& table,
                            const nlohmann::json& block) {
  Call call;
  call.function = "tone_curve_" + memory;
  call.params = {{"block", block}, {"memory", memory}};
  Bytes entries(int(table.size()), 1);
  std::copy(table.begin(), table.end(), entries.data());
  call.inputs.push_back({to_tensor(image), to_tensor(entries)});
  call.outputs.push_back({DType::u8, image.width(), image.height(), 1});
  return call;
}

/// The usual wrong look-ups in blocks of block_width x block_height threads.
inline std::vector<Hypothesis> tone_curve_fault_models(const Bytes& image, const ToneTable& table,
                                                       int block_width, int block_height) {
  std::vector<Hypothesis> list;
  const auto add = [&](const char* cause, const char* sentence, auto value_at) {
    Image<double> output(image.width(), image.height());
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) output.at(x, y) = value_at(x, int(image.at(x, y)));
    }
    list.push_back({cause, sentence, std::move(output)});
  };
  const auto entry = [&](int n) {
    return n >= 0 && n < 256 ? double(table[std::size_t(n)]) : std::nan("");
  };
  add("wrong_formula",
      "every look-up is one entry too far: the index into the table is the pixel itself",
      [&](int, int v) { return entry(v + 1); });
  add("wrong_formula",
      "every look-up is one entry too low: the index into the table is the pixel itself",
      [&](int, int v) { return entry(v - 1); });
  // Garbage in the entries that nobody copied, which must show in some pixels and not in most.
  constexpr double kAnyWrongValue = std::numeric_limits<double>::infinity();
  const auto add_incomplete = [&](const char* cause, const char* sentence, auto copied) {
    int known = 0;
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) known += copied(x, int(image.at(x, y)));
    }
    if (known == int(image.size()) || 8 * known < int(image.size()) || known < 4) return;
    add(cause, sentence, [&](int x, int v) { return copied(x, v) ? entry(v) : kAnyWrongValue; });
  };
  const int threads = block_width * block_height;
  add_incomplete("wrong_formula",
                 "levels from the number of threads in a block upwards are wrong: a block with "
                 "fewer threads than the table has entries needs a loop to copy them all",
                 [=](int, int v) { return v < threads; });
  add_incomplete("wrong_formula",
                 "levels from blockDim.x upwards are wrong: only the first row of threads, or "
                 "threadIdx.x alone, copies the table",
                 [=](int, int v) { return v < block_width; });
  add_incomplete("wrong_edge_blocks",
                 "blocks that hang over the right edge have gaps in their table: threads beyond "
                 "the image leave before they have copied their part of it",
                 [=, width = image.width()](int x, int v) {
                   return x / block_width * block_width + v % threads % block_width < width;
                 });
  return list;
}

inline Case tone_curve_case(const std::string& memory, const std::string& what, const Bytes& image,
                            const ToneTable& table, int block_width, int block_height) {
  Case result;
  result.name = fmt::format("tone curve from {} memory, {}, {}x{}, block {}x{}", memory, what,
                            image.width(), image.height(), block_width, block_height);
  result.stage = "lookup";
  result.call = tone_curve_call(memory, image, table, {block_width, block_height});
  result.call.params["image"] = what;
  result.expected = oracle::tone_curve(image, table);
  result.tolerance = 0;  // whole numbers, only moved
  result.hypotheses = [=] {
    return tone_curve_fault_models(image, table, block_width, block_height);
  };
  return result;
}

/// Small images in many block shapes, then larger ones whose counts the evidence reports; each from
/// constant and from shared memory.
inline std::vector<Case> tone_curve_cases(std::uint64_t seed) {
  std::vector<Case> list;
  Random random(seed);
  const auto add = [&](const char* what, const Bytes& image, int block_width, int block_height) {
    // A table of its own for each function: the one must not look up what the other has copied.
    for (const char* memory : {"constant", "shared"}) {
      const ToneTable table = random_table(random.next());
      list.push_back(tone_curve_case(memory, what, image, table, block_width, block_height));
    }
  };
  const auto noise = [&](int width, int height) {
    return byte_noise(width, height, random.next());
  };
  add("noise", noise(37, 21), 16, 16);
  add("noise", noise(37, 21), 20, 5);
  add("noise", noise(65, 50), 32, 8);
  add("noise", noise(21, 37), 1, 64);
  add("a level for each column", levels(300, 9, 1, 0), 64, 1);
  add("one level", levels(33, 29, 0, 0), 32, 32);
  add("noise", noise(67, 1), 8, 8);
  add("noise", noise(1, 67), 32, 4);
  add("noise", noise(1, 1), 32, 8);
  add("noise", noise(kCountedWidth, kCountedHeight), 32, 8);
  add("one level", levels(kCountedWidth, kCountedHeight, 0, 0), 32, 8);
  add("a level for each row", levels(kCountedWidth, kCountedHeight, 0, 1), 32, 8);
  add("a level for each column", levels(kCountedWidth, kCountedHeight, 1, 0), 32, 8);
  add("a scene", to_bytes(scene(kCountedWidth, kCountedHeight, 1, random.next())), 32, 8);
  for (const auto& [width, height, block] : kThinImages)
    add("noise", noise(width, height), block.width, block.height);
  add("noise", noise(9, 5), 1, 1);  // one thread for the whole table
  for (const BlockShape& block : kLongestBlocks)
    add("noise", noise(block.width + 6, block.height + 2), block.width, block.height);
  return list;
}

inline TimingPlan tone_curve_timing(const std::string& memory, int size,
                                    const nlohmann::json& block) {
  const ToneTable table = gamma_table(0.5);
  TimingPlan plan = square_plan(
      fmt::format("tone curve from {0} memory, noise, {1}x{1}", memory, size), "lookup", size, 2);
  plan.call = [=](std::uint64_t seed) {
    return with_noise(tone_curve_call(memory, Bytes(1, 1), table, block), size, size, seed);
  };
  plan.whole_first = true;
  plan.lines = [=](std::uint64_t choice) { return some_rows(size, choice); };
  plan.verify = [=](const Call& call, const Lines& lines, const Tensor& picked) -> std::string {
    const Tensor& image = call.inputs.at(0).at(0);
    std::vector<std::uint8_t> expected(image.shape.values());
    baseline::tone_curve(image.as<std::uint8_t>(), expected.data(), expected.size(), table, 0);
    const auto row = std::size_t(size);
    for (std::size_t n = 0; n < lines.numbers.size(); ++n)
      if (std::memcmp(expected.data() + std::size_t(lines.numbers[n]) * row,
                      picked.as<std::uint8_t>() + n * row, row) != 0)
        return "a pixel is not its entry of the table";
    return {};
  };
  plan.baseline_name = fmt::format("tone curve, {0}x{0}", size);
  // Kept between runs, so that only the first pays for fresh memory.
  const auto scratch = std::make_shared<std::vector<std::uint8_t>>();
  plan.baseline = [=](const Call& call, int threads) {
    scratch->resize(std::size_t(size) * std::size_t(size));
    baseline::tone_curve(call.inputs.at(0).at(0).as<std::uint8_t>(), scratch->data(),
                         scratch->size(), table, threads);
  };
  return plan;
}

/// A picture's channel through the curve of `gamma`, from shared memory.
inline PictureFilter tone_curve_picture(double gamma, const nlohmann::json& block) {
  const ToneTable table = gamma_table(gamma);
  PictureFilter picture;
  picture.description = fmt::format("tone curve with gamma {:g}", gamma);
  picture.call = [=](const Image<float>& channel) {
    return tone_curve_call("shared", to_bytes(channel), table, block);
  };
  picture.reference = [=](const Image<float>& channel) {
    Image<double> result = oracle::tone_curve(to_bytes(channel), table);
    for (double& value : result.values()) value /= 255;
    return result;
  };
  picture.tolerance = 0x1p-24;  // one division by 255 in float32
  return picture;
}

}  // namespace kit::grader::lab03
