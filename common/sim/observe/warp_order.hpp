/// @file
/// Happens-before between the lanes of a block's warps, by __syncwarp and the other warp
/// primitives.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace kit::sim {

/// Between two barriers of the block, a thread's accesses are in segments: a new one begins with
/// each warp primitive and each fence of the thread. Of every lane it is kept how many segments of
/// every other lane of its warp are ordered before what it does now.
class WarpOrder {
 public:
  void start_block(unsigned threads) {
    threads_ = threads;
    barrier();
  }
  /// The block's barrier orders all that was before: segments begin at 0 again.
  void barrier() {
    for (std::uint32_t left = touched_; left != 0; left &= left - 1) {
      const unsigned warp = unsigned(std::countr_zero(left));
      segments_[warp] = {};
      all_know_[warp] = {};
    }
    touched_ = partial_ = 0;
  }
  std::uint16_t segment(unsigned thread) const { return segments_[thread / 32][thread % 32]; }
  /// What the thread does from here on is another segment.
  void next_segment(unsigned thread) {
    touched_ |= 1u << thread / 32;
    advance(segments_[thread / 32][thread % 32]);
  }
  /// These lanes of a warp have synchronised.
  void meet(unsigned warp, std::uint32_t lanes);
  /// Segments of `other` with smaller numbers are ordered before what `now` does; both are threads
  /// of one warp.
  std::uint16_t known(unsigned now, unsigned other) const {
    const unsigned warp = now / 32;
    return (partial_ >> warp & 1) != 0 ? (*lanes_know_[warp])[now % 32][other % 32]
                                       : all_know_[warp][other % 32];
  }

 private:
  using Lanes = std::array<std::uint16_t, 32>;  // a segment's number for each
  static void advance(std::uint16_t& segment) {
    if (segment < UINT16_MAX) ++segment;
  }

  unsigned threads_ = 0;
  std::uint32_t touched_ = 0, partial_ = 0;  // a bit for each warp
  std::array<Lanes, 32> segments_{};
  // What all lanes of a warp know of each, as long as all of them have met alike; else in
  // lanes_know_, by the lane that knows.
  std::array<Lanes, 32> all_know_{};
  std::array<std::unique_ptr<std::array<Lanes, 32>>, 32> lanes_know_;
};

inline void WarpOrder::meet(unsigned warp, std::uint32_t lanes) {
  touched_ |= 1u << warp;
  Lanes& segments = segments_[warp];
  const unsigned there = std::min(32u, threads_ - 32 * warp);
  if ((partial_ >> warp & 1) == 0 && unsigned(std::popcount(lanes)) == there) {
    for (unsigned lane = 0; lane < 32; ++lane) advance(segments[lane]);
    all_know_[warp] = segments;
    return;
  }
  if (!lanes_know_[warp]) lanes_know_[warp] = std::make_unique<std::array<Lanes, 32>>();
  std::array<Lanes, 32>& know = *lanes_know_[warp];
  if ((partial_ >> warp & 1) == 0) know.fill(all_know_[warp]);
  partial_ |= 1u << warp;
  Lanes together{};
  for (unsigned lane = 0; lane < there; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    for (unsigned other = 0; other < 32; ++other)
      together[other] = std::max(together[other], know[lane][other]);
  }
  for (unsigned lane = 0; lane < there; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    advance(segments[lane]);
    together[lane] = segments[lane];
  }
  for (unsigned lane = 0; lane < there; ++lane) {
    if ((lanes >> lane & 1) != 0) know[lane] = together;
  }
}

}  // namespace kit::sim
