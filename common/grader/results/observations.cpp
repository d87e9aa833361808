/// @file
/// The simulator's report, from text to what the judge works with. This is the only place that
/// reads it: behind it a counter is a member of a struct, and a wrong name does not compile.
#include "grader/results/observations.hpp"

#include "grader/protocol/protocol.hpp"
#include "grader/results/recording.hpp"
#include "grader/support/enum_names.hpp"
#include "grader/support/json_fields.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

LaunchCounters counters_from(const json& value) {
  LaunchCounters counters;
  // All of them or none: a report that lacks a counter could hide what it counts.
  for (const sim::NamedCounter& one : sim::kCounters)
    counters.*one.counter = count_at(value, one.name);
  return counters;
}

std::array<unsigned, 3> extent_at(const json& object, const char* key) {
  const std::vector<int> sizes = integers_at(object, key);
  std::array<unsigned, 3> extent{};
  if (sizes.size() != extent.size()) throw FormatError("an extent has three sizes");
  for (std::size_t i = 0; i < extent.size(); ++i) {
    // Each is at most 2^31 - 1, as CUDA has it.
    if (sizes[i] < 0) throw FormatError("an extent is negative");
    extent[i] = static_cast<unsigned>(sizes[i]);
  }
  return extent;
}

LineCounters line_from(const json& value) {
  LineCounters line;
  const auto space = enum_from(text_at(value, "space"), MemorySpace::branch);
  const auto access = enum_from(text_at(value, "access"), AccessKind::atomic);
  if (!space || !access) throw FormatError("an access to an unknown kind of memory");
  line.place = place_from(value);
  line.space = *space;
  line.access = *access;
  ReadFields{value}("requests", line.requests, "units", line.units, "ideal", line.ideal,
                    "divergences", line.divergences);
  return line;
}

Operation operation_from(const json& value) {
  Operation one;
  const auto kind = enum_from(text_at(value, "kind"), Operation::Kind::host_function);
  if (!kind) throw FormatError("an operation of an unknown kind");
  one.kind = *kind;
  ReadFields{value}("what", one.what, "bytes", one.bytes, "pageable", one.pageable, "stream",
                    one.stream, "device", one.device, "from_device", one.from_device, "after",
                    one.after, "needs", one.needs);
  one.place = place_from(value);
  return one;
}

std::vector<Operation> operations_from(const json& report) {
  std::vector<Operation> list = list_at(report, "operations", operation_from);
  constexpr std::uint64_t kMostBytes = std::uint64_t(1) << 53;  // whose sums a double holds
  for (int i = 0; i < int(list.size()); ++i) {
    const Operation& one = list[std::size_t(i)];
    for (const auto* list_of : {&one.after, &one.needs})
      for (const int before : *list_of)
        if (before < 0 || before >= i) throw FormatError("an operation comes after a later one");
    if (one.bytes > kMostBytes || one.device < 0 || one.from_device < 0 || one.stream < 0)
      throw FormatError("an operation's numbers are out of range");
  }
  return list;
}

HostTraffic traffic_from(const json& value) {
  HostTraffic traffic;
  ReadFields{value}("to_host", traffic.to_host, "from_host", traffic.from_host);
  traffic.place = place_from(value);
  return traffic;
}

LaunchObservations launch_from(const json& value) {
  LaunchObservations launch;
  ReadFields{value}("kernel", launch.kernel, "function", launch.function, "arguments",
                    launch.arguments, "dynamic_shared_bytes", launch.dynamic_shared_bytes);
  launch.place = place_from(value);
  launch.grid = extent_at(value, "grid");
  launch.block = extent_at(value, "block");
  launch.counters = counters_from(field_at(value, "counters"));
  launch.lines = list_at(value, "places", line_from);
  if (value.contains("recording")) launch.recording = recording_from(value["recording"]);
  return launch;
}

}  // namespace

const char* to_string(MemorySpace space) {
  switch (space) {
    case MemorySpace::global:
      return "global";
    case MemorySpace::shared:
      return "shared";
    case MemorySpace::constant:
      return "constant";
    case MemorySpace::local:
      return "local";
    case MemorySpace::texture:
      return "texture";
    case MemorySpace::surface:
      return "surface";
    case MemorySpace::branch:
      return "branch";
  }
  return "";
}

const char* to_string(AccessKind access) {
  switch (access) {
    case AccessKind::read:
      return "read";
    case AccessKind::write:
      return "write";
    case AccessKind::atomic:
      return "atomic";
  }
  return "";
}

const char* to_string(Operation::Kind kind) {
  switch (kind) {
    case Operation::Kind::kernel:
      return "kernel";
    case Operation::Kind::to_device:
      return "to_device";
    case Operation::Kind::to_host:
      return "to_host";
    case Operation::Kind::within_device:
      return "within_device";
    case Operation::Kind::between_devices:
      return "between_devices";
    case Operation::Kind::host_function:
      return "host_function";
  }
  return "";
}

bool has_thread_for_each_pixel(const LaunchObservations& launch, int width, int height) {
  const auto covers = [&](std::size_t axis, int size) {
    const std::uint64_t threads = std::uint64_t(launch.grid[axis]) * launch.block[axis];
    return threads >= std::uint64_t(size) && threads < std::uint64_t(size) + launch.block[axis];
  };
  return covers(0, width) && covers(1, height);
}

double total(const Observations& seen, Counter counter) {
  double sum = 0;
  for (const LaunchObservations& launch : seen.launches)
    sum += static_cast<double>(launch.counters.*counter);
  return sum;
}

Observations observations_from(const std::string& text) {
  // The text came as a string inside a message, so that the message's own limit on depth did not
  // see it.
  const json report = parse_object(text);
  Observations seen;
  seen.launches = list_at(report, "launches", launch_from);
  seen.findings = list_at(report, "findings", finding_from);
  seen.host_traffic = traffic_from(field_at(report, "host_traffic"));
  if (report.contains("operations")) seen.operations = operations_from(report);
  return seen;
}

}  // namespace kit::grader
