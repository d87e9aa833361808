/// @file
/// Lab 10, stage graph: the capture is an object, which ends it on any way out.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

class Capture {
 public:
  explicit Capture(cudaStream_t origin) : origin_(origin) {
    KIT_CHECK(cudaStreamBeginCapture(origin_, cudaStreamCaptureModeRelaxed));
    running_ = true;
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture() {
    if (running_) cudaStreamEndCapture(origin_, &graph_);
    if (graph_ != nullptr) cudaGraphDestroy(graph_);
  }

  cudaGraphExec_t instantiate() {
    running_ = false;
    KIT_CHECK(cudaStreamEndCapture(origin_, &graph_));
    cudaGraphExec_t executable = nullptr;
    KIT_CHECK(cudaGraphInstantiate(&executable, graph_, 0));
    return executable;
  }

 private:
  cudaStream_t origin_;
  cudaGraph_t graph_ = nullptr;
  bool running_ = false;
};

}  // namespace

cudaGraphExec_t record_graph(const float* h_image, float* h_filtered, int width, int height,
                             const float* d_weights, int radius, const Pipeline& pipeline) {
  Capture capture(pipeline.streams[0]);
  filter_strips(h_image, h_filtered, width, height, d_weights, radius, pipeline);
  return capture.instantiate();
}

void launch_graph(cudaGraphExec_t graph, cudaStream_t stream) {
  KIT_CHECK(cudaGraphLaunch(graph, stream));
}

void destroy_graph(cudaGraphExec_t graph) {
  if (graph == nullptr) return;
  KIT_CHECK(cudaGraphExecDestroy(graph));
}

}  // namespace lab10
