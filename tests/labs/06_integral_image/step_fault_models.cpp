/// @file
/// The usual mistakes of lab 06's small stages. A shuffle is played for all 32 lanes where what the
/// lanes that have no right sum hold becomes visible.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "labs/06_integral_image/reference/warp_tools.hpp"
#include "step_cases.hpp"

namespace kit::grader {
namespace {

constexpr int kLanes = 32;
constexpr int kThreads = 256;          // of a block of the reduction's skeleton
constexpr int kPixelsPerBlock = 4096;  // there
constexpr double kAnything = std::numeric_limits<double>::quiet_NaN();

using Lanes = std::array<int, kLanes>;

/// What each lane has after it added what lanes `step` behind it have, for all steps but one. A
/// lane that would read beyond the warp gets its own value.
Lanes add_down(Lanes lanes, int left_out) {
  for (int step = kLanes / 2; step > 0; step /= 2) {
    if (step == left_out) continue;
    const Lanes before = lanes;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t source = lane + std::size_t(step);
      lanes[lane] += before[source < kLanes ? source : lane];
    }
  }
  return lanes;
}

int rounded(int sum, int count) {
  return (sum + count / 2) / count % 256;
}

/// `level(lane, sums, count)` for each pixel, from the lanes of its part.
template <typename Level>
Image<double> each_part(const ByteImage& image, int left_out, Level level) {
  Image<double> output(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    for (int begin = 0; begin < image.width(); begin += kLanes) {
      const int count = std::min(kLanes, image.width() - begin);
      Lanes lanes = {};
      for (int lane = 0; lane < count; ++lane) {
        lanes[std::size_t(lane)] = image.at(begin + lane, y);
      }
      const Lanes sums = add_down(lanes, left_out);
      for (int lane = 0; lane < count; ++lane) {
        output.at(begin + lane, y) = level(std::size_t(lane), sums, count);
      }
    }
  }
  return output;
}

std::string step_left_out(int step) {
  return fmt::format(
      "What the lane {} places further on has is never added. The steps are 16, 8, 4, 2 and 1.",
      step);
}

}  // namespace

std::vector<Hypothesis> histogram_fault_models(const ByteImage& image) {
  const std::vector<std::uint32_t> counts = oracle::histogram(image);
  std::vector<Hypothesis> list;
  const auto add = [&](const std::string& sentence, auto count) {
    std::vector<double> values;
    for (std::size_t level = 0; level < counts.size(); ++level) values.push_back(count(level));
    list.push_back({"wrong_formula", sentence, line_of(values)});
  };
  add("Each pixel adds its level to its counter. Add 1: pixels are counted.",
      [&](std::size_t level) { return double(counts[level]) * double(level); });
  add("All pixels are counted by the first counter. Each level has its own: &counts[level].",
      [&](std::size_t level) { return level == 0 ? double(image.size()) : 0.0; });
  add("No counter is above 1: it is set to 1 instead of counting on.",
      [&](std::size_t level) { return counts[level] > 0 ? 1.0 : 0.0; });
  add("Each level is counted by the counter of the next one.",
      [&](std::size_t level) { return level > 0 ? double(counts[level - 1]) : kAnything; });
  for (const std::size_t block : {1024, 512, 256, 128, 64}) {
    std::vector<double> values(counts.size());
    for (std::size_t i = 0; i < image.size() / block * block; ++i) ++values[image.data()[i]];
    list.push_back(
        {"wrong_formula",
         fmt::format("The last pixels are not counted: there are blocks for whole groups "
                     "of {} pixels only. Round the number of blocks up.",
                     block),
         line_of(values)});
  }
  return list;
}

std::vector<Hypothesis> difference_fault_models(const ByteImage& image) {
  std::vector<Hypothesis> list;
  const auto add = [&](const char* cause, const char* sentence, auto value) {
    Image<double> output(image.width(), image.height());
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) output.at(x, y) = value(x, y);
    }
    list.push_back({cause, sentence, std::move(output)});
  };
  const auto at = [&](int x, int y) { return x >= 0 ? int(image.at(x, y)) : 0; };
  add("wrong_formula",
      "The first pixel of a part is compared with the last one of the part before. Parts have "
      "nothing to do with each other here.",
      [&](int x, int y) { return x > 0 ? std::abs(at(x, y) - at(x - 1, y)) : 0; });
  add("shifted",
      "Each pixel is compared with the one to its right. __shfl_up_sync() reads from a lane "
      "before, "
      "__shfl_down_sync() from one behind.",
      [&](int x, int y) {
        if (x % kLanes == kLanes - 1) return 0.0;
        return x + 1 < image.width() ? double(std::abs(at(x, y) - at(x + 1, y))) : kAnything;
      });
  add("wrong_formula", "Differences below 0 have wrapped around: take the absolute value.",
      [&](int x, int y) { return x % kLanes == 0 ? 0 : (at(x, y) - at(x - 1, y) + 256) % 256; });
  add("wrong_formula",
      "The first pixel of each part keeps its level: it was compared with 0. The first lane gets "
      "its own value back from __shfl_up_sync(), which makes the difference 0.",
      [&](int x, int y) { return x % kLanes == 0 ? at(x, y) : std::abs(at(x, y) - at(x - 1, y)); });
  add("wrong_formula", "The pixels were stored as they are, without a difference.", at);
  return list;
}

std::vector<Hypothesis> mean_fault_models(const ByteImage& image) {
  std::vector<Hypothesis> list;
  const auto add = [&](const char* cause, const std::string& sentence, int left_out, auto level) {
    list.push_back({cause, sentence, each_part(image, left_out, level)});
  };
  add("wrong_border",
      "The last part of a row is divided by 32, though it is shorter. Divide by the number of its "
      "pixels.",
      0, [](std::size_t, const Lanes& sums, int) { return rounded(sums[0], kLanes); });
  add("wrong_rounding",
      "The mean's fraction is dropped. Round to the nearest grey level, halves up.", 0,
      [](std::size_t, const Lanes& sums, int count) { return sums[0] / count; });
  add("wrong_formula",
      "Each lane stores its own sum. After the steps only lane 0 has the sum of all: it must tell "
      "the others, by __shfl_sync().",
      0, [](std::size_t lane, const Lanes& sums, int count) { return rounded(sums[lane], count); });
  add("wrong_formula",
      "All lanes got the sum of lane 31. With __shfl_down_sync() it is lane 0 that has all.", 0,
      [](std::size_t, const Lanes& sums, int count) { return rounded(sums[kLanes - 1], count); });
  for (int step = 1; step < kLanes; step *= 2) {
    add("wrong_formula", step_left_out(step), step,
        [](std::size_t, const Lanes& sums, int count) { return rounded(sums[0], count); });
  }
  list.push_back(
      {"wrong_formula", "The pixels were stored as they are, without a mean.", in_double(image)});
  return list;
}

std::vector<Hypothesis> frame_fault_models(const ByteImage& film, int frames) {
  const int pixels = static_cast<int>(film.size()) / frames;
  std::vector<Hypothesis> list;
  /// Sums of those pixels of a frame whose number `counts` lets pass.
  const auto add = [&](const std::string& sentence, auto counts) {
    std::vector<double> sums(static_cast<std::size_t>(frames));
    for (int frame = 0; frame < frames; ++frame) {
      const std::uint8_t* const values = film.data() + std::ptrdiff_t(frame) * pixels;
      for (int i = 0; i < pixels; ++i) {
        if (counts(i)) sums[std::size_t(frame)] += values[i];
      }
    }
    list.push_back({"wrong_formula", sentence, line_of(sums)});
  };
  add("Only the first warp of each block is added. Every warp leaves its total in shared memory, "
      "and "
      "all of these are added up.",
      [](int i) { return i % kThreads < kLanes; });
  add("Only the pixels of lane 0 are added, in every warp: add up the warp by shuffles first.",
      [](int i) { return i % kLanes == 0; });
  add("Only the pixels of thread 0 of each block are added.",
      [](int i) { return i % kThreads == 0; });
  for (int step = 1; step < kLanes; step *= 2) {
    add(step_left_out(step), [step](int i) { return (i & step) == 0; });
    add(step_left_out(step),
        [step](int i) { return (i & step) == 0 && (i % kThreads / kLanes & step) == 0; });
  }
  const int threads = (pixels + kPixelsPerBlock - 1) / kPixelsPerBlock * kThreads;
  add("Each thread adds one pixel only. It has every so-many-th: go on in steps of the number of "
      "all "
      "threads until the frame ends.",
      [threads](int i) { return i < threads; });
  add("The last pixels of a frame are not added: those that do not fill a block.",
      [pixels](int i) { return i < pixels / kThreads * kThreads; });

  const std::vector<std::uint64_t> sums = oracle::sums_of_frames(film, frames);
  list.push_back({"wrong_formula",
                  "All frames have the sum of the first. Frame f begins at f * pixels; f is "
                  "blockIdx.y.",
                  line_of(std::vector<double>(sums.size(), double(sums[0])))});
  std::vector<double> first(sums.size());
  for (const std::uint64_t sum : sums) first[0] += double(sum);
  list.push_back({"wrong_formula", "All frames are added to the first sum. Each has its own.",
                  line_of(first)});
  for (const int modulo : {256, 65536}) {
    std::vector<double> narrow;
    narrow.reserve(sums.size());
    for (const std::uint64_t sum : sums) narrow.push_back(std::fmod(double(sum), modulo));
    list.push_back(
        {"wrong_formula",
         fmt::format("The sums wrap around at {}: a variable that holds them is too narrow.",
                     modulo),
         line_of(narrow)});
  }
  return list;
}

}  // namespace kit::grader
