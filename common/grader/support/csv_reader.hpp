/// @file
/// Tables in CSV, as spreadsheets and course systems write them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kit {

/// A field without its quotes, and where it stands in the text, quotes included: whoever changes
/// one field leaves the rest of a file as it was.
struct CsvField {
  std::string text;
  std::size_t begin = 0, end = 0;
};

struct CsvRecord {
  int line = 0;  ///< on which it begins, from 1
  std::vector<CsvField> fields;
};

/// The records of a CSV text; lines without anything are none. Throws InputError that names the
/// line. `name` is the file's, for messages.
std::vector<CsvRecord> read_csv(const std::string& text, const std::string& name,
                                char delimiter = ',');

/// Comma, semicolon or tab: what the first line has most of outside of quotes.
char csv_delimiter(const std::string& text);

}  // namespace kit
