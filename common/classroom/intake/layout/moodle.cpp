// Moodle: "Full Name_12345_assignsubmission_file_", a folder each, or with "Download in folders"
// switched off that and the file's own name. The number is that of Moodle's grading worksheet
// ("Participant 12345"). In a group assignment the group's name and a hyphen come first.
#include <map>
#include <optional>

#include "classroom/intake/layout/layout.hpp"

namespace kit::classroom {
namespace {

struct MoodleName {
  std::string student, number, file;
};

std::optional<MoodleName> moodle_name(const std::string& name) {
  static const std::string kMark = "_assignsubmission_";
  const std::size_t mark = name.find(kMark);
  if (mark == std::string::npos || mark == 0) return std::nullopt;
  const std::size_t number = name.rfind('_', mark - 1);
  if (number == std::string::npos || number == 0) return std::nullopt;
  MoodleName found{name.substr(0, number), name.substr(number + 1, mark - number - 1), ""};
  if (found.number.find_first_not_of("0123456789") != std::string::npos || found.number.empty())
    return std::nullopt;
  // "file", "file_", "file_naive.cu", "onlinetext", "onlinetext_"
  const std::size_t file = name.find('_', mark + kMark.size());
  if (file != std::string::npos) found.file = name.substr(file + 1);
  return found;
}

bool fits_moodle(const Entry& entry) {
  return moodle_name(entry.name).has_value();
}

/// The name, and what follows each hyphen: "Red-Jane Doe" may be Jane Doe of the group Red.
std::vector<std::string> possible_names(const std::string& text) {
  std::vector<std::string> names = {text};
  for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 1))
    names.push_back(text.substr(at + 1));
  return names;
}

Listing read_moodle(const ClassFolder& folder) {
  Listing listing;
  std::map<std::string, std::string> names;  // of the submissions, by number
  for (const Entry& entry : folder.entries) {
    const auto name = moodle_name(entry.name);
    if (!name) {
      listing.ignored.push_back(
          {entry.name, "its name is not as Moodle gives them (Name_12345_assignsubmission_file_)"});
      continue;
    }
    const std::string& known = names.try_emplace(name->number, entry.name).first->second;
    Handed& handed = submission_named(listing, known);
    if (handed.people.empty())
      handed.people.push_back({name->number, possible_names(name->student), ""});
    handed.pieces.push_back({entry.name, name->file, 0});
  }
  return listing;
}

}  // namespace

const Layout kMoodle = {"moodle", "Moodle", "moodle_id", fits_moodle, read_moodle};

}  // namespace kit::classroom
