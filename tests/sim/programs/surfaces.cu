// Surfaces: what one kernel writes, copies, textures and the next kernel's surfaces read; x counts
// bytes. Outside of it, clamp and zero.
#include "textures.hpp"

constexpr int kWidth = 40, kHeight = 19;

/// A surface object that is destroyed with its scope.
class Surface {
 public:
  explicit Surface(const cudaResourceDesc& resource) {
    KIT_CHECK(cudaCreateSurfaceObject(&object_, &resource));
  }
  ~Surface() { cudaDestroySurfaceObject(object_); }
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;
  cudaSurfaceObject_t get() const { return object_; }

 private:
  cudaSurfaceObject_t object_ = 0;
};

template <typename T>
__global__ void transpose(cudaSurfaceObject_t in, cudaSurfaceObject_t out) {
  const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = int(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= kWidth || y >= kHeight) return;
  const T value = surf2Dread<T>(in, x * int(sizeof(T)), y);
  surf2Dwrite(value, out, y * int(sizeof(T)), x);
}

// In place, which a surface may be as long as each thread reads and writes its own element only.
template <typename T>
__global__ void replace_in_row(cudaSurfaceObject_t row, T* read) {
  const int x = int(threadIdx.x) * int(sizeof(T));
  T value;
  surf1Dread(&value, row, x);
  read[threadIdx.x] = surf1Dread<T>(row, x, cudaBoundaryModeClamp);
  surf1Dwrite(read[threadIdx.x], row, x);
}

template <typename T>
void check_type() {
  Noise noise;
  std::vector<T> image(kWidth * kHeight), turned(image.size());
  for (std::size_t byte = 0; byte < image.size() * sizeof(T); ++byte)
    reinterpret_cast<unsigned char*>(image.data())[byte] = (unsigned char)(noise.next());
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) turned[x * kHeight + y] = image[y * kWidth + x];
  const ArrayOf<T> in(image, kWidth, kHeight, cudaArraySurfaceLoadStore);
  const ArrayOf<T> out(kHeight, kWidth, cudaArraySurfaceLoadStore);
  const Surface from(in.resource()), to(out.resource());
  transpose<T><<<dim3(2, 3), dim3(32, 8)>>>(from.get(), to.get());
  const std::vector<T> got = out.download();
  EXPECT(std::memcmp(got.data(), turned.data(), got.size() * sizeof(T)) == 0);

  const std::vector<T> line(image.begin(), image.begin() + 32);
  const ArrayOf<T> row(line, 32, 0, cudaArraySurfaceLoadStore);
  const Surface surface(row.resource());
  kit::DeviceBuffer<T> read(32);
  replace_in_row<<<1, 32>>>(surface.get(), read.data());
  std::vector<T> values(32);
  read.download(values.data());
  EXPECT(std::memcmp(values.data(), line.data(), 32 * sizeof(T)) == 0);
  EXPECT(std::memcmp(row.download().data(), line.data(), 32 * sizeof(T)) == 0);
}

// Writes a frame too much on each side, and reads one.
__global__ void write_around(cudaSurfaceObject_t out) {
  const int x = int(threadIdx.x) - 2, y = int(threadIdx.y) - 2;
  surf2Dwrite(float(100 * y + x), out, x * int(sizeof(float)), y, cudaBoundaryModeZero);
}
__global__ void read_around(cudaSurfaceObject_t in, float* zero, float* clamp) {
  const int x = int(threadIdx.x) - 2, y = int(threadIdx.y) - 2;
  const int at = int(threadIdx.y * blockDim.x + threadIdx.x);
  zero[at] = surf2Dread<float>(in, x * int(sizeof(float)), y, cudaBoundaryModeZero);
  surf2Dread(&clamp[at], in, x * int(sizeof(float)), y, cudaBoundaryModeClamp);
}

void check_boundaries() {
  constexpr int kSide = 8, kAround = kSide + 4;
  const ArrayOf<float> array(std::vector<float>(kSide * kSide, -1), kSide, kSide,
                             cudaArraySurfaceLoadStore);
  const Surface surface(array.resource());
  write_around<<<1, dim3(kAround, kAround)>>>(surface.get());
  const std::vector<float> written = array.download();
  for (int i = 0; i < kSide * kSide; ++i)
    EXPECT(written[std::size_t(i)] == float(100 * (i / kSide) + i % kSide));
  kit::DeviceBuffer<float> zero(kAround * kAround), clamp(kAround * kAround);
  read_around<<<1, dim3(kAround, kAround)>>>(surface.get(), zero.data(), clamp.data());
  std::vector<float> zeros(kAround * kAround), clamps(kAround * kAround);
  zero.download(zeros.data());
  clamp.download(clamps.data());
  for (int y = -2; y < kSide + 2; ++y) {
    for (int x = -2; x < kSide + 2; ++x) {
      const std::size_t at = std::size_t((y + 2) * kAround + x + 2);
      const int near_x = x < 0 ? 0 : x > 7 ? 7 : x, near_y = y < 0 ? 0 : y > 7 ? 7 : y;
      const bool inside = near_x == x && near_y == y;
      EXPECT(zeros[at] == (inside ? float(100 * y + x) : 0.0f));
      EXPECT(clamps[at] == float(100 * near_y + near_x));
    }
  }
}

// A chain of launches: surface, then texture of the same array, then plain memory.
__global__ void fill(cudaSurfaceObject_t out) {
  surf2Dwrite(make_uchar4((unsigned char)(threadIdx.x), (unsigned char)(threadIdx.y), 7, 255), out,
              int(threadIdx.x) * 4, int(threadIdx.y));
}
__global__ void sum(cudaTextureObject_t in, int* out) {
  const uchar4 pixel = tex2D<uchar4>(in, float(threadIdx.x) + 0.5f, float(threadIdx.y) + 0.5f);
  out[threadIdx.y * blockDim.x + threadIdx.x] = pixel.x + 1000 * pixel.y + pixel.z - pixel.w;
}

void check_chain() {
  const ArrayOf<uchar4> array(16, 16, cudaArraySurfaceLoadStore);
  const Surface surface(array.resource());
  const Texture texture(array.resource(),
                        texture_settings(cudaAddressModeClamp, cudaFilterModePoint, false));
  kit::DeviceBuffer<int> out(256);
  fill<<<1, dim3(16, 16)>>>(surface.get());
  sum<<<1, dim3(16, 16)>>>(texture.get(), out.data());
  std::vector<int> got(256);
  out.download(got.data());
  for (int i = 0; i < 256; ++i) EXPECT(got[std::size_t(i)] == i % 16 + 1000 * (i / 16) + 7 - 255);
}

int main() {
  check_type<unsigned char>(), check_type<signed char>(), check_type<uchar4>();
  check_type<short>(), check_type<ushort2>(), check_type<ushort4>();
  check_type<int>(), check_type<uint2>(), check_type<uint4>();
  check_type<float>(), check_type<float2>(), check_type<float4>();
  check_boundaries();
  check_chain();
  return finish();
}
