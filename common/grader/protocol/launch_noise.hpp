/// @file
/// The images of timed launches. Judge and worker make the same one from a key, so that no image
/// has to be sent: the worker on the device, the judge when it checks the launch's output.
#pragma once

#include <cstddef>
#include <cstdint>

#include "grader/protocol/shape.hpp"

#ifdef __CUDACC__
#define KIT_ON_BOTH_SIDES __host__ __device__
#else
#define KIT_ON_BOTH_SIDES
#endif

namespace kit::grader {

/// Four random words.
struct NoiseWords {
  std::uint32_t word[4];
};

/// Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"): block
/// `counter` of the sequence of `key`. The counter's upper half is 0.
KIT_ON_BOTH_SIDES inline NoiseWords noise_words(std::uint64_t key, std::uint64_t counter) {
  constexpr std::uint32_t kMultiply0 = 0xD2511F53u, kMultiply1 = 0xCD9E8D57u;
  constexpr std::uint32_t kStep0 = 0x9E3779B9u, kStep1 = 0xBB67AE85u;
  constexpr int kRounds = 10;
  std::uint32_t c0 = std::uint32_t(counter), c1 = std::uint32_t(counter >> 32), c2 = 0, c3 = 0;
  std::uint32_t k0 = std::uint32_t(key), k1 = std::uint32_t(key >> 32);
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t product0 = std::uint64_t(kMultiply0) * c0;
    const std::uint64_t product1 = std::uint64_t(kMultiply1) * c2;
    c0 = std::uint32_t(product1 >> 32) ^ c1 ^ k0;
    c1 = std::uint32_t(product1);
    c2 = std::uint32_t(product0 >> 32) ^ c3 ^ k1;
    c3 = std::uint32_t(product0);
    k0 += kStep0;
    k1 += kStep1;
  }
  return {{c0, c1, c2, c3}};
}

/// Bytes of an image that one block of words makes: four floats, or 16 bytes.
inline constexpr std::size_t kNoiseBlockBytes = 16;

/// The words of a block as float32 values in [0, 1) with 24 bits each.
KIT_ON_BOTH_SIDES inline void noise_floats(const NoiseWords& words, float values[4]) {
  for (int i = 0; i < 4; ++i) values[i] = float(words.word[i] >> 8) * 0x1p-24F;
}

/// Pixel `index` of a picture that is `width` pixels wide: red, green, blue and an unused byte. It
/// is made of square patches, each of one colour, with noise of 16 levels on them: flat parts and
/// edges, as an edge-aware filter wants them. All values are in [32, 217].
KIT_ON_BOTH_SIDES inline std::uint32_t patch_pixel(std::uint64_t key, std::uint32_t width,
                                                   std::uint64_t index) {
  constexpr std::uint32_t kSide = 64;                         // pixels
  constexpr std::uint64_t kPatches = std::uint64_t(1) << 40;  // behind all pixels' blocks
  const std::uint32_t x = std::uint32_t(index % width), y = std::uint32_t(index / width);
  const std::uint64_t patch = std::uint64_t(y / kSide) * ((width + kSide - 1) / kSide) + x / kSide;
  const NoiseWords colour = noise_words(key, kPatches + patch);
  const std::uint32_t grain = noise_words(key, index).word[0];
  std::uint32_t pixel = grain & 0xFF000000u;
  for (int channel = 0; channel < 3; ++channel) {
    const std::uint32_t level = 32 + (colour.word[channel] >> 24) * 2 / 3;
    pixel |= (level + (grain >> (8 * channel) & 15)) << (8 * channel);
  }
  return pixel;
}

inline bool is_made_of_patches(const Shape& shape) {
  return shape.type == DType::u8 && shape.channels == 4;
}

/// Fills an array with the noise of `key`: f32 in [0, 1), u8 in [0, 255]; u8 of four channels with
/// patch_pixel(). Other types have none, which throws HarnessError. `values` is aligned to 4 bytes.
/// Uses `threads` threads.
void fill_noise(void* values, const Shape& shape, std::uint64_t key, int threads);

}  // namespace kit::grader
