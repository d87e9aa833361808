#include "grader/protocol/launch_noise.hpp"

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#include "kit/error.hpp"

namespace kit::grader {
namespace {

/// Blocks [begin, end) of an array of `bytes`, the last of which may be cut off.
void fill_blocks(std::byte* values, const Shape& shape, std::uint64_t key, std::size_t begin,
                 std::size_t end) {
  const std::size_t bytes = shape.bytes();
  for (std::size_t block = begin; block < end; ++block) {
    const NoiseWords words = noise_words(key, block);
    float floats[4];
    noise_floats(words, floats);
    const void* const from =
        shape.type == DType::f32 ? static_cast<const void*>(floats) : words.word;
    const std::size_t offset = block * kNoiseBlockBytes;
    std::memcpy(values + offset, from, std::min(kNoiseBlockBytes, bytes - offset));
  }
}

/// The pixels of blocks [begin, end) of a picture, four a block.
void fill_patches(std::byte* values, const Shape& shape, std::uint64_t key, std::size_t begin,
                  std::size_t end) {
  const std::size_t pixels = shape.bytes() / 4;
  for (std::size_t pixel = 4 * begin; pixel < std::min(4 * end, pixels); ++pixel) {
    const std::uint32_t value = patch_pixel(key, std::uint32_t(shape.width), pixel);
    std::memcpy(values + 4 * pixel, &value, sizeof value);
  }
}

}  // namespace

void fill_noise(void* values, const Shape& shape, std::uint64_t key, int threads) {
  if (shape.type != DType::f32 && shape.type != DType::u8)
    throw HarnessError("noise is made of float32 values or bytes only");
  auto* const bytes = static_cast<std::byte*>(values);
  const std::size_t blocks = (shape.bytes() + kNoiseBlockBytes - 1) / kNoiseBlockBytes;
  const auto parts = std::size_t(std::max(1, threads));
  const auto fill = is_made_of_patches(shape) ? fill_patches : fill_blocks;
  std::vector<std::jthread> others;
  for (std::size_t part = 1; part < parts; ++part)
    others.emplace_back(fill, bytes, shape, key, blocks * part / parts,
                        blocks * (part + 1) / parts);
  fill(bytes, shape, key, 0, blocks / parts);
}

}  // namespace kit::grader
