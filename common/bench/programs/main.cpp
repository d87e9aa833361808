// The main program of every bench program: reads requests, one JSON object a line, and answers each
// with one line. The driver, kit_bench, starts it; by hand:
//   PROGRAM --list                    the variants
//   PROGRAM <<<'{"variant": "convolve", "measure": "time", "parameters": {"width": 512, ...}}'
#include <cstdio>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/harness/measure.hpp"

namespace {

using nlohmann::json;

kit::bench::Request read_request(const json& line) {
  kit::bench::Request request;
  request.variant = line.at("variant");
  request.measure = line.value("measure", "time");
  std::map<std::string, std::string> values;
  for (const auto& [name, value] : line.at("parameters").items()) {
    values[name] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  request.parameters = kit::bench::Parameters(std::move(values));
  request.repetition.seconds = line.value("seconds", request.repetition.seconds);
  request.repetition.fewest = line.value("fewest", request.repetition.fewest);
  request.longest = line.value("longest", request.longest);
  request.warm = line.value("warm", request.warm);
  return request;
}

/// The simulator's counters, summed over all launches of the work.
json sums(const std::string& observations) {
  json totals = json::object();
  const json report = json::parse(observations);
  for (const json& launch : report.at("launches")) {
    for (const auto& [name, value] : launch.at("counters").items()) {
      totals[name] = totals.value(name, 0.0) + value.get<double>();
    }
  }
  totals["launches"] = report.at("launches").size();
  return totals;
}

json answer_to(const std::string& line) {
  json reply;
  try {
    const json request = json::parse(line);
    const kit::bench::Request asked = read_request(request);
    const kit::bench::Answer answer = kit::bench::measure(asked);
    json& result = reply["result"];
    result = answer.numbers;
    for (const auto& [name, value] : answer.texts) result[name] = value;
    if (asked.measure == "launches") {
      result["launches"] = json::parse(answer.observations).at("launches");
    } else if (!answer.observations.empty()) {
      result.update(sums(answer.observations));
      const double sectors = result.value("global_load_sectors", 0.0) +
                             result.value("global_store_sectors", 0.0) +
                             result.value("global_atomic_sectors", 0.0);
      result["sectors_per_pixel"] =
          sectors / (double(asked.parameters.width()) * asked.parameters.height());
    }
  } catch (const std::exception& error) {
    reply = {{"error", error.what()}};
  }
  return reply;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--list") {
    for (const std::string& name : kit::bench::variants()) std::puts(name.c_str());
    return 0;
  }
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << answer_to(line).dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
  }
  return 0;
}
