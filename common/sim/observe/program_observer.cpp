#include "program_observer.hpp"

#include <cstdlib>
#include <mutex>
#include <nlohmann/json.hpp>

#include "../src/error_state.hpp"
#include "flops.hpp"

namespace kit::sim {
namespace {

constexpr std::uint64_t kDefaultStepBudget = 200'000'000;  // basic blocks of one thread

struct LaunchRecord {
  std::string kernel, file;
  int line = 0;
  dim3 grid, block;
  std::size_t shared_bytes = 0;
  Counters counters;
  std::map<std::uint32_t, std::map<int, PlaceCounters>>
      places;  // by code address, then kind of access
};

class ProgramObserver : public Observer {
 public:
  static ProgramObserver& instance() {
    static auto* observer = new ProgramObserver;
    return *observer;
  }

  BlockObserver& for_this_thread() override {
    static thread_local BlockTrace* trace = nullptr;
    if (trace == nullptr) {
      trace = new BlockTrace(state_, BlockRunner::of_this_thread());
      const std::lock_guard lock(mutex_);
      traces_.push_back(trace);
    }
    return *trace;
  }

  void launch_begins(Launch&) override {
    ++state_.number;
    state_.buffers = GlobalShadow::instance().snapshot();
    state_.order.start_launch();
    const char* budget = std::getenv("KIT_SIM_STEPS");
    state_.step_budget =
        budget != nullptr ? std::strtoull(budget, nullptr, 10) : kDefaultStepBudget;
  }

  void launch_ends(Launch& launch) override {
    LaunchRecord record;
    record.kernel = launch.site.name;
    record.file = launch.site.file;
    record.line = launch.site.line;
    record.grid = launch.config.grid;
    record.block = launch.config.block;
    record.shared_bytes = launch.config.shared_bytes;
    FlatMap<std::uint64_t> lanes;
    for (BlockTrace* trace : traces_) {
      RequestCounter& counter = trace->counter();
      record.counters.add(counter.totals());
      counter.places().for_each([&](EventKey key, const PlaceCounters& place) {
        const int kind = int(place.space) * 4 + int(place.access);
        PlaceCounters& sum = record.places[pc_of(key)][kind];
        sum.space = place.space;
        sum.access = place.access;
        sum.requests += place.requests;
        sum.units += place.units;
        sum.ideal += place.ideal;
        sum.divergences += place.divergences;
      });
      counter.lanes_in_block().for_each(
          [&](std::uint64_t place, std::uint64_t count) { lanes[place] += count; });
      counter.clear();
    }
    lanes.for_each([&](std::uint64_t place, std::uint64_t count) {
      const auto found = flops_by_block().find(std::uint32_t(place));
      if (found != flops_by_block().end()) record.counters.flops += found->second * count;
    });
    for (GlobalBuffer* buffer : state_.buffers) {
      const auto [loaded, stored] = buffer->take_sectors();
      record.counters.unique_load_sectors += loaded;
      record.counters.unique_store_sectors += stored;
    }
    const std::lock_guard lock(mutex_);
    launches_.push_back(std::move(record));
  }

  void allocated(void* data, std::size_t bytes, bool initialised, std::uint32_t place) override {
    GlobalShadow::instance().add(static_cast<char*>(data), bytes,
                                 "a " + std::to_string(bytes) + "-byte buffer", initialised, place);
  }
  void freed(void* data) override {
    GlobalShadow::instance().remove(static_cast<const char*>(data));
  }
  void host_wrote(void* data, std::size_t bytes) override {
    GlobalShadow::instance().host_wrote(static_cast<const char*>(data), bytes);
  }

  std::vector<LaunchRecord> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(launches_, {});
  }

 private:
  std::mutex mutex_;
  LaunchState state_;
  std::vector<BlockTrace*> traces_;  // one for each host thread, kept
  std::vector<LaunchRecord> launches_;
};

const char* name_of(Space space) {
  switch (space) {
    case Space::global:
      return "global";
    case Space::shared:
      return "shared";
    case Space::constant:
      return "constant";
    case Space::local:
      return "local";
    case Space::none:
      break;
  }
  return "branch";
}

const char* name_of(Access access) {
  switch (access) {
    case Access::read:
      return "read";
    case Access::write:
      return "write";
    case Access::atomic:
      break;
  }
  return "atomic";
}

nlohmann::json to_json(const LaunchRecord& record) {
  nlohmann::json counters = nlohmann::json::object();
  for (const NamedCounter& counter : counter_names()) {
    counters[counter.name] = record.counters.*counter.member;
  }
  std::vector<std::uint32_t> places;
  for (const auto& [place, kinds] : record.places) places.push_back(place);
  const auto lines = resolve(places);
  nlohmann::json listed = nlohmann::json::array();
  for (const auto& [place, kinds] : record.places) {
    const SourceLine& line = lines.at(place);
    for (const auto& [kind, counts] : kinds) {
      listed.push_back({{"file", line.file},
                        {"line", line.line},
                        {"space", name_of(counts.space)},
                        {"access", name_of(counts.access)},
                        {"requests", counts.requests},
                        {"units", counts.units},
                        {"ideal", counts.ideal},
                        {"divergences", counts.divergences}});
    }
  }
  const dim3 &grid = record.grid, &block = record.block;
  return {{"kernel", record.kernel},
          {"file", record.file},
          {"line", record.line},
          {"grid", {grid.x, grid.y, grid.z}},
          {"block", {block.x, block.y, block.z}},
          {"dynamic_shared_bytes", record.shared_bytes},
          {"counters", counters},
          {"places", listed}};
}

nlohmann::json to_json(const Finding& finding) {
  nlohmann::json json = {{"kind", name_of(finding.kind)}, {"message", finding.message},
                         {"position", finding.position},  {"count", finding.count},
                         {"file", finding.line.file},     {"line", finding.line.line}};
  if (finding.other_pc != 0) {
    json["other_file"] = finding.other_line.file;
    json["other_line"] = finding.other_line.line;
  }
  return json;
}

// Printed at the end of a program that nobody asked: an observed program run by hand.
void print_findings() {
  for (const Finding& finding : Findings::instance().take()) {
    std::string text = finding.line.file + ":" + std::to_string(finding.line.line) + ": " +
                       finding.message + " (" + name_of(finding.kind);
    if (finding.other_pc != 0) {
      text += "; the other access: " + finding.other_line.file + ":" +
              std::to_string(finding.other_line.line);
    }
    explain(text + "; " + finding.position + "; seen " + std::to_string(finding.count) + " times)");
  }
}

}  // namespace

void observe_program() {
  if (observer() != nullptr) return;
  set_observer(&ProgramObserver::instance());
  std::atexit(print_findings);
}

}  // namespace kit::sim

extern "C" const char* kit_sim_take_observations() {
  using namespace kit::sim;
  static std::string text;
  nlohmann::json json = {{"launches", nlohmann::json::array()},
                         {"findings", nlohmann::json::array()}};
  for (const LaunchRecord& record : ProgramObserver::instance().take()) {
    json["launches"].push_back(to_json(record));
  }
  for (const Finding& finding : Findings::instance().take()) {
    json["findings"].push_back(to_json(finding));
  }
  text = json.dump();
  return text.c_str();
}

extern "C" void kit_sim_name_buffer(void* data, unsigned long bytes, const char* name) {
  kit::sim::GlobalShadow::instance().restrict_to(static_cast<char*>(data), bytes, name);
}
