/// @file
/// Prints, at the end of a primer example, what the simulator counted in each of its launches.
/// Linked with the example by common/tools/primer; `make profile` says more, and line by line, for
/// the labs.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

// What was seen so far, as JSON (docs/simulator.md).
extern "C" const char* kit_sim_take_observations();

namespace {

using nlohmann::json;

std::string extent(const json& size) {
  std::string text = size[0].dump();
  if (size[1] != 1 || size[2] != 1) text += "x" + size[1].dump();
  if (size[2] != 1) text += "x" + size[2].dump();
  return text;
}

/// One kind of access: requests of warps, and the units that they cost.
struct Kind {
  const char *name, *requests, *units, *unit;
};
constexpr Kind kKinds[] = {
    {"global load", "global_load_requests", "global_load_sectors", "sectors"},
    {"global store", "global_store_requests", "global_store_sectors", "sectors"},
    {"shared load", "shared_load_requests", "shared_load_wavefronts", "wavefronts"},
    {"shared store", "shared_store_requests", "shared_store_wavefronts", "wavefronts"},
    {"constant load", "constant_requests", "constant_replays", "replays"},
};

void print_launch(const json& launch) {
  const json& counters = launch.at("counters");
  const auto count = [&](const char* name) { return counters.at(name).get<double>(); };
  const std::string grid = extent(launch.at("grid"));
  std::printf("\n%s, %s block%s of %s threads\n", launch.at("kernel").get<std::string>().c_str(),
              grid.c_str(), grid == "1" ? "" : "s", extent(launch.at("block")).c_str());
  std::printf("  threads %.0f, of them working %.0f; warps %.0f; divergent branches %.0f\n",
              count("threads"), count("working_threads"), count("warps"),
              count("divergent_branches"));
  for (const Kind& kind : kKinds) {
    const double requests = count(kind.requests), units = count(kind.units);
    if (requests == 0) continue;
    std::printf("  %-13s %6.0f requests, %6.0f %s: %.2f a request\n", kind.name, requests, units,
                kind.unit, units / requests);
  }
  const double bytes = 32 * (count("unique_load_sectors") + count("unique_store_sectors"));
  if (count("flops") > 0) {
    std::printf("  operations %.0f, different bytes %.0f: %.3f operations a byte\n", count("flops"),
                bytes, count("flops") / bytes);
  }
}

/// Prints what was seen in a program that ended by itself; its exit code. common/tools/primer asks
/// for all of it in a file too, of which it makes a page.
int observed(int code) {
  const std::string text = kit_sim_take_observations();
  if (const char* const path = std::getenv("KIT_PRIMER_OBSERVATIONS"))
    std::ofstream(path, std::ios::binary) << text;
  const json seen = json::parse(text);
  for (const json& launch : seen.at("launches")) print_launch(launch);
  for (const json& finding : seen.at("findings")) {
    std::printf("\n%s:%d: %s\n", finding.at("file").get<std::string>().c_str(),
                finding.at("line").get<int>(), finding.at("message").get<std::string>().c_str());
  }
  return code;
}

}  // namespace

extern "C" int __real_main(int count, char** arguments);

// The linker calls this in place of the example's main (-Wl,--wrap=main).
extern "C" int __wrap_main(int count, char** arguments) {
  try {
    return observed(__real_main(count, arguments));
  } catch (const std::exception& error) {
    // What was found is printed when the program ends; counts of a launch that broke off say
    // little.
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
