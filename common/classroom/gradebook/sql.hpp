/// @file
/// What the gradebook's files know of SQLite: statements, transactions, the schema.
#pragma once

#include <fmt/format.h>

#include <sqlite3.h>

#include <string>

#include "kit/error.hpp"

namespace kit::classroom {

/// A prepared statement; parameters are bound in order.
class Statement {
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

  /// Binds all parameters and runs the statement once.
  template <typename... Values>
  void run(const Values&... values) {
    (void)(*this << ... << values);
    step();
  }
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

/// The time now, UTC, as the gradebook writes it: "2026-11-21T10:00:00Z".
std::string now();

/// Makes the tables of a new gradebook, or brings an older one up to date, in one transaction.
/// Throws HarnessError if the database is no gradebook, InputError if a newer kit made it.
void bring_up_to_date(sqlite3* database);

}  // namespace kit::classroom
