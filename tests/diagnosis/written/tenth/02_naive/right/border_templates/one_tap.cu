// Lab 02, step 3: the zero border of view.cuh does all the work.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "view.cuh"

namespace lab02 {
namespace {

__global__ void tap(mine::View<const float> input, mine::View<float> output, int2 shift,
                    float weight) {
  const auto me = mine::place_of_thread();
  if (!output.has(me)) return;
  const mine::Place neighbour{me.x + shift.x, me.y + shift.y};
  output[me] = input.has(neighbour) ? weight * input[neighbour] : 0.0f;
}

}  // namespace

void one_tap(const float* d_input, float* d_output, int width, int height, int dx, int dy,
             float weight, dim3 block, cudaStream_t stream) {
  const mine::View<const float> in{d_input, width, height};
  const mine::View<float> out{d_output, width, height};
  tap<<<mine::cover(width, height, block), block, 0, stream>>>(in, out, make_int2(dx, dy), weight);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
