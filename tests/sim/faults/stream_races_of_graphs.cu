// expect: error cudaSuccess
// notes: any
// Two branches of a graph, or a graph and another stream's work, use the same bytes, and nothing
// orders the two.
#include "stream_race.hpp"

namespace {

void begin(const Streams& s) {
  cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
}
void fork(const Streams& s) {
  cudaEventRecord(s.event, s.a);
  cudaStreamWaitEvent(s.alone, s.event);
}
void join(const Streams& s) {
  cudaEventRecord(s.other, s.alone);
  cudaStreamWaitEvent(s.a, s.other);
}
cudaGraphExec_t end(const Streams& s) {
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(s.a, &graph);
  cudaGraphExec_t executable = nullptr;
  cudaGraphInstantiate(&executable, graph);
  cudaGraphDestroy(graph);
  return executable;
}
void drop(cudaGraphExec_t executable) {
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(executable);
}

// The fork comes before what the branch reads is written.
void forked_too_early(const Streams& s) {
  begin(s);
  fork(s);
  fill<<<1, kCount, 0, s.a>>>(s.x);
  copy<<<1, kCount, 0, s.alone>>>(s.x, s.y);  // finds: stream_race
  join(s);
  const cudaGraphExec_t executable = end(s);
  cudaGraphLaunch(executable, s.a);
  drop(executable);
}

// The join comes after what reads the branch's result.
void joined_too_late(const Streams& s) {
  begin(s);
  fork(s);
  fill<<<1, kCount, 0, s.alone>>>(s.x);
  copy<<<1, kCount, 0, s.a>>>(s.x, s.y);  // finds: stream_race
  join(s);
  const cudaGraphExec_t executable = end(s);
  cudaGraphLaunch(executable, s.a);
  drop(executable);
}

void both_write(const Streams& s) {
  begin(s);
  fork(s);
  fill<<<1, kCount, 0, s.alone>>>(s.x);
  cudaMemsetAsync(s.x, 0, kBytes, s.a);  // finds: stream_race
  join(s);
  const cudaGraphExec_t executable = end(s);
  cudaGraphLaunch(executable, s.a);
  drop(executable);
}

// The graph is ordered in itself; another stream uses what it writes.
void beside_another_stream(const Streams& s) {
  begin(s);
  fill<<<1, kCount, 0, s.a>>>(s.x);
  const cudaGraphExec_t executable = end(s);
  cudaGraphLaunch(executable, s.a);
  copy<<<1, kCount, 0, s.alone>>>(s.x, s.y);  // finds: stream_race
  drop(executable);
}

// Two graphs in two streams.
void two_graphs(const Streams& s) {
  begin(s);
  fill<<<1, kCount, 0, s.a>>>(s.x);
  const cudaGraphExec_t first = end(s);
  begin(s);
  copy<<<1, kCount, 0, s.a>>>(s.x, s.y);  // finds: stream_race
  const cudaGraphExec_t second = end(s);
  cudaGraphLaunch(first, s.a);
  cudaGraphLaunch(second, s.alone);
  drop(first);
  drop(second);
}

// The host reads before the graph that writes has been waited for.
void host_too_early(const Streams& s) {
  begin(s);
  fill<<<1, kCount, 0, s.a>>>(s.x);
  cudaMemcpyAsync(s.pinned, s.x, kBytes, cudaMemcpyDeviceToHost, s.a);
  const cudaGraphExec_t executable = end(s);
  cudaGraphLaunch(executable, s.a);
  std::printf("%d\n", s.pinned[3]);  // finds: stream_race
  drop(executable);
}

}  // namespace

int main() {
  const Streams s;
  for (const auto one : {forked_too_early, joined_too_late, both_write, beside_another_stream,
                         two_graphs, host_too_early})
    one(s);
  return report(cudaDeviceSynchronize());
}
