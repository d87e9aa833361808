// The capture as an object: whoever leaves its block early ends it.
#include <memory>
#include <type_traits>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

struct GraphDeleter {
  void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
};
using Graph = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, GraphDeleter>;

class Capture {
 public:
  explicit Capture(cudaStream_t stream) : stream_(stream) {
    KIT_CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed));
  }
  ~Capture() {
    if (!running_) return;
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream_, &graph);
    if (graph != nullptr) cudaGraphDestroy(graph);
  }
  Graph end() {
    running_ = false;
    cudaGraph_t graph = nullptr;
    KIT_CHECK(cudaStreamEndCapture(stream_, &graph));
    return Graph(graph);
  }

 private:
  cudaStream_t stream_;
  bool running_ = true;
};

}  // namespace

cudaGraphExec_t record_graph(const float* h_image, float* h_filtered, int width, int height,
                             const float* d_weights, int radius, const Pipeline& pipeline) {
  Capture capture(pipeline.streams[0]);
  filter_strips(h_image, h_filtered, width, height, d_weights, radius, pipeline);
  Graph graph = capture.end();
  cudaGraphExec_t executable = nullptr;
  KIT_CHECK(cudaGraphInstantiate(&executable, graph.get(), 0));
  const cudaError_t destroyed = cudaGraphDestroy(graph.release());
  if (destroyed != cudaSuccess) cudaGraphExecDestroy(executable);
  KIT_CHECK(destroyed);
  return executable;
}

void launch_graph(cudaGraphExec_t graph, cudaStream_t stream) {
  KIT_CHECK(cudaGraphLaunch(graph, stream));
}

void destroy_graph(cudaGraphExec_t graph) {
  if (graph == nullptr) return;
  KIT_CHECK(cudaGraphExecDestroy(graph));
}

}  // namespace lab10
