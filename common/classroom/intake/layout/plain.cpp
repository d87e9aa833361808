// Without a course system: a folder or an archive for each student, under the student's name or
// number; or a lab's files with that before or behind their own name, ann_naive.cu.
#include <algorithm>
#include <cctype>
#include <optional>

#include "classroom/intake/layout/file_kind.hpp"
#include "classroom/intake/layout/layout.hpp"

namespace kit::classroom {
namespace {

bool fits_plain(const Entry& /*entry*/) {
  return true;
}

bool is_joint(char c) {
  return c == '_' || c == '-' || c == ' ' || c == '.';
}

/// Whose the file is: "ann" of ann_naive.cu and of naive_ann.cu. The longest name of a lab's file
/// that fits counts.
std::optional<Piece> loose_file(const std::string& name, const std::set<std::string>& lab_files,
                                std::string& student) {
  const std::string small = lower_case(name);
  std::optional<Piece> found;
  for (const std::string& file : lab_files) {
    if (found && found->name.size() >= file.size()) continue;
    const std::size_t dot = file.rfind('.');
    const std::string stem = file.substr(0, dot), end = file.substr(dot);
    if (small.size() <= file.size() + 1 || !small.ends_with(end)) continue;
    const std::size_t rest = small.size() - file.size() - 1;  // without the joint
    if (small.ends_with(file) && is_joint(small[rest]))
      student = name.substr(0, rest);
    else if (small.starts_with(stem) && is_joint(small[stem.size()]))
      student = name.substr(stem.size() + 1, rest);
    else
      continue;
    found = Piece{name, file, 0};
  }
  return found;
}

/// The 2 of "ann (2).zip", which browsers add to a name that is there already.
long copy_number(const std::string& name) {
  const std::size_t open = name.rfind(" (");
  if (open == std::string::npos || !name.ends_with(")")) return 0;
  const std::string digits = name.substr(open + 2, name.size() - open - 3);
  if (digits.empty() || digits.size() > 3 ||
      digits.find_first_not_of("0123456789") != std::string::npos)
    return 0;
  return std::stol(digits);
}

void add_whole(Listing& listing, const Entry& entry) {
  const std::string name =
      entry.kind == EntryKind::folder ? entry.name : without_extension(entry.name);
  Handed handed;
  handed.name = entry.name;
  handed.people.push_back({name, {name}, ""});
  handed.attempt = copy_number(name) + 1;
  handed.pieces.push_back({entry.name, "", 0});
  listing.handed.push_back(std::move(handed));
}

void add_loose(Listing& listing, const Entry& entry, const ClassFolder& folder) {
  std::string student;
  const auto piece = loose_file(entry.name, folder.lab_files, student);
  if (piece) {
    Handed& handed = submission_named(listing, student);
    if (handed.people.empty()) handed.people.push_back({student, {student}, ""});
    handed.pieces.push_back(*piece);
    return;
  }
  const bool bare = folder.lab_files.count(lower_case(entry.name)) > 0;
  listing.ignored.push_back(
      {entry.name,
       bare ? "it is a lab's file, but its name does not say whose (ann_" + entry.name + " would)"
            : "it is no folder, no archive and no file of a lab"});
}

Listing read_plain(const ClassFolder& folder) {
  Listing listing;
  for (const Entry& entry : folder.entries) {
    const bool whole =
        entry.kind != EntryKind::file || is_archive(entry.name) || is_compressed(entry.name);
    if (whole)
      add_whole(listing, entry);
    else
      add_loose(listing, entry, folder);
  }
  return listing;
}

}  // namespace

const Layout kPlain = {"plain", "folders or archives", "", fits_plain, read_plain};

}  // namespace kit::classroom
