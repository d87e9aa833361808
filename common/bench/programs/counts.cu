// Counts what one launch of the work does in the observed simulator, or says how far it is off.
#include <cstring>
#include <vector>

#include "bench/harness/measure.hpp"
#include "kit/cuda_check.hpp"
#include "kit/device_buffer.hpp"
#include "kit/synthetic.hpp"

extern "C" const char* kit_sim_take_observations() __attribute__((weak));

namespace kit::bench {
namespace {

std::vector<std::byte> input_of(const DeviceWork& work) {
  if (!work.content.empty()) return work.content;
  std::vector<std::byte> bytes(work.input_bytes);
  Random random(1);
  if (work.pixels == DeviceWork::Pixels::floats) {
    for (std::size_t at = 0; at + sizeof(float) <= bytes.size(); at += sizeof(float)) {
      const float value = random.uniform();
      std::memcpy(bytes.data() + at, &value, sizeof value);
    }
  } else {
    for (std::byte& byte : bytes) byte = std::byte(random.next() & 0xff);
  }
  return bytes;
}

}  // namespace

Answer measure(const Request& request) {
  const DeviceWork work = find_variant<MakeDeviceWork>(request.variant)(request.parameters);
  const std::vector<std::byte> input = input_of(work);
  const DeviceBuffer<std::byte> d_input(input.data(), input.size());
  DeviceBuffer<std::byte> d_output(work.output_bytes);
  if (kit_sim_take_observations != nullptr) kit_sim_take_observations();  // what came before
  work.launch(d_input.data(), d_output.data());
  KIT_CHECK(cudaDeviceSynchronize());
  Answer answer;
  if (request.measure == "error") {
    if (work.content.empty() || !work.reference) {
      throw InputError("variant " + request.variant + " has no input and reference for errors");
    }
    std::vector<float> got(work.output_bytes / sizeof(float));
    KIT_CHECK(cudaMemcpy(got.data(), d_output.data(), work.output_bytes, cudaMemcpyDeviceToHost));
    answer.numbers["max_abs_error"] = largest_error(got, work.reference(work.content.data()));
    return answer;
  }
  const bool known = request.measure == "count" || request.measure == "launches";
  if (!known || kit_sim_take_observations == nullptr) {
    throw InputError("measure '" + request.measure + "' is not one of count, launches and error");
  }
  answer.numbers["least_bytes"] = work.least_bytes;
  answer.observations = kit_sim_take_observations();
  return answer;
}

}  // namespace kit::bench
