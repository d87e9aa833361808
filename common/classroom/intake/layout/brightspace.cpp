// Brightspace (D2L): "12345-67890 - Full Name - Nov 20, 2026 1159 PM", a folder for each time that
// somebody handed in, and beside them index.html. The first number is the student's. The date has
// no zone: it is read as one of this machine's.
#include <array>
#include <cctype>
#include <chrono>
#include <ctime>
#include <optional>

#include "classroom/intake/layout/file_kind.hpp"
#include "classroom/intake/layout/layout.hpp"

namespace kit::classroom {
namespace {

struct BrightspaceName {
  std::string student, number, time, file;
};

/// Words of letters or digits: "Nov 20, 2026 1159 PM" has five.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      words.back() += c;
    else if (c != ':' && !words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

int month_of(const std::string& word) {
  constexpr std::array kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                  "jul", "aug", "sep", "oct", "nov", "dec"};
  const std::string begin = lower_case(word.substr(0, 3));
  for (std::size_t i = 0; i < kMonths.size(); ++i)
    if (begin == kMonths[i]) return static_cast<int>(i) + 1;
  return 0;
}

bool is_digits(const std::string& word, std::size_t least, std::size_t most) {
  return word.size() >= least && word.size() <= most &&
         word.find_first_not_of("0123456789") == std::string::npos;
}

/// "Nov 20, 2026 1159 PM" or "20 November, 2026 23:59" as a moment in UTC; none for other texts.
std::optional<std::string> brightspace_time(const std::string& text) {
  std::vector<std::string> words = words_of(text);
  if (words.size() < 4 || words.size() > 5) return std::nullopt;
  if (month_of(words[0]) == 0) std::swap(words[0], words[1]);
  std::tm parts{};
  const int month = month_of(words[0]);
  if (month == 0 || !is_digits(words[1], 1, 2) || !is_digits(words[2], 4, 4) ||
      !is_digits(words[3], 3, 4))
    return std::nullopt;
  const int clock = std::stoi(words[3]), day = std::stoi(words[1]);
  int hour = clock / 100;
  if (words.size() == 5) {
    const std::string half = lower_case(words[4]);
    if ((half != "am" && half != "pm") || hour < 1 || hour > 12) return std::nullopt;
    hour = hour % 12 + (half == "pm" ? 12 : 0);
  }
  const std::chrono::year_month_day date{std::chrono::year(std::stoi(words[2])),
                                         std::chrono::month(unsigned(month)),
                                         std::chrono::day(unsigned(day))};
  if (!date.ok() || hour > 23 || clock % 100 > 59) return std::nullopt;
  parts.tm_year = std::stoi(words[2]) - 1900;
  parts.tm_mon = month - 1;
  parts.tm_mday = day;
  parts.tm_hour = hour;
  parts.tm_min = clock % 100;
  parts.tm_isdst = -1;
  const std::time_t moment = std::mktime(&parts);
  gmtime_r(&moment, &parts);
  std::array<char, 32> utc{};
  std::strftime(utc.data(), utc.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return utc.data();
}

std::vector<std::string> split_at(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t at = text.find(separator); at != std::string::npos;
       at = text.find(separator, begin)) {
    parts.push_back(text.substr(begin, at - begin));
    begin = at + separator.size();
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::optional<BrightspaceName> brightspace_name(const std::string& name) {
  const std::vector<std::string> parts = split_at(name, " - ");
  if (parts.size() < 3) return std::nullopt;
  const std::size_t hyphen = parts[0].find('-');
  if (hyphen == std::string::npos || !is_digits(parts[0].substr(0, hyphen), 1, 18) ||
      !is_digits(parts[0].substr(hyphen + 1), 1, 18))
    return std::nullopt;
  BrightspaceName found;
  found.number = parts[0].substr(0, hyphen);
  found.student = parts[1];
  for (std::size_t i = 2; i < parts.size(); ++i) {
    const auto time = found.time.empty() ? brightspace_time(parts[i]) : std::nullopt;
    if (time)
      found.time = *time;
    else if (found.time.empty())
      found.student += " - " + parts[i];
    else
      found.file += (found.file.empty() ? "" : " - ") + parts[i];
  }
  if (found.time.empty()) return std::nullopt;
  return found;
}

bool fits_brightspace(const Entry& entry) {
  return brightspace_name(entry.name).has_value();
}

Listing read_brightspace(const ClassFolder& folder) {
  Listing listing;
  for (const Entry& entry : folder.entries) {
    const auto name = brightspace_name(entry.name);
    if (!name) {
      listing.ignored.push_back({entry.name,
                                 "its name is not as Brightspace gives them (12345-678 - Name - "
                                 "Nov 20, 2026 1159 PM)",
                                 entry.name != "index.html"});
      continue;
    }
    // Files of one moment, where they come without a folder, are one submission.
    const std::string key = name->file.empty()
                                ? entry.name
                                : entry.name.substr(0, entry.name.size() - name->file.size() - 3);
    Handed& handed = submission_named(listing, key);
    if (handed.people.empty()) handed.people.push_back({name->number, {name->student}, ""});
    handed.time = name->time;
    handed.pieces.push_back({entry.name, name->file, 0});
  }
  return listing;
}

}  // namespace

const Layout kBrightspace = {"brightspace", "Brightspace", "brightspace_id", fits_brightspace,
                             read_brightspace};

}  // namespace kit::classroom
