/// @file
/// Lab 10, stage graph: the work of filter_strips(), recorded once and launched by one call. Read
/// README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

cudaGraphExec_t record_graph(const float* h_image, float* h_filtered, int width, int height,
                             const float* d_weights, int radius, const Pipeline& pipeline) {
  cudaGraphExec_t executable = nullptr;
  const cudaStream_t origin = pipeline.streams[0];
  cudaGraph_t graph = nullptr;
  KIT_CHECK(cudaStreamBeginCapture(origin, cudaStreamCaptureModeThreadLocal));
  try {
    filter_strips(h_image, h_filtered, width, height, d_weights, radius, pipeline);
  } catch (...) {
    // The stream is the caller's and must not be left capturing.
    cudaStreamEndCapture(origin, &graph);
    if (graph != nullptr) cudaGraphDestroy(graph);
    throw;
  }
  KIT_CHECK(cudaStreamEndCapture(origin, &graph));
  const cudaError_t instantiated = cudaGraphInstantiate(&executable, graph, 0);
  const cudaError_t destroyed = cudaGraphDestroy(graph);
  KIT_CHECK(instantiated);
  if (destroyed != cudaSuccess) cudaGraphExecDestroy(executable);
  KIT_CHECK(destroyed);
  return executable;
}

void launch_graph(cudaGraphExec_t graph, cudaStream_t stream) {
  KIT_CHECK(cudaGraphLaunch(graph, stream));
}

void destroy_graph(cudaGraphExec_t graph) {
  if (graph != nullptr) KIT_CHECK(cudaGraphExecDestroy(graph));
}

}  // namespace lab10
