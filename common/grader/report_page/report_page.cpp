/// @file
/// The page gets its data as they are, and its scripts draw them: what a student wrote or printed
/// is text to them and never markup.
#include "grader/report_page/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "grader/pages/page.hpp"
#include "grader/pages/template.hpp"
#include "grader/report/lab_record.hpp"
#include "grader/report/work_log.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/text.hpp"
#include "grader/support/text_file.hpp"
#include "grader/support/visible.hpp"
#include "kit/atomic_file.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr Template kBody(
#include "grader/report_page/report.html.inc"
);

constexpr std::string_view kStyle =
#include "grader/report_page/report.css.inc"
    ;

constexpr std::string_view kScripts[] = {
#include "grader/report_page/tools.js.inc"
    ,
#include "grader/report_page/stages.js.inc"
    ,
#include "grader/report_page/source.js.inc"
    ,
#include "grader/report_page/errors.js.inc"
    ,
#include "grader/report_page/bounds.js.inc"
    ,
#include "grader/report_page/timetable.js.inc"
    ,
#include "grader/report_page/replay_model.js.inc"
    ,
#include "grader/report_page/replay.js.inc"
    ,
#include "grader/report_page/report.js.inc"
    ,
};

constexpr std::string_view kProgramScripts[] = {
#include "grader/report_page/tools.js.inc"
    ,
#include "grader/report_page/source.js.inc"
    ,
#include "grader/report_page/replay_model.js.inc"
    ,
#include "grader/report_page/replay.js.inc"
    ,
#include "grader/report_page/program.js.inc"
    ,
};

void make_folder_of(const std::string& path) {
  std::error_code failed;
  fs::create_directories(fs::absolute(path).parent_path(), failed);
  if (failed)
    throw InputError("cannot make the folder " + fs::path(path).parent_path().string() + ": " +
                     failed.message());
}

template <typename Parts>
std::string joined(const Parts& parts) {
  std::string script;
  for (const std::string_view part : parts) script += part;
  return script;
}

json read_json(const std::string& path) {
  json value = json::parse(read_whole(path), nullptr, false);
  if (!value.is_object()) throw InputError(path + " is no whole file of JSON; grade the lab again");
  return value;
}

/// As a script's text, which a "<" could end.
std::string as_script(const json& value) {
  const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string safe;
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

/// What the last attempts counted, stage by stage.
json trail_of(const std::vector<json>& attempts) {
  constexpr std::size_t kMost = 20;
  json trail = json::array();
  for (std::size_t i = attempts.size() - std::min(kMost, attempts.size()); i < attempts.size(); ++i)
    if (const auto counts = attempts[i].find("counts");
        counts != attempts[i].end() && counts->is_array())
      for (const json& stage : *counts) trail.push_back(stage);
  return trail;
}

}  // namespace

std::string report_page_path(const GradeOptions& options) {
  const std::string file = options.lab.substr(0, options.lab.find('_')) + ".html";
  const std::string folder = options.root + "/build/report";
  if (options.source == "labs") return folder + "/" + file;
  return folder + "/" + fs::path(output_folder(options)).parent_path().filename().string() + "/" +
         file;
}

void write_report_page(const std::string& folder, const std::string& path,
                       const std::vector<json>& earlier, bool live) {
  const json verdict = visible_texts(read_json(folder + "/verdict.json"));
  json page = read_json(folder + "/page.json");
  page["trail"] = trail_of(earlier);
  const fs::path stamp = fs::path(path).replace_extension(".stamp.js");
  const std::string now =
      fmt::format("{}", std::chrono::system_clock::now().time_since_epoch().count());
  if (live) page["live"] = {{"file", stamp.filename().string()}, {"stamp", now}};
  const auto text = [&](const char* key) {
    return verdict.contains(key) && verdict[key].is_string() ? verdict[key].get<std::string>() : "";
  };
  const std::string title = "Lab " + text("lab").substr(0, 2) + ": " + text("title");
  const std::string script = joined(kScripts);
  const std::string body = kBody.fill(
      "report", {{"title", title}, {"verdict", as_script(verdict)}, {"page", as_script(page)}});
  make_folder_of(path);
  PageParts parts{title, body, kStyle, script};
  if (live) parts.scripts = "'unsafe-inline' file:";
  write_atomically(path, html_page(parts));
  if (live) write_atomically(stamp.string(), "newest = \"" + now + "\";\n");
}

json page_data_of(const GradeOptions& options) {
  return json::parse(build::read_text(output_folder(options) + "/page.json"), nullptr, false);
}

void write_page_of(const GradeOptions& options, bool live) {
  try {
    const bool own = options.source == "labs";
    write_report_page(
        output_folder(options), report_page_path(options),
        own ? attempts_at(records_folder(options.root), options.lab) : std::vector<json>(), live);
  } catch (const InputError& error) {
    std::fprintf(stderr, "note: there is no page: %s\n", printable(error.what()).c_str());
  }
}

void write_program_page(const std::string& title, const json& seen, const json& page,
                        const std::string& path) {
  const std::string body = kBody.fill(
      "program",
      {{"title", title}, {"verdict", as_script(visible_texts(seen))}, {"page", as_script(page)}});
  make_folder_of(path);
  write_atomically(path, html_page({title, body, kStyle, joined(kProgramScripts)}));
}

}  // namespace kit::grader
