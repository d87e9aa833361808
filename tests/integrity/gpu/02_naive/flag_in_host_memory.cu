/// @file
/// A kernel on a side stream waits for a flag in mapped host memory, which a thread sets later.
// FRAME

__global__ void wait_for(const volatile int* flag) {
  const long long begin = clock64();
  while (*flag == 0 && clock64() - begin < 1000000000) {
  }
}

void attack(PARAMETERS) {
  int* flag = nullptr;
  cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
  *flag = 0;
  stream = side_stream();
  wait_for<<<1, 1, 0, stream>>>(flag);
  honest(ARGUMENTS);
  std::thread([flag] {
    pause(2000);
    *static_cast<volatile int*>(flag) = 1;
  }).detach();
}
