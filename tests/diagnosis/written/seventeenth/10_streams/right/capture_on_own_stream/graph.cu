/// @file
/// Lab 10, stage graph: the work of filter_strips(), recorded once and launched by one call. Read
/// README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

/// A stream that lives as long as the recording, in place of the caller's streams[0].
class Recorder {
 public:
  Recorder() { KIT_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  ~Recorder() {
    // Unchecked: something has thrown, or there is nothing left to do.
    if (recording_) cudaStreamEndCapture(stream_, &graph_);
    if (graph_ != nullptr) cudaGraphDestroy(graph_);
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
  }

  cudaStream_t begin() {
    // Relaxed: no thread's calls are forbidden; filter_strips() makes none that would matter.
    KIT_CHECK(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed));
    recording_ = true;
    return stream_;
  }

  cudaGraph_t end() {
    recording_ = false;
    KIT_CHECK(cudaStreamEndCapture(stream_, &graph_));
    return graph_;
  }

  /// Gives back graph and stream; returns the first error.
  cudaError_t close() {
    const cudaError_t graph_gone = cudaGraphDestroy(graph_);
    graph_ = nullptr;
    const cudaError_t stream_gone = cudaStreamDestroy(stream_);
    stream_ = nullptr;
    return graph_gone != cudaSuccess ? graph_gone : stream_gone;
  }

 private:
  cudaStream_t stream_ = nullptr;
  cudaGraph_t graph_ = nullptr;
  bool recording_ = false;
};

}  // namespace

cudaGraphExec_t record_graph(const float* h_image, float* h_filtered, int width, int height,
                             const float* d_weights, int radius, const Pipeline& pipeline) {
  Recorder recorder;
  Pipeline recorded = pipeline;
  recorded.streams[0] = recorder.begin();
  filter_strips(h_image, h_filtered, width, height, d_weights, radius, recorded);
  cudaGraphExec_t executable = nullptr;
  KIT_CHECK(cudaGraphInstantiate(&executable, recorder.end(), 0));
  if (const cudaError_t error = recorder.close(); error != cudaSuccess) {
    cudaGraphExecDestroy(executable);
    KIT_CHECK(error);
  }
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
