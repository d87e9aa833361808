/// @file
/// Three questions for the terminal. Whoever does not want to answer presses Enter.
#include "grader/commands/predict.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "grader/report/verdict_json.hpp"
#include "grader/support/text_file.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

std::string predictions_path(const std::string& folder) {
  return folder + "/predictions.json";
}

/// All that was kept: lab, stage, answers. An object, also if there is no such file.
json kept(const std::string& folder) {
  json all = json::parse(build::read_text(predictions_path(folder)), nullptr, false);
  return all.is_object() ? all : json::object();
}

/// One line of the input; none if it has ended.
std::optional<std::string> answer_to(std::istream& answers, const std::string& question) {
  std::fputs(question.c_str(), stdout);
  std::fflush(stdout);
  std::string line;
  if (!std::getline(answers, line)) return std::nullopt;
  line.erase(std::remove_if(line.begin(), line.end(),
                            [](unsigned char c) { return std::isspace(c) != 0; }),
             line.end());
  return line;
}

std::optional<double> number_in(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !(value >= 0) || value > 1e9) return std::nullopt;
  return value;
}

/// The bound that begins with what was typed.
std::string bound_in(const std::string& text) {
  for (const char* bound : kBounds)
    if (!text.empty() && std::string(bound).starts_with(text)) return bound;
  return {};
}

json to_json(const Prediction& prediction) {
  return {{"sectors", prediction.sectors ? json(*prediction.sectors) : json()},
          {"wavefronts", prediction.wavefronts ? json(*prediction.wavefronts) : json()},
          {"bound", prediction.bound}};
}

std::string mark(const char* what, const std::optional<double>& said,
                 const std::optional<double>& is) {
  if (!said) return {};
  if (!is) return fmt::format("  {}: you said {:g}; there are no such requests\n", what, *said);
  const bool right = std::abs(*said - *is) <= 0.1 * *is;
  return fmt::format("  {}: you said {:g}, counted {:.2f}: {}\n", what, *said, *is,
                     right ? "right" : "look again");
}

}  // namespace

Prediction counted(const Observations& seen, const estimate::Card& card) {
  const auto sum = [&](Counter counter) { return total(seen, counter); };
  const auto ratio = [&](Counter units, Counter requests) {
    return sum(requests) > 0 ? std::optional(sum(units) / sum(requests)) : std::nullopt;
  };
  Prediction is;
  is.sectors = ratio(&LaunchCounters::global_load_sectors, &LaunchCounters::global_load_requests);
  is.wavefronts =
      ratio(&LaunchCounters::shared_load_wavefronts, &LaunchCounters::shared_load_requests);
  const double clocks = card.multiprocessors * card.clock_ghz * 1e9;  // of all, in a second
  const std::array busy = {
      32 *
          (sum(&LaunchCounters::unique_load_sectors) + sum(&LaunchCounters::unique_store_sectors)) /
          (card.dram_gb_per_s * 1e9),
      (sum(&LaunchCounters::global_load_sectors) + sum(&LaunchCounters::global_store_sectors)) /
          (card.l1_sectors * clocks),
      (sum(&LaunchCounters::shared_load_wavefronts) +
       sum(&LaunchCounters::shared_store_wavefronts)) /
          (card.shared_wavefronts * clocks),
      sum(&LaunchCounters::flops) / (card.fp32_tflop_per_s * 1e12)};
  const auto longest = std::max_element(busy.begin(), busy.end());
  if (*longest > 0) is.bound = kBounds[longest - busy.begin()];
  return is;
}

Prediction ask_for_prediction(std::istream& answers, const std::string& title) {
  std::printf("Predict first: %s. Enter leaves a question out; ASK=0 asks none.\n", title.c_str());
  Prediction said;
  const auto sectors =
      answer_to(answers, "  Sectors of 32 bytes that a warp's load from global memory takes? ");
  if (!sectors) return said;
  said.sectors = number_in(*sectors);
  const auto wavefronts =
      answer_to(answers, "  Wavefronts that a warp's load from shared memory takes? ");
  if (!wavefronts) return said;
  said.wavefronts = number_in(*wavefronts);
  const auto bound = answer_to(answers, "  What bounds it: memory, cache, shared or arithmetic? ");
  if (bound) said.bound = bound_in(*bound);
  std::printf("\n");
  return said;
}

std::string marks(const Prediction& said, const Prediction& is) {
  std::string text = mark("sectors a load", said.sectors, is.sectors) +
                     mark("wavefronts a load", said.wavefronts, is.wavefronts);
  if (!said.bound.empty() && !is.bound.empty())
    text += fmt::format("  bound by: you said {}, by the counts it is {}: {}\n", said.bound,
                        is.bound, said.bound == is.bound ? "right" : "look again");
  return text.empty() ? "" : "Your prediction\n" + text;
}

bool wants_prediction(const std::string& source, const std::string& folder, const std::string& lab,
                      const std::string& stage) {
  const char* const ask = std::getenv("ASK");
  if (source != "labs" || isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 ||
      (ask != nullptr && std::string(ask) == "0"))
    return false;
  const json all = kept(folder);
  return !all.contains(lab) || !all[lab].is_object() || !all[lab].contains(stage);
}

void keep_prediction(const std::string& folder, const std::string& lab, const std::string& stage,
                     const Prediction& said, const Prediction& is) {
  json all = kept(folder);
  all[lab][stage] = {{"said", to_json(said)}, {"counted", to_json(is)}};
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  try {
    write_json(predictions_path(folder), all);
  } catch (const InputError& error) {
    std::fprintf(stderr, "note: your prediction is not kept: %s\n", error.what());
  }
}

}  // namespace kit::grader
