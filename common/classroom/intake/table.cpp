// Tables come out of spreadsheets. What cannot be understood is refused with its place: a row that
// is passed over would be a student without a grade.
#include "classroom/intake/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "grader/lab/lab_config.hpp"
#include "grader/support/text.hpp"
#include "kit/error.hpp"

namespace kit::classroom {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

Table::Table(const std::string& path) : path_(path), content_(decode(read_whole(path))) {
  if (content_.text.find('\0') != std::string::npos || content_.text.starts_with("PK\x03\x04"))
    throw InputError(path + " is no text file; save the spreadsheet as CSV");
  delimiter_ = csv_delimiter(content_.text);
  records_ = read_csv(content_.text, path, delimiter_);
  if (records_.empty()) throw InputError(path + " is empty; its first line names the columns");
  for (std::size_t i = 0; i < records_[0].fields.size(); ++i)
    columns_.emplace(lower(trimmed(records_[0].fields[i].text)), i);
}

void Table::require(const std::string& name) const {
  if (!has(name))
    throw InputError(fmt::format("{}: its first line has no column '{}'", path_, name));
}

std::string Table::at(std::size_t row, const std::string& name) const {
  const auto column = columns_.find(name);
  const std::vector<CsvField>& fields = records_[row + 1].fields;
  if (column == columns_.end() || column->second >= fields.size()) return "";
  return trimmed(fields[column->second].text);
}

void Table::refuse(std::size_t row, const std::string& what) const {
  throw InputError(fmt::format("{}:{}: {}", path_, line(row), what));
}

std::string lab_at(const Table& table, std::size_t row, const std::string& labs_folder) {
  const std::string name = table.at(row, "lab");
  if (name.empty()) table.refuse(row, "the column 'lab' is empty; write 02 or 02_naive");
  try {
    return grader::find_lab(labs_folder, name);
  } catch (const InputError& error) {
    table.refuse(row, error.what());
  }
}

std::optional<double> number_from(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<Amount> amount_from(const std::string& text) {
  const bool percent = text.ends_with('%');
  const auto value = number_from(percent ? trimmed(text.substr(0, text.size() - 1)) : text);
  if (!value || *value < 0) return std::nullopt;
  return Amount{*value, percent};
}

}  // namespace kit::classroom
