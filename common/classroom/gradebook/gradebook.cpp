/// @file
/// SQL of the gradebook. Text from the database becomes a verdict or a grading here and nowhere
/// else; a book that holds something else is refused as a whole, since a grade must not be guessed.
#include "classroom/gradebook/gradebook.hpp"

#include <fmt/format.h>

#include <sqlite3.h>
#include <sys/stat.h>

#include "classroom/gradebook/sql.hpp"
#include "grader/report/verdict_json.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

using nlohmann::json;

std::string dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// verdict.json as the book keeps it; an empty object if nothing was run.
json detail_json(const Grade& grade) {
  return grade.detail ? grader::to_json(*grade.detail) : json::object();
}

std::optional<grader::VerdictFile> stored_detail(const std::string& text) {
  const json detail = json::parse(text);
  // Nothing was run: no files, or files that could not be unpacked.
  if (detail.empty()) return std::nullopt;
  return grader::verdict_file_from(detail);
}

grader::Verdict stored_verdict(const std::string& name) {
  const auto verdict = grader::verdict_from(name);
  if (!verdict) throw InputError(fmt::format("the gradebook holds an unknown verdict, '{}'", name));
  return *verdict;
}

}  // namespace

Gradebook::Gradebook(const std::string& path) {
  // Grades and the secret seed: for their owner alone, from the first byte on.
  const mode_t before = umask(077);
  const int status = sqlite3_open(path.c_str(), &database_);
  umask(before);
  if (status != SQLITE_OK) {
    sqlite3_close(database_);
    throw InputError("cannot open the gradebook " + path);
  }
  sqlite3_busy_timeout(database_, 60000);
  prepare(path);
}

Gradebook::Gradebook(const std::string& path, ReadOnly) {
  sqlite3* file = nullptr;
  const int opened = sqlite3_open_v2(path.c_str(), &file, SQLITE_OPEN_READONLY, nullptr);
  sqlite3_busy_timeout(file, 60000);
  bool copied = opened == SQLITE_OK && sqlite3_open(":memory:", &database_) == SQLITE_OK;
  if (copied) {
    sqlite3_backup* backup = sqlite3_backup_init(database_, "main", file, "main");
    copied = backup != nullptr && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    sqlite3_backup_finish(backup);
  }
  sqlite3_close(file);
  if (!copied) {
    sqlite3_close(database_);
    throw InputError("cannot read the gradebook " + path);
  }
  prepare(path);
}

void Gradebook::prepare(const std::string& path) {
  try {
    execute("pragma journal_mode = wal");
    execute("pragma synchronous = full");
    bring_up_to_date(database_);
  } catch (const HarnessError& error) {
    sqlite3_close(database_);
    throw InputError(fmt::format("{} is no gradebook of this kit ({})", path, error.what()));
  } catch (...) {
    sqlite3_close(database_);
    throw;
  }
}

Gradebook::~Gradebook() {
  sqlite3_close(database_);
}

void Gradebook::execute(const char* text) {
  if (sqlite3_exec(database_, text, nullptr, nullptr, nullptr) != SQLITE_OK)
    throw HarnessError(sqlite3_errmsg(database_));
}

std::string Gradebook::setting(const std::string& name, const std::function<std::string()>& make) {
  Transaction transaction(database_);
  if (const auto stored = find_setting(name)) return *stored;
  std::string value = make();
  Statement add(database_, "insert into setting values (?, ?)");
  add << name << value;
  add.step();
  transaction.commit();
  return value;
}

std::optional<std::string> Gradebook::find_setting(const std::string& name) {
  Statement find(database_, "select value from setting where name = ?");
  find << name;
  if (!find.step()) return std::nullopt;
  return find.text(0);
}

void Gradebook::set_setting(const std::string& name, const std::string& value) {
  Statement put(database_, "insert or replace into setting values (?, ?)");
  put << name << value;
  put.step();
}

void Gradebook::set_work(const std::vector<Work>& all) {
  Transaction transaction(database_);
  execute("update work set state = 'queued' where state = 'running'");
  for (const Work& work : all) {
    Statement put(
        database_,
        "insert into work (student, lab, key, files, source, time, note, problem, "
        "submitted, context, handed_in_by, time_from, unclear) values (?, ?, ?, ?, ?, ?, ?, ?, ?, "
        "?, ?, ?, ?) on conflict "
        "(student, lab) do "
        "update set faults = iif(key = excluded.key, faults, 0), key = excluded.key, "
        "files = excluded.files, source = excluded.source, time = excluded.time, note = "
        "excluded.note, problem = excluded.problem, submitted = excluded.submitted, "
        "context = excluded.context, handed_in_by = excluded.handed_in_by, time_from = "
        "excluded.time_from, unclear = excluded.unclear, state = 'queued', fault = ''");
    put << work.student << work.lab << work.key << dump(work.files) << work.source << work.time
        << work.note << work.problem << int(work.submitted) << dump(work.context)
        << work.handed_in_by << work.time_from << work.unclear;
    put.step();
  }
  execute(
      "update work set state = 'done' where exists (select 1 from result where result.student = "
      "work.student and result.lab = work.lab and result.key = work.key)");
  transaction.commit();
}

void Gradebook::forget(const std::vector<std::string>& students,
                       const std::vector<std::string>& labs) {
  Transaction transaction(database_);
  const std::string current =
      " where student = ? and lab = ? and key = (select key from work where work.student = "
      "result.student and work.lab = result.lab)";
  const std::string note =
      "insert into history (at, student, lab, key, event) select ?, student, lab, key, "
      "'forgotten: ' || verdict || ' ' || points || ' + ' || bonus from result" +
      current;
  const std::string drop = "delete from result" + current;
  for (const std::string& student : students)
    for (const std::string& lab : labs) {
      Statement(database_, note.c_str()).run(now(), student, lab);
      Statement(database_, drop.c_str()).run(student, lab);
      Statement(database_,
                "update work set state = 'queued', faults = 0 where student = ? and lab = ?")
          .run(student, lab);
    }
  transaction.commit();
}

void Gradebook::share_grade(const Work& member) {
  Transaction transaction(database_);
  Statement(database_,
            "insert or ignore into result select ?, lab, key, verdict, headline, points, "
            "max_points, bonus, bonus_max, tier, backend, seconds, attempts, graded_at, detail, "
            "pictures from result where lab = ? and key = ? limit 1")
      .run(member.student, member.lab, member.key);
  if (sqlite3_changes(database_) > 0) {
    Statement(
        database_,
        "update work set state = 'done', fault = '' where student = ? and lab = ? and key = ?")
        .run(member.student, member.lab, member.key);
    Statement(database_,
              "insert into history (at, student, lab, key, event) values (?, ?, ?, ?, ?)")
        .run(now(), member.student, member.lab, member.key,
             "graded with the group: handed in by " + member.handed_in_by);
  }
  transaction.commit();
}

std::vector<Work> Gradebook::ungraded() {
  std::vector<Work> list;
  Statement find(
      database_,
      "select student, lab, key, files, source, time, note, problem, submitted, context, "
      "handed_in_by, time_from from work where state <> 'done' and unclear = '' order by student, "
      "lab");
  while (find.step()) {
    list.push_back({find.text(0), find.text(1), find.text(2), json::parse(find.text(3)),
                    find.text(4), find.text(5), find.text(6), find.text(7), find.integer(8) != 0,
                    json::parse(find.text(9)), find.text(10), find.text(11)});
  }
  return list;
}

void Gradebook::mark_running(const Work& work) {
  Statement mark(database_,
                 "update work set state = 'running' where student = ? and lab = ? and key = ?");
  mark << work.student << work.lab << work.key;
  mark.step();
}

bool Gradebook::store(const Work& work, const Grade& grade) {
  Transaction transaction(database_);
  Statement put(database_,
                "insert or ignore into result values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                "?)");
  put << work.student << work.lab << work.key << to_string(grade.verdict) << grade.headline
      << grade.points << grade.max_points << grade.bonus << grade.bonus_max << grade.tier
      << grade.backend << grade.seconds << grade.attempts << now() << dump(detail_json(grade))
      << dump(grade.pictures);
  put.step();
  // A result that came second, as of a task that ran twice, changes nothing.
  const bool first = sqlite3_changes(database_) > 0;
  Statement done(database_,
                 "update work set state = 'done', fault = '' where student = ? and lab = ? and key "
                 "= ?");
  done << work.student << work.lab << work.key;
  done.step();
  Statement note(database_,
                 "insert into history (at, student, lab, key, event) values (?, ?, ?, ?, ?)");
  note << now() << work.student << work.lab << work.key
       << fmt::format("{}: {}", first ? "graded" : "second result ignored",
                      to_string(grade.verdict));
  note.step();
  transaction.commit();
  return first;
}

void Gradebook::store_fault(const Work& work, const std::string& what) {
  Transaction transaction(database_);
  Statement mark(database_,
                 "update work set state = 'fault', faults = faults + 1, fault = ? where student = "
                 "? and lab = ? and key = ? and state <> 'done'");
  mark << what << work.student << work.lab << work.key;
  mark.step();
  Statement note(database_,
                 "insert into history (at, student, lab, key, event) values (?, ?, ?, ?, ?)");
  note << now() << work.student << work.lab << work.key << "fault: " + what;
  note.step();
  transaction.commit();
}

std::vector<Grade> Gradebook::grades(const std::string& student, bool with_detail) {
  std::vector<Grade> list;
  Statement find(
      database_,
      "select w.student, w.lab, w.key, w.source, w.time, w.note, w.problem, w.submitted, w.fault, "
      "r.verdict, r.headline, r.points, r.max_points, r.bonus, r.bonus_max, r.tier, r.backend, "
      "r.seconds, r.attempts, r.graded_at, iif(?, r.detail, '{}'), iif(?, r.pictures, '{}'), "
      "w.files, w.context, "
      "w.handed_in_by, w.time_from, w.unclear from work w left join result r on "
      "r.student = w.student and r.lab = w.lab and r.key = w.key where ? in ('', w.student) order "
      "by w.student, w.lab");
  find << int(with_detail) << int(with_detail) << student;
  while (find.step()) {
    Grade grade;
    grade.work = {find.text(0),         find.text(1),
                  find.text(2),         json::parse(find.text(22)),
                  find.text(3),         find.text(4),
                  find.text(5),         find.text(6),
                  find.integer(7) != 0, json::parse(find.text(23)),
                  find.text(24),        find.text(25),
                  find.text(26)};
    grade.graded = !find.text(9).empty() && grade.work.unclear.empty();
    if (grade.graded) {
      grade.verdict = stored_verdict(find.text(9));
      grade.headline = find.text(10);
      grade.points = find.number(11);
      grade.max_points = find.number(12);
      grade.bonus = find.number(13);
      grade.bonus_max = find.number(14);
      grade.tier = find.text(15);
      grade.backend = find.text(16);
      grade.seconds = find.number(17);
      grade.attempts = find.integer(18);
      grade.graded_at = find.text(19);
      grade.detail = stored_detail(find.text(20));
      grade.pictures = json::parse(find.text(21)).get<std::map<std::string, std::string>>();
    } else {
      grade.verdict = grader::Verdict::grader_fault;
      grade.headline = find.text(8).empty() ? "not graded yet" : find.text(8);
      if (!grade.work.unclear.empty()) grade.headline = grade.work.unclear;
    }
    list.push_back(std::move(grade));
  }
  return list;
}

}  // namespace kit::classroom
