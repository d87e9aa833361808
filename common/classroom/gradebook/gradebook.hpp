/// @file
/// The gradebook: one SQLite file that holds what was submitted and every grade. A grade is written
/// in one transaction, once for each key; the first result of a key stays.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "grader/judge/verdict_file.hpp"

struct sqlite3;

namespace kit::classroom {

/// One student's work on one lab: what is graded.
struct Work {
  std::string student, lab;
  std::string key;       ///< names content, kit, hidden cases, backend and seed
  nlohmann::json files;  ///< name to content, as bytes_to_json() makes it
  std::string source;    ///< path of the submission
  std::string time;      ///< when it was submitted; empty if that is not known
  std::string note;      ///< e.g. which files were not submitted
  std::string problem;   ///< why it cannot be graded at all
  bool submitted = true;
  nlohmann::json context = nlohmann::json::object();  ///< what `key` names beside the content
  std::string handed_in_by = {};  ///< the member of a group whose submission it is; else empty
  std::string time_from = {};     ///< "course system" or "newest file"
  std::string unclear = {};       ///< why nobody knows what this student handed in: not graded
};

/// A grade as it is kept.
struct Grade {
  Work work;
  bool graded = false;
  grader::Verdict verdict = grader::Verdict::grader_fault;
  std::string headline, tier, backend, graded_at;
  double points = 0, max_points = 0, bonus = 0, bonus_max = 0, seconds = 0;
  int attempts = 0;
  std::optional<grader::VerdictFile> detail;    ///< none if nothing was run
  std::map<std::string, std::string> pictures;  ///< file name to base64
};

/// What a person decided about a student's lab. The book keeps every one; the last of its kind is
/// in force, unless its value is empty.
struct Decision {
  std::string kind;  ///< "override": `value` is the points; "comment": `value` is the text
  std::string student, lab, value, reason, by;
  std::string at = {};  ///< when, set by the book
};

class Gradebook {
 public:
  struct ReadOnly {};

  /// Opens or makes the file. Throws InputError if it cannot be, or is another schema's.
  explicit Gradebook(const std::string& path);
  /// Reads a gradebook that stays as it is, of whatever version. Throws InputError.
  Gradebook(const std::string& path, ReadOnly);
  ~Gradebook();
  Gradebook(const Gradebook&) = delete;
  Gradebook& operator=(const Gradebook&) = delete;

  /// A setting that is made once: the stored value, or `make()` stored now.
  std::string setting(const std::string& name, const std::function<std::string()>& make);
  std::optional<std::string> find_setting(const std::string& name);
  /// Stores a setting that may change.
  void set_setting(const std::string& name, const std::string& value);

  /// Adds to what is to be graded, or replaces there the same student's work on the same lab; all
  /// other work stays, and so do grades of unchanged work. Whatever was running when an earlier run
  /// ended is queued again.
  void set_work(const std::vector<Work>& all);
  /// Forgets the grades of the current work of these students and labs, so that they are made
  /// again.
  void forget(const std::vector<std::string>& students, const std::vector<std::string>& labs);

  /// Work without a grade, in order of students.
  std::vector<Work> ungraded();
  void mark_running(const Work& work);
  /// Stores a grade; false if the key already has one, which stays.
  bool store(const Work& work, const Grade& grade);
  /// Notes that grading failed through no fault of the student.
  void store_fault(const Work& work, const std::string& what);

  /// Gives a member of a group the grade that the work of another has under the same key.
  void share_grade(const Work& member);

  /// The current work with its grades, by student and lab: of one student or of all, and with or
  /// without verdict.json, which takes most of the time to read.
  std::vector<Grade> grades(const std::string& student = "", bool with_detail = true);

  /// Adds what differs from the decisions in force; returns how many that were.
  int decide(const std::vector<Decision>& decisions);
  /// The decisions in force, by student, lab and kind.
  std::vector<Decision> decisions();

 private:
  void prepare(const std::string& path);
  void execute(const char* text);
  sqlite3* database_ = nullptr;
};

}  // namespace kit::classroom
