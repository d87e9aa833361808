/// @file
/// A question is asked only where its answer is clear: a line that costs most must cost more than
/// the next one, a number must be the same for whoever counts.
#include "grader/quiz/questions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>

#include "grader/quiz/recorded_steps.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

constexpr double kClearlyMore = 1.1;  // than what comes second

/// "tiled.cu:31"
std::string place_of(const json& line) {
  return fmt::format("{}:{}", line.at("file").get<std::string>(), line.at("line").get<int>());
}

/// What a line did to one kind of memory, in all places of the code that it became.
struct LineSum {
  double requests = 0, units = 0, divergences = 0;
};

using LineSums = std::map<std::string, LineSum>;

/// Sums by place, of the lines of this space and access; empty: any.
LineSums sums(const json& launch, const std::string& space, const std::string& access) {
  LineSums found;
  for (const json& line : launch.at("lines")) {
    if (!space.empty() && line.at("space") != space) continue;
    if (!access.empty() && line.at("access") != access) continue;
    LineSum& sum = found[place_of(line)];
    sum.requests += line.at("requests").get<double>();
    sum.units += line.at("units").get<double>();
    sum.divergences += line.at("divergences").get<double>();
  }
  return found;
}

double counter(const json& launch, const char* name) {
  return launch.at("counters").at(name).get<double>();
}

/// "Case "x", launch 2 of 3, kernel convolve_tiled (grid 5x4x1, blocks of 32x8x1 threads). "
std::string about(const json& launch) {
  const auto extent = [](const json& sizes) {
    return fmt::format("{}x{}x{}", sizes[0].get<unsigned>(), sizes[1].get<unsigned>(),
                       sizes[2].get<unsigned>());
  };
  const std::string function = launch.at("function");
  return fmt::format("Case \"{}\", launch {} of {}, kernel {} (grid {}, blocks of {} threads). ",
                     launch.at("case").get<std::string>(), launch.at("number").get<int>(),
                     launch.at("of").get<int>(),
                     function.empty() ? launch.at("kernel").get<std::string>() : function,
                     extent(launch.at("grid")), extent(launch.at("block")));
}

/// The launches, each with its number among those of its call, from 1, and with how many there are.
std::vector<json> numbered(const json& launches) {
  std::map<std::string, int> count;
  std::vector<json> list;
  for (json launch : launches) {
    const std::string call = launch.value("stage", "") + "\n" + launch.value("case", "");
    launch["number"] = ++count[call];
    list.push_back(std::move(launch));
  }
  for (json& launch : list)
    launch["of"] = count[launch.value("stage", "") + "\n" + launch.value("case", "")];
  return list;
}

Question number(std::string kind, std::string text, double key, double tolerance, std::string why) {
  return {std::move(kind), std::move(text), {}, fmt::format("{:.6g}", key),
          std::move(why),  tolerance};
}

/// A choice among lines, if one of them has clearly the most of what `amount` counts.
std::optional<Question> choose_line(const std::string& kind, const std::string& text,
                                    const LineSums& lines, double LineSum::*amount,
                                    const std::string& unit) {
  std::vector<std::pair<double, std::string>> ranked;
  for (const auto& [place, sum] : lines) ranked.emplace_back(sum.*amount, place);
  std::sort(ranked.rbegin(), ranked.rend());
  if (ranked.size() < 2 || ranked[0].first <= 0 || ranked[0].first < kClearlyMore * ranked[1].first)
    return std::nullopt;
  Question question{kind,
                    text,
                    {},
                    ranked[0].second,
                    fmt::format("{} has {:.0f} {}, {} the next most, {:.0f}.", ranked[0].second,
                                ranked[0].first, unit, ranked[1].second, ranked[1].first),
                    0};
  constexpr std::size_t kMost = 4;
  for (std::size_t i = 0; i < std::min(kMost, ranked.size()); ++i)
    question.choices.push_back(ranked[i].second);
  std::sort(question.choices.begin(), question.choices.end());
  return question;
}

/// Units a request of the line that makes most requests to a kind of memory.
std::optional<Question> rate(const json& launch, const std::string& kind, const char* space,
                             const char* unit) {
  const LineSums lines = sums(launch, space, "read");
  const auto most = std::max_element(lines.begin(), lines.end(), [](const auto& a, const auto& b) {
    return a.second.requests < b.second.requests;
  });
  if (most == lines.end() || most->second.requests == 0) return std::nullopt;
  const double key = most->second.units / most->second.requests;
  return number(
      kind,
      about(launch) +
          fmt::format("How many {} does a warp's read of {} memory at {} take, on average?", unit,
                      space, most->first),
      key, std::max(0.1 * key, 0.05),
      fmt::format("{:.0f} {} for {:.0f} requests.", most->second.units, unit,
                  most->second.requests));
}

std::vector<std::optional<Question>> of_lines(const json& launch) {
  const LineSums global = sums(launch, "global", "");
  return {
      choose_line("most_sectors", about(launch) + "Which line moves most sectors of global memory?",
                  global, &LineSum::units, "sectors"),
      choose_line("most_requests",
                  about(launch) + "Which line makes most requests to shared memory?",
                  sums(launch, "shared", ""), &LineSum::requests, "requests"),
      choose_line("most_divisions",
                  about(launch) + "At which line do the lanes of a warp part most often?",
                  sums(launch, "", ""), &LineSum::divergences, "divisions"),
      rate(launch, "sectors_per_request", "global", "sectors"),
      rate(launch, "wavefronts_per_request", "shared", "wavefronts"),
      rate(launch, "words_per_request", "constant", "words")};
}

std::vector<std::optional<Question>> of_counters(const json& launch) {
  std::vector<std::optional<Question>> found;
  const double blocks = counter(launch, "blocks"), threads = counter(launch, "threads"),
               working = counter(launch, "working_threads"), warps = counter(launch, "warps");
  found.push_back(
      number("warps", about(launch) + "How many warps does it start, all blocks together?", warps,
             0, fmt::format("{:.0f} blocks of {:.0f} warps each.", blocks, warps / blocks)));
  found.push_back(number(
      "idle_threads",
      about(launch) + "How many of its threads neither read nor write global memory?",
      threads - working, 0, fmt::format("{:.0f} threads, of which {:.0f} do.", threads, working)));
  const double barriers = counter(launch, "barriers") / warps;
  if (barriers == std::floor(barriers))
    found.push_back(number(
        "barriers", about(launch) + "At how many block barriers (__syncthreads) does a warp wait?",
        barriers, 0, fmt::format("{:.0f} warps waited {:.0f} times.", warps, barriers * warps)));
  const double sectors = counter(launch, "global_load_sectors");
  if (sectors > 0) {
    const double share = 100 * counter(launch, "global_load_bytes") / (32 * sectors);
    found.push_back(number(
        "used_share",
        about(launch) + "Its loads fetch sectors of 32 bytes. For each 100 bytes that are fetched, "
                        "how many bytes do the lanes ask for? (More than 100, where several lanes "
                        "ask for the same bytes.)",
        share, std::max(5.0, 0.05 * share),
        fmt::format("{:.0f} bytes asked for, {:.0f} sectors of 32 bytes moved.",
                    counter(launch, "global_load_bytes"), sectors)));
  }
  if (const double flops = counter(launch, "flops"); flops > 0 && working > 0)
    found.push_back(number(
        "operations",
        about(launch) + "How many floating-point operations does a working thread do, on average?",
        flops / working, 0.1 * flops / working,
        fmt::format("{:.0f} operations, {:.0f} working threads.", flops, working)));
  return found;
}

/// Which unit of the card is busy longest, by counts and rates.
std::optional<Question> bound(const json& page, const json& launch) {
  if (!page.contains("card")) return std::nullopt;
  const json& card = page["card"];
  const double clocks =
      card.at("multiprocessors").get<double>() * card.at("clock_ghz").get<double>();  // a ns
  const std::map<std::string, double> busy = {
      {"the memory (DRAM)",
       32 * (counter(launch, "unique_load_sectors") + counter(launch, "unique_store_sectors")) /
           card.at("dram_gb_per_s").get<double>()},
      {"the first-level cache",
       (counter(launch, "global_load_sectors") + counter(launch, "global_store_sectors")) /
           (4 * clocks)},
      {"shared memory",
       (counter(launch, "shared_load_wavefronts") + counter(launch, "shared_store_wavefronts")) /
           clocks},
      {"arithmetic",
       counter(launch, "flops") / (1000 * card.at("fp32_tflop_per_s").get<double>())}};
  std::vector<std::pair<double, std::string>> ranked;
  ranked.reserve(busy.size());
  for (const auto& [unit, time] : busy) ranked.emplace_back(time, unit);
  std::sort(ranked.rbegin(), ranked.rend());
  if (ranked[0].first < kClearlyMore * ranked[1].first) return std::nullopt;
  Question question{
      "bound",
      about(launch) + fmt::format("Which unit of an {} is busy longest, at full rates?",
                                  card.at("name").get<std::string>()),
      {},
      ranked[0].second,
      fmt::format("{} for {:.0f} ns, {} for {:.0f} ns.", ranked[0].second, ranked[0].first,
                  ranked[1].second, ranked[1].first),
      0};
  for (const auto& [unit, time] : busy) question.choices.push_back(unit);
  return question;
}

std::uint64_t mixed(std::uint64_t hash, const std::string& text) {
  for (const unsigned char c : text) hash = (hash ^ c) * 1099511628211u;  // FNV-1a
  return hash;
}

}  // namespace

std::uint64_t source_hash(const json& page) {
  std::uint64_t hash = 14695981039346656037u;
  for (const json& source : page.at("sources"))
    hash = mixed(mixed(hash, source.at("file")), source.at("text"));
  return hash;
}

std::vector<Question> questions_about(const json& page) {
  std::vector<std::optional<Question>> found;
  const auto add = [&](std::vector<std::optional<Question>> more) {
    std::move(more.begin(), more.end(), std::back_inserter(found));
  };
  for (const json& launch : numbered(page.at("launches"))) {
    add(of_lines(launch));
    add(of_counters(launch));
    found.push_back(bound(page, launch));
  }
  if (page.at("replay").is_object())
    for (const json& launch : numbered(page["replay"].at("launches")))
      add(of_recording(launch, page["replay"].at("case")));
  std::vector<Question> questions;
  for (std::optional<Question>& one : found)
    if (one) questions.push_back(std::move(*one));
  const std::uint64_t hash = source_hash(page);
  std::stable_sort(questions.begin(), questions.end(), [&](const Question& a, const Question& b) {
    return mixed(hash, a.kind + a.text) < mixed(hash, b.kind + b.text);
  });
  return questions;
}

std::vector<Question> choose_questions(const std::vector<Question>& all, std::size_t most) {
  std::vector<Question> chosen;
  for (const Question& one : all) {
    const bool known = std::any_of(chosen.begin(), chosen.end(),
                                   [&](const Question& other) { return other.kind == one.kind; });
    if (!known && chosen.size() < most) chosen.push_back(one);
  }
  return chosen;
}

bool is_quiz(const json& value) {
  if (!value.is_object() || value.value("schema", json()) != kQuizSchema) return false;
  if (!value.contains("seed") || !value["seed"].is_number_unsigned()) return false;
  if (!value.contains("sources") || !value["sources"].is_string()) return false;
  if (!value.contains("answers") || !value["answers"].is_array()) return false;
  const json& answers = value["answers"];
  return std::all_of(answers.begin(), answers.end(), [](const json& one) {
    return one.is_object() && one.contains("text") && one["text"].is_string() &&
           one.contains("answer") && one["answer"].is_string();
  });
}

bool is_about(const json& given, const json& page) {
  return page.is_object() && given.at("sources") == fmt::format("{:016x}", source_hash(page));
}

QuizScore score_quiz(const json& page, const json& given) {
  QuizScore score;
  for (const Question& question : choose_questions(questions_about(page), kQuestions)) {
    ++score.asked;
    // The first answer counts: there is one to each question.
    for (const json& one : given.at("answers"))
      if (one.at("text") == question.text) {
        score.right += is_right(question, one.at("answer")) ? 1 : 0;
        break;
      }
  }
  return score;
}

bool is_right(const Question& question, const std::string& answer) {
  char* end = nullptr;
  const double value = std::strtod(answer.c_str(), &end);
  if (end == answer.c_str() || *end != '\0') return false;
  if (question.choices.empty())
    return std::abs(value - std::stod(question.key)) <= question.tolerance;
  const auto index = static_cast<std::size_t>(value);
  return value == std::floor(value) && index >= 1 && index <= question.choices.size() &&
         question.choices[index - 1] == question.key;
}

}  // namespace kit::grader
