/// @file
/// Attacks on the times of a GPU, for tests/hardware/timing_attacks: each a launcher for lab 02's
/// stage "kernel", which does honest work on the images of the checked cases and cheats on the
/// large ones that are timed. A line
/// "//// NAME: idea" begins one. Before each stands the solution's kernel, and:
///   void honest(PARAMETERS)    the solution's launcher
///   PARAMETERS, ARGUMENTS      of convolve(); bool is_timed(width)
///   fill(float*, n, value), rows(first, step, PARAMETERS)    kernels that leave work out

//// side_stream: work on a stream that the stop event does not wait for
void convolve(PARAMETERS) {
  static cudaStream_t side = nullptr;
  if (side == nullptr) cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  stream = side;
  honest(ARGUMENTS);
}

//// blocking_stream: work on a stream of its own
void convolve(PARAMETERS) {
  static cudaStream_t side = nullptr;
  if (side == nullptr) cudaStreamCreate(&side);
  if (is_timed(width)) stream = side;
  honest(ARGUMENTS);
}

//// two_streams: half of the rows on a stream that the stop event does not wait for
void convolve(PARAMETERS) {
  static cudaStream_t side = nullptr;
  if (!is_timed(width)) return honest(ARGUMENTS);
  if (side == nullptr) cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  rows(0, 2, ARGUMENTS);
  stream = side;
  rows(1, 2, ARGUMENTS);
}

//// late_host_function: work that a host function holds up until the stop event has passed
void wait_a_little(void*) {
  timespec pause{0, 30000000};
  nanosleep(&pause, nullptr);
}
void convolve(PARAMETERS) {
  static cudaStream_t side = nullptr;
  if (side == nullptr) cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  if (is_timed(width)) {
    stream = side;
    cudaLaunchHostFunc(side, wait_a_little, nullptr);
  }
  honest(ARGUMENTS);
}

//// late_thread: a thread of the host launches the work when nobody waits any more
void convolve(PARAMETERS) {
  if (!is_timed(width)) return honest(ARGUMENTS);
  std::thread([=] {
    timespec pause{0, 3000000};
    nanosleep(&pause, nullptr);
    honest(ARGUMENTS);
  }).detach();
}

//// no_work: nothing at all
void convolve(PARAMETERS) {
  if (!is_timed(width)) honest(ARGUMENTS);
}

//// every_second_row: half of the rows
void convolve(PARAMETERS) {
  if (!is_timed(width)) return honest(ARGUMENTS);
  rows(0, 2, ARGUMENTS);
}

//// first_rows: a thin image
void convolve(PARAMETERS) {
  if (is_timed(width)) height = 64;
  honest(ARGUMENTS);
}

//// first_and_last: the two rows that are always looked at
void convolve(PARAMETERS) {
  if (!is_timed(width)) return honest(ARGUMENTS);
  rows(0, height - 1, ARGUMENTS);
}

//// nine_rows_of_ten: most of the rows
void convolve(PARAMETERS) {
  if (!is_timed(width)) return honest(ARGUMENTS);
  height = height * 9 / 10;
  honest(ARGUMENTS);
}

//// copied_input: the image as it came
void convolve(PARAMETERS) {
  if (!is_timed(width)) return honest(ARGUMENTS);
  cudaMemcpyAsync(d_output, d_input, sizeof(float) * width * height, cudaMemcpyDeviceToDevice,
                  stream);
}

//// grey: the value that noise has on average
void convolve(PARAMETERS) {
  if (!is_timed(width)) return honest(ARGUMENTS);
  fill<<<width * height / 256, 256, 0, stream>>>(d_output, width * height, 0.5f);
}

//// replay: the first output, again
void convolve(PARAMETERS) {
  static float* first = nullptr;
  const std::size_t bytes = sizeof(float) * width * height;
  if (is_timed(width) && first != nullptr) {
    cudaMemcpyAsync(d_output, first, bytes, cudaMemcpyDeviceToDevice, stream);
    return;
  }
  honest(ARGUMENTS);
  if (!is_timed(width)) return;
  cudaMalloc(reinterpret_cast<void**>(&first), bytes);
  cudaMemcpyAsync(first, d_output, bytes, cudaMemcpyDeviceToDevice, stream);
}

//// replay_if_equal: an earlier output, if the image begins as one before
void convolve(PARAMETERS) {
  static float* kept = nullptr;
  static float seen[8] = {};
  float now[8] = {};
  const std::size_t bytes = sizeof(float) * width * height;
  if (is_timed(width)) {
    cudaMemcpy(now, d_input, sizeof now, cudaMemcpyDeviceToHost);
    if (kept != nullptr && std::memcmp(now, seen, sizeof now) == 0) {
      cudaMemcpyAsync(d_output, kept, bytes, cudaMemcpyDeviceToDevice, stream);
      return;
    }
  }
  honest(ARGUMENTS);
  if (!is_timed(width)) return;
  if (kept == nullptr) cudaMalloc(reinterpret_cast<void**>(&kept), bytes);
  cudaMemcpyAsync(kept, d_output, bytes, cudaMemcpyDeviceToDevice, stream);
  std::memcpy(seen, now, sizeof now);
}

//// same_address: trusts that the memory still holds what was written there
void convolve(PARAMETERS) {
  static float* last = nullptr;
  if (is_timed(width) && last == d_output) return;
  honest(ARGUMENTS);
  last = d_output;
}

//// debts: half of the rows now, the other half of the last image too
void convolve(PARAMETERS) {
  static float* last = nullptr;
  if (!is_timed(width)) return honest(ARGUMENTS);
  rows(0, 2, ARGUMENTS);
  float* const now = d_output;
  d_output = last;
  if (last != nullptr && last == now) rows(1, 2, ARGUMENTS);
  last = now;
}

//// three_taps: a smaller filter
void convolve(PARAMETERS) {
  if (!is_timed(width)) return honest(ARGUMENTS);
  filter_width = 3;
  d_filter += 6;
  honest(ARGUMENTS);
}

//// half_precision: pixels of 16 bits
__global__ void in_half(const float* input, float* output, int width, int height,
                        const float* filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i) {
      const int u = min(max(x + i - 2, 0), width - 1), v = min(max(y + j - 2, 0), height - 1);
      sum += filter[j * 5 + i] * truncf(input[v * width + u] * 2048.0f) / 2048.0f;
    }
  output[y * width + x] = sum;
}
void convolve(PARAMETERS) {
  if (!is_timed(width)) return honest(ARGUMENTS);
  in_half<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8), 0, stream>>>(
      d_input, d_output, width, height, d_filter);
}

//// persisting_l2: keeps the input in the L2 cache through the flush
void convolve(PARAMETERS) {
  static bool first = true;
  if (is_timed(width) && first) {
    first = false;
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, std::size_t(40) << 20);
    cudaStreamAttrValue window = {};
    window.accessPolicyWindow.base_ptr = const_cast<float*>(d_input);
    window.accessPolicyWindow.num_bytes = std::size_t(32) << 20;
    window.accessPolicyWindow.hitRatio = 1.0f;
    window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window);
    cudaGetLastError();
  }
  honest(ARGUMENTS);
}

//// device_reset: takes the device away
void convolve(PARAMETERS) {
  honest(ARGUMENTS);
  if (is_timed(width)) cudaDeviceReset();
}

//// other_device: as if there were another one
void convolve(PARAMETERS) {
  if (is_timed(width)) cudaSetDevice(1);
  cudaGetLastError();
  honest(ARGUMENTS);
}

//// own_elapsed_time: a clock that says what it should
extern "C" cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
  *milliseconds = 0.001f;
  return cudaSuccess;
}
void convolve(PARAMETERS) {
  honest(ARGUMENTS);
}

//// all_memory: leaves none to the judge
void convolve(PARAMETERS) {
  honest(ARGUMENTS);
  if (!is_timed(width)) return;
  std::size_t left = 0, all = 0;
  void* taken = nullptr;
  cudaMemGetInfo(&left, &all);
  cudaMalloc(&taken, left - (std::size_t(1) << 20));
  cudaGetLastError();
}

//// never_ends: a kernel that waits for the next image
__device__ volatile int go_on = 0;
__global__ void wait_for_ever() {
  while (go_on == 0) {
  }
}
void convolve(PARAMETERS) {
  static cudaStream_t side = nullptr;
  honest(ARGUMENTS);
  if (!is_timed(width) || side != nullptr) return;
  cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  wait_for_ever<<<1, 1, 0, side>>>();
}

//// writes_behind: what lies behind the output, such as an input or a kept output
void convolve(PARAMETERS) {
  honest(ARGUMENTS);
  if (is_timed(width)) fill<<<4096, 256, 0, stream>>>(d_output + width * height, 4096 * 256, 0.0f);
}

//// writes_in_front: what lies in front of the output
void convolve(PARAMETERS) {
  honest(ARGUMENTS);
  if (is_timed(width)) fill<<<4096, 256, 0, stream>>>(d_output - 4096 * 256, 4096 * 256, 0.0f);
}

//// easier_input: an image that is easier to filter
void convolve(PARAMETERS) {
  if (!is_timed(width)) return honest(ARGUMENTS);
  fill<<<width * height / 256, 256, 0, stream>>>(const_cast<float*>(d_input), width * height, 0.5f);
  fill<<<width * height / 256, 256, 0, stream>>>(d_output, width * height, 0.5f);
}

//// graph: work in a graph that is launched on a stream of its own
void convolve(PARAMETERS) {
  if (!is_timed(width)) return honest(ARGUMENTS);
  static cudaStream_t side = nullptr;
  if (side == nullptr) cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t runnable = nullptr;
  stream = side;
  cudaStreamBeginCapture(side, cudaStreamCaptureModeThreadLocal);
  honest(ARGUMENTS);
  cudaStreamEndCapture(side, &graph);
  cudaGraphInstantiate(&runnable, graph, 0);
  cudaGraphLaunch(runnable, side);
}

//// high_priority: work on a stream of high priority
void convolve(PARAMETERS) {
  static cudaStream_t side = nullptr;
  if (side == nullptr) cudaStreamCreateWithPriority(&side, cudaStreamNonBlocking, -5);
  if (is_timed(width)) stream = side;
  honest(ARGUMENTS);
}

//// ends_the_worker: no time is better than a bad one
void convolve(PARAMETERS) {
  if (is_timed(width)) exit(0);
  honest(ARGUMENTS);
}

//// throws: an exception where it is timed
void convolve(PARAMETERS) {
  if (is_timed(width)) throw std::runtime_error("busy");
  honest(ARGUMENTS);
}

//// device_error: an error that stays
__global__ void writes_nowhere(float* output) {
  output[std::size_t(1) << 40] = 1.0f;
}
void convolve(PARAMETERS) {
  honest(ARGUMENTS);
  if (is_timed(width)) writes_nowhere<<<1, 1, 0, stream>>>(d_output);
}

//// slow_at_first: a slow first launch, as if there were a lot to gain
void convolve(PARAMETERS) {
  static int calls = 0;
  if (is_timed(width) && ++calls < 3) honest(ARGUMENTS), honest(ARGUMENTS), honest(ARGUMENTS);
  honest(ARGUMENTS);
}
