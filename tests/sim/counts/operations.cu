/// @file
/// What streams did: kinds, bytes and order of copies, kernels and functions of the host, also of
/// those that a graph launches.
#include <cstring>

#include "counts.hpp"

namespace {

constexpr int kCount = 256;

__global__ void add_one(float* values) {
  values[threadIdx.x] += 1;
}

/// What stands in the report behind "operations", without the places, which have lines.
std::string take_operations() {
  const std::string text = kit_sim_take_observations();
  if (text.find("\"findings\":[]") == std::string::npos) {
    std::printf("the simulator has found something: %s\n", text.c_str());
    ++failures;
  }
  const std::size_t begin = text.find("\"operations\":");
  if (begin == std::string::npos) return "";
  std::string list;
  for (std::size_t at = begin; (at = text.find("{\"kind\":\"", at)) != std::string::npos;) {
    const auto field = [&](const char* name) {
      const std::string key = std::string("\"") + name + "\":";
      const std::size_t value = text.find(key, at) + key.size();
      const std::size_t end = text.find(text[value] == '[' ? ']' : ',', value);
      return text.substr(value, end - value + (text[value] == '[' ? 1 : 0));
    };
    list += field("kind") + " " + field("bytes") + " " + field("pageable") + " " + field("stream") +
            " after " + field("after") + " needs " + field("needs") + "\n";
    at += 1;
  }
  return list;
}

void expect(const char* what, const std::string& got, const std::string& wanted) {
  if (got == wanted) return;
  std::printf("%s:\n%sand not\n%s", what, got.c_str(), wanted.c_str());
  ++failures;
}

void nothing(void*) {}

}  // namespace

int main() {
  constexpr std::size_t kBytes = kCount * sizeof(float);
  float *host = nullptr, *values = nullptr, *other = nullptr;
  float pageable[kCount] = {};
  KIT_CHECK(cudaMallocHost(&host, kBytes));
  std::memset(host, 0, kBytes);
  KIT_CHECK(cudaMalloc(&values, kBytes));
  KIT_CHECK(cudaMalloc(&other, kBytes));
  cudaStream_t one, two;
  cudaEvent_t event;
  KIT_CHECK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  KIT_CHECK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  KIT_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  kit_sim_take_observations();

  // Kernels of one stream alone are told of by the launches.
  KIT_CHECK(cudaMemcpyAsync(values, host, kBytes, cudaMemcpyHostToDevice, one));
  kit_sim_take_observations();
  add_one<<<1, kCount, 0, one>>>(values);
  expect("one kernel", take_operations(), "");

  KIT_CHECK(cudaMemcpyAsync(values, host, kBytes, cudaMemcpyHostToDevice, one));
  KIT_CHECK(cudaMemsetAsync(other, 0, kBytes / 2, two));
  KIT_CHECK(cudaEventRecord(event, one));
  KIT_CHECK(cudaStreamWaitEvent(two, event));
  add_one<<<1, kCount, 0, two>>>(values);
  KIT_CHECK(cudaLaunchHostFunc(two, nothing, nullptr));
  KIT_CHECK(cudaMemcpyAsync(host, values, kBytes, cudaMemcpyDeviceToHost, two));
  expect("an event", take_operations(),
         "\"to_device\" 1024 false 0 after [] needs []\n"
         "\"within_device\" 512 false 1 after [] needs []\n"
         "\"kernel\" 1024 false 1 after [0,1] needs [0]\n"
         "\"host_function\" 0 false 1 after [2] needs []\n"
         "\"to_host\" 1024 false 1 after [3] needs [2,0]\n");

  // The host waits: what it queues from then on comes after.
  KIT_CHECK(cudaStreamSynchronize(two));
  KIT_CHECK(cudaMemcpyAsync(values, pageable, kBytes, cudaMemcpyHostToDevice, one));
  KIT_CHECK(cudaStreamSynchronize(one));
  KIT_CHECK(cudaMemcpyAsync(other, values, kBytes, cudaMemcpyDeviceToDevice, two));
  expect("the host waits", take_operations(),
         "\"to_device\" 1024 true 0 after [] needs []\n"
         "\"within_device\" 1024 false 1 after [0] needs [0]\n");
  KIT_CHECK(cudaDeviceSynchronize());

  cudaGraph_t graph;
  cudaGraphExec_t executable;
  KIT_CHECK(cudaStreamBeginCapture(one, cudaStreamCaptureModeThreadLocal));
  KIT_CHECK(cudaMemcpyAsync(values, host, kBytes, cudaMemcpyHostToDevice, one));
  KIT_CHECK(cudaEventRecord(event, one));
  KIT_CHECK(cudaStreamWaitEvent(two, event));
  add_one<<<1, kCount, 0, two>>>(values);
  KIT_CHECK(cudaEventRecord(event, two));
  KIT_CHECK(cudaMemsetAsync(other, 0, kBytes, one));
  KIT_CHECK(cudaStreamWaitEvent(one, event));
  KIT_CHECK(cudaMemcpyAsync(host, values, kBytes, cudaMemcpyDeviceToHost, one));
  KIT_CHECK(cudaStreamEndCapture(one, &graph));
  KIT_CHECK(cudaGraphInstantiate(&executable, graph, 0));
  expect("a capture", take_operations(), "");
  KIT_CHECK(cudaGraphLaunch(executable, one));
  KIT_CHECK(cudaGraphLaunch(executable, one));
  expect("a graph twice", take_operations(),
         "\"to_device\" 1024 false 0 after [] needs []\n"
         "\"kernel\" 1024 false 0 after [0] needs [0]\n"
         "\"within_device\" 1024 false 1 after [0] needs []\n"
         "\"to_host\" 1024 false 0 after [1,2] needs [1]\n"
         "\"to_device\" 1024 false 0 after [3] needs [3]\n"
         "\"kernel\" 1024 false 0 after [4] needs [4]\n"
         "\"within_device\" 1024 false 1 after [4] needs [2]\n"
         "\"to_host\" 1024 false 0 after [5,6] needs [5]\n");

  KIT_CHECK(cudaDeviceSynchronize());
  KIT_CHECK(cudaGraphExecDestroy(executable));
  KIT_CHECK(cudaGraphDestroy(graph));
  KIT_CHECK(cudaEventDestroy(event));
  KIT_CHECK(cudaStreamDestroy(one));
  KIT_CHECK(cudaStreamDestroy(two));
  KIT_CHECK(cudaFree(other));
  KIT_CHECK(cudaFree(values));
  KIT_CHECK(cudaFreeHost(host));
  return finish();
}
