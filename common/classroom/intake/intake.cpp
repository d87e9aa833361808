// Students hand in what they have: the lab's folder, its files alone, the whole kit, an archive in
// an archive. Each file that a lab asks for is searched by its name and scored by the folders above
// it; two that fit equally well and differ are told and not chosen between. Files of the grader's
// own, such as lab.json, are never taken; headers of the student's are, beside what they belong to.
#include "classroom/intake/intake.hpp"

#include <fmt/format.h>

#include <sys/stat.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "grader/lab/own_headers.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;
using grader::LabConfig;

std::set<std::string> file_names(const LabConfig& lab) {
  std::set<std::string> names;
  for (const auto& stage : lab.stages) names.insert(stage.file);
  return names;
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<std::string> components(const std::string& path) {
  std::vector<std::string> parts;
  for (const auto& part : fs::path(path)) parts.push_back(part.string());
  return parts;
}

/// "02", "lab02", "lab2", "Lab 2", "02_naive" ... for lab 02_naive.
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

/// Whether a path leads through a folder that holds other things than a submission.
bool beside_the_point(const std::vector<std::string>& parts) {
  static const std::set<std::string> kOthers = {"solutions", "__MACOSX", "build", "tests", "wrong"};
  return std::any_of(parts.begin(), std::prev(parts.end()), [](const std::string& part) {
    return kOthers.count(part) > 0 || part.starts_with(".");
  });
}

/// How well a path fits a lab: 3 in the lab's folder, 2 in one of its number, 1 by its unique name;
/// 0 not at all.
int match_score(const std::string& path, const LabConfig& lab, bool unique) {
  const std::vector<std::string> parts = components(path);
  if (parts.empty() || beside_the_point(parts)) return 0;
  for (std::size_t i = parts.size() - 1; i-- > 0;) {
    if (parts[i] == lab.lab) return 3;
    if (means_lab(parts[i], lab.lab)) return 2;
  }
  return unique ? 1 : 0;
}

/// Whether a file of this name can belong to no other lab.
bool unique_name(const std::string& name, const LabConfig& lab, const IntakePlan& plan) {
  if (plan.labs.size() == 1) return true;
  return std::none_of(plan.all_labs.begin(), plan.all_labs.end(), [&](const LabConfig& other) {
    return other.lab != lab.lab && file_names(other).count(name) > 0;
  });
}

/// The best of the submitted files for one name; null if there is none. Two that fit equally well
/// and differ are a problem.
const SubmittedFile* choose(const std::vector<SubmittedFile>& files, const std::string& name,
                            const LabConfig& lab, const IntakePlan& plan, std::string& problem) {
  const SubmittedFile* best = nullptr;
  int best_score = 0;
  std::size_t best_depth = 0;
  std::string other;
  const bool unique = unique_name(name, lab, plan);
  for (const SubmittedFile& file : files) {
    const std::vector<std::string> parts = components(file.path);
    if (parts.empty() || parts.back() != name) continue;
    const int fits = match_score(file.path, lab, unique);
    if (fits == 0) continue;
    const bool better = fits > best_score || (fits == best_score && parts.size() < best_depth);
    const bool equal = fits == best_score && parts.size() == best_depth;
    if (equal && best->bytes != file.bytes) other = file.path;
    if (!better) continue;
    best = &file;
    best_score = fits;
    best_depth = parts.size();
    other.clear();
  }
  if (!other.empty())
    problem = fmt::format("there are two different files {}: {} and {}", name, best->path, other);
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
    bytes += file.bytes.size();
    const auto [known, added] = taken.files.emplace(name, file.bytes);
    if (!added && known->second != file.bytes)
      taken.problem = "there are two different files " + name;
    count += added ? 1 : 0;
  }
  const std::string problem = grader::too_many_headers(count, bytes);
  if (!problem.empty()) taken.problem = problem;
}

/// A lab's files, with the skeleton's for what was not submitted: it compiles, and is not done.
LabFiles take_lab(const std::vector<SubmittedFile>& files, const LabConfig& lab,
                  const IntakePlan& plan) {
  LabFiles taken;
  std::set<fs::path> folders;
  for (const std::string& name : file_names(lab)) {
    const SubmittedFile* found = choose(files, name, lab, plan, taken.problem);
    if (found == nullptr) {
      taken.from_skeleton.push_back(name);
      taken.files[name] = read_file(fs::path(plan.labs_folder) / lab.lab / name);
      continue;
    }
    if (found->bytes.size() > kMaxFileBytes)
      taken.problem = name + " is larger than 1 MiB; a lab's source file has a few KiB";
    taken.files[name] = found->bytes.substr(0, kMaxFileBytes);
    folders.insert(fs::path(found->path).parent_path());
  }
  take_headers(files, folders, taken);
  return taken;
}

std::string utc(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

/// The latest change of any file below a path, which stands for the time of submission.
std::time_t newest(const std::string& path) {
  struct stat status = {};
  if (lstat(path.c_str(), &status) != 0) return 0;
  if (!S_ISDIR(status.st_mode)) return status.st_mtime;
  std::time_t time = 0;
  std::error_code error;
  std::size_t count = 0;
  for (auto walk = fs::recursive_directory_iterator(path, error);
       !error && walk != fs::recursive_directory_iterator() && ++count < 50000;
       walk.increment(error)) {
    struct stat entry = {};
    if (lstat(walk->path().c_str(), &entry) == 0 && S_ISREG(entry.st_mode))
      time = std::max(time, entry.st_mtime);
  }
  return time;
}

std::string without_extension(std::string name) {
  for (const char* end : {".gz", ".xz", ".bz2", ".tar", ".tgz", ".zip", ".7z"})
    if (is_archive(name) || std::string(end) == ".tar")
      if (name.ends_with(end)) name.resize(name.size() - std::string(end).size());
  return name;
}

std::vector<std::string> wanted_names(const IntakePlan& plan) {
  std::set<std::string> names;
  for (const LabConfig& lab : plan.labs)
    for (const std::string& name : file_names(lab)) names.insert(name);
  return {names.begin(), names.end()};
}

/// Patterns of the student's own headers.
void add_headers(std::vector<std::string>& names) {
  names.insert(names.end(), {"*.cuh", "*.hpp"});
}

/// Archives inside of a submission, one level deep: some course systems wrap what they are given.
void unpack_inner(Reading& reading, const IntakePlan& plan) {
  constexpr int kMaxInner = 8;
  int count = 0;
  std::vector<SubmittedFile> added;
  for (const SubmittedFile& file : reading.files) {
    const std::string name = fs::path(file.path).filename().string();
    if (!is_archive(name) || ++count > kMaxInner || name.starts_with("._")) continue;
    std::vector<std::string> names = wanted_names(plan);
    add_headers(names);
    Reading inner = plan.unpack(name, file.bytes, names);
    if (!inner.problem.empty() && reading.problem.empty()) reading.problem = inner.problem;
    const fs::path folder = fs::path(file.path).parent_path();
    for (SubmittedFile& one : inner.files)
      added.push_back({(folder / one.path).string(), std::move(one.bytes)});
  }
  for (SubmittedFile& file : added) reading.files.push_back(std::move(file));
}

}  // namespace

Submission take_submission(const std::string& path, const IntakePlan& plan) {
  Submission submission;
  submission.path = path;
  submission.name = without_extension(fs::path(path).filename().string());
  submission.time = utc(newest(path));
  std::vector<std::string> names = wanted_names(plan);
  Reading reading;
  if (fs::is_directory(path)) {
    const std::set<std::string> wanted(names.begin(), names.end());
    reading = read_folder(path, [&](const std::string& name) {
      return wanted.count(name) > 0 || is_archive(name) || grader::is_own_header(name);
    });
  } else {
    for (const char* inner : {"*.zip", "*.tar.gz", "*.tgz"}) names.push_back(inner);
    add_headers(names);
    std::error_code error;
    if (fs::file_size(path, error) > kMaxBytes)
      reading.problem = fmt::format("the archive is larger than {} MiB", kMaxBytes >> 20);
    else
      reading = plan.unpack(submission.path, read_file(path), names);
  }
  if (reading.problem.empty()) unpack_inner(reading, plan);
  for (const LabConfig& lab : plan.labs) {
    LabFiles& files = submission.labs[lab.lab] = take_lab(reading.files, lab, plan);
    if (!reading.problem.empty()) files.problem = reading.problem;
  }
  return submission;
}

std::vector<std::string> list_submissions(const std::string& folder, const IntakePlan& plan) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw InputError("there is no folder of submissions '" + folder + "'");
  const std::vector<std::string> names = wanted_names(plan);
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".") || name == "__MACOSX") continue;
    const bool lab = std::any_of(plan.all_labs.begin(), plan.all_labs.end(),
                                 [&](const LabConfig& one) { return one.lab == name; });
    if (lab || std::find(names.begin(), names.end(), name) != names.end()) return {folder};
    if (entry.is_directory(error) || is_archive(name)) paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  if (paths.empty())
    throw InputError("no submissions in '" + folder + "': it has neither folders nor archives");
  return paths;
}

}  // namespace kit::classroom
