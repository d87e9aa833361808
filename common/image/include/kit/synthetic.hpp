/// @file
/// Test images made from a few numbers, the same on every machine and standard library.
#pragma once

#include <array>
#include <cstdint>

#include "kit/image.hpp"

namespace kit {

/// Eight numbers of a sequence: block b holds those from 8 b on.
using RandomBlock = std::array<std::uint64_t, 8>;

/// A family of sequences, one for each seed.
using RandomSource = void (*)(std::uint64_t seed, std::uint64_t block, RandomBlock& values);

/// From here on, every new Random of this process draws from `source`; null: from SplitMix64, of
/// which a few numbers tell the seed and all others. To be called before threads draw.
void draw_random_from(RandomSource source);

/// Small counter-based generator (SplitMix64, Steele et al. 2014, unless draw_random_from() says
/// otherwise): the same sequence everywhere, unlike std::uniform_real_distribution.
class Random {
 public:
  /// Equal seeds give equal sequences.
  explicit Random(std::uint64_t seed);
  /// The next 64 bits.
  std::uint64_t next();
  /// Uniform in [0, 1), 24 bits.
  float uniform();
  /// Uniform integer in [low, high], both included. Throws InputError if low > high.
  int integer(int low, int high);

 private:
  RandomSource source_;
  std::uint64_t seed_;
  std::uint64_t count_ = 0;  ///< numbers drawn
  RandomBlock block_{};      ///< those of the source around count_
};

/// Independent uniform values in [0, 1).
Image<float> noise(int width, int height, std::uint64_t seed, int channels = 1);

/// Squares of `cell` pixels, 0 and 1, starting with 0 at (0, 0). Throws InputError if cell < 1.
Image<float> checkerboard(int width, int height, int cell);

/// All 0 but a 1 at (x, y). Throws InputError if that is outside the image.
Image<float> impulse(int width, int height, int x, int y);

/// Every pixel `value`.
Image<float> constant(int width, int height, float value);

/// Rises along rows and down columns: (y * width + x) / (width * height); a distinct value per
/// pixel up to 2^24 pixels, which is what float32 can tell apart.
Image<float> gradient(int width, int height);

/// A drawn scene with edges, texture, smooth shading and fine detail, for when no photograph is at
/// hand; 1 or 3 channels (InputError otherwise), the same bits for the same arguments on every
/// machine. The seed changes hills, clouds, leaves and grain.
Image<float> scene(int width, int height, int channels = 3, std::uint64_t seed = 1);

}  // namespace kit
