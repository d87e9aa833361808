#include "pixels.cuh"

namespace lab09 {
namespace {
struct Thin {
  const float2* gradient;
  std::uint8_t* states;
  int width, height;
  float low, high;

  __device__ float m(int x, int y) const {
    if (unsigned(x) >= unsigned(width) || unsigned(y) >= unsigned(height)) return 0.0f;
    const float2 g = gradient[y * width + x];
    return fabsf(g.x) + fabsf(g.y);
  }
  static __device__ int2 direction(float2 g) {
    const float ax = 128.0f * fabsf(g.x), ay = 128.0f * fabsf(g.y);
    if (ay <= 53.0f * fabsf(g.x)) return make_int2(1, 0);
    if (53.0f * fabsf(g.y) >= ax) return make_int2(0, 1);
    return make_int2(1, g.x * g.y > 0.0f ? 1 : -1);
  }
  __device__ void operator()(int x, int y) const {
    const int2 d = direction(gradient[y * width + x]);
    const float here = m(x, y);
    std::uint8_t state = 0;
    if (here >= low && here > m(x - d.x, y - d.y) && here >= m(x + d.x, y + d.y)) {
      state = here < high ? kWeak : kStrong;
    }
    states[y * width + x] = state;
  }
};
}  // namespace

void thin(const float2* d_gradient, std::uint8_t* d_states, int width, int height, float low,
          float high, dim3 block, cudaStream_t stream) {
  launch(Thin{d_gradient, d_states, width, height, low, high}, width, height, block, stream);
}
}  // namespace lab09
