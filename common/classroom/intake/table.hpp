/// @file
/// An instructor's table: a CSV file whose columns are found by name, in any order.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "classroom/intake/encoding.hpp"
#include "grader/support/csv_reader.hpp"

namespace kit::classroom {

/// `text` without capital letters (of ASCII), and without blanks at its ends.
std::string lower(std::string text);
std::string trimmed(const std::string& text);

/// A table whose columns are found by name, whatever its capitals. Fields may be separated by
/// commas, semicolons or tabs, and the file be UTF-8 or UTF-16.
class Table {
 public:
  /// Throws InputError if the file cannot be read, is no text, or has no first line.
  explicit Table(const std::string& path);

  /// Throws InputError if there is no such column.
  void require(const std::string& name) const;
  bool has(const std::string& name) const { return columns_.count(name) > 0; }
  std::size_t rows() const { return records_.size() - 1; }
  /// Without blanks at its ends; empty if the row or the table has no such field.
  std::string at(std::size_t row, const std::string& name) const;

  /// Throws InputError: file, line, and what is wrong.
  [[noreturn]] void refuse(std::size_t row, const std::string& what) const;
  int line(std::size_t row) const { return records_[row + 1].line; }

  /// The whole, to write it again with other values.
  const std::vector<CsvRecord>& records() const { return records_; }
  const DecodedText& content() const { return content_; }
  const std::string& path() const { return path_; }
  char delimiter() const { return delimiter_; }

 private:
  std::string path_;
  DecodedText content_;
  char delimiter_ = ',';
  std::vector<CsvRecord> records_;
  std::map<std::string, std::size_t> columns_;
};

/// The folder of the lab that a row names in its column `lab`. Refuses the row if there is none.
std::string lab_at(const Table& table, std::size_t row, const std::string& labs_folder);

/// The whole text as a number; none if it is anything else.
std::optional<double> number_from(const std::string& text);

/// "10" or "10%".
struct Amount {
  double value = 0;
  bool percent = false;
};
/// None if it is neither, or below zero.
std::optional<Amount> amount_from(const std::string& text);

}  // namespace kit::classroom
