#include "kit/synthetic.hpp"

#include <limits>
#include <string>

#include "kit/error.hpp"

namespace kit {

namespace {

RandomSource random_source = nullptr;

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;

std::uint64_t split_mix(std::uint64_t state) {
  std::uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

}  // namespace

void draw_random_from(RandomSource source) {
  random_source = source;
}

Random::Random(std::uint64_t seed) : source_(random_source), seed_(seed) {}

std::uint64_t Random::next() {
  const std::uint64_t number = count_++;
  if (source_ == nullptr) return split_mix(seed_ + kGolden * count_);
  if (number % block_.size() == 0) source_(seed_, number / block_.size(), block_);
  return block_[number % block_.size()];
}

float Random::uniform() {
  return static_cast<float>(next() >> 40) * 0x1p-24f;
}

int Random::integer(int low, int high) {
  if (low > high) {
    throw InputError("no integer lies between " + std::to_string(low) + " and " +
                     std::to_string(high) + "; give the lower bound first");
  }
  const auto count = static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - low) + 1;
  // The few numbers beyond the last whole multiple of `count` would favour small results.
  const std::uint64_t rest = (std::numeric_limits<std::uint64_t>::max() % count + 1) % count;
  std::uint64_t bits = next();
  while (bits > std::numeric_limits<std::uint64_t>::max() - rest) bits = next();
  return static_cast<int>(low + static_cast<std::int64_t>(bits % count));
}

Image<float> noise(int width, int height, std::uint64_t seed, int channels) {
  Image<float> image(width, height, channels);
  Random random(seed);
  for (float& value : image.values()) value = random.uniform();
  return image;
}

Image<float> checkerboard(int width, int height, int cell) {
  if (cell < 1) {
    throw InputError("checkerboard squares of " + std::to_string(cell) +
                     " pixels; the size must be at least 1");
  }
  Image<float> image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      image.at(x, y) = static_cast<float>((x / cell + y / cell) % 2);
    }
  }
  return image;
}

Image<float> impulse(int width, int height, int x, int y) {
  Image<float> image(width, height);
  if (x < 0 || x >= width || y < 0 || y >= height) {
    throw InputError("impulse at (" + std::to_string(x) + ", " + std::to_string(y) +
                     ") is outside an image of " + std::to_string(width) + " x " +
                     std::to_string(height));
  }
  image.at(x, y) = 1;
  return image;
}

Image<float> constant(int width, int height, float value) {
  return Image<float>(width, height, 1, value);
}

Image<float> gradient(int width, int height) {
  Image<float> image(width, height);
  const auto count = static_cast<double>(image.size());
  for (std::size_t n = 0; n < image.size(); ++n) {
    image.values()[n] = static_cast<float>(static_cast<double>(n) / count);
  }
  return image;
}

}  // namespace kit
