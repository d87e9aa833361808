/// @file
/// What was observed as one line of JSON. Written by hand: the simulator needs no JSON library
/// then, which would take a fifth of the time to compile it.
#include <string>
#include <utility>
#include <vector>

#include "findings.hpp"
#include "json_text.hpp"
#include "launch_record.hpp"
#include "recording_json.hpp"
#include "source_lines.hpp"
#include "stream_order.hpp"

namespace kit::sim {
namespace {

std::string to_json(const dim3& extent) {
  List list('[');
  for (const unsigned value : {extent.x, extent.y, extent.z}) list.add(std::to_string(value));
  return list.end();
}

std::string to_json(const SourceLine& line, const PcCounters& counts) {
  List place('{');
  place.add_text("file", line.file);
  place.add_number("line", line.line);
  place.add_text("space", name_of(counts.space));
  place.add_text("access", name_of(counts.access));
  place.add_number("requests", counts.requests);
  place.add_number("units", counts.units);
  place.add_number("ideal", counts.ideal);
  place.add_number("divergences", counts.divergences);
  return place.end();
}

std::string hexadecimal(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    for (const int digit : {value >> 4, value & 15}) text += "0123456789abcdef"[digit];
  }
  return text;
}

std::string to_json(const LaunchRecord& record) {
  List counters('{');
  for (const NamedCounter& one : kCounters)
    counters.add_number(one.name, record.counters.*one.counter);
  std::vector<CodePlace> places;
  for (const auto& [place, kinds] : record.places) places.emplace_back(place);
  const std::vector<SourceLine> lines = resolve(places);
  List listed('[');
  std::size_t next = 0;
  for (const auto& [place, kinds] : record.places) {
    const SourceLine& line = lines[next++];
    for (const auto& [kind, counts] : kinds) listed.add(to_json(line, counts));
  }
  List launch('{');
  launch.add_text("kernel", record.kernel);
  launch.add_text("function", record.function);
  launch.add_text("arguments", hexadecimal(record.arguments));
  launch.add_text("file", record.file);
  launch.add_number("line", record.line);
  launch.add("grid", to_json(record.grid));
  launch.add("block", to_json(record.block));
  launch.add_number("dynamic_shared_bytes", record.shared_bytes);
  launch.add("counters", counters.end());
  launch.add("places", listed.end());
  if (record.recorded) launch.add("recording", recording_json(*record.recorded));
  return launch.end();
}

std::string to_json(const Finding& finding) {
  List related('[');
  for (const Finding::Related& other : finding.related) {
    if (other.where.line.line == 0) continue;
    List place('{');
    place.add_text("note", other.note);
    place.add_text("file", other.where.line.file);
    place.add_number("line", other.where.line.line);
    related.add(place.end());
  }
  List result('{');
  result.add_text("kind", to_string(finding.kind));
  result.add_text("message", finding.message);
  result.add_text("position", finding.position);
  result.add_number("count", finding.count);
  result.add_text("file", finding.where.line.file);
  result.add_number("line", finding.where.line.line);
  result.add("related", related.end());
  if (is_pair(finding.kind) && !finding.related.empty()) {
    result.add_text("other_file", finding.related[0].where.line.file);
    result.add_number("other_line", finding.related[0].where.line.line);
  }
  return result.end();
}

}  // namespace

std::string take_observations() {
  List launches('['), findings('[');
  for (const LaunchRecord& record : take_launches()) launches.add(to_json(record));
  for (const Finding& finding : Findings::instance().take()) findings.add(to_json(finding));
  List result('{');
  result.add("launches", launches.end());
  result.add("findings", findings.end());
  if (const std::string operations = StreamOrder::instance().take_operations(); !operations.empty())
    result.add("operations", operations);
  result.add("host_traffic", StreamOrder::instance().take_traffic());
  return result.end();
}

}  // namespace kit::sim
