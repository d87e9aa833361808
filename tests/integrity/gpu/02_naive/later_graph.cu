/// @file
/// Builds a graph that a thread of the host launches 2 ms later.
// FRAME

void attack(PARAMETERS) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t runnable = nullptr;
  cudaStream_t own = side_stream();
  copy_on(stream, d_output, d_input);
  stream = own;
  cudaStreamBeginCapture(own, cudaStreamCaptureModeThreadLocal);
  honest(ARGUMENTS);
  cudaStreamEndCapture(own, &graph);
  cudaGraphInstantiate(&runnable, graph, 0);
  std::thread([=] {
    pause(2000);
    cudaGraphLaunch(runnable, own);
  }).detach();
}
