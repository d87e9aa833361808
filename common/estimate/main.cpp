/// @file
/// The program kit_estimate: reads calls as JSON, one a line, and prints the estimate of each
/// launch. tests/hardware/estimates uses it.
///
///     kit_estimate CARD FILE.ptx... <calls
///
/// A line: {"small_size": 256, "large_size": 512, "size": 4096, "small": LAUNCHES, "large":
/// LAUNCHES, "target": LAUNCHES}, the launches as kit_sim_take_observations() gives them.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "estimate/launch.hpp"
#include "kit/error.hpp"

namespace {

using nlohmann::json;
using namespace kit::estimate;

std::vector<SeenLaunch> launches_from(const json& list) {
  std::vector<SeenLaunch> launches;
  for (const json& one : list) {
    SeenLaunch seen;
    seen.kernel = one.at("kernel");
    seen.function = one.at("function");
    seen.file = one.at("file");
    seen.arguments = one.at("arguments");
    seen.dynamic_shared_bytes = one.at("dynamic_shared_bytes");
    seen.grid = one.at("grid").get<std::array<unsigned, 3>>();
    seen.block = one.at("block").get<std::array<unsigned, 3>>();
    for (const kit::sim::NamedCounter& counter : kit::sim::kCounters)
      seen.counters.*counter.counter = one.at("counters").at(counter.name);
    launches.push_back(std::move(seen));
  }
  return launches;
}

json to_json(const LaunchEstimate& one) {
  const WarpWork& warp = one.launch.warp;
  const Traffic& traffic = one.launch.traffic;
  json terms = json::object();
  for (const Estimate::Term& term : one.estimate.terms) terms[term.name] = term.milliseconds;
  return {{"kernel", one.name},
          {"ms", one.estimate.milliseconds},
          {"bound", one.estimate.terms.front().name},
          {"terms", terms},
          {"resident_warps", one.estimate.resident_warps},
          {"registers", one.launch.registers},
          {"grid", one.launch.grid},
          {"block", one.launch.block},
          {"instructions", warp.instructions},
          {"fma", warp.fma},
          {"alu", warp.alu},
          {"sfu", warp.sfu},
          {"loads", warp.global_loads},
          {"clocks", warp.clocks},
          {"load_sectors", traffic.load_sectors},
          {"block_load_sectors", traffic.block_load_sectors},
          {"unique_load_sectors", traffic.unique_load_sectors},
          {"load_requests", traffic.load_requests},
          {"remark", one.remark}};
}

json answer(const json& request, const Kernels& kernels, const Card& card) {
  SeenCall call;
  call.small_size = request.at("small_size");
  call.large_size = request.at("large_size");
  call.size = request.at("size");
  call.small = launches_from(request.at("small"));
  call.large = launches_from(request.at("large"));
  call.target = launches_from(request.at("target"));
  json list = json::array();
  for (const LaunchEstimate& one : estimate_call(call, kernels, card)) list.push_back(to_json(one));
  return {{"launches", list}};
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 2) throw kit::InputError("usage: kit_estimate CARD.json FILE.ptx... <calls");
    const Card card = load_card(".", argv[1]);
    Kernels kernels;
    for (int n = 2; n < argc; ++n) {
      std::ifstream file(argv[n]);
      if (!file) throw kit::InputError(std::string("no file ") + argv[n]);
      const std::string text(std::istreambuf_iterator<char>(file), {});
      for (Kernel& kernel : read_ptx(text)) {
        kernel.file = std::filesystem::path(argv[n]).stem().string();
        kernels.push_back(std::move(kernel));
      }
    }
    for (std::string line; std::getline(std::cin, line);) {
      json reply;
      try {
        reply = answer(json::parse(line), kernels, card);
      } catch (const std::exception& error) {
        reply = {{"error", error.what()}};
      }
      std::cout << reply.dump() << std::endl;
    }
    return 0;
  } catch (const kit::Error& error) {
    std::fprintf(stderr, "kit_estimate: %s\n", error.what());
    return error.code();
  }
}
