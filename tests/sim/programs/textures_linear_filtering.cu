// Linear filtering: as near to the exact value as 8 bits of the fraction allow, and exact where the
// fraction has no more bits. What it does not say is how a card rounds the fraction
// (tests/hardware/texture_rounding prints it).
#include <algorithm>
#include <cmath>

#include "textures.hpp"

__global__ void sample_1d(cudaTextureObject_t texture, const float* x, float* out, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = tex1D<float>(texture, x[i]);
}

__global__ void sample_2d(cudaTextureObject_t texture, const float* x, const float* y, float* out,
                          int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = tex2D<float>(texture, x[i], y[i]);
}

std::vector<float> samples(const Texture& texture, const std::vector<float>& x) {
  const int count = int(x.size());
  const kit::DeviceBuffer<float> d_x(x.data(), x.size());
  kit::DeviceBuffer<float> d_out(x.size());
  sample_1d<<<(count + 127) / 128, 128>>>(texture.get(), d_x.data(), d_out.data(), count);
  std::vector<float> out(x.size());
  d_out.download(out.data());
  return out;
}

std::vector<float> samples(const Texture& texture, const std::vector<float>& x,
                           const std::vector<float>& y) {
  const int count = int(x.size());
  const kit::DeviceBuffer<float> d_x(x.data(), x.size()), d_y(y.data(), y.size());
  kit::DeviceBuffer<float> d_out(x.size());
  sample_2d<<<(count + 127) / 128, 128>>>(texture.get(), d_x.data(), d_y.data(), d_out.data(),
                                          count);
  std::vector<float> out(x.size());
  d_out.download(out.data());
  return out;
}

/// A texel by its number; outside, the nearest one, or the border's value.
double texel(const std::vector<float>& row, int i, bool border, double outside) {
  const int last = int(row.size()) - 1;
  if (border && (i < 0 || i > last)) return outside;
  return row[std::size_t(i < 0 ? 0 : i > last ? last : i)];
}

/// The guide's formula with an exact fraction, and the neighbours' difference.
struct Exact {
  double value, step;
};
Exact exact(const std::vector<float>& row, double x, bool border, double outside) {
  const double below = std::floor(x - 0.5), fraction = x - 0.5 - below;
  const double a = texel(row, int(below), border, outside);
  const double b = texel(row, int(below) + 1, border, outside);
  return {(1 - fraction) * a + fraction * b, std::fabs(b - a)};
}

constexpr double kFraction = 1.0 / 256, kRounding = 1e-5;

void check_one_dimension() {
  Noise noise;
  std::vector<float> row;
  for (int i = 0; i < 50; ++i) row.push_back(noise.between(-1, 1));
  const ArrayOf<float> array(row, row.size(), 0);
  std::vector<float> x;
  for (int i = 0; i < 4000; ++i) x.push_back(noise.between(-4, 54));
  for (const bool border : {false, true}) {
    cudaTextureDesc settings = texture_settings(
        border ? cudaAddressModeBorder : cudaAddressModeClamp, cudaFilterModeLinear, false);
    // A card filters a row as a picture of height 1: its neighbours above would be border too.
    settings.addressMode[1] = cudaAddressModeClamp;
    settings.borderColor[0] = 0.25f;
    const Texture texture(array.resource(), settings);
    const std::vector<float> out = samples(texture, x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Exact right = exact(row, x[i], border, 0.25);
      EXPECT(std::fabs(out[i] - right.value) <= right.step * kFraction + kRounding);
    }
  }
}

// Whole numbers and fractions of 8 bits: every sum is exact, whatever is rounded.
void check_whole_fractions() {
  const std::vector<float> row = {0, 256, -512, 1024, 0, 65536};
  const ArrayOf<float> array(row, row.size(), 0);
  const Texture texture(array.resource(),
                        texture_settings(cudaAddressModeClamp, cudaFilterModeLinear, false));
  std::vector<float> x;
  for (int k = 0; k < 256 * 7; ++k) x.push_back(float(k) / 256);
  const std::vector<float> out = samples(texture, x);
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT(double(out[i]) == exact(row, x[i], false, 0).value);
  // Between two texels there are 257 values at most.
  std::vector<float> fine;
  for (int k = 0; k <= 8192; ++k) fine.push_back(0.5f + float(k) / 8192);
  std::vector<float> between = samples(texture, fine);
  EXPECT(std::is_sorted(between.begin(), between.end()));
  EXPECT(std::unique(between.begin(), between.end()) - between.begin() == 257);
}

void check_two_dimensions(bool normalised, bool pitched) {
  constexpr int kWidth = 16, kHeight = 8;
  Noise noise;
  std::vector<float> image;
  for (int i = 0; i < kWidth * kHeight; ++i) image.push_back(noise.between(0, 10));
  const ArrayOf<float> array(image, kWidth, kHeight);
  kit::DeviceBuffer<float> memory(image.data(), image.size());
  const cudaTextureDesc settings =
      texture_settings(cudaAddressModeClamp, cudaFilterModeLinear, normalised);
  const Texture texture(
      pitched ? pitched_resource(memory.data(), kWidth, kHeight, kWidth * sizeof(float))
              : array.resource(),
      settings);
  std::vector<float> x, y;
  for (int i = 0; i < 3000; ++i) {
    x.push_back(noise.between(-2, kWidth + 2));
    y.push_back(noise.between(-2, kHeight + 2));
  }
  std::vector<float> u = x, v = y;
  for (std::size_t i = 0; normalised && i < x.size(); ++i) {
    u[i] /= kWidth;
    v[i] /= kHeight;
  }
  const std::vector<float> out = samples(texture, u, v);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double below = std::floor(double(y[i]) - 0.5);
    std::vector<float> rows[2];
    for (int n = 0; n < 2; ++n) {
      const int row = std::clamp(int(below) + n, 0, kHeight - 1);
      rows[n].assign(image.begin() + row * kWidth, image.begin() + (row + 1) * kWidth);
    }
    const Exact upper = exact(rows[0], x[i], false, 0), lower = exact(rows[1], x[i], false, 0);
    const double fraction = double(y[i]) - 0.5 - below;
    const double right = (1 - fraction) * upper.value + fraction * lower.value;
    const double step =
        std::max(upper.step, lower.step) + std::fabs(upper.value - lower.value) + 20 * kFraction;
    // A card rounds the products of the two fractions as well: of these samples an H100 has one
    // that is 1.08 times as far off as the fractions alone could be.
    EXPECT(std::fabs(out[i] - right) <= 1.5 * step * kFraction + kRounding);
  }
  // In the middle of a texel it is that texel.
  x.clear(), y.clear();
  for (int i = 0; i < kWidth * kHeight; ++i) {
    x.push_back((float(i % kWidth) + 0.5f) / (normalised ? kWidth : 1));
    y.push_back((float(i / kWidth) + 0.5f) / (normalised ? kHeight : 1));
  }
  EXPECT(samples(texture, x, y) == image);
}

// Integers of 8 and 16 bits are filtered as floats from 0 or -1 to 1.
template <typename T>
void check_normalised_integers(float most) {
  Noise noise;
  std::vector<T> values;
  std::vector<float> row;
  for (int i = 0; i < 40; ++i) {
    values.push_back(T(noise.next()));
    row.push_back(std::max(float(values.back()) / most, -1.0f));
  }
  const ArrayOf<T> array(values, values.size(), 0);
  const Texture texture(array.resource(),
                        texture_settings(cudaAddressModeClamp, cudaFilterModeLinear, false,
                                         cudaReadModeNormalizedFloat));
  std::vector<float> x;
  for (int i = 0; i < 1000; ++i) x.push_back(noise.between(-1, 41));
  const std::vector<float> out = samples(texture, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Exact right = exact(row, x[i], false, 0);
    EXPECT(std::fabs(out[i] - right.value) <= right.step * kFraction + 1.0 / 4096);
  }
}

int main() {
  check_one_dimension();
  check_whole_fractions();
  for (const bool normalised : {false, true})
    for (const bool pitched : {false, true}) check_two_dimensions(normalised, pitched);
  check_normalised_integers<unsigned char>(255);
  check_normalised_integers<signed char>(127);
  check_normalised_integers<unsigned short>(65535);
  check_normalised_integers<short>(32767);
  return finish();
}
