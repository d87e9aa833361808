#include "report.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

#include "kit/error.hpp"
#include "terminal.hpp"
#include "verdict_json.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

constexpr std::size_t kMostFailuresShown = 3;  // in full, per stage
constexpr std::size_t kMostOutputLines = 20;
constexpr std::size_t kMarkColumns = 7;
constexpr std::size_t kNumberColumns = 8;
constexpr std::size_t kNameColumns = kColumns - 2 - kMarkColumns - 2 * kNumberColumns;

/// A number of verdict.json, which may be a text such as "inf".
std::string number(const json& value, const char* format = "%.3g") {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number()) return "-";
  char text[32];
  std::snprintf(text, sizeof text, format, value.get<double>());
  return text;
}

/// A speedup: two digits below 10, else none after the point.
std::string factor(const json& value) {
  if (!value.is_number()) return "-";
  return number(value, value.get<double>() < 10 ? "%.2g" : "%.0f");
}

std::string words(std::string verdict) {
  if (verdict == "not_done") return "not done yet";
  for (char& letter : verdict)
    if (letter == '_') letter = ' ';
  return verdict;
}

Tone tone_of(const std::string& verdict) {
  if (verdict == "passed") return Tone::good;
  if (verdict == "not_done" || verdict == "skipped") return Tone::warn;
  return Tone::bad;
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
    page_.line(page_.paint("Lab " + lab + ": " + text(verdict_, "title"), Tone::strong));
    std::string where = "backend " + text(verdict_, "backend");
    const json& device = verdict_.at("device");
    if (device.contains("name") && device["name"].is_string())
      where += " (" + text(device, "name") + ")";
    page_.wrap(where + ", files from " + text(verdict_, "source") + "/" + lab, 0, Tone::dim);
    page_.line();
  }

  void build_log(const char* title) {
    page_.line(title);
    std::istringstream lines(printable(verdict_.at("build").at("log")));
    std::string line;
    // As the compiler wrote it: a message is copied into an editor or a search.
    for (std::size_t i = 0; i < 2 * kMostOutputLines && std::getline(lines, line); ++i)
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
    page_.line(page_.paint(pad(title, kColumns - right.size()), Tone::strong) + right);
    if (verdict == "not_done") {
      page_.line("  " + page_.paint("not done yet", Tone::warn));
    } else {
      show_cases(stage);
    }
    page_.line();
  }

  void show_cases(const json& stage) {
    std::size_t failures = 0, hidden = 0, skipped = 0;
    std::string why_skipped;
    std::string told;  // the cause of the failure before
    bool heading = false;
    for (const json& one : verdict_.at("cases")) {
      if (one.at("stage") != stage.at("id")) continue;
      if (!heading) {
        page_.line(page_.paint(pad("", kColumns - 26) + "max-abs-error / tolerance", Tone::dim));
        heading = true;
      }
      const std::string verdict = text(one, "verdict");
      if (verdict == "skipped") {
        ++skipped;
        why_skipped = text(one, "message");
        continue;
      }
      show_case(one);
      if (verdict == "passed") continue;
      // Every case has its line; why it failed is told for the first ones, which tell most.
      if (++failures <= kMostFailuresShown || !text(one, "heat_map").empty())
        explain_case(one, failures > 1 && text(one, "cause") == told);
      else
        ++hidden;
      told = text(one, "cause");
    }
    if (hidden > 0)
      page_.line("  " + page_.paint("(" + std::to_string(hidden) +
                                        " more failures are explained in verdict.json)",
                                    Tone::dim));
    if (skipped > 0)
      page_.wrap(std::to_string(skipped) + " other cases were " + why_skipped, 2, Tone::warn);
    const int passed = stage.at("passed"), cases = stage.at("cases");
    if (cases > 0)
      page_.line("  " + std::to_string(passed) + " of " + std::to_string(cases) + " cases pass");
  }

  void show_case(const json& one) {
    const std::string verdict = text(one, "verdict");
    const std::string mark = page_.paint(pad(mark_of(verdict), kMarkColumns), tone_of(verdict));
    const std::string numbers = pad(number(one.at("max_abs_error"), "%.1e"), kNumberColumns, true) +
                                pad(number(one.at("tolerance"), "%.1e"), kNumberColumns, true);
    const std::string name = text(one, "name");
    if (name.size() < kNameColumns)
      return page_.line("  " + mark + pad(name, kNameColumns) + numbers);
    // A long name gets a line of its own rather than losing its end.
    page_.line("  " + mark + pad(name, std::min(name.size(), kColumns - 2 - kMarkColumns)));
    page_.line(pad("", kColumns - 2 * kNumberColumns) + numbers);
  }

  void explain_case(const json& one, bool told_already) {
    const json& worst = one.at("worst");
    if (worst.is_object() && one.at("above_tolerance").get<std::size_t>() > 0) {
      std::string place =
          "worst at x=" + number(worst.at("x"), "%.0f") + ", y=" + number(worst.at("y"), "%.0f");
      place += ": expected " + number(worst.at("expected"), "%.6g") + ", got " +
               number(worst.at("got"), "%.6g") + "; " + number(one.at("above_tolerance"), "%.0f") +
               " of " + number(one.at("values"), "%.0f") + " values are wrong";
      page_.wrap(place, 8);
    }
    const std::string cause = words(text(one, "cause"));
    const std::string verdict = text(one, "verdict");
    const std::string opening = verdict == "wrong"        ? "likely cause: " + cause
                                : cause == words(verdict) ? cause
                                                          : words(verdict) + ", " + cause;
    page_.wrap(told_already ? "as before: " + cause : opening + ". " + text(one, "message"), 8,
               Tone::warn);
    const std::string picture = text(one, "heat_map");
    if (!picture.empty()) page_.line("        picture of the errors: " + near(picture));
  }

  void evidence() {
    if (verdict_.at("evidence").empty()) return;
    page_.line(page_.paint("Evidence", Tone::strong));
    for (const json& entry : verdict_.at("evidence")) {
      const std::string verdict = text(entry, "verdict");
      const std::string points =
          number(entry.at("points"), "%g") + " of " + number(entry.at("max_points"), "%g");
      const std::string mark = page_.paint(pad(mark_of(verdict), kMarkColumns), tone_of(verdict));
      page_.line("  " + mark + pad(text(entry, "title"), kColumns - 12 - kMarkColumns) +
                 pad(points, 10, true));
      page_.wrap(text(entry, "message"), 8, verdict == "wrong" ? Tone::warn : Tone::dim);
    }
    page_.line();
  }

  void timing() {
    const std::string note = text(verdict_, "timing_note");
    if (verdict_.at("timing").empty()) {
      if (!note.empty()) page_.line("speedup: " + note + "\n");
      return;
    }
    page_.line(page_.paint("Timing", Tone::strong) + " (median ms; never costs points)");
    page_.line(page_.paint("  " + pad("", 28) + pad("yours", 9, true) + pad("CPU, 1", 10, true) +
                               pad("CPU, all", 10, true) + pad("speedup", 9, true) +
                               pad("of copy", 9, true),
                           Tone::dim));
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
    if (!remark.empty()) page_.wrap(remark, 6, Tone::warn);
    if (row.at("speedup").is_number() && row.at("speedup_all_cores").is_number())
      page_.wrap(factor(row.at("speedup")) + " times as fast as one CPU thread, " +
                     factor(row.at("speedup_all_cores")) + " times as fast as all " +
                     number(row.at("cpu_threads"), "%.0f"),
                 6, Tone::dim);
  }

  void student_output() {
    const std::string output = printable(verdict_.at("student_output"));
    if (output.empty()) return;
    page_.line("Your code printed:");
    std::istringstream lines(output);
    std::string line;
    for (std::size_t i = 0; i < kMostOutputLines && std::getline(lines, line); ++i)
      page_.line("  " + pad(line, std::min(line.size(), kColumns - 2)));
    if (std::getline(lines, line)) page_.line("  [more in verdict.json]");
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
    page_.line("seed " + verdict_.at("seed").dump() +
               "; the same again: " + text(verdict_, "replay"));
    page_.wrap("next: " + text(verdict_, "next"), 0, Tone::strong);
  }

  const json& verdict_;
  Page page_;
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
