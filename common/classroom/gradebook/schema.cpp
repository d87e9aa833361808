// The tables, and how an older gradebook gets what it lacks. A step is never changed once a kit
// with it was given away: books that were made by it are kept for years.
#include <array>
#include <ctime>

#include "classroom/gradebook/sql.hpp"

namespace kit::classroom {
namespace {

/// What each version adds to the one before. "if not exists": books of version 1 do not say their
/// version.
constexpr std::array<const char*, 3> kVersions = {
    R"(
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
)",
    R"(
alter table work add column context text not null default '{}';
alter table work add column handed_in_by text not null default '';
create table decision (
  id integer primary key, at text not null, kind text not null, student text not null, lab text not null,
  value text not null, reason text not null, person text not null);
)",
    R"(
alter table work add column time_from text not null default '';
alter table work add column unclear text not null default '';
)"};

int version_of_schema(sqlite3* database) {
  Statement ask(database, "pragma user_version");
  return ask.step() ? ask.integer(0) : 0;
}

}  // namespace

std::string now() {
  const std::time_t time = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

void bring_up_to_date(sqlite3* database) {
  const int newest = static_cast<int>(kVersions.size());
  Transaction transaction(database);
  const int version = version_of_schema(database);
  if (version > newest)
    throw InputError("the gradebook was made by a newer kit; use that one, or another OUT");
  for (int next = version; next < newest; ++next)
    if (sqlite3_exec(database, kVersions[std::size_t(next)], nullptr, nullptr, nullptr) !=
        SQLITE_OK)
      throw HarnessError(sqlite3_errmsg(database));
  // Another program's tables of these names have other columns.
  const Statement columns(database, "select student, lab, key, files, context from work");
  if (version < newest) {
    const std::string mark = fmt::format("pragma user_version = {}", newest);
    if (sqlite3_exec(database, mark.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
      throw HarnessError(sqlite3_errmsg(database));
  }
  transaction.commit();
}

}  // namespace kit::classroom
