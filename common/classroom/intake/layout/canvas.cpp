// Canvas: lastfirst_[LATE_]userid_attachmentid_name, a file each. The second number counts all
// files of the installation, so that of two the greater one came later. What a student typed into a
// box is lastfirst_userid_text.html.
#include <charconv>
#include <map>
#include <optional>

#include "classroom/intake/layout/layout.hpp"

namespace kit::classroom {
namespace {

struct CanvasName {
  std::string student, user, file;
  long attachment = 0;
};

bool is_number(const std::string& text) {
  return !text.empty() && text.size() <= 18 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

long number_of(const std::string& text) {
  long value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The part of a name from `begin` to the next underscore.
std::string part_at(const std::string& name, std::size_t begin) {
  return name.substr(begin, name.find('_', begin) - begin);
}

/// The first two numbers side by side count: what the student called the file may hold more.
std::optional<CanvasName> canvas_name(const std::string& name) {
  for (std::size_t at = name.find('_'); at != std::string::npos; at = name.find('_', at + 1)) {
    if (at == 0) return std::nullopt;
    const std::string user = part_at(name, at + 1);
    const std::size_t after = at + 1 + user.size() + 1;
    if (!is_number(user) || after >= name.size()) continue;
    CanvasName found{name.substr(0, at), user, "", 0};
    if (found.student.ends_with("_LATE")) found.student.resize(found.student.size() - 5);
    const std::string attachment = part_at(name, after);
    const std::size_t file = after + attachment.size() + 1;
    if (is_number(attachment) && file < name.size()) {
      found.file = name.substr(file);
      found.attachment = number_of(attachment);
      return found;
    }
    found.file = name.substr(after);
    if (found.file == "text.html" || found.file == "link.html") return found;
  }
  return std::nullopt;
}

bool fits_canvas(const Entry& entry) {
  return canvas_name(entry.name).has_value();
}

Listing read_canvas(const ClassFolder& folder) {
  Listing listing;
  std::map<std::string, std::string> names;  // of the submissions, by user
  for (const Entry& entry : folder.entries) {
    const auto name = canvas_name(entry.name);
    if (!name) {
      listing.ignored.push_back(
          {entry.name, "its name is not as Canvas gives them (name_12345_678_file)"});
      continue;
    }
    const std::string& known = names.try_emplace(name->user, entry.name).first->second;
    Handed& handed = submission_named(listing, known);
    if (handed.people.empty()) handed.people.push_back({name->user, {name->student}, ""});
    handed.attempt = std::max(handed.attempt, name->attachment);
    handed.pieces.push_back({entry.name, name->file, name->attachment});
  }
  return listing;
}

}  // namespace

const Layout kCanvas = {"canvas", "Canvas", "canvas_id", fits_canvas, read_canvas};

}  // namespace kit::classroom
