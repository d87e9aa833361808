/// @file
/// Reads the steps of a recording (docs/simulator.md). Where requests were left out of it, nothing
/// is asked that depends on all of them.
#include "grader/quiz/recorded_steps.hpp"

#include <fmt/format.h>

#include <bit>
#include <map>
#include <set>

namespace kit::grader {
namespace {

using nlohmann::json;

constexpr int kRequest = 1, kBarrier = 2, kShared = 2, kWrite = 1, kRead = 0;

std::string place_of(const json& recording, std::size_t number) {
  const json& place = recording.at("places")[number];
  return fmt::format("{}:{}", place.at("file").get<std::string>(), place.at("line").get<int>());
}

/// Bytes of shared memory that a lane accesses, by lane, as numbers that no two buffers share.
std::vector<std::pair<unsigned, std::int64_t>> bytes_of(const json& step) {
  std::vector<std::pair<unsigned, std::int64_t>> bytes;
  const auto lanes = step[3].get<std::uint32_t>();
  const json& offsets = step[9];
  const std::int64_t buffer = step[8].get<std::int64_t>() << 40;
  std::size_t n = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    const std::int64_t offset =
        offsets.size() == 2
            ? offsets[0].get<std::int64_t>() + std::int64_t(n) * offsets[1].get<std::int64_t>()
            : offsets[n].get<std::int64_t>();
    ++n;
    for (int byte = 0; byte < step[6].get<int>(); ++byte)
      bytes.emplace_back(lane, buffer + offset + byte);
  }
  return bytes;
}

/// Which of the lines that write shared memory before the block's first barrier wrote what other
/// threads read behind it.
std::optional<Question> barrier_orders(const json& recording, const std::string& intro) {
  if (!recording.at("folded").empty()) return std::nullopt;
  struct Writer {
    std::uint32_t thread;
    std::string line;
  };
  std::map<std::int64_t, Writer> writers;
  std::set<std::string> lines, ordered;
  std::string barrier;
  for (const json& step : recording.at("steps")) {
    const int kind = step[0];
    if (kind == kBarrier) {
      if (!barrier.empty()) break;
      barrier = place_of(recording, step[2]);
    }
    if (kind != kRequest || step[4] != kShared) continue;
    const std::string line = place_of(recording, step[2]);
    const std::uint32_t first = 32 * step[1].get<std::uint32_t>();
    lines.insert(line);
    for (const auto& [lane, byte] : bytes_of(step)) {
      if (barrier.empty() && step[5] == kWrite) writers[byte] = {first + lane, line};
      const auto writer = writers.find(byte);
      if (!barrier.empty() && step[5] == kRead && writer != writers.end() &&
          writer->second.thread != first + lane)
        ordered.insert(writer->second.line);
    }
  }
  if (barrier.empty() || ordered.size() != 1 || lines.size() < 2) return std::nullopt;
  return Question{
      "barrier_orders",
      intro + fmt::format("Which line writes what other threads read behind the barrier at {}?",
                          barrier),
      {lines.begin(), lines.end()},
      *ordered.begin(),
      fmt::format("Other threads of the block read there what {} wrote before.", *ordered.begin()),
      0};
}

/// How many lanes take part where not all do.
std::optional<Question> lanes_at(const json& recording, const std::string& intro) {
  std::set<std::pair<int, std::string>> seen;
  for (const json& step : recording.at("steps")) {
    if (step[0] != kRequest ||
        !seen.insert({step[1].get<int>(), place_of(recording, step[2])}).second)
      continue;
    const int lanes = std::popcount(step[3].get<std::uint32_t>());
    if (lanes == 32 || recording.at("places")[step[2].get<std::size_t>()].at("line") == 0) continue;
    return Question{"lanes",
                    intro + fmt::format("How many lanes of warp {} take part when it goes to "
                                        "memory at {} for the first time?",
                                        step[1].get<int>(), place_of(recording, step[2])),
                    {},
                    fmt::format("{}", lanes),
                    fmt::format("{} lanes do; the others skip that line or have ended.", lanes),
                    0};
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::optional<Question>> of_recording(const json& launch,
                                                  const std::string& case_name) {
  const json& recording = launch.at("recording");
  const auto across = launch.at("grid")[0].get<std::uint64_t>(),
             down = launch.at("grid")[1].get<std::uint64_t>();
  const auto block = recording.at("block").get<std::uint64_t>();
  const std::string function = launch.at("function");
  const std::string intro =
      fmt::format("Case \"{}\", launch {} of {}, kernel {}, block ({}, {}, {}). ", case_name,
                  launch.at("number").get<int>(), launch.at("of").get<int>(),
                  function.empty() ? launch.at("kernel").get<std::string>() : function,
                  block % across, block / across % down, block / across / down);
  return {barrier_orders(recording, intro), lanes_at(recording, intro)};
}

}  // namespace kit::grader
