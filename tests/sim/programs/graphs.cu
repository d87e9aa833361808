// Graphs by stream capture: chains, branches that join, launches again and again, other arguments,
// and what a capture refuses.
#include "program.hpp"

namespace {

constexpr int kCount = 256;
constexpr std::size_t kBytes = kCount * sizeof(int);

__global__ void fill(int* data, int first) {
  data[threadIdx.x] = first + int(threadIdx.x);
}
__global__ void add(const int* from, int* to) {
  to[threadIdx.x] += from[threadIdx.x];
}
__global__ void twice(int* data) {
  data[threadIdx.x] *= 2;
}

struct Work {
  cudaStream_t main = nullptr, side = nullptr;
  cudaEvent_t fork = nullptr, join = nullptr;
  int *a = nullptr, *b = nullptr, *pinned = nullptr;
};

void expect(const Work& w, int first, int step) {
  KIT_CHECK(cudaStreamSynchronize(w.main));
  for (int i = 0; i < kCount; ++i) EXPECT(w.pinned[i] == first + step * i);
}

cudaGraphExec_t instantiate(const Work& w) {
  cudaGraph_t graph = nullptr;
  KIT_CHECK(cudaStreamEndCapture(w.main, &graph));
  cudaGraphExec_t executable = nullptr;
  KIT_CHECK(cudaGraphInstantiate(&executable, graph, 0));
  KIT_CHECK(cudaGraphDestroy(graph));  // what was instantiated does not need it
  return executable;
}

// Nothing is done while the stream is captured.
void chain(const Work& w) {
  KIT_CHECK(cudaMemset(w.a, 0, kBytes));
  KIT_CHECK(cudaMemset(w.b, 0, kBytes));
  KIT_CHECK(cudaDeviceSynchronize());
  KIT_CHECK(cudaStreamBeginCapture(w.main, cudaStreamCaptureModeGlobal));
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  KIT_CHECK(cudaStreamIsCapturing(w.main, &status));
  EXPECT(status == cudaStreamCaptureStatusActive);
  for (int first = 1; first <= 3; ++first) {
    fill<<<1, kCount, 0, w.main>>>(w.a, first);  // each launch keeps its own argument
    add<<<1, kCount, 0, w.main>>>(w.a, w.b);
  }
  KIT_CHECK(cudaMemcpyAsync(w.pinned, w.b, kBytes, cudaMemcpyDeviceToHost, w.main));
  const cudaGraphExec_t executable = instantiate(w);
  KIT_CHECK(cudaMemcpy(w.pinned, w.b, kBytes, cudaMemcpyDeviceToHost));
  expect(w, 0, 0);
  KIT_CHECK(cudaGraphLaunch(executable, w.main));
  expect(w, 6, 3);
  for (int n = 0; n < 3; ++n) KIT_CHECK(cudaGraphLaunch(executable, w.main));
  expect(w, 24, 12);
  KIT_CHECK(cudaGraphExecDestroy(executable));
}

// Two branches, which meet again before the sum.
void branches(const Work& w) {
  KIT_CHECK(cudaStreamBeginCapture(w.main, cudaStreamCaptureModeThreadLocal));
  KIT_CHECK(cudaEventRecord(w.fork, w.main));
  KIT_CHECK(cudaStreamWaitEvent(w.side, w.fork));
  fill<<<1, kCount, 0, w.main>>>(w.a, 10);
  fill<<<1, kCount, 0, w.side>>>(w.b, 100);
  twice<<<1, kCount, 0, w.side>>>(w.b);
  twice<<<1, kCount, 0, w.main>>>(w.a);
  KIT_CHECK(cudaEventRecord(w.join, w.side));
  KIT_CHECK(cudaStreamWaitEvent(w.main, w.join));
  add<<<1, kCount, 0, w.main>>>(w.a, w.b);
  KIT_CHECK(cudaMemcpyAsync(w.pinned, w.b, kBytes, cudaMemcpyDeviceToHost, w.main));
  const cudaGraphExec_t executable = instantiate(w);
  // Launches of one graph follow each other, in whatever streams.
  KIT_CHECK(cudaGraphUpload(executable, w.side));
  KIT_CHECK(cudaGraphLaunch(executable, w.side));
  KIT_CHECK(cudaGraphLaunch(executable, w.main));
  expect(w, 220, 4);
  KIT_CHECK(cudaGraphExecDestroy(executable));
}

cudaGraph_t capture_fill(const Work& w, int first) {
  cudaGraph_t graph = nullptr;
  KIT_CHECK(cudaStreamBeginCapture(w.main, cudaStreamCaptureModeRelaxed));
  fill<<<1, kCount, 0, w.main>>>(w.a, first);
  KIT_CHECK(cudaMemcpyAsync(w.pinned, w.a, kBytes, cudaMemcpyDeviceToHost, w.main));
  KIT_CHECK(cudaStreamEndCapture(w.main, &graph));
  return graph;
}

// The same nodes with other arguments do not need to be instantiated again.
void update(const Work& w) {
  const cudaGraph_t first = capture_fill(w, 1), second = capture_fill(w, 50);
  std::size_t nodes = 0;
  KIT_CHECK(cudaGraphGetNodes(first, nullptr, &nodes));
  EXPECT(nodes == 2);
  cudaGraphExec_t executable = nullptr;
  KIT_CHECK(cudaGraphInstantiateWithFlags(&executable, first, 0));
  KIT_CHECK(cudaGraphLaunch(executable, w.main));
  expect(w, 1, 1);
  cudaGraphExecUpdateResultInfo result = {};
  KIT_CHECK(cudaGraphExecUpdate(executable, second, &result));
  EXPECT(result.result == cudaGraphExecUpdateSuccess);
  KIT_CHECK(cudaGraphLaunch(executable, w.main));
  expect(w, 50, 1);
  cudaGraph_t longer = nullptr;
  KIT_CHECK(cudaStreamBeginCapture(w.main, cudaStreamCaptureModeGlobal));
  for (int n = 0; n < 3; ++n) twice<<<1, kCount, 0, w.main>>>(w.a);
  KIT_CHECK(cudaStreamEndCapture(w.main, &longer));
  EXPECT(cudaGraphExecUpdate(executable, longer, &result) == cudaErrorGraphExecUpdateFailure);
  EXPECT(cudaGetLastError() == cudaErrorGraphExecUpdateFailure);
  KIT_CHECK(cudaGraphLaunch(executable, w.main));  // is what it was
  expect(w, 50, 1);
  for (const cudaGraph_t graph : {first, second, longer}) KIT_CHECK(cudaGraphDestroy(graph));
  KIT_CHECK(cudaGraphExecDestroy(executable));
}

void refusals(const Work& w) {
  cudaGraph_t graph = nullptr;
  EXPECT(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal) ==
         cudaErrorStreamCaptureUnsupported);
  EXPECT(cudaGetLastError() == cudaErrorStreamCaptureUnsupported);
  EXPECT(cudaStreamEndCapture(w.main, &graph) == cudaErrorIllegalState);
  EXPECT(cudaGetLastError() == cudaErrorIllegalState);
  // Waiting spoils the capture.
  KIT_CHECK(cudaStreamBeginCapture(w.main, cudaStreamCaptureModeGlobal));
  fill<<<1, kCount, 0, w.main>>>(w.a, 1);
  EXPECT(cudaStreamSynchronize(w.main) == cudaErrorStreamCaptureUnsupported);
  EXPECT(cudaStreamEndCapture(w.main, &graph) == cudaErrorStreamCaptureInvalidated);
  EXPECT(graph == nullptr);
  (void)cudaGetLastError();
  // A branch that nobody waits for.
  KIT_CHECK(cudaStreamBeginCapture(w.main, cudaStreamCaptureModeGlobal));
  KIT_CHECK(cudaEventRecord(w.fork, w.main));
  KIT_CHECK(cudaStreamWaitEvent(w.side, w.fork));
  fill<<<1, kCount, 0, w.side>>>(w.b, 1);
  EXPECT(cudaEventQuery(w.fork) == cudaErrorCapturedEvent);
  (void)cudaGetLastError();
  EXPECT(cudaStreamEndCapture(w.main, &graph) != cudaSuccess);
  (void)cudaGetLastError();
  // Both streams are as before.
  fill<<<1, kCount, 0, w.side>>>(w.a, 5);
  KIT_CHECK(cudaMemcpyAsync(w.pinned, w.a, kBytes, cudaMemcpyDeviceToHost, w.side));
  KIT_CHECK(cudaStreamSynchronize(w.side));
  expect(w, 5, 1);
}

}  // namespace

int main() {
  Work w;
  KIT_CHECK(cudaStreamCreate(&w.main));
  KIT_CHECK(cudaStreamCreateWithFlags(&w.side, cudaStreamNonBlocking));
  for (cudaEvent_t* event : {&w.fork, &w.join})
    KIT_CHECK(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
  for (int** data : {&w.a, &w.b}) KIT_CHECK(cudaMalloc(data, kBytes));
  KIT_CHECK(cudaMallocHost(&w.pinned, kBytes));
  chain(w);
  branches(w);
  update(w);
  refusals(w);
  for (int* data : {w.a, w.b}) KIT_CHECK(cudaFree(data));
  KIT_CHECK(cudaFreeHost(w.pinned));
  for (const cudaEvent_t event : {w.fork, w.join}) KIT_CHECK(cudaEventDestroy(event));
  for (const cudaStream_t stream : {w.main, w.side}) KIT_CHECK(cudaStreamDestroy(stream));
  return finish();
}
