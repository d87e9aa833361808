// A filter through a texture, which does what a filter's border does: in each address mode, of
// pitched memory and of arrays, compared with plain indices on the host. The sums are of whole
// numbers, which are exact.
#include "textures.hpp"

constexpr int kWidth = 64, kHeight = 32;  // powers of two: normalised coordinates are exact
constexpr int kReach = 3;                 // of the filter; the offsets go further than the image

template <typename T>
__global__ void box(cudaTextureObject_t image, int* sums, bool normalised, int shift) {
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = int(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= kWidth || y >= kHeight) return;
  int sum = 0;
  for (int dy = -kReach; dy <= kReach; ++dy) {
    for (int dx = -kReach; dx <= kReach; ++dx) {
      float u = float(x + dx + shift) + 0.5f, v = float(y + dy - shift) + 0.5f;
      if (normalised) {
        u /= kWidth;
        v /= kHeight;
      }
      sum += (dx + 4) * (dy + 5) * int(tex2D<T>(image, u, v));
    }
  }
  sums[y * kWidth + x] = sum;
}

// Step by step, so that nothing of it looks like the simulator's formulas. -1: the border.
int in_image(int i, int n, cudaTextureAddressMode mode) {
  if (i >= 0 && i < n) return i;
  switch (mode) {
    case cudaAddressModeBorder:
      return -1;
    case cudaAddressModeWrap:
      while (i < 0) i += n;
      while (i >= n) i -= n;
      return i;
    case cudaAddressModeMirror:
      while (i < 0 || i >= n) i = i < 0 ? -1 - i : 2 * n - 1 - i;
      return i;
    default:
      return i < 0 ? 0 : n - 1;
  }
}

template <typename T>
std::vector<int> expected(const std::vector<T>& image, cudaTextureAddressMode mode, int border,
                          int shift) {
  std::vector<int> sums;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      int sum = 0;
      for (int dy = -kReach; dy <= kReach; ++dy) {
        for (int dx = -kReach; dx <= kReach; ++dx) {
          const int i = in_image(x + dx + shift, kWidth, mode);
          const int j = in_image(y + dy - shift, kHeight, mode);
          const int value = i < 0 || j < 0 ? border : int(image[std::size_t(j * kWidth + i)]);
          sum += (dx + 4) * (dy + 5) * value;
        }
      }
      sums.push_back(sum);
    }
  }
  return sums;
}

template <typename T>
void check(const cudaResourceDesc& resource, const std::vector<T>& image) {
  kit::DeviceBuffer<int> sums(kWidth * kHeight);
  std::vector<int> got(kWidth * kHeight);
  for (const bool normalised : {false, true}) {
    for (const cudaTextureAddressMode mode : {cudaAddressModeWrap, cudaAddressModeClamp,
                                              cudaAddressModeMirror, cudaAddressModeBorder}) {
      for (const int shift : {0, -5, 100}) {
        cudaTextureDesc settings = texture_settings(mode, cudaFilterModePoint, normalised);
        // What a border gives to integers is not their number, but its bits; 0 is 0 in both.
        const int border = sizeof(T) == sizeof(float) ? 7 : 0;
        settings.borderColor[0] = float(border);
        const Texture texture(resource, settings);
        box<T><<<dim3(2, 4), dim3(32, 8)>>>(texture.get(), sums.data(), normalised, shift);
        sums.download(got.data());
        // Wrap and mirror need normalised coordinates; without, they are clamp.
        const bool turns = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
        const auto right =
            expected(image, turns && !normalised ? cudaAddressModeClamp : mode, border, shift);
        EXPECT(got == right);
      }
    }
  }
}

template <typename T>
void check_image() {
  Noise noise;
  std::vector<T> image;
  for (int i = 0; i < kWidth * kHeight; ++i) image.push_back(T(noise.next() % 256));
  T* pitched = nullptr;
  std::size_t pitch = 0;
  KIT_CHECK(cudaMallocPitch(&pitched, &pitch, kWidth * sizeof(T), kHeight));
  KIT_CHECK(cudaMemcpy2D(pitched, pitch, image.data(), kWidth * sizeof(T), kWidth * sizeof(T),
                         kHeight, cudaMemcpyHostToDevice));
  check(pitched_resource(pitched, kWidth, kHeight, pitch), image);
  KIT_CHECK(cudaFree(pitched));
  const ArrayOf<T> array(image, kWidth, kHeight);
  check(array.resource(), image);
}

int main() {
  check_image<float>();
  check_image<unsigned char>();
  check_image<unsigned short>();
  return finish();
}
