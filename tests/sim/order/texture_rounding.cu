// What the simulator takes for what NVIDIA's documents leave open about linear filtering: the
// fraction is rounded to the nearest 256th, half up, and a texel of weight 0 is not read.
// tests/hardware/texture_rounding prints what a card does.
#include <cmath>

#include "../programs/textures.hpp"

__global__ void sample(cudaTextureObject_t texture, const float* x, const float* y, float* out,
                       int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = tex2D<float>(texture, x[i], y[i]);
}

double rounded(double fraction) {
  return std::floor(fraction * 256 + 0.5) / 256;
}

int main() {
  constexpr int kWidth = 9, kHeight = 7, kSamples = 5000;
  Noise noise;
  std::vector<float> image, x, y;
  for (int i = 0; i < kWidth * kHeight; ++i) image.push_back(noise.between(-1, 1));
  for (int i = 0; i < kSamples; ++i) {
    x.push_back(noise.between(0.5f, kWidth - 0.5f));
    y.push_back(noise.between(0.5f, kHeight - 0.5f));
  }
  const ArrayOf<float> array(image, kWidth, kHeight);
  const Texture texture(array.resource(),
                        texture_settings(cudaAddressModeClamp, cudaFilterModeLinear, false));
  const kit::DeviceBuffer<float> d_x(x.data(), kSamples), d_y(y.data(), kSamples);
  kit::DeviceBuffer<float> out(kSamples);
  sample<<<(kSamples + 127) / 128, 128>>>(texture.get(), d_x.data(), d_y.data(), out.data(),
                                          kSamples);
  std::vector<float> got(kSamples);
  out.download(got.data());
  for (std::size_t n = 0; n < got.size(); ++n) {
    const double i = std::floor(x[n] - 0.5), j = std::floor(y[n] - 0.5);
    const double a = rounded(x[n] - 0.5 - i), b = rounded(y[n] - 0.5 - j);
    const float* const texel = image.data() + int(j) * kWidth + int(i);
    const double right = (1 - a) * (1 - b) * double(texel[0]) + a * (1 - b) * double(texel[1]) +
                         (1 - a) * b * double(texel[kWidth]) + a * b * double(texel[kWidth + 1]);
    EXPECT(std::fabs(double(got[n]) - right) <= std::fabs(right) * 0x1p-24 + 1e-15);
  }

  // Beside an infinity only what has a part of it is infinite.
  const std::vector<float> row = {1, INFINITY};
  const ArrayOf<float> two(row, 2, 1);
  const Texture beside(two.resource(),
                       texture_settings(cudaAddressModeClamp, cudaFilterModeLinear, false));
  const std::vector<float> at = {0.5f, 0.5f + 0x1p-10f, 0.5f + 0x1p-9f, 1.5f};
  const std::vector<float> middle(4, 0.5f);
  const kit::DeviceBuffer<float> d_at(at.data(), 4), d_middle(middle.data(), 4);
  sample<<<1, 32>>>(beside.get(), d_at.data(), d_middle.data(), out.data(), 4);
  got.resize(kSamples);
  out.download(got.data());
  EXPECT(got[0] == 1 && got[1] == 1 && std::isinf(got[2]) && std::isinf(got[3]));
  return finish();
}
