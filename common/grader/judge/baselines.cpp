/// @file
/// What a kept time is worth depends on the machine and on the code that was measured: both are
/// part of its name, so that an old one is never found.
#include "grader/judge/baselines.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "grader/support/text_file.hpp"
#include "grader/support/usable_cores.hpp"
#include "kit/atomic_file.hpp"
#include "kit/statistics.hpp"
#include "kit/timer.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

Sample repeat(const std::function<void()>& work) {
  constexpr Repetition kRepetition{3, 60, kConclusiveSpread, 2};
  work();  // warm-up: caches, page faults, threads
  std::vector<double> times;
  const Timer total;
  Sample sample;
  do {
    const Timer timer;
    work();
    times.push_back(timer.milliseconds());
    sample = summarise(times);
  } while (!enough(kRepetition, sample, total.seconds()));
  return sample;
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name") || line.starts_with("CPU part")) return line;
  return {};
}

std::string size_and_date(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  const auto date = fs::last_write_time(path, error).time_since_epoch().count();
  return fmt::format("{}/{}", size, date);
}

std::string name_of(const TimingPlan& plan, const BaselineStore& store) {
  return fmt::format("{}, {}, {} cores, {}", plan.baseline_name, processor(), usable_cores(),
                     store.program);
}

json read_store(const BaselineStore& store) {
  const json all = json::parse(build::read_text(store.file), nullptr, false);
  return all.is_object() ? all : json::object();
}

/// Where it cannot be written the baselines are measured again next time.
void write_store(const BaselineStore& store, const json& all) {
  if (!store.file.empty()) static_cast<void>(try_write_atomically(store.file, all.dump(1) + '\n'));
}

/// No time at all if it is not kept, or not as it was written.
BaselineTimes kept_times(const std::string& name, const BaselineStore& store) {
  const json all = read_store(store);
  const auto found = all.find(name);
  if (found == all.end() || !found->is_array() || found->size() != 3) return {};
  const json& one = found->at(0);
  const json& every = found->at(1);
  const json& conclusive = found->at(2);
  if (!one.is_number() || !every.is_number() || !conclusive.is_boolean()) return {};
  return {one.get<double>(), every.get<double>(), conclusive.get<bool>()};
}

}  // namespace

BaselineStore baselines_of(const std::string& root, const std::string& lab) {
  const fs::path build = fs::path(root) / "build";
  return {(build / "baselines.json").string(),
          size_and_date(build / "lib" / ("cases_" + lab + ".so"))};
}

void forget(const BaselineStore& store) {
  const json all = read_store(store);
  json left = json::object();
  for (const auto& [name, times] : all.items())
    if (!name.ends_with(store.program)) left[name] = times;
  write_store(store, left);
}

bool needs_measuring(const TimingPlan& plan, const BaselineStore& store) {
  return kept_times(name_of(plan, store), store).one_thread_ms <= 0;
}

BaselineTimes baseline_times(const TimingPlan& plan, const Call& call, const BaselineStore& store) {
  const std::string name = name_of(plan, store);
  BaselineTimes times = kept_times(name, store);
  if (times.one_thread_ms > 0) return times;
  const Sample one = repeat([&] { plan.baseline(call, 1); });
  const Sample all = repeat([&] { plan.baseline(call, 0); });
  times = {one.median, all.median,
           one.spread <= kConclusiveSpread && all.spread <= kConclusiveSpread};
  json kept = read_store(store);
  kept[name] = {times.one_thread_ms, times.all_cores_ms, times.conclusive};
  write_store(store, kept);
  return times;
}

}  // namespace kit::grader
