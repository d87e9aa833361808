// Students hand in what they have: the lab's folder, its files alone, the whole kit, an archive in
// an archive. Each file that a lab asks for is searched by its name and ranked by the folders above
// it; two that rank the same and differ are told and not chosen between. Files of the grader's own,
// such as lab.json, are never taken; headers of the student's are, beside what they belong to.
#include "classroom/intake/take_lab.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <tuple>

#include "classroom/intake/layout/file_kind.hpp"
#include "grader/lab/own_headers.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/text_file.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;
using grader::escaped;
using grader::LabConfig;

std::vector<std::string> components(const std::string& path) {
  std::vector<std::string> parts;
  for (const auto& part : fs::path(path)) parts.push_back(part.string());
  return parts;
}

bool has_part(const std::vector<std::string>& parts, const std::set<std::string>& names) {
  return std::any_of(parts.begin(), std::prev(parts.end()),
                     [&](const std::string& part) { return names.count(part) > 0; });
}

/// Whether a path leads through a folder that holds other things than a submission.
bool beside_the_point(const std::vector<std::string>& parts) {
  static const std::set<std::string> kOthers = {"__MACOSX", "tests", "wrong"};
  return has_part(parts, kOthers) ||
         std::any_of(parts.begin(), parts.end(),
                     [](const std::string& part) { return part.starts_with("."); });
}

/// How well a path fits a lab: 3 in the lab's folder, 2 in one of its number, 1 by its unique name;
/// 0 not at all.
int match_score(const std::vector<std::string>& parts, const LabConfig& lab, bool unique) {
  if (parts.empty() || beside_the_point(parts)) return 0;
  for (std::size_t i = parts.size() - 1; i-- > 0;) {
    if (parts[i] == lab.lab) return 3;
    if (means_lab(parts[i], lab.lab)) return 2;
  }
  return unique ? 1 : 0;
}

/// What decides between two files of one name: the first that differs counts, the greater wins.
struct Rank {
  long order = 0;    ///< what the course system says of the age
  bool open = true;  ///< not in build/ or solutions/, which wrap a submission now and then
  int folder = 0;    ///< match_score()
  int name = 0;      ///< means_file()
  int height = 0;    ///< the fewer folders above it, the greater
  auto parts() const { return std::tie(order, open, folder, name, height); }
  bool operator<(const Rank& other) const { return parts() < other.parts(); }
};

Rank rank_of(const SubmittedFile& file, const std::string& name, const LabConfig& lab,
             bool unique) {
  static const std::set<std::string> kWrappers = {"build", "solutions"};
  const std::vector<std::string> parts = components(file.path);
  if (parts.empty()) return {};
  return {file.order, !has_part(parts, kWrappers), match_score(parts, lab, unique),
          means_file(parts.back(), name), -static_cast<int>(parts.size())};
}

/// The labs that have a file of this name.
std::vector<std::string> labs_with(const std::string& name, const std::vector<LabConfig>& labs) {
  std::vector<std::string> found;
  for (const LabConfig& lab : labs) {
    const std::vector<std::string> files = lab.files();
    if (std::find(files.begin(), files.end(), name) != files.end()) found.push_back(lab.lab);
  }
  return found;
}

/// Whether a file of this name can belong to no other lab.
bool unique_name(const std::string& name, const IntakePlan& plan) {
  return plan.labs.size() == 1 || labs_with(name, plan.all_labs).size() == 1;
}

std::string place_of(const SubmittedFile& file) {
  return file.source.empty() ? escaped(file.path) : file.source;
}

/// The best of the submitted files for one name; null if there is none. Two that fit equally well
/// and differ are a problem.
const SubmittedFile* choose(const Reading& reading, const std::string& name, const LabConfig& lab,
                            const IntakePlan& plan, LabFiles& taken) {
  const bool unique = unique_name(name, plan);
  const SubmittedFile *best = nullptr, *equal = nullptr, *older = nullptr;
  Rank highest;
  for (const SubmittedFile& file : reading.files) {
    if (means_file(fs::path(file.path).filename().string(), name) == 0) continue;
    const Rank rank = rank_of(file, name, lab, unique);
    if (rank.folder == 0 || rank.name == 0) continue;
    const bool lower = best != nullptr && rank < highest;
    const bool higher = best == nullptr || highest < rank;
    if (lower && file.order < highest.order) older = &file;
    if (!lower && !higher && best->bytes != file.bytes) equal = &file;
    if (!higher) continue;
    if (best != nullptr && highest.order < rank.order) older = best;
    best = &file;
    highest = rank;
    equal = nullptr;
  }
  if (equal != nullptr)
    taken.problem = fmt::format("there are two different files {}: {} and {}", name,
                                place_of(*best), place_of(*equal));
  if (older != nullptr && older->bytes != best->bytes)
    taken.notes.push_back(fmt::format("the newest {} was taken, {}, and not {}", name,
                                      place_of(*best), place_of(*older)));
  return best;
}

/// Adds the student's own headers that stand in a folder from which a file of the lab was taken.
void take_headers(const std::vector<SubmittedFile>& files, const std::set<fs::path>& folders,
                  LabFiles& taken) {
  std::size_t count = 0, bytes = 0;
  for (const SubmittedFile& file : files) {
    const fs::path path = file.path;
    const std::string name = path.filename().string();
    if (!grader::is_own_header(name) || folders.count(path.parent_path()) == 0) continue;
    if (const std::string unfit = grader::unfit_header(name); !unfit.empty()) {
      taken.problem = unfit;
      continue;
    }
    bytes += file.bytes.size();
    const auto [known, added] = taken.files.emplace(name, file.bytes);
    if (!added && known->second != file.bytes)
      taken.problem = "there are two different files " + escaped(name);
    if (added) taken.sources[name] = place_of(file);
    count += added ? 1 : 0;
    if (count > grader::kMaxOwnHeaders) break;  // what is too many need not be kept
  }
  const std::string problem = grader::too_many_headers(count, bytes);
  if (!problem.empty()) taken.problem = problem;
}

/// Adds the answers to make quiz that stand beside the lab's files. They are nobody's source: what
/// is wrong with them costs their points alone.
void take_quiz(const std::vector<SubmittedFile>& files, const std::set<fs::path>& folders,
               LabFiles& taken) {
  constexpr std::size_t kMaxBytes = 64 * 1024;
  for (const SubmittedFile& file : files) {
    const fs::path path = file.path;
    if (path.filename() != kQuizFile || folders.count(path.parent_path()) == 0) continue;
    if (file.bytes.size() > kMaxBytes)
      taken.notes.push_back(std::string(kQuizFile) + " is larger than 64 KiB and was not read");
    else
      taken.files[kQuizFile] = file.bytes;
  }
}

std::string skeleton_of(const IntakePlan& plan, const LabConfig& lab, const std::string& name) {
  return build::read_text(fs::path(plan.labs_folder) / lab.lab / name);
}

/// At most three of the sentences.
std::string some_of(const std::vector<std::string>& all) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < all.size() && i < kMost; ++i)
    text += (text.empty() ? "" : ", ") + all[i];
  return all.size() > kMost ? fmt::format("{} and {} more", text, all.size() - kMost) : text;
}

/// What would be the lab's by its name, and cannot be taken.
std::vector<std::string> refused_of(const Reading& reading, const LabConfig& lab, bool all) {
  std::vector<std::string> sentences;
  for (const Refused& one : reading.refused) {
    const std::string name = fs::path(one.path).filename().string();
    const std::vector<std::string> files = lab.files();
    const bool meant = means_lab(name, lab.lab) || grader::is_own_header(name) ||
                       std::any_of(files.begin(), files.end(),
                                   [&](const auto& file) { return means_file(name, file) > 0; });
    if (all || meant) sentences.push_back(escaped(one.path) + " " + one.why);
  }
  return sentences;
}

/// Names that are several labs': outside of a lab's folder nobody knows whose file it is.
std::vector<std::string> shared_of(const Reading& reading, const LabConfig& lab,
                                   const IntakePlan& plan) {
  std::vector<std::string> sentences;
  for (const std::string& name : lab.files()) {
    if (unique_name(name, plan)) continue;
    for (const SubmittedFile& file : reading.files) {
      if (means_file(fs::path(file.path).filename().string(), name) == 0) continue;
      const std::vector<std::string> parts = components(file.path);
      const bool elsewhere =
          std::any_of(plan.all_labs.begin(), plan.all_labs.end(),
                      [&](const auto& other) { return match_score(parts, other, false) > 0; });
      if (elsewhere) continue;
      sentences.push_back(fmt::format("{} is a file of {} labs: put it into the folder {}", name,
                                      labs_with(name, plan.all_labs).size(), lab.lab));
    }
  }
  return sentences;
}

/// Why there is nothing of a lab in what was handed in.
std::string why_nothing(const Reading& reading, const LabConfig& lab, const IntakePlan& plan) {
  std::vector<std::string> sentences = refused_of(reading, lab, false);
  if (sentences.empty()) sentences = shared_of(reading, lab, plan);
  if (sentences.empty()) sentences = refused_of(reading, lab, true);
  if (!sentences.empty()) return some_of(sentences);
  for (const SubmittedFile& file : reading.files) sentences.push_back(escaped(file.path));
  for (const std::string& other : reading.others) sentences.push_back(escaped(other));
  return sentences.empty() ? "it is empty" : "it holds " + some_of(sentences);
}

}  // namespace

bool means_lab(const std::string& name, const std::string& lab) {
  if (name == lab) return true;
  std::string letters, digits;
  for (const char c : name) {
    if (c >= '0' && c <= '9')
      digits += c;
    else if (c != ' ' && c != '_' && c != '-')
      letters += static_cast<char>(c | 0x20);
  }
  if (digits.empty() || digits.size() > 2) return false;
  const bool word = letters.empty() || letters == "lab" || letters == "labs";
  return word && std::stoi(digits) == std::stoi(lab.substr(0, lab.find('_')));
}

int means_file(const std::string& name, const std::string& file) {
  if (name == file) return 3;
  const std::string small = lower_case(name), wanted = lower_case(file);
  if (small == wanted) return 2;
  const std::size_t dot = wanted.rfind('.');
  const std::string stem = wanted.substr(0, dot), end = wanted.substr(dot);
  if (small.size() <= wanted.size() || !small.starts_with(stem) || !small.ends_with(end)) return 0;
  std::string copy = small.substr(stem.size(), small.size() - wanted.size());
  // "-1", "(1)", " (1)"
  if (copy.starts_with(" ")) copy.erase(0, 1);
  const bool brackets = copy.starts_with("(") && copy.ends_with(")");
  if (!brackets && !copy.starts_with("-")) return 0;
  copy = copy.substr(1, copy.size() - (brackets ? 2 : 1));
  const bool number = !copy.empty() && copy.size() <= 3 &&
                      copy.find_first_not_of("0123456789") == std::string::npos;
  return number ? 1 : 0;
}

LabFiles take_lab(const Reading& reading, const LabConfig& lab, const IntakePlan& plan) {
  LabFiles taken;
  std::set<fs::path> folders;
  for (const std::string& name : lab.files()) {
    const SubmittedFile* found = choose(reading, name, lab, plan, taken);
    if (found == nullptr) {
      taken.from_skeleton.push_back(name);
      taken.files[name] = skeleton_of(plan, lab, name);
      continue;
    }
    if (found->bytes.size() > kMaxFileBytes)
      taken.problem = name + " is larger than 1 MiB; a lab's source file has a few KiB";
    taken.files[name] = found->bytes.substr(0, kMaxFileBytes);
    taken.sources[name] = place_of(*found);
    folders.insert(fs::path(found->path).parent_path());
  }
  take_headers(reading.files, folders, taken);
  if (plan.quiz) take_quiz(reading.files, folders, taken);
  if (!reading.problem.empty()) taken.problem = reading.problem;
  if (!taken.submitted())
    taken.nothing = why_nothing(reading, lab, plan);
  else if (const auto refused = refused_of(reading, lab, false); !refused.empty())
    taken.notes.push_back(some_of(refused));
  return taken;
}

}  // namespace kit::classroom
