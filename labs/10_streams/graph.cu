/// @file
/// Lab 10, stage graph: the work of filter_strips(), recorded once and launched by one call. Read
/// README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

cudaGraphExec_t record_graph(const float* h_image, float* h_filtered, int width, int height,
                             const float* d_weights, int radius, const Pipeline& pipeline) {
  // TODO(lab10): capture filter_strips() on streams[0]; make the executable graph (about 18 lines)
  return nullptr;
  // END TODO
}

void launch_graph(cudaGraphExec_t graph, cudaStream_t stream) {
  // TODO(lab10): launch it (about 1 line)
  // END TODO
}

void destroy_graph(cudaGraphExec_t graph) {
  // TODO(lab10): free it (about 1 line)
  // END TODO
}

}  // namespace lab10
