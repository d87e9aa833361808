// Gradescope's export: submission_12345, a folder each, and submission_metadata.yml, which says
// who handed each in and when. Of that file the few lines that matter are read by their
// indentation; it holds the results of earlier gradings too, which are passed over.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "classroom/intake/layout/layout.hpp"

namespace kit::classroom {
namespace {

constexpr const char* kMetadata = "submission_metadata.yml";

struct GradescopeRecord {
  std::vector<Person> people;
  std::string time;
};

bool is_submission(const std::string& name) {
  return name.starts_with("submission_") && name.size() > 11 &&
         name.find_first_not_of("0123456789", 11) == std::string::npos;
}

/// A value of YAML on one line: without quotes, and without what they need.
std::string yaml_value(std::string text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  text = text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
  if (text.size() < 2 || text.front() != text.back() || (text[0] != '\'' && text[0] != '"'))
    return text == "null" || text == "~" ? "" : text;
  const char quote = text[0];
  std::string value;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (quote == '\'' && text[i] == '\'' && text[i + 1] == '\'') ++i;
    if (quote == '"' && text[i] == '\\' && i + 2 < text.size()) ++i;
    value += text[i];
  }
  return value;
}

/// "2026-11-20 22:59:01.123456 Z" or with a zone, "-08:00", as a moment in UTC; else nothing. Only
/// times in UTC, as Gradescope writes them, are taken.
std::string gradescope_time(const std::string& text) {
  const bool utc = text.ends_with("Z") || text.ends_with("+00:00") || text.ends_with("UTC");
  const bool whole = text.size() >= 20 && text[4] == '-' && text[7] == '-' && text[13] == ':';
  if (!utc || !whole) return "";
  return text.substr(0, 10) + "T" + text.substr(11, 8) + "Z";
}

/// Reads line by line; a submission's own keys are indented by two blanks.
class MetadataReader {
 public:
  std::map<std::string, GradescopeRecord> records;

  void line(const std::string& text) {
    const std::size_t indent = text.find_first_not_of(' ');
    if (indent == std::string::npos || text.starts_with("---") || text[indent] == '#') return;
    if (indent == 0) {
      const std::string key = text.substr(0, text.find(':'));
      record_ = is_submission(key) ? &records[key] : nullptr;
      in_people_ = false;
      return;
    }
    if (record_ == nullptr) return;
    const bool item = text[indent] == '-';
    if (indent == 2 && !item) {
      in_people_ = text.starts_with("  :submitters:") || text.starts_with("  submitters:");
      take("created_at", text, record_->time);
      return;
    }
    if (in_people_ && item) record_->people.emplace_back();
    if (in_people_ && !record_->people.empty()) take_person(text, record_->people.back());
  }

 private:
  /// The value of ":key: value", with or without the first colon, into `target`.
  static bool take(const std::string& key, const std::string& text, std::string& target) {
    const std::size_t begin = text.find_first_not_of(" -:");
    if (begin == std::string::npos || text.compare(begin, key.size() + 1, key + ":") != 0)
      return false;
    target = yaml_value(text.substr(begin + key.size() + 1));
    return true;
  }
  static void take_person(const std::string& text, Person& person) {
    std::string name;
    if (take("name", text, name) && !name.empty()) person.names.push_back(name);
    take("sid", text, person.id);
    take("email", text, person.email);
  }

  GradescopeRecord* record_ = nullptr;
  bool in_people_ = false;
};

std::map<std::string, GradescopeRecord> read_metadata(const std::string& folder) {
  const std::filesystem::path path = std::filesystem::path(folder) / kMetadata;
  std::error_code error;
  if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error))) return {};
  std::ifstream file(path, std::ios::binary);
  MetadataReader reader;
  for (std::string line; std::getline(file, line);) reader.line(line);
  return std::move(reader.records);
}

bool fits_gradescope(const Entry& entry) {
  return entry.name == kMetadata || is_submission(entry.name);
}

Listing read_gradescope(const ClassFolder& folder) {
  Listing listing;
  auto records = read_metadata(folder.path);
  for (const Entry& entry : folder.entries) {
    if (!is_submission(entry.name)) {
      listing.ignored.push_back({entry.name,
                                 "its name is not as Gradescope gives them (submission_12345)",
                                 entry.name != kMetadata});
      continue;
    }
    GradescopeRecord& record = records[entry.name];
    Handed handed;
    handed.name = entry.name;
    handed.people = std::move(record.people);
    handed.time = gradescope_time(record.time);
    handed.pieces.push_back({entry.name, "", 0});
    listing.handed.push_back(std::move(handed));
  }
  return listing;
}

}  // namespace

const Layout kGradescope = {"gradescope", "Gradescope", "", fits_gradescope, read_gradescope};

}  // namespace kit::classroom
