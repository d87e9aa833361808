/// @file
/// Lab 10, stage graph: the work of filter_strips(), recorded once and launched by one call. Read
/// README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

cudaGraphExec_t record_graph(const float* h_image, float* h_filtered, int width, int height,
                             const float* d_weights, int radius, const Pipeline& pipeline) {
  const cudaStream_t origin = pipeline.streams[0];
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  KIT_CHECK(cudaStreamBeginCapture(origin, cudaStreamCaptureModeThreadLocal));
  try {
    filter_strips(h_image, h_filtered, width, height, d_weights, radius, pipeline);
  } catch (...) {
    // The stream must not go on capturing. What it has captured is incomplete.
    cudaStreamEndCapture(origin, &graph);
    cudaGraphDestroy(graph);
    cudaGetLastError();
    throw;
  }
  KIT_CHECK(cudaStreamEndCapture(origin, &graph));
  const cudaError_t error = cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphDestroy(graph);  // the executable graph has all that it needs
  KIT_CHECK(error);
  return executable;
}

void launch_graph(cudaGraphExec_t graph, cudaStream_t stream) {
  KIT_CHECK(cudaGraphLaunch(graph, stream));
}

void destroy_graph(cudaGraphExec_t graph) {
  if (graph != nullptr) KIT_CHECK(cudaGraphExecDestroy(graph));
}

}  // namespace lab10
