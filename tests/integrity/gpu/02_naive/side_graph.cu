/// @file
/// Puts the work into a graph and launches it on a side stream.
// FRAME

void attack(PARAMETERS) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t runnable = nullptr;
  stream = side_stream();
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  honest(ARGUMENTS);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&runnable, graph, 0);
  cudaGraphLaunch(runnable, stream);
}
