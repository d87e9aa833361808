// What course systems wrap around a submission is taken off here: folders, archives, archives in
// archives. Nothing that a submission holds decides how much work that is: depth, number and size
// are bounded.
#include "classroom/intake/intake.hpp"

#include <fmt/format.h>

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <map>
#include <set>

#include "classroom/intake/layout/file_kind.hpp"
#include "classroom/intake/take_lab.hpp"
#include "grader/lab/own_headers.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/text_file.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;
using grader::escaped;
using grader::LabConfig;

constexpr std::size_t kMaxLeft = 20;  // of what no lab took, that is listed

std::string utc(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

/// The latest change of any file below a path; 0 if there is no file.
std::time_t newest(const fs::path& path) {
  struct stat status = {};
  if (lstat(path.c_str(), &status) != 0) return 0;
  if (!S_ISDIR(status.st_mode)) return S_ISREG(status.st_mode) ? status.st_mtime : 0;
  std::time_t time = 0;
  std::error_code error;
  std::size_t count = 0;
  for (auto walk = fs::recursive_directory_iterator(path, error);
       !error && walk != fs::recursive_directory_iterator() && ++count < 50000;
       walk.increment(error)) {
    if (is_left_behind(walk->path().filename().string())) walk.disable_recursion_pending();
    struct stat entry = {};
    if (lstat(walk->path().c_str(), &entry) == 0 && S_ISREG(entry.st_mode))
      time = std::max(time, entry.st_mtime);
  }
  return time;
}

/// Whether a file may be a lab's, an archive that holds one, or a header beside one.
bool is_wanted(const std::string& name, const std::set<std::string>& lab_files) {
  return is_archive(name) || grader::is_own_header(name) ||
         std::any_of(lab_files.begin(), lab_files.end(),
                     [&](const std::string& file) { return means_file(name, file) > 0; });
}

/// The names that a submission is searched for.
std::set<std::string> names_of(const IntakePlan& plan) {
  std::set<std::string> names = lab_file_names(plan.labs);
  if (plan.quiz) names.insert(kQuizFile);
  return names;
}

/// The same as patterns for an unpacker.
std::vector<std::string> wanted_patterns(const IntakePlan& plan) {
  std::vector<std::string> patterns = {"*.cuh", "*.hpp", "*.zip", "*.tar",
                                       "*.tgz", "*.7z",  "*.rar", "*.tar.*"};
  for (const std::string& file : names_of(plan)) {
    const std::size_t dot = file.rfind('.');
    patterns.push_back(file.substr(0, dot) + "*" + file.substr(dot));
  }
  return patterns;
}

/// The folder that an archive's content is put into: the archive's name, if it means a lab.
std::string folder_of_archive(const std::string& path, const IntakePlan& plan) {
  const fs::path folder = fs::path(path).parent_path();
  const std::string stem = without_extension(fs::path(path).filename().string());
  const bool lab = std::any_of(plan.all_labs.begin(), plan.all_labs.end(),
                               [&](const LabConfig& one) { return means_lab(stem, one.lab); });
  return lab ? (folder / stem).string() : folder.string();
}

/// Reads the pieces of one submission.
class SubmissionReader {
 public:
  explicit SubmissionReader(const IntakePlan& plan) : plan_(plan), lab_files_(names_of(plan)) {}

  void take(const fs::path& path, const Piece& piece) {
    struct stat status = {};
    if (lstat(path.c_str(), &status) != 0) return refuse(piece.entry, "cannot be read");
    if (S_ISDIR(status.st_mode)) return take_folder(path, piece);
    const std::string name = piece.name.empty() ? piece.entry : piece.name;
    if (!S_ISREG(status.st_mode))
      return refuse(piece.entry, S_ISLNK(status.st_mode)
                                     ? "is a symbolic link, which is not followed"
                                     : "is no file and no folder");
    if (status.st_nlink > 1) return refuse(piece.entry, "is a hard link (a file with two names)");
    if (is_compressed(name)) return take_compressed(piece, name);
    if (!is_wanted(name, lab_files_)) {
      reading_.others.push_back(name);
      return;
    }
    if (std::size_t(status.st_size) > kMaxBytes) {
      set_problem(fmt::format("{} is larger than {} MiB", escaped(name), kMaxBytes >> 20));
      return;
    }
    const std::string inside = path_inside(name);
    if (inside.empty()) return refuse(piece.entry, "leads out of its folder");
    add({inside, build::read_text(path), piece.order, escaped(piece.entry)}, 0);
  }

  Reading finish() {
    if (reading_.problem.empty()) unpack_all();
    return std::move(reading_);
  }

 private:
  void refuse(const std::string& path, const std::string& why) {
    reading_.refused.push_back({path, why});
  }
  void set_problem(const std::string& problem) {
    if (reading_.problem.empty()) reading_.problem = problem;
  }
  void add(SubmittedFile file, int depth) {
    reading_.files.push_back(std::move(file));
    depths_.push_back(depth);
  }
  void take_compressed(const Piece& piece, const std::string& name) {
    const std::string why = "is one compressed file, no archive; hand in .zip or .tar.gz";
    refuse(piece.entry, why);
    compressed_ = fmt::format("{} {}", escaped(name), why);
  }
  void take_folder(const fs::path& path, const Piece& piece) {
    Reading inside =
        read_folder(path, [&](const std::string& name) { return is_wanted(name, lab_files_); });
    merge(std::move(inside), piece.name, piece.order, escaped(piece.entry), 0);
  }
  void merge(Reading inside, const fs::path& folder, long order, const std::string& source,
             int depth) {
    set_problem(inside.problem);
    for (SubmittedFile& file : inside.files) {
      const std::string place = source.empty() ? file.path : source + "/" + escaped(file.path);
      add({(folder / file.path).string(), std::move(file.bytes), order, place}, depth);
    }
    for (const Refused& one : inside.refused) reading_.refused.push_back(one);
    for (const std::string& one : inside.others) reading_.others.push_back(one);
  }

  /// Archives in archives too: the list of files grows while they are unpacked.
  void unpack_all() {
    constexpr int kMaxNesting = 4;
    constexpr int kMaxArchives = 16;
    int count = 0;
    for (std::size_t i = 0; i < reading_.files.size() && reading_.problem.empty(); ++i) {
      const std::string name = fs::path(reading_.files[i].path).filename().string();
      if (!is_archive(name) || name.starts_with("._")) continue;
      if (depths_[i] >= kMaxNesting || ++count > kMaxArchives)
        refuse(reading_.files[i].path,
               depths_[i] >= kMaxNesting
                   ? fmt::format("is packed {} times", kMaxNesting + 1)
                   : fmt::format("is one of more than {} archives", kMaxArchives));
      else
        unpack(i);
    }
    std::erase_if(reading_.files, [](const SubmittedFile& file) {
      return is_archive(fs::path(file.path).filename().string());
    });
  }

  /// The files of an archive that may be a lab's, or what there is instead, to say it. Archives of
  /// the same content are unpacked once.
  const Reading& content_of(const SubmittedFile& archive) {
    const auto [place, is_new] = unpacked_.try_emplace(archive.bytes);
    Reading& inside = place->second;
    if (!is_new) return inside;
    inside = plan_.unpack(archive.path, archive.bytes, wanted_patterns(plan_), time_);
    if (inside.files.empty() && inside.problem.empty()) {
      const Reading all = plan_.unpack(archive.path, archive.bytes, {}, time_);
      inside.refused = all.refused;
      inside.entries = std::max(inside.entries, all.entries);
      for (const SubmittedFile& file : all.files)
        if (inside.others.size() < kMaxLeft &&
            !is_left_behind(fs::path(file.path).filename().string()))
          inside.others.push_back(file.path);
    }
    return inside;
  }

  void unpack(std::size_t index) {
    const SubmittedFile archive = reading_.files[index];
    Reading inside = content_of(archive);
    if (!inside.problem.empty())
      return set_problem(fmt::format("{}: {}", escaped(archive.path), inside.problem));
    entries_ += inside.entries;
    if (entries_ > kMaxPacked) return set_problem(too_many_files(kMaxPacked));
    bytes_ += archive.bytes.size();
    for (const SubmittedFile& file : inside.files) bytes_ += file.bytes.size();
    if (bytes_ > 2 * kMaxBytes)
      return set_problem(fmt::format("its archives unpack to more than {} MiB", kMaxBytes >> 20));
    merge(std::move(inside), folder_of_archive(archive.path, plan_), archive.order, archive.source,
          depths_[index] + 1);
  }

  const IntakePlan& plan_;
  std::set<std::string> lab_files_;
  Reading reading_;
  std::vector<int> depths_;  ///< of each file: in how many archives it was
  std::size_t bytes_ = 0, entries_ = 0;
  std::map<std::string, Reading> unpacked_;  ///< by the archive's bytes
  UnpackingTime time_;
  std::string compressed_;
};

/// What no lab took, for the list of a dry run.
void list_left(const Reading& reading, Submission& submission) {
  std::size_t count = 0;
  const auto leave = [&](const std::string& path, const std::string& why) {
    if (++count <= kMaxLeft) submission.left.push_back({path, why});
  };
  std::set<std::string> taken;
  for (const auto& [lab, files] : submission.labs)
    for (const auto& [name, source] : files.sources) taken.insert(source);
  for (const SubmittedFile& file : reading.files)
    if (taken.count(file.source) == 0)
      leave(file.source, "is not the file that counts, or of no lab here");
  for (const std::string& other : reading.others) leave(escaped(other), "is no file of a lab");
  for (const Refused& one : reading.refused) leave(escaped(one.path), one.why);
  if (count > kMaxLeft)
    submission.left.push_back({fmt::format("{} more", count - kMaxLeft), "are not listed"});
}

}  // namespace

std::set<std::string> lab_file_names(const std::vector<LabConfig>& labs) {
  std::set<std::string> names;
  for (const LabConfig& lab : labs)
    for (const std::string& name : lab.files()) names.insert(lower_case(name));
  return names;
}

Submission take_submission(const std::string& folder, const Handed& handed,
                           const IntakePlan& plan) {
  Submission submission;
  submission.name = escaped(handed.name);
  submission.attempt = handed.attempt;
  SubmissionReader reader(plan);
  std::time_t time = 0;
  for (const Piece& piece : handed.pieces) {
    const fs::path path = piece.entry.empty() ? fs::path(folder) : fs::path(folder) / piece.entry;
    if (submission.path.empty()) submission.path = path.string();
    time = std::max(time, newest(path));
    reader.take(path, piece);
  }
  submission.time = !handed.time.empty() ? handed.time : time > 0 ? utc(time) : "";
  if (!submission.time.empty())
    submission.time_from = handed.time.empty() ? kTimeOfFiles : kTimeOfSystem;
  const Reading reading = reader.finish();
  for (const LabConfig& lab : plan.labs) submission.labs[lab.lab] = take_lab(reading, lab, plan);
  list_left(reading, submission);
  return submission;
}

Handed whole_folder(const std::string& folder) {
  Handed handed;
  handed.name = without_extension(fs::path(folder).lexically_normal().filename().string());
  if (handed.name.empty())
    handed.name = fs::path(folder).lexically_normal().parent_path().filename().string();
  handed.pieces.push_back({"", "", 0});
  handed.people.push_back({handed.name, {handed.name}, ""});
  return handed;
}

bool is_one_submission(const ClassFolder& folder, const IntakePlan& plan) {
  if (&layout_of(folder) != &kPlain) return false;
  ClassFolder named = folder;
  named.lab_files = lab_file_names(plan.all_labs);
  const auto is_lab = [&](const std::string& name) {
    return std::any_of(plan.all_labs.begin(), plan.all_labs.end(),
                       [&](const LabConfig& one) { return one.lab == name; });
  };
  // Whoever else may be meant by another folder, archive or file would get nothing.
  for (const Handed& handed : kPlain.read(named).handed)
    for (const Piece& piece : handed.pieces)
      if (!is_lab(piece.entry)) return false;
  return std::any_of(folder.entries.begin(), folder.entries.end(), [&](const Entry& entry) {
    return is_lab(entry.name) || named.lab_files.count(lower_case(entry.name)) > 0;
  });
}

}  // namespace kit::classroom
