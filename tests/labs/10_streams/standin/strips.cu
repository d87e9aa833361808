/// @file
/// Lab 10's stand-in for strips.cu: filter_strips() by the reference that the cases use, in
/// streams[0] alone, as a function of the host.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "kit/cuda_check.hpp"
#include "kit/image.hpp"
#include "lab.hpp"
#include "labs/convolution/reference/two_pass.hpp"

namespace lab10 {
namespace {

/// Pinned, so that a graph's copy fills it each time; allocated before any of the student's
/// functions is called.
class WeightsOnHost {
 public:
  WeightsOnHost() { KIT_CHECK(cudaMallocHost(&data_, sizeof(float) * (2 * kMaxRadius + 1))); }
  float* data() { return data_; }

 private:
  float* data_ = nullptr;
};

WeightsOnHost weights_on_host;

/// Lives as long as the process does: a graph may be launched again.
struct Work {
  const float* h_image;
  float* h_filtered;
  int width, height, radius;
};

void filter(void* data) {
  const Work& work = *static_cast<Work*>(data);
  kit::Image<float> image(work.width, work.height);
  std::copy_n(work.h_image, image.size(), image.data());
  const std::vector<float> weights(weights_on_host.data(),
                                   weights_on_host.data() + 2 * work.radius + 1);
  const kit::Image<double> filtered =
      kit::oracle::separable(image, {"", weights, weights}, kit::Border::clamp);
  std::copy_n(filtered.data(), filtered.size(), work.h_filtered);
}

}  // namespace

void filter_strips(const float* h_image, float* h_filtered, int width, int height,
                   const float* d_weights, int radius, const Pipeline& pipeline) {
  static std::vector<std::unique_ptr<Work>> all;
  all.push_back(std::make_unique<Work>(Work{h_image, h_filtered, width, height, radius}));
  const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(2 * radius + 1);
  KIT_CHECK(cudaMemcpyAsync(weights_on_host.data(), d_weights, bytes, cudaMemcpyDeviceToHost,
                            pipeline.streams[0]));
  KIT_CHECK(cudaLaunchHostFunc(pipeline.streams[0], filter, all.back().get()));
}

}  // namespace lab10
