#include "grader/grading/launch_data.hpp"

#include <string>

#include "grader/support/text_file.hpp"
#include "grader/support/visible.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json counters_of(const LaunchCounters& counters) {
  json object = json::object();
  for (const sim::NamedCounter& one : sim::kCounters) object[one.name] = counters.*one.counter;
  return object;
}

json launch_without_lines(const LaunchObservations& launch) {
  return {
      {"kernel", launch.kernel}, {"function", launch.function},     {"grid", launch.grid},
      {"block", launch.block},   {"file", file_name(launch.place)}, {"line", launch.place.line}};
}

json lines_of(const LaunchObservations& launch) {
  json lines = json::array();
  for (const LineCounters& line : launch.lines) {
    if (line.place.line == 0) continue;
    lines.push_back({{"file", file_name(line.place)},
                     {"line", line.place.line},
                     {"space", to_string(line.space)},
                     {"access", to_string(line.access)},
                     {"requests", line.requests},
                     {"units", line.units},
                     {"ideal", line.ideal},
                     {"divergences", line.divergences}});
  }
  return lines;
}

}  // namespace

json source_of(const fs::path& path) {
  return {{"file", path.filename().string()}, {"text", visible(build::read_text(path))}};
}

json counted_launch(const LaunchObservations& launch) {
  json one = launch_without_lines(launch);
  one["counters"] = counters_of(launch.counters);
  one["lines"] = lines_of(launch);
  return one;
}

json recorded_launch(const LaunchObservations& launch) {
  json one = launch_without_lines(launch);
  one["lines"] = lines_of(launch);
  one["recording"] = launch.recording;
  for (json& place : one["recording"]["places"])
    place["file"] = fs::path(place["file"].get<std::string>()).filename().string();
  return one;
}

}  // namespace kit::grader
