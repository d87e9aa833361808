// Every entry of the folder ends in the list, with what became of it: nobody should have to guess
// why a student has no grade. Of several submissions of a student the newest counts, lab by lab, if
// the course system says which that is; the dates of files say only when they were downloaded.
#include "classroom/intake/class_intake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "classroom/intake/identity.hpp"
#include "grader/support/terminal.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

using grader::escaped;

/// A submission that was read, and its line of the list.
struct ReadSubmission {
  Submission submission;
  std::size_t line = 0;
  std::string first;  ///< of those who handed it in together
};

/// Whether `a` was handed in after `b`; none if the course system does not say.
std::optional<bool> is_newer(const Submission& a, const Submission& b) {
  const bool times = a.time_from == kTimeOfSystem && b.time_from == kTimeOfSystem;
  if (times && a.time != b.time) return a.time > b.time;
  if (a.attempt > 0 && b.attempt > 0 && a.attempt != b.attempt) return a.attempt > b.attempt;
  return std::nullopt;
}

bool is_equal(const LabFiles& a, const LabFiles& b) {
  return a.files == b.files && a.problem == b.problem;
}

std::string names_of(const std::vector<const Student*>& students) {
  std::string text;
  for (const Student* one : students) text += (text.empty() ? "" : ", ") + escaped(one->id);
  return text;
}

class ClassReader {
 public:
  ClassReader(const std::vector<Student>& roster, const IntakePlan& plan)
      : roster_(roster), plan_(plan) {}

  ClassIntake read(const ClassSource& source) {
    ClassFolder folder = list_class_folder(source.folder);
    Listing listing;
    const Layout* layout = &kPlain;
    if (source.one || (source.layout.empty() && is_one_submission(folder, plan_))) {
      listing.handed.push_back(whole_folder(source.folder));
      if (!source.student.empty())
        listing.handed[0].people = {{source.student, {source.student}, ""}};
      result_.summary = "Read as one submission";
    } else {
      layout = choose(source, folder);
      folder.lab_files = lab_file_names(plan_.all_labs);
      folder.logins = logins_of(roster_);
      listing = layout->read(folder);
      summarise(*layout, listing);
    }
    take_ignored(listing);
    if (listing.handed.empty())
      throw InputError(fmt::format(
          "no submissions in '{}'{}", source.folder,
          listing.ignored.empty()
              ? ": it is empty"
              : fmt::format("; {}: {}", escaped(listing.ignored[0].name), listing.ignored[0].why)));
    for (const Handed& handed : listing.handed) take(folder.path, handed, *layout);
    for (const auto& [student, all] : by_student_)
      for (const auto& lab : plan_.labs) resolve(student, lab.lab, all);
    forget_answered();
    say_times();
    return std::move(result_);
  }

 private:
  /// The layout that was asked for, or that the names show; a folder that holds nothing but the
  /// one that the system packed is left behind.
  const Layout* choose(const ClassSource& source, ClassFolder& folder) {
    const bool asked = !source.layout.empty();
    const Layout* layout = asked ? &layout_named(source.layout) : &layout_of(folder);
    const bool single = folder.entries.size() == 1 && folder.entries[0].kind == EntryKind::folder;
    const bool fits = layout != &kPlain &&
                      std::any_of(folder.entries.begin(), folder.entries.end(), layout->fits);
    if (single && !fits) {
      ClassFolder inner = list_class_folder(folder.path + "/" + folder.entries[0].name);
      const Layout* seen = &layout_of(inner);
      if (seen != &kPlain && (!asked || seen == layout)) {
        result_.remarks.push_back("In the folder " + escaped(folder.entries[0].name));
        folder = inner;
        layout = seen;
      }
    }
    return layout;
  }

  void summarise(const Layout& layout, const Listing& listing) {
    std::size_t pieces = 0;
    std::set<std::string> people;
    for (const Handed& handed : listing.handed) {
      pieces += handed.pieces.size();
      if (handed.people.empty()) people.insert(handed.name);
      for (const Person& person : handed.people)
        people.insert(person.id + "/" + person.email + "/" +
                      (person.names.empty() ? "" : person.names[0]));
    }
    result_.summary = fmt::format("Read as {}: {} {} of {} {}", layout.title, pieces,
                                  pieces == 1 ? "entry" : "entries", people.size(),
                                  people.size() == 1 ? "student" : "students");
  }

  /// What has no name of the system's may still be named in the roster.
  void take_ignored(Listing& listing) {
    for (const Ignored& one : listing.ignored) {
      Handed handed;
      handed.name = one.name;
      handed.pieces.push_back({one.name, one.name, 0});
      if (named_in_roster(handed, roster_).student != nullptr)
        listing.handed.push_back(handed);
      else if (one.told)
        result_.list.push_back({escaped(one.name), Fate::ignored, "", one.why, "", ""});
    }
  }

  /// Whose it is: students of the roster or, without one, whom the system names.
  std::vector<Student> owners(const Handed& handed, const Layout& layout, ListedSubmission& line,
                              std::vector<const Student*>& candidates) {
    std::vector<Student> students;
    const auto add = [&](const Identity& identity) {
      if (identity.student != nullptr) students.push_back(*identity.student);
      const std::string& text = identity.student != nullptr ? identity.how : identity.why;
      line.why += (line.why.empty() ? "" : "; ") + text;
      candidates.insert(candidates.end(), identity.candidates.begin(), identity.candidates.end());
    };
    const Identity named = named_in_roster(handed, roster_);
    if (named.student != nullptr || !named.candidates.empty()) {
      add(named);
    } else if (!roster_.empty()) {
      for (const Person& person : handed.people) add(identify(person, layout, roster_));
      if (handed.people.empty()) line.why = "the course system does not say whose it is";
    } else if (handed.people.empty()) {
      students.push_back(student_of({}, handed));
    } else {
      for (const Person& person : handed.people) students.push_back(student_of(person, handed));
    }
    return students;
  }

  void take(const std::string& folder, const Handed& handed, const Layout& layout) {
    ListedSubmission line;
    std::vector<const Student*> candidates;
    const std::vector<Student> students = owners(handed, layout, line, candidates);
    ReadSubmission read{take_submission(folder, handed, plan_), result_.list.size(), ""};
    const Submission& submission = read.submission;
    line.name = submission.name;
    line.time = submission.time;
    line.time_from = submission.time_from;
    describe(submission, line);
    for (const Student& student : students) {
      line.student += (line.student.empty() ? "" : ", ") + student.id;
      result_.students.try_emplace(student.id, student);
      by_student_[student.id].push_back(read);
      if (read.first.empty()) read.first = student.id;
    }
    if (students.empty()) leave(submission, candidates, line);
    result_.list.push_back(std::move(line));
  }

  /// A submission without a student: whose it may be gets no grade for its labs.
  void leave(const Submission& submission, const std::vector<const Student*>& candidates,
             ListedSubmission& line) {
    line.fate = candidates.empty() ? Fate::unmatched : Fate::unclear;
    line.student = names_of(candidates);
    for (const Student* student : candidates)
      for (const auto& [lab, files] : submission.labs)
        if (files.submitted()) {
          result_.students.try_emplace(student->id, *student);
          result_.unclear[{student->id, lab}] =
              fmt::format("it is not clear whose {} is: {}", submission.name, line.why);
        }
  }

  static void describe(const Submission& submission, ListedSubmission& line) {
    for (const auto& [lab, files] : submission.labs) {
      for (const auto& [name, source] : files.sources)
        line.lines.push_back(fmt::format("{}: {} <- {}", lab, name, source));
      for (const std::string& note : files.notes) line.lines.push_back(lab + ": " + note);
      if (!files.problem.empty()) line.lines.push_back(lab + ": " + files.problem);
    }
    if (line.lines.empty() && !submission.labs.empty())
      line.lines.push_back("nothing of a lab: " + submission.labs.begin()->second.nothing);
    for (const Refused& one : submission.left)
      line.lines.push_back(fmt::format("ignored: {} {}", one.path, one.why));
  }

  /// Which of a student's submissions counts for a lab.
  void resolve(const std::string& student, const std::string& lab,
               const std::vector<ReadSubmission>& all) {
    const ReadSubmission* best = nullptr;
    std::vector<const ReadSubmission*> rivals;  // differ, and are neither older nor newer
    std::string older;
    for (const ReadSubmission& one : all) {
      const LabFiles& files = one.submission.labs.at(lab);
      if (!files.submitted()) continue;
      if (best == nullptr) best = &one;
      if (is_equal(files, best->submission.labs.at(lab))) continue;
      const std::optional<bool> newer = is_newer(one.submission, best->submission);
      if (!newer) {
        rivals.push_back(&one);
        continue;
      }
      const ReadSubmission& loser = *newer ? *best : one;
      older += (older.empty() ? "" : ", ") + loser.submission.name;
      if (*newer) best = &one;
      std::erase_if(rivals, [&](const ReadSubmission* rival) {
        return is_newer(best->submission, rival->submission).value_or(false);
      });
    }
    if (!rivals.empty()) return leave_undecided(student, lab, *best, *rivals[0]);
    count(student, lab, best != nullptr ? *best : all.front(), older);
  }

  void leave_undecided(const std::string& student, const std::string& lab,
                       const ReadSubmission& one, const ReadSubmission& other) {
    const std::string why =
        fmt::format("two submissions differ, and nothing says which is the newer: {} and {}",
                    one.submission.name, other.submission.name);
    result_.unclear[{student, lab}] = why;
    for (const std::size_t line : {one.line, other.line}) {
      result_.list[line].fate = Fate::unclear;
      result_.list[line].why = why;
    }
  }

  void count(const std::string& student, const std::string& lab, const ReadSubmission& one,
             const std::string& older) {
    TakenLab taken{one.submission, one.submission.labs.at(lab),
                   one.first == student ? "" : one.first};
    taken.submission.labs.clear();
    if (!older.empty())
      taken.files.notes.push_back(
          fmt::format("handed in several times; {} is the newest and counts, {} does not",
                      one.submission.name, older));
    counted_.insert(one.line);
    result_.labs[{student, lab}] = std::move(taken);
  }

  /// Who has a submission of her own is not in doubt over another; what counts for no lab beside
  /// one that does is older.
  void forget_answered() {
    std::erase_if(result_.unclear, [&](const auto& one) {
      const auto own = result_.labs.find(one.first);
      return own != result_.labs.end() && own->second.files.submitted();
    });
    for (const auto& [student, all] : by_student_)
      for (const ReadSubmission& one : all)
        if (counted_.count(one.line) == 0 && result_.list[one.line].fate == Fate::taken)
          result_.list[one.line].fate = Fate::older;
  }

  void say_times() {
    std::size_t system = 0, files = 0;
    for (const ListedSubmission& line : result_.list) {
      system += line.time_from == kTimeOfSystem ? 1 : 0;
      files += line.time_from == kTimeOfFiles ? 1 : 0;
    }
    if (files > 0)
      result_.remarks.push_back(fmt::format(
          "Times: {} from the course system, {} from the newest file, which may be that "
          "of the download",
          system, files));
  }

  const std::vector<Student>& roster_;
  const IntakePlan& plan_;
  ClassIntake result_;
  std::map<std::string, std::vector<ReadSubmission>> by_student_;
  std::set<std::size_t> counted_;  ///< lines of submissions that count for a lab
};

}  // namespace

std::size_t ClassIntake::without_student() const {
  return std::size_t(std::count_if(list.begin(), list.end(), [](const ListedSubmission& one) {
    return one.fate == Fate::unclear || one.fate == Fate::unmatched;
  }));
}

ClassIntake take_class(const ClassSource& source, const std::vector<Student>& roster,
                       const IntakePlan& plan) {
  return ClassReader(roster, plan).read(source);
}

}  // namespace kit::classroom
