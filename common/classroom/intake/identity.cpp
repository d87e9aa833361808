// A grade in another student's row is worse than none. So a number counts only where the course
// system puts it, all that is known of a submission must point at the same student, and what does
// not is left to a person.
#include "classroom/intake/identity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>

#include "classroom/intake/layout/file_kind.hpp"
#include "classroom/intake/names.hpp"
#include "classroom/intake/table.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/visible.hpp"

namespace kit::classroom {
namespace {

using grader::escaped;
using Students = std::vector<const Student*>;

Students those(const std::vector<Student>& roster,
               const std::function<bool(const Student&)>& fits) {
  Students found;
  for (const Student& student : roster)
    if (fits(student)) found.push_back(&student);
  return found;
}

void add(Students& all, const Students& more) {
  for (const Student* one : more)
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

std::string id_in(const Student& student, const std::string& column) {
  const auto found = student.ids.find(column);
  return found == student.ids.end() ? "" : lower(found->second);
}

/// "ann" of "ann@example.org"; in some rosters that is all there is.
std::string mailbox(const Student& student) {
  return lower(student.email.substr(0, student.email.find('@')));
}

/// Whether the student is known by this id, which is in small letters, in any of the columns that
/// belong to no single course system.
bool has_general_id(const Student& student, const std::string& id) {
  return !id.empty() && (lower(student.id) == id || id_in(student, "login") == id ||
                         id_in(student, "username") == id || id_in(student, "sis_id") == id);
}

Students by_name(const Person& person, const std::vector<Student>& roster) {
  Students found;
  for (const std::string& name : person.names)
    add(found, those(roster, [&](const Student& one) { return is_full_name(name, one); }));
  return found;
}

Identity found(const Student* student, const std::string& how) {
  return {student, how, "", {}};
}

Identity unclear(const std::string& why, const Students& candidates) {
  return {nullptr, "", why, candidates};
}

Identity nobody(const std::string& why) {
  return {nullptr, "", why, {}};
}

std::string who(const Person& person) {
  const std::string name = person.names.empty() ? "" : person.names[0];
  const std::string id = person.id.empty() ? person.email : person.id;
  if (name.empty() || name == id) return escaped(id);
  return escaped(id.empty() ? name : name + ", " + id);
}

/// With a column of the system's own ids: that number counts, and the name for rows without one.
Identity by_own_column(const Person& person, const std::string& column,
                       const std::vector<Student>& roster) {
  const std::string id = lower(person.id);
  const Students own =
      those(roster, [&](const Student& one) { return !id.empty() && id_in(one, column) == id; });
  if (own.size() == 1) return found(own[0], column + " " + escaped(person.id));
  if (own.size() > 1) return unclear(fmt::format("{} rows have this {}", own.size(), column), own);
  const Students names = by_name(person, roster);
  if (names.empty()) return nobody(fmt::format("no row has the {} {}", column, who(person)));
  if (names.size() == 1 && id_in(*names[0], column).empty())
    return found(names[0], "the full name");
  return unclear(names.size() > 1 ? "several students have this name"
                                  : "the name is that of a student with another " + column,
                 names);
}

/// Without: numbers of the system may be students' own numbers, if the name does not deny it.
Identity by_general_ids(const Person& person, bool own_number, const std::vector<Student>& roster) {
  const std::string id = lower(person.id), mail = lower(person.email);
  const Students ids = those(roster, [&](const Student& one) { return has_general_id(one, id); });
  const Students mails = those(roster, [&](const Student& one) {
    return !mail.empty() && (lower(one.email) == mail || lower(one.id) == mail);
  });
  const Students names = by_name(person, roster);
  Students sure = ids;
  add(sure, mails);
  Students all = sure;
  add(all, names);
  if (all.empty()) return nobody(fmt::format("nobody in the roster is {}", who(person)));
  const bool named_so =
      sure.size() == 1 && std::find(names.begin(), names.end(), sure[0]) != names.end();
  if (named_so || (sure.size() == 1 && names.empty() && !mails.empty()))
    return found(sure[0], mails.empty() ? "id and name" : "the e-mail address");
  if (all.size() > 1)
    return unclear(names.size() > 1 && sure.empty() ? "several students have this name"
                                                    : "id, address and name are of several",
                   all);
  if (ids.empty()) return found(all[0], "the full name");
  const bool nameless =
      person.names.empty() || folded(all[0]->last_name + all[0]->first_name).empty();
  if (own_number || nameless) return found(all[0], "the id " + escaped(person.id));
  return unclear(
      fmt::format("{} is this student's number, but the name is another", escaped(person.id)), all);
}

// --- Without a course system
// ----------------------------------------------------------------------

/// Whether one of the words is part of the student's name.
bool holds_name_of(const Student& student, const std::vector<std::string>& words) {
  std::vector<std::string> own = folded_words(student.first_name + " " + student.last_name);
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word.size() > 1 && std::find(own.begin(), own.end(), word) != own.end();
  });
}

/// Whether an id stands in a text between characters that are no letters or digits.
bool is_token(const std::string& text, const std::string& id) {
  const auto joined = [&](std::size_t i) {
    return i < text.size() && std::isalnum(static_cast<unsigned char>(text[i])) != 0;
  };
  for (std::size_t at = text.find(id); at != std::string::npos; at = text.find(id, at + 1))
    if ((at == 0 || !joined(at - 1)) && !joined(at + id.size())) return true;
  return false;
}

/// Numbers of three digits or of a year's look are met by chance.
bool is_telling(const std::string& id) {
  const bool number = id.find_first_not_of("0123456789") == std::string::npos;
  if (!number) return id.size() > 1;
  const bool year = id.size() == 4 && (id.starts_with("19") || id.starts_with("20"));
  return id.size() > 3 && !year;
}

bool holds(const std::string& name, const std::string& id) {
  return !id.empty() && is_telling(id) && is_token(name, id);
}

bool holds_id_of(const Student& student, const std::string& name) {
  return holds(name, lower(student.id)) || holds(name, id_in(student, "login")) ||
         holds(name, mailbox(student));
}

/// A word that may be somebody's name: letters, and none of those that folders are called by.
bool may_be_name(const std::string& word) {
  static const std::set<std::string> kUsual = {
      "lab",  "labs",    "hw",   "homework", "assignment", "exercise",  "project", "submission",
      "file", "final",   "code", "solution", "solutions",  "filterlab", "kit",     "cuda",
      "cpp",  "src",     "new",  "late",     "copy",       "group",     "team",    "naive",
      "cpu",  "version", "zip",  "tar",      "my",         "work",      "student", "baseline"};
  const bool letters =
      std::none_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  return letters && word.size() > 1 && kUsual.count(word) == 0;
}

/// The name as a whole is an id, an address or a full name.
Students by_whole(const std::string& name, const std::vector<Student>& roster) {
  const std::string small = lower(name);
  return those(roster, [&](const Student& one) {
    return has_general_id(one, small) || id_in(one, "github") == small ||
           (!one.email.empty() && (lower(one.email) == small || mailbox(one) == small)) ||
           is_full_name(name, one);
  });
}

/// An id or the full name within a longer name, as in doe_jane_1001_lab02. Other words may not be
/// another student's name, and if there are some, one must be this student's.
Identity by_words(const std::string& name, const std::vector<Student>& roster) {
  const std::vector<std::string> words = folded_words(name);
  const std::string small = lower(name);
  const Students ids = those(roster, [&](const Student& one) { return holds_id_of(one, small); });
  const auto whole = [&](const Student& one) {
    std::vector<std::string> own = folded_words(one.first_name + " " + one.last_name);
    return own.size() > 1 && std::all_of(own.begin(), own.end(), [&](const std::string& word) {
             return std::find(words.begin(), words.end(), word) != words.end();
           });
  };
  const Students names = those(roster, whole);
  Students all = ids;
  add(all, names);
  if (all.empty()) return nobody("its name holds no id and no full name of the roster");
  if (all.size() > 1) return unclear("its name holds what is of several students", all);
  const Student& one = *all[0];
  // A mailbox is often the first name again, and proves nothing beside it.
  if (!names.empty() && holds(small, lower(one.id))) return found(&one, "id and name");
  const std::vector<std::string> own = folded_words(one.first_name + " " + one.last_name);
  const bool strange = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return may_be_name(word) && !has_general_id(one, word) && word != folded(mailbox(one)) &&
           std::find(own.begin(), own.end(), word) == own.end();
  });
  if (!names.empty())
    return strange ? unclear("its name holds this student's name and other words", all)
                   : found(&one, "the full name");
  if (strange && !own.empty() && !holds_name_of(one, words))
    return unclear("its name holds this student's id and other words than the name", all);
  return found(&one, "the id in its name");
}

Identity identify_plain(const std::string& name, const std::vector<Student>& roster) {
  const Students whole = by_whole(name, roster);
  if (whole.size() == 1) return found(whole[0], "its name");
  if (whole.size() > 1) return unclear("its name is that of several students", whole);
  return by_words(name, roster);
}

/// What a student without a roster is called: names that look the same are one student's.
std::string called(const std::string& name) {
  const std::string seen = without_ignorable(name);
  return escaped(seen.empty() ? name : seen);
}

}  // namespace

Identity named_in_roster(const Handed& handed, const std::vector<Student>& roster) {
  const Students rows = those(roster, [&](const Student& one) {
    const auto is = [&](const std::string& name) { return one.submission == name; };
    return !one.submission.empty() &&
           (is(handed.name) || is(without_extension(handed.name)) ||
            std::any_of(handed.pieces.begin(), handed.pieces.end(),
                        [&](const Piece& piece) { return is(piece.entry); }));
  });
  if (rows.size() == 1) return found(rows[0], "the roster's column submission");
  if (rows.size() > 1) return unclear("several rows name it in the column submission", rows);
  return {};
}

Identity identify(const Person& person, const Layout& layout, const std::vector<Student>& roster) {
  if (&layout == &kPlain)
    return identify_plain(person.names.empty() ? person.id : person.names[0], roster);
  const std::string column = layout.id;
  const bool own =
      !column.empty() && std::any_of(roster.begin(), roster.end(),
                                     [&](const auto& one) { return !id_in(one, column).empty(); });
  if (own) return by_own_column(person, column, roster);
  if (&layout == &kGithub) {
    const std::string login = lower(person.id);
    const Students rows = those(roster, [&](const Student& one) {
      return has_general_id(one, login) || mailbox(one) == login;
    });
    if (rows.size() == 1) return found(rows[0], "the login");
    return rows.empty() ? nobody("no row has the login " + escaped(person.id))
                        : unclear("the login is that of several students", rows);
  }
  return by_general_ids(person, &layout == &kGradescope, roster);
}

Student student_of(const Person& person, const Handed& handed) {
  Student student;
  const std::string name = person.names.empty() ? "" : person.names[0];
  student.id = called(!person.id.empty()      ? person.id
                      : !person.email.empty() ? person.email
                      : !name.empty()         ? name
                                              : handed.name);
  student.email = called(person.email);
  if (name != person.id) student.last_name = called(name);
  student.on_roster = false;
  return student;
}

std::set<std::string> logins_of(const std::vector<Student>& roster) {
  std::set<std::string> logins;
  for (const Student& one : roster)
    for (const std::string& id : {id_in(one, "github"), id_in(one, "login"), id_in(one, "username"),
                                  lower(one.id), mailbox(one)})
      if (!id.empty()) logins.insert(id);
  return logins;
}

}  // namespace kit::classroom
