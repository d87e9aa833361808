/// @file
/// Chunks of loops.
#include "sim/openmp/loop.hpp"

#include <algorithm>

namespace kit::sim::openmp {

Loop::Loop(std::uint64_t start, std::uint64_t end, std::uint64_t step, std::uint64_t turns,
           std::uint64_t chunk, unsigned thread, unsigned threads)
    : start_(start),
      end_(end),
      step_(step),
      turns_(turns),
      size_(chunk != 0 ? chunk : std::max<std::uint64_t>(1, (turns + threads - 1) / threads)),
      next_(thread),
      threads_(threads) {}

bool Loop::next(std::uint64_t& from, std::uint64_t& to) {
  if (turns_ == 0 || next_ > (turns_ - 1) / size_) return false;
  current_ = next_;
  next_ += threads_;
  const std::uint64_t first = current_ * size_;
  from = start_ + first * step_;
  to = turns_ - first > size_ ? from + size_ * step_ : end_;
  return true;
}

}  // namespace kit::sim::openmp
