// Lab 02, step 3.
#include "image_on_device.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

struct WeighedNeighbour {
  DeviceImage<const float> input;
  int dx, dy;
  float weight;
  __device__ float operator()(int x, int y) const {
    return weight * input.at_or(x + dx, y + dy, 0.0f);
  }
};

}  // namespace

void one_tap(const float* d_input, float* d_output, int width, int height, int dx, int dy,
             float weight, dim3 block, cudaStream_t stream) {
  for_each_pixel(WeighedNeighbour{{d_input, width, height}, dx, dy, weight},
                 {d_output, width, height}, block, stream);
}

}  // namespace lab02
