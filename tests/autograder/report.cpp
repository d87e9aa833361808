#include "report.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "advice.hpp"
#include "kit/error.hpp"
#include "terminal.hpp"
#include "verdict_json.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxFailuresExplained = 3;  // per stage; the one with a picture comes on top
constexpr std::size_t kMaxFailuresListed = 10;
constexpr std::size_t kMaxOutputLines = 20;
constexpr std::size_t kMarkColumns = 7;
constexpr std::size_t kNumberColumns = 8;

/// A number of verdict.json, which may be a text such as "inf".
std::string number(const json& value, const char* format = "%.3g") {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number()) return "-";
  char text[32];
  std::snprintf(text, sizeof text, format, value.get<double>());
  return text;
}

std::string factor(const json& value) {
  if (!value.is_number()) return "-";
  return speedup_text(value.get<double>());
}

std::string words(std::string verdict) {
  if (verdict == "not_done") return "not done yet";
  for (char& letter : verdict)
    if (letter == '_') letter = ' ';
  return verdict;
}

Style tone_of(const std::string& verdict) {
  if (verdict == "passed") return Style::good;
  if (verdict == "not_done" || verdict == "skipped") return Style::warn;
  return Style::bad;
}

/// A case's verdict in few letters.
std::string mark_of(const std::string& verdict) {
  if (verdict == "passed") return "ok";
  if (verdict == "crashed") return "crash";
  if (verdict == "timed_out") return "time";
  if (verdict == "out_of_memory") return "memory";
  if (verdict == "skipped") return "-";
  return verdict == "wrong" ? "wrong" : "fault";
}

/// Error divided by tolerance; passed cases only, so both are finite.
double closeness(const json& one) {
  const json &error = one.at("max_abs_error"), &tolerance = one.at("tolerance");
  if (!error.is_number() || !tolerance.is_number()) return 0;
  return tolerance.get<double>() > 0 ? error.get<double>() / tolerance.get<double>() : 0;
}

std::string text(const json& object, const char* key) {
  return printable(object.at(key));
}

/// The path as seen from where the user is, if that is shorter.
std::string near(const std::string& path) {
  std::error_code error;
  const std::string relative = std::filesystem::proximate(path, error).string();
  return !error && relative.size() < path.size() ? relative : path;
}

class Reporter {
 public:
  Reporter(const json& verdict, bool colour) : verdict_(verdict), page_(colour) {}

  std::string run() {
    head();
    if (!verdict_.at("build").at("ok").get<bool>()) {
      build_log("The compiler says:");
    } else {
      if (!verdict_.at("build").at("log").get<std::string>().empty())
        build_log("The compiler warns (warnings cost nothing):");
      for (const json& stage : verdict_.at("stages")) show_stage(stage);
      findings();
      evidence();
      timing();
    }
    student_output();
    foot();
    return page_.text();
  }

 private:
  void head() {
    const std::string lab = text(verdict_, "lab");
    page_.line(page_.paint("Lab " + lab + ": " + text(verdict_, "title"), Style::strong));
    std::string where = on_the_cpu() ? "on the CPU" : "backend " + text(verdict_, "backend");
    const json& device = verdict_.at("device");
    if (device.contains("name") && device["name"].is_string())
      where += " (" + text(device, "name") + ")";
    page_.wrap(where + ", files from " + text(verdict_, "source") + "/" + lab, 0, Style::dim);
    page_.line();
  }

  /// Whether the lab is plain C++, for which a backend means nothing.
  bool on_the_cpu() const {
    for (const json& stage : verdict_.at("stages"))
      if (text(stage, "file").ends_with(".cu")) return false;
    return true;
  }

  void build_log(const char* title) {
    page_.line(title);
    const std::string log = printable(verdict_.at("build").at("log"));
    std::istringstream lines(verdict_.at("build").at("ok").get<bool>() ? log : errors_only(log));
    std::string line;
    // As the compiler wrote it: a message is copied into an editor or a search.
    for (std::size_t i = 0; i < 2 * kMaxOutputLines && std::getline(lines, line); ++i)
      page_.line("  " + line);
    if (std::getline(lines, line)) page_.line("  [more in build.log]");
    page_.line();
  }

  void show_stage(const json& stage) {
    const std::string verdict = text(stage, "verdict");
    const std::string points = number(stage.at("points"), "%g") + " of " +
                               number(stage.at("max_points"), "%g") + " points";
    const std::string kind = stage.at("challenge").get<bool>() ? "bonus, " : "";
    std::string title = text(stage, "file") + ": " + text(stage, "title");
    const std::string right = "  " + kind + points;
    page_.line(page_.paint(pad(title, kColumns - right.size()), Style::strong) + right);
    if (verdict == "not_done") {
      page_.line("  " + page_.paint("not done yet", Style::warn));
    } else {
      show_cases(stage);
    }
    page_.line();
  }

  void show_cases(const json& stage) {
    std::vector<json> failures;
    std::size_t skipped = 0, halfway = 0;
    const json* closest = nullptr;
    std::string why_skipped;
    for (const json& one : verdict_.at("cases")) {
      if (one.at("stage") != stage.at("id")) continue;
      const std::string verdict = text(one, "verdict");
      halfway += one.at("halfway").get<std::size_t>();
      if (verdict == "skipped") {
        ++skipped;
        why_skipped = text(one, "message");
      } else if (verdict != "passed") {
        failures.push_back(one);
      } else if (closest == nullptr || closeness(one) > closeness(*closest)) {
        closest = &one;
      }
    }
    count_cases(stage, failures.empty() && closest != nullptr);
    if (failures.empty() && closest != nullptr) show_case(*closest);
    show_failures(failures);
    if (halfway > 0)
      page_.wrap(
          std::to_string(halfway) + " values lie halfway between two levels: either is right", 2,
          Style::dim);
    if (skipped > 0)
      page_.wrap(std::to_string(skipped) + " other cases were " + why_skipped, 2, Style::warn);
  }

  /// The line above a stage's cases, with the heading of their numbers if there are any.
  void count_cases(const json& stage, bool all_pass) {
    const int passed = stage.at("passed"), cases = stage.at("cases");
    if (cases == 0) return;
    std::string line =
        "  " + std::to_string(passed) + " of " + std::to_string(cases) + " cases pass";
    if (all_pass) line += "; closest to its tolerance:";
    page_.line(pad(line, kColumns - 26) + page_.paint(" max-abs-error / tolerance", Style::dim));
  }

  /// The first few failures in full, since the first cases tell most; then a line each.
  void show_failures(const std::vector<json>& failures) {
    std::string told;  // the cause of the failure before
    std::size_t shown = 0;
    for (std::size_t i = 0; i < failures.size(); ++i) {
      const json& one = failures[i];
      const bool explained = i < kMaxFailuresExplained || !text(one, "heat_map").empty();
      if (!explained && i >= kMaxFailuresListed) continue;
      ++shown;
      show_case(one);
      if (!explained) continue;
      explain_case(one, i > 0 && text(one, "cause") == told);
      told = text(one, "cause");
    }
    if (shown < failures.size())
      page_.wrap("(" + std::to_string(failures.size() - shown) + " more fail; every case is in " +
                     verdict_file() + ")",
                 2, Style::dim);
  }

  /// Where the grading left verdict.json: beside its pictures.
  std::string verdict_file() const {
    for (const json& one : verdict_.at("cases")) {
      const std::filesystem::path picture = text(one, "heat_map");
      if (picture.has_parent_path()) return near(picture.parent_path() / "verdict.json");
    }
    return "verdict.json";
  }

  void show_case(const json& one) {
    const std::string numbers = pad(number(one.at("max_abs_error"), "%.1e"), kNumberColumns, true) +
                                pad(number(one.at("tolerance"), "%.1e"), kNumberColumns, true);
    marked(text(one, "verdict"), text(one, "name"), numbers);
  }

  /// A mark, a name and what belongs to the right of it.
  void marked(const std::string& verdict, const std::string& name, const std::string& right) {
    const std::string mark = page_.paint(pad(mark_of(verdict), kMarkColumns), tone_of(verdict));
    page_.columns("  " + mark, 2 + kMarkColumns, name, right);
  }

  void explain_case(const json& one, bool told_already) {
    const json& worst = one.at("worst");
    if (worst.is_object() && one.at("above_tolerance").get<std::size_t>() > 0) {
      std::string place =
          "worst at x=" + number(worst.at("x"), "%.0f") + ", y=" + number(worst.at("y"), "%.0f");
      place += (one.at("channels") > 1 ? ", channel=" + number(worst.at("channel"), "%.0f") : "") +
               ": expected " + number(worst.at("expected"), "%.6g") + ", got " +
               number(worst.at("got"), "%.6g") + "; " + number(one.at("above_tolerance"), "%.0f") +
               " of " + number(one.at("values"), "%.0f") + " values are wrong";
      page_.wrap(place, 8);
    }
    const std::string cause = words(text(one, "cause"));
    const std::string verdict = text(one, "verdict");
    const std::string opening = verdict == "wrong"        ? "likely cause: " + cause
                                : cause == words(verdict) ? cause
                                                          : words(verdict) + ", " + cause;
    const std::string message = sentence(text(one, "message"));
    page_.wrap(told_already ? "as before: " + cause : opening + ". " + message, 8, Style::warn);
    const std::string picture = text(one, "heat_map");
    // On a line of its own where it is long: a path that is cut in two cannot be copied.
    if (!picture.empty()) page_.wrap("picture of the errors: " + near(picture), 8);
  }

  /// What the simulator's checks found, each cause once; the first ones tell most.
  void findings() {
    constexpr std::size_t kMaxFindingsShown = 5;
    const json& all = verdict_.value("findings", json::array());
    if (all.empty()) return;
    page_.line(page_.paint("What the simulator saw", Style::strong));
    for (std::size_t i = 0; i < all.size() && i < kMaxFindingsShown; ++i) {
      const json& finding = all[i];
      std::string place = near(text(finding, "file")) + ":" + finding.at("line").dump();
      if (finding.at("line") == 0) place = "(in a line that is not known)";
      if (finding.contains("other_line")) place += " and line " + finding.at("other_line").dump();
      page_.line("  " + page_.paint(place, Style::warn));
      page_.wrap(text(finding, "message"), 6);
      page_.wrap(text(finding, "position") + "; in " + finding.at("cases").dump() +
                     " cases, first in '" + text(finding, "case") + "'",
                 6, Style::dim);
    }
    if (all.size() > kMaxFindingsShown)
      page_.line("  (" + std::to_string(all.size() - kMaxFindingsShown) + " more in verdict.json)");
    page_.line();
  }

  void evidence() {
    if (verdict_.at("evidence").empty()) return;
    page_.line(page_.paint("Evidence", Style::strong));
    for (const json& entry : verdict_.at("evidence")) {
      const std::string verdict = text(entry, "verdict");
      const bool for_bonus = entry.at("max_points") == 0;
      if (for_bonus && verdict == "skipped") continue;
      const std::string points = for_bonus ? "for the bonus"
                                           : number(entry.at("points"), "%g") + " of " +
                                                 number(entry.at("max_points"), "%g");
      marked(verdict, text(entry, "title"), pad(points, 2 * kNumberColumns, true));
      page_.wrap(text(entry, "message"), 8, verdict == "wrong" ? Style::warn : Style::dim);
    }
    page_.line();
  }

  void timing() {
    const std::string note = text(verdict_, "timing_note");
    if (verdict_.at("timing").empty()) {
      if (!note.empty()) page_.line("speedup: " + note + "\n");
      return;
    }
    page_.line(page_.paint("Timing", Style::strong) +
               " (median ms; never costs points; CPU: the kit's own code)");
    page_.line(page_.paint("  " + pad("", 28) + pad("yours", 9, true) + pad("CPU, 1", 10, true) +
                               pad("CPU, all", 10, true) + pad("speedup", 9, true) +
                               pad("of copy", 9, true),
                           Style::dim));
    for (const json& row : verdict_.at("timing")) show_timing(row);
    page_.line();
  }

  void show_timing(const json& row) {
    std::string name = text(row, "name");
    if (name.size() > 28) {
      page_.wrap(name, 2);
      name.clear();
    }
    const std::string share = row.at("percent_of_copy").is_null()
                                  ? "-"
                                  : number(row.at("percent_of_copy"), "%.0f") + " %";
    const std::string speedup = row.at("speedup").is_null() ? "-" : factor(row.at("speedup")) + "x";
    page_.line("  " + pad(name, 28) + pad(number(row.at("student_ms")), 9, true) +
               pad(number(row.at("cpu_one_thread_ms")), 10, true) +
               pad(number(row.at("cpu_all_cores_ms")), 10, true) + pad(speedup, 9, true) +
               pad(share, 9, true));
    std::string remark = text(row, "note");
    if (row.at("student_ms").is_number() && !row.at("conclusive").get<bool>())
      remark = "inconclusive, run again: " + remark;
    if (!remark.empty()) page_.wrap(remark, 6, Style::warn);
    if (row.at("speedup").is_number() && row.at("speedup_all_cores").is_number())
      page_.wrap(speedup_words(row.at("speedup").get<double>(), "one CPU thread, ") +
                     speedup_words(row.at("speedup_all_cores").get<double>(), "on all ") +
                     number(row.at("cpu_threads"), "%.0f"),
                 6, Style::dim);
  }

  void student_output() {
    const std::string output = printable(verdict_.at("student_output"));
    if (output.empty()) return;
    page_.line("Your code printed:");
    if (page_.quote(output, kMaxOutputLines)) page_.line("  [more in " + verdict_file() + "]");
    page_.line();
  }

  void foot() {
    const json& points = verdict_.at("points");
    std::string sum =
        number(points.at("earned"), "%g") + " of " + number(points.at("max"), "%g") + " points";
    if (points.at("bonus_max").get<double>() > 0)
      sum += ", bonus " + number(points.at("bonus"), "%g") + " of " +
             number(points.at("bonus_max"), "%g");
    const std::string verdict = text(verdict_, "verdict");
    page_.line(page_.paint(words(verdict), tone_of(verdict)) + ", " + sum);
    if (text(verdict_, "headline") != words(verdict)) page_.wrap(text(verdict_, "headline"), 2);
    if (!verdict_.at("cases").empty()) {
      const std::string seed = "seed " + verdict_.at("seed").dump() + "; the same again:";
      const std::string replay = text(verdict_, "replay");
      const bool fits = seed.size() + 1 + replay.size() <= kColumns;
      page_.line(seed + (fits ? " " : "\n  ") + replay);
    }
    page_.wrap("next: " + text(verdict_, "next"), 0, Style::strong);
  }

  const json& verdict_;
  TextReport page_;
};

}  // namespace

std::string report(const json& verdict, bool colour) {
  try {
    if (verdict.at("schema") != kSchema)
      throw InputError(std::string("not a verdict of schema ") + kSchema);
    return Reporter(verdict, colour).run();
  } catch (const json::exception& error) {
    throw InputError(std::string("not a whole verdict: ") + error.what());
  }
}

json read_verdict(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw InputError(path + " cannot be read; grade the lab first");
  json verdict = json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (verdict.is_discarded()) throw InputError(path + " is not JSON");
  return verdict;
}

}  // namespace kit::grader
