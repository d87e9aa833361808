// CSV as RFC 4180 has it, and what spreadsheets make of it: a byte order mark, semicolons or tabs,
// lines that end in either way.
#include "grader/support/csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kit/error.hpp"

namespace kit {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::size_t start_of(const std::string& text) {
  return text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
}

}  // namespace

std::vector<CsvRecord> read_csv(const std::string& text, const std::string& name, char delimiter) {
  std::size_t i = start_of(text);
  std::vector<CsvRecord> records(1, {1, {{"", i, i}}});
  int line = 1;
  bool quoted = false;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    CsvField& field = records.back().fields.back();
    line += c == '\n' ? 1 : 0;
    // Inside quotes only a quote is special: two of them stand for one, one alone ends the field.
    if (quoted) {
      if (c != '"')
        field.text += c;
      else if (i + 1 < text.size() && text[i + 1] == '"')
        field.text += text[++i];
      else
        quoted = false;
    } else if (c == '"' && field.text.empty()) {
      quoted = true;
    } else if (c == delimiter) {
      records.back().fields.push_back({"", i + 1, i + 1});
      continue;
    } else if (c == '\n') {
      records.push_back({line, {{"", i + 1, i + 1}}});
      continue;
    } else if (c != '\r') {
      field.text += c;
    } else {
      continue;
    }
    field.end = i + 1;
  }
  if (quoted)
    throw InputError(fmt::format("{}:{}: a quote is not closed in the row that begins here", name,
                                 records.back().line));
  std::erase_if(records, [](const CsvRecord& record) {
    return record.fields.size() == 1 && record.fields[0].text.empty();
  });
  return records;
}

char csv_delimiter(const std::string& text) {
  constexpr std::array<char, 3> kDelimiters = {',', ';', '\t'};
  std::array<int, 3> counts{};
  bool quoted = false;
  for (std::size_t i = start_of(text); i < text.size() && (quoted || text[i] != '\n'); ++i) {
    quoted ^= text[i] == '"';
    for (std::size_t k = 0; k < kDelimiters.size(); ++k)
      counts[k] += !quoted && text[i] == kDelimiters[k] ? 1 : 0;
  }
  return kDelimiters[std::size_t(std::max_element(counts.begin(), counts.end()) - counts.begin())];
}

}  // namespace kit
