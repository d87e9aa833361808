/// @file
/// How course systems name what a class handed in: from the entries of a folder to one submission
/// each, with what the system says of whose it is and when it came. Nothing is opened here but the
/// list that Gradescope puts beside the submissions.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace kit::classroom {

enum class EntryKind { folder, file, link, other };

/// One entry of the class's folder.
struct Entry {
  std::string name;
  EntryKind kind = EntryKind::file;
  bool has_git = false;  ///< a folder that is a Git repository
};

/// The class's folder. Hidden entries and what operating systems leave are not listed.
struct ClassFolder {
  std::string path;
  std::vector<Entry> entries;       ///< by name
  std::set<std::string> lab_files;  ///< names of the labs' files, in small letters
  std::set<std::string> logins;     ///< of the roster, in small letters; empty without one
};

/// What the system says of who handed it in. Empty is what it does not say.
struct Person {
  std::string id;                  ///< the system's number, a student's number or a login
  std::vector<std::string> names;  ///< the full name; several if it cannot be told where it begins
  std::string email;
};

/// A file or folder of a submission.
struct Piece {
  std::string entry;  ///< name in the class's folder
  std::string name;   ///< of a file: what the student called it
  long order = 0;     ///< the greater, the newer; 0 if the system does not say
};

/// One submission.
struct Handed {
  std::string name;  ///< as it stands in the class's folder
  std::vector<Piece> pieces;
  std::vector<Person> people;  ///< several who handed it in together
  std::string time = {};       ///< UTC, "2026-11-21T10:00:00Z"; empty if the system does not say
  long attempt = 0;            ///< the greater, the newer; 0 if the system does not say
};

/// An entry that belongs to no submission.
struct Ignored {
  std::string name, why;
  bool told = true;  ///< worth a line: not what the course system itself adds
};

struct Listing {
  std::vector<Handed> handed;
  std::vector<Ignored> ignored;
};

/// A course system's way to name submissions.
struct Layout {
  const char* name;   ///< as in LAYOUT=canvas
  const char* title;  ///< "Canvas"
  const char* id;     ///< the roster's column with the system's ids; empty if it has none
  bool (*fits)(const Entry& entry);
  Listing (*read)(const ClassFolder& folder);
};

extern const Layout kCanvas, kMoodle, kBrightspace, kGradescope, kGithub, kPlain;

/// The layout of that name. Throws InputError that lists them.
const Layout& layout_named(const std::string& name);

/// The layout of a folder's entries: that of the most, if it is at least half, else plain.
const Layout& layout_of(const ClassFolder& folder);

/// What is in a folder. Throws InputError if there is no such folder.
ClassFolder list_class_folder(const std::string& path);

/// Adds a piece to the submission with this name, which is made if there is none.
Handed& submission_named(Listing& listing, const std::string& name);

}  // namespace kit::classroom
