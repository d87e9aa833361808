// Everything that is made from a gradebook is made with the same plan, whether grades were given a
// moment ago or last year.
#include "classroom/run/book_folder.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <filesystem>

#include "classroom/run/instructor_tables.hpp"
#include "kit/error.hpp"

namespace kit::classroom {

UniqueFd lock_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw InputError(fmt::format("cannot make the folder {}: {}", folder, error.message()));
  fs::permissions(folder, fs::perms::owner_all);
  const std::string path = folder + "/.lock";
  UniqueFd lock(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.valid()) throw InputError("cannot write to " + folder);
  if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
    throw InputError("another class run is at work in " + folder);
  return lock;
}

std::string book_path(const std::string& folder) {
  return folder + "/gradebook.sqlite";
}

ReportPlan report_plan(Gradebook& book, const ClassOptions& options, const std::string& root,
                       const std::vector<Grade>& grades) {
  const Standing standing = kept_standing(book, grades);
  ReportPlan plan;
  plan.out = options.out;
  plan.root = root;
  plan.students = standing.students;
  plan.penalties = standing.penalties;
  plan.submissions = kept_submissions(book);
  plan.decisions = book.decisions();
  plan.formats = options.formats;
  plan.similarity = options.similarity;
  return plan;
}

}  // namespace kit::classroom
