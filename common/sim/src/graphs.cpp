/// Graphs by stream capture. A captured stream keeps the nodes after which its next one comes; a
/// launch gives the nodes to the queue of work, along lanes: hidden streams that follow a chain of
/// nodes. So branches of a graph are no more ordered than streams are, whatever the schedule.
#include "kit_sim/graphs.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "devices.hpp"
#include "error_state.hpp"
#include "finding.hpp"
#include "live_handles.hpp"
#include "stream_handles.hpp"
#include "streams.hpp"

namespace kit::sim {

struct GraphNode {
  Task task;
  std::vector<std::size_t> after;
};

}  // namespace kit::sim

struct CUgraph_st {
  std::vector<kit::sim::GraphNode> nodes;  ///< each after those that it needs
};

struct CUgraphExec_st {
  std::vector<kit::sim::GraphNode> nodes;
  std::vector<std::size_t> lane_of;  ///< of each node, as a number into `lanes`
  std::vector<std::size_t> lanes;    ///< places in the queue of work
  kit::sim::StreamClock end;         ///< of the last launch: one at a time runs
};

namespace kit::sim {

struct Capture {
  CUgraph_st* graph = nullptr;
  cudaStream_t origin = nullptr;
  std::set<cudaStream_t> streams;  ///< those that have joined
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  unsigned long long id = 0;
  bool valid = true;
};

namespace {

std::mutex graphs_mutex;

// Of all threads: where one captures, another had better not wait either.
std::vector<std::shared_ptr<Capture>>& open_captures() {
  static auto* all = new std::vector<std::shared_ptr<Capture>>;
  return *all;
}

template <typename T>
std::set<T*>& known() {
  static auto* all = new std::set<T*>;
  return *all;
}

template <typename T>
T* keep_graph(T* made) {
  const std::lock_guard lock(graphs_mutex);
  return *known<T>().insert(made).first;
}

template <typename T>
cudaError_t check_graph(T* graph, const char* call) {
  if (const cudaError_t fault = surface_faults()) return fault;
  const std::lock_guard lock(graphs_mutex);
  if (known<T>().count(graph) == 1) return cudaSuccess;
  report_host(FindingKind::invalid_handle,
              std::string(call) +
                  " is given a graph that was destroyed or never made; a card's "
                  "program may crash of it");
  return record(cudaErrorInvalidValue);
}

template <typename T>
void forget_graph(T* graph) {
  const std::lock_guard lock(graphs_mutex);
  known<T>().erase(graph);
  note_ended(graph);
  delete graph;
}

void add(std::vector<std::size_t>& nodes, const std::vector<std::size_t>& more) {
  for (const std::size_t node : more)
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
}

// Which nodes are one chain: a node goes on with the lane of one that it needs, if no other has.
void find_lanes(CUgraphExec_st& executable) {
  std::vector<std::size_t> ends;  // of each lane, its last node
  executable.lane_of.clear();
  for (std::size_t n = 0; n < executable.nodes.size(); ++n) {
    const auto& after = executable.nodes[n].after;
    auto lane = std::find_if(ends.begin(), ends.end(), [&](std::size_t end) {
      return std::find(after.begin(), after.end(), end) != after.end() &&
             executable.nodes[end].task.device == executable.nodes[n].task.device;
    });
    if (lane == ends.end()) lane = ends.insert(ends.end(), n);
    *lane = n;
    executable.lane_of.push_back(std::size_t(lane - ends.begin()));
  }
  while (executable.lanes.size() < ends.size())
    executable.lanes.push_back(WorkQueue::instance().stream_made(true, current_device()));
}

}  // namespace

void capture_work(cudaStream_t stream, Task task) {
  Captured& captured = stream->captured;
  std::vector<GraphNode>& nodes = captured.capture->graph->nodes;
  nodes.push_back({std::move(task), captured.last});
  captured.last = {nodes.size() - 1};
}

cudaError_t capture_wait(cudaStream_t stream, cudaEvent_t event) {
  const std::shared_ptr<Capture>& from = event->captured.capture;
  if (is_default(stream))
    return refuse_in_capture(from, "cudaStreamWaitEvent", "a default stream cannot join a capture",
                             cudaErrorStreamCaptureImplicit);
  const std::shared_ptr<Capture> into = stream->captured.capture;
  if (into != nullptr && from != into)
    return refuse_in_capture(into, "cudaStreamWaitEvent",
                             "the event was recorded outside of what the stream captures",
                             cudaErrorStreamCaptureIsolation);
  if (into == nullptr) {
    from->streams.insert(stream);
    stream->captured = event->captured;
  } else {
    add(stream->captured.last, event->captured.last);
  }
  return cudaSuccess;
}

cudaError_t refuse_in_capture(const std::shared_ptr<Capture>& capture, const std::string& call,
                              const std::string& reason, cudaError_t error) {
  capture->valid = false;
  explain(call + " while a stream is captured: " + reason);
  return record(error);
}

cudaError_t refuse_while_capturing(const std::string& call) {
  const std::lock_guard lock(graphs_mutex);
  for (const std::shared_ptr<Capture>& capture : open_captures())
    if (capture->mode != cudaStreamCaptureModeRelaxed)
      return refuse_in_capture(capture, call, "it does not become part of a graph; call it before",
                               cudaErrorStreamCaptureUnsupported);
  return cudaSuccess;
}

cudaError_t refuse_legacy_while_capturing(const std::string& call) {
  const std::lock_guard lock(graphs_mutex);
  for (const std::shared_ptr<Capture>& capture : open_captures())
    for (const cudaStream_t stream : capture->streams)
      if (!stream->non_blocking)
        return refuse_in_capture(capture, call,
                                 "the default stream would wait for the captured one; use that",
                                 cudaErrorStreamCaptureImplicit);
  return cudaSuccess;
}

cudaError_t graph_nodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t bytes,
                        std::size_t* count) {
  if (const cudaError_t error = check_graph(graph, "cudaGraphGetNodes")) return error;
  *count = graph->nodes.size();
  if (nodes == nullptr) return cudaSuccess;
  constexpr std::size_t kHandleBytes = 8;
  *count = std::min(*count, bytes / kHandleBytes);
  for (std::size_t n = 0; n < *count; ++n)
    nodes[n] = reinterpret_cast<cudaGraphNode_t>(&graph->nodes[n]);
  return cudaSuccess;
}

}  // namespace kit::sim

using namespace kit::sim;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (const cudaError_t error = use_stream(stream, "cudaStreamBeginCapture")) return error;
  if (is_default(stream)) {
    explain("cudaStreamBeginCapture: a default stream cannot be captured; make a stream");
    return record(cudaErrorStreamCaptureUnsupported);
  }
  if (is_capturing(stream)) return record(cudaErrorIllegalState);
  static unsigned long long captures = 0;
  const std::lock_guard lock(graphs_mutex);
  auto capture = std::make_shared<Capture>();
  capture->graph = new CUgraph_st;
  capture->origin = stream;
  capture->streams = {stream};
  capture->mode = mode;
  capture->id = ++captures;
  stream->captured = {capture, {}};
  note_made(capture.get(), "a capture", "cudaStreamEndCapture", true);
  open_captures().push_back(std::move(capture));
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  if (const cudaError_t error = use_stream(stream, "cudaStreamEndCapture")) return error;
  *graph = nullptr;
  if (!is_capturing(stream)) return record(cudaErrorIllegalState);
  const std::shared_ptr<Capture> capture = stream->captured.capture;
  if (stream != capture->origin)
    return refuse_in_capture(capture, "cudaStreamEndCapture", "another stream began it",
                             cudaErrorStreamCaptureUnmatched);
  // All that the other streams were given has to come before the end.
  std::vector<std::size_t> joined = stream->captured.last;
  for (std::size_t i = 0; i < joined.size(); ++i)
    add(joined, capture->graph->nodes[joined[i]].after);
  bool unjoined = false;
  for (const cudaStream_t one : capture->streams) {
    for (const std::size_t node : one->captured.last)
      unjoined |= std::find(joined.begin(), joined.end(), node) == joined.end();
    one->captured = {};
  }
  {
    const std::lock_guard lock(graphs_mutex);
    std::erase(open_captures(), capture);
    note_ended(capture.get());
  }
  if (!capture->valid || unjoined) {
    delete std::exchange(capture->graph, nullptr);
    if (!capture->valid) return record(cudaErrorStreamCaptureInvalidated);
    explain(
        "cudaStreamEndCapture: a stream that joined has work that this stream does not wait for; "
        "record an event there and wait for it here");
    return record(cudaErrorStreamCaptureUnjoined);
  }
  *graph = keep_graph(std::exchange(capture->graph, nullptr));
  note_made(*graph, "a graph", "cudaGraphDestroy");
  return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return cudaStreamGetCaptureInfo(stream, status);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph) {
  if (const cudaError_t error = use_stream(stream, "cudaStreamGetCaptureInfo")) return error;
  *status = cudaStreamCaptureStatusNone;
  if (!is_capturing(stream)) return cudaSuccess;
  const Capture& capture = *stream->captured.capture;
  *status = capture.valid ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusInvalidated;
  if (id != nullptr) *id = capture.id;
  if (graph != nullptr) *graph = capture.graph;
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long) {
  if (const cudaError_t error = check_graph(graph, "cudaGraphInstantiate")) return error;
  auto* const made = new CUgraphExec_st{graph->nodes, {}, {}, {}};
  find_lanes(*made);
  *executable = keep_graph(made);
  note_made(made, "an executable graph", "cudaGraphExecDestroy");
  return cudaSuccess;
}

// The same nodes with other arguments: what a node does may change, not what it comes after.
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
  if (const cudaError_t error = check_graph(executable, "cudaGraphExecUpdate")) return error;
  if (const cudaError_t error = check_graph(graph, "cudaGraphExecUpdate")) return error;
  *result = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  const auto &before = executable->nodes, &now = graph->nodes;
  const auto same_place = [](const GraphNode& a, const GraphNode& b) { return a.after == b.after; };
  const auto same_work = [](const GraphNode& a, const GraphNode& b) {
    return a.task.work.what == b.task.work.what;
  };
  if (!std::equal(before.begin(), before.end(), now.begin(), now.end(), same_place))
    result->result = cudaGraphExecUpdateErrorTopologyChanged;
  else if (!std::equal(before.begin(), before.end(), now.begin(), now.end(), same_work))
    result->result = cudaGraphExecUpdateErrorNodeTypeChanged;
  if (result->result != cudaGraphExecUpdateSuccess) return record(cudaErrorGraphExecUpdateFailure);
  executable->nodes = now;
  return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
  if (const cudaError_t error = use_stream(stream, "cudaGraphUpload")) return error;
  return check_graph(executable, "cudaGraphUpload");
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  if (const cudaError_t error = check_graph(executable, "cudaGraphLaunch")) return error;
  if (const cudaError_t error = use_stream(stream, "cudaGraphLaunch")) return error;
  if (is_capturing(stream))
    return refuse_in_capture(stream->captured.capture, "cudaGraphLaunch",
                             "graphs in graphs are not supported", cudaErrorNotSupported);
  WorkQueue& queue = WorkQueue::instance();
  StreamClock begin = queue.until(place_of(stream));
  join(begin, executable->end);
  std::vector<StreamClock> ends;
  StreamClock end = begin;
  for (std::size_t n = 0; n < executable->nodes.size(); ++n) {
    StreamClock after = begin;
    for (const std::size_t other : executable->nodes[n].after) join(after, ends[other]);
    ends.push_back(queue.give_after(executable->lanes[executable->lane_of[n]], after,
                                    executable->nodes[n].task));
    join(end, ends.back());
  }
  executable->end = end;
  queue.stream_waits(place_of(stream), end);
  return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  if (const cudaError_t error = check_graph(executable, "cudaGraphExecDestroy")) return error;
  for (const std::size_t lane : executable->lanes) WorkQueue::instance().stream_destroyed(lane);
  forget_graph(executable);
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  if (const cudaError_t error = check_graph(graph, "cudaGraphDestroy")) return error;
  forget_graph(graph);
  return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  if (const cudaError_t error = check_graph(original, "cudaGraphClone")) return error;
  *clone = keep_graph(new CUgraph_st(*original));
  note_made(*clone, "a graph", "cudaGraphDestroy");
  return cudaSuccess;
}
