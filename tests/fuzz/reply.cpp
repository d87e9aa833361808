/// @file
/// A worker's reply as the judge takes it: whatever its fields are, it is taken or refused with
/// FormatError.
#include <string>

#include "grader/protocol/protocol.hpp"
#include "grader/results/reply.hpp"
#include "grader/support/json_fields.hpp"
#include "target.hpp"

namespace {

template <typename Take>
void take(Take read) {
  try {
    read();
  } catch (const kit::grader::FormatError&) {
    return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kit::grader;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const nlohmann::json reply = parse_object(text);
  take([&] { worker_description_from(reply); });
  take([&] { worker_result_from(reply, 2); });
  take([&] { worker_failure_from(reply); });
  take([&] { observations_in(reply); });
  take([&] { observations_from(text); });
  return 0;
}
