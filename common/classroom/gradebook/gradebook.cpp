/// @file
/// SQL of the gradebook. Text from the database becomes a verdict or a grading here and nowhere
/// else; a book that holds something else is refused as a whole, since a grade must not be guessed.
#include "classroom/gradebook/gradebook.hpp"

#include <fmt/format.h>

#include <sqlite3.h>
#include <sys/stat.h>

#include <ctime>

#include "grader/report/verdict_json.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

using nlohmann::json;

constexpr const char* kSchema = R"(
create table if not exists setting (name text primary key, value text not null) without rowid;
create table if not exists work (
  student text not null, lab text not null, key text not null, files text not null,
  source text not null, time text not null, note text not null, problem text not null,
  submitted integer not null, state text not null default 'queued', faults integer not null default 0,
  fault text not null default '', primary key (student, lab)) without rowid;
create table if not exists result (
  student text not null, lab text not null, key text not null, verdict text not null,
  headline text not null, points real not null, max_points real not null, bonus real not null,
  bonus_max real not null, tier text not null, backend text not null, seconds real not null,
  attempts integer not null, graded_at text not null, detail text not null, pictures text not null,
  primary key (student, lab, key)) without rowid;
create table if not exists history (
  id integer primary key, at text not null, student text not null, lab text not null,
  key text not null, event text not null);
)";

std::string now() {
  const std::time_t time = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

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

/// A prepared statement; parameters are bound in order.
class Gradebook::Statement {
 public:
  Statement(sqlite3* database, const char* text) : database_(database) {
    if (sqlite3_prepare_v2(database, text, -1, &statement_, nullptr) != SQLITE_OK) fail();
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& operator<<(const std::string& value) {
    return check(
        sqlite3_bind_text(statement_, ++bound_, value.data(), int(value.size()), SQLITE_TRANSIENT));
  }
  Statement& operator<<(double value) {
    return check(sqlite3_bind_double(statement_, ++bound_, value));
  }
  Statement& operator<<(int value) { return check(sqlite3_bind_int(statement_, ++bound_, value)); }

  /// True while there is a row.
  bool step() {
    const int status = sqlite3_step(statement_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) fail();
    return status == SQLITE_ROW;
  }
  std::string text(int column) const {
    const unsigned char* value = sqlite3_column_text(statement_, column);
    const int bytes = sqlite3_column_bytes(statement_, column);
    return value == nullptr ? "" : std::string(reinterpret_cast<const char*>(value), bytes);
  }
  double number(int column) const { return sqlite3_column_double(statement_, column); }
  int integer(int column) const { return sqlite3_column_int(statement_, column); }

 private:
  Statement& check(int status) {
    if (status != SQLITE_OK) fail();
    return *this;
  }
  [[noreturn]] void fail() const {
    throw HarnessError(fmt::format("the gradebook: {}", sqlite3_errmsg(database_)));
  }
  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

namespace {

/// Rolls back unless it is told that all went well.
class Transaction {
 public:
  explicit Transaction(sqlite3* database) : database_(database) { run("begin immediate"); }
  ~Transaction() {
    if (!done_) sqlite3_exec(database_, "rollback", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    run("commit");
    done_ = true;
  }

 private:
  void run(const char* text) {
    if (sqlite3_exec(database_, text, nullptr, nullptr, nullptr) != SQLITE_OK)
      throw HarnessError(fmt::format("the gradebook: {}", sqlite3_errmsg(database_)));
  }
  sqlite3* database_;
  bool done_ = false;
};

}  // namespace

Gradebook::Gradebook(const std::string& path) {
  // Grades and the secret seed: for their owner alone, from the first byte on.
  const mode_t before = umask(077);
  const int status = sqlite3_open(path.c_str(), &database_);
  umask(before);
  if (status != SQLITE_OK) throw InputError("cannot open the gradebook " + path);
  sqlite3_busy_timeout(database_, 60000);
  try {
    execute("pragma journal_mode = wal");
    execute("pragma synchronous = full");
    execute(kSchema);
  } catch (const HarnessError& error) {
    throw InputError(fmt::format("{} is no gradebook of this kit ({})", path, error.what()));
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
  {
    Statement find(database_, "select value from setting where name = ?");
    find << name;
    if (find.step()) return find.text(0);
  }
  std::string value = make();
  Statement add(database_, "insert into setting values (?, ?)");
  add << name << value;
  add.step();
  transaction.commit();
  return value;
}

void Gradebook::set_work(const std::vector<Work>& all) {
  Transaction transaction(database_);
  // What is not in the list any more stays 'gone' and is dropped below; results are kept.
  execute("update work set state = 'gone'");
  for (const Work& work : all) {
    Statement put(database_,
                  "insert into work (student, lab, key, files, source, time, note, problem, "
                  "submitted) values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (student, lab) do "
                  "update set faults = iif(key = excluded.key, faults, 0), key = excluded.key, "
                  "files = excluded.files, source = excluded.source, time = excluded.time, note = "
                  "excluded.note, problem = excluded.problem, submitted = excluded.submitted, "
                  "state = 'queued', fault = ''");
    put << work.student << work.lab << work.key << dump(work.files) << work.source << work.time
        << work.note << work.problem << int(work.submitted);
    put.step();
  }
  execute("delete from work where state = 'gone'");
  execute(
      "update work set state = 'done' where exists (select 1 from result where result.student = "
      "work.student and result.lab = work.lab and result.key = work.key)");
  transaction.commit();
}

void Gradebook::forget(const std::vector<std::string>& labs) {
  Transaction transaction(database_);
  for (const std::string& lab : labs) {
    Statement note(database_,
                   "insert into history (at, student, lab, key, event) select ?, student, lab, "
                   "key, 'forgotten: ' || verdict || ' ' || points from result where lab = ?");
    note << now() << lab;
    note.step();
    Statement drop(database_,
                   "delete from result where lab = ? and exists (select 1 from work where "
                   "work.student = result.student and work.lab = result.lab and work.key = "
                   "result.key)");
    drop << lab;
    drop.step();
    Statement queue(database_, "update work set state = 'queued', faults = 0 where lab = ?");
    queue << lab;
    queue.step();
  }
  transaction.commit();
}

std::vector<Work> Gradebook::ungraded() {
  std::vector<Work> list;
  Statement find(database_,
                 "select student, lab, key, files, source, time, note, problem, submitted from "
                 "work where state <> 'done' order by student, lab");
  while (find.step()) {
    list.push_back({find.text(0), find.text(1), find.text(2), json::parse(find.text(3)),
                    find.text(4), find.text(5), find.text(6), find.text(7), find.integer(8) != 0});
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

std::vector<Grade> Gradebook::grades() {
  std::vector<Grade> list;
  Statement find(
      database_,
      "select w.student, w.lab, w.key, w.source, w.time, w.note, w.problem, w.submitted, w.fault, "
      "r.verdict, r.headline, r.points, r.max_points, r.bonus, r.bonus_max, r.tier, r.backend, "
      "r.seconds, r.attempts, r.graded_at, r.detail, r.pictures from work w left join result r on "
      "r.student = w.student and r.lab = w.lab and r.key = w.key order by w.student, w.lab");
  while (find.step()) {
    Grade grade;
    grade.work = {find.text(0), find.text(1), find.text(2), json::object(),      find.text(3),
                  find.text(4), find.text(5), find.text(6), find.integer(7) != 0};
    grade.graded = !find.text(9).empty();
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
    }
    list.push_back(std::move(grade));
  }
  return list;
}

}  // namespace kit::classroom
