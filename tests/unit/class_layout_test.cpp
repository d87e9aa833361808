/// @file
/// The names that course systems give submissions, nasty ones too.
#include <set>

#include "catch.hpp"
#include "class_samples.hpp"
#include "classroom/intake/layout/file_kind.hpp"
#include "classroom/intake/layout/layout.hpp"
#include "error_of.hpp"

namespace kit::classroom {
namespace {

ClassFolder folder_of(const std::vector<std::string>& names, EntryKind kind = EntryKind::file) {
  ClassFolder folder;
  for (const std::string& name : names) folder.entries.push_back({name, kind, false});
  return folder;
}

Listing read(const Layout& layout, const std::vector<std::string>& names) {
  return layout.read(folder_of(names));
}

TEST_CASE("layout canvas: numbers where Canvas puts them, and nowhere else") {
  const Listing list =
      read(kCanvas, {"doejane_LATE_12345_678_naive.cu", "doejane_LATE_12345_680_1001_host.cu",
                     "o-neill2_7_8_my_lab_02.zip", "roerick_99_text.html", "readme.txt",
                     "_1_2_x.cu", "x_1_2_"});
  REQUIRE(list.handed.size() == 3);
  const Handed& jane = list.handed[0];
  CHECK(jane.people.at(0).id == "12345");
  CHECK(jane.people.at(0).names == std::vector<std::string>{"doejane"});
  REQUIRE(jane.pieces.size() == 2);
  CHECK((jane.pieces[0].name == "naive.cu" && jane.pieces[0].order == 678));
  CHECK((jane.pieces[1].name == "1001_host.cu" && jane.attempt == 680));
  CHECK(
      (list.handed[1].people.at(0).id == "7" && list.handed[1].pieces[0].name == "my_lab_02.zip"));
  CHECK((list.handed[2].people.at(0).id == "99" && list.handed[2].pieces[0].name == "text.html"));
  CHECK(list.ignored.size() == 3);
}

TEST_CASE("layout moodle: folders, flat files, groups") {
  const Listing list =
      read(kMoodle,
           {"Jane Doe_12345_assignsubmission_file_", "Jane Doe_12345_assignsubmission_onlinetext_",
            "Red-Rick Roe_77_assignsubmission_file_my_naive_99.cu",
            "Participant_5_assignsubmission_file", "assignsubmission_file_x", "a_b.zip"});
  REQUIRE(list.handed.size() == 3);
  CHECK((list.handed[0].people.at(0).id == "12345" && list.handed[0].pieces.size() == 2));
  CHECK(list.handed[0].people[0].names.at(0) == "Jane Doe");
  CHECK(list.handed[1].pieces.at(0).name == "my_naive_99.cu");
  CHECK(list.handed[1].people[0].names == std::vector<std::string>{"Red-Rick Roe", "Rick Roe"});
  CHECK(list.handed[2].people.at(0).id == "5");
  CHECK(list.ignored.size() == 2);
}

TEST_CASE("layout brightspace: the number, the name, the moment") {
  const Listing list =
      read(kBrightspace,
           {"12345-67890 - Jane Doe - Nov 20, 2026 1159 PM",
            "12345-67890 - Jane Doe - Nov 21, 2026 1205 AM", "7-1 - Jean - Luc - 3 Feb, 2026 09:05",
            "7-1 - Kim - Feb 31, 2026 900 AM", "index.html", "12 - Jane - Nov 20, 2026 1159 PM"});
  REQUIRE(list.handed.size() == 3);
  CHECK(list.handed[0].people.at(0).id == "12345");
  CHECK(list.handed[0].people[0].names.at(0) == "Jane Doe");
  CHECK(list.handed[0].time < list.handed[1].time);
  CHECK(list.handed[2].people[0].names.at(0) == "Jean - Luc");
  CHECK(list.handed[2].time.size() == 20);
  REQUIRE(list.ignored.size() == 3);
  CHECK(list.ignored[2].name == "12 - Jane - Nov 20, 2026 1159 PM");
  CHECK_FALSE(list.ignored[1].told);
}

TEST_CASE("layout gradescope: who and when is in the metadata, not in what graders wrote") {
  const TestFolder folder("class_gradescope");
  const std::string text =
      "---\n"
      "submission_12:\n"
      "  :submitters:\n"
      "  - :name: Jane Doe\n"
      "    :sid: '1001'\n"
      "    :email: jane@example.org\n"
      "  - :name: \"Rick \\\"R\\\" Roe\"\n"
      "    :sid:\n"
      "    :email: rick@example.org\n"
      "  :created_at: 2026-11-20 22:59:01.123456000 Z\n"
      "  :results:\n"
      "    tests:\n"
      "    - :name: Evil\n"
      "      :sid: '6666'\n"
      "  :history:\n"
      "  - :id: 3\n"
      "    :created_at: 2026-01-01 00:00:00 Z\n"
      "submission_13:\n"
      "  :submitters:\n"
      "    - :name: 'O''Neill'\n"
      "      :email: o@example.org\n"
      "  :created_at: 2026-11-20 22:59:01 +01:00\n";
  folder.put("submission_metadata.yml", text);
  ClassFolder entries =
      folder_of({"submission_12", "submission_13", "submission_14"}, EntryKind::folder);
  entries.entries.push_back({"submission_metadata.yml", EntryKind::file, false});
  entries.path = folder.path("");
  const Listing list = kGradescope.read(entries);
  REQUIRE(list.handed.size() == 3);
  const Handed& first = list.handed[0];
  REQUIRE(first.people.size() == 2);
  CHECK((first.people[0].id == "1001" && first.people[0].email == "jane@example.org"));
  CHECK((first.people[1].names.at(0) == "Rick \"R\" Roe" && first.people[1].id.empty()));
  CHECK(first.time == "2026-11-20T22:59:01Z");
  CHECK((list.handed[1].people.at(0).names.at(0) == "O'Neill" && list.handed[1].time.empty()));
  CHECK(list.handed[2].people.empty());
}

TEST_CASE("layout github: one slug for all, found by the roster's logins") {
  ClassFolder folder =
      folder_of({"lab-02-ann-lee", "lab-02-ann-b", "lab-02-Lee"}, EntryKind::folder);
  folder.logins = {"ann-lee", "ann-b", "lee"};
  CHECK(kGithub.read(folder).handed.at(0).people.at(0).id == "ann-lee");
  CHECK(kGithub.read(folder).handed.at(2).people.at(0).id == "lee");
  folder.logins.clear();
  CHECK(kGithub.read(folder).handed.at(1).people.at(0).id == "ann-b");
  folder = folder_of({"ann", "bob"}, EntryKind::folder);
  CHECK(kGithub.read(folder).handed.at(1).people.at(0).id == "bob");
}

TEST_CASE("layout plain: archives, folders, and loose files with a name") {
  ClassFolder folder = folder_of({"ann.tar.gz", "bob (2).ZIP", "cem_naive.cu", "cem_host.cu",
                                  "naive-dee.cu", "naive.cu", "readme.txt", "eve.cu.gz"});
  folder.lab_files = {"naive.cu", "host.cu"};
  folder.entries.push_back({"link", EntryKind::link, false});
  const Listing list = kPlain.read(folder);
  REQUIRE(list.handed.size() == 6);
  CHECK(list.handed[0].people.at(0).id == "ann");
  CHECK((list.handed[1].people.at(0).id == "bob (2)" && list.handed[1].attempt == 3));
  CHECK((list.handed[2].name == "cem" && list.handed[2].pieces.size() == 2));
  CHECK((list.handed[3].name == "dee" && list.handed[3].pieces[0].name == "naive.cu"));
  REQUIRE(list.ignored.size() == 2);
  CHECK(contains(list.ignored[0].why, "does not say whose"));
}

TEST_CASE("layout: recognised by most of the names") {
  CHECK(&layout_of(folder_of({"doe_1_2_a.cu", "roe_3_4_a.cu", "notes.txt"})) == &kCanvas);
  CHECK(&layout_of(folder_of({"doe_1_2_a.cu", "ann", "bob"})) == &kPlain);
  CHECK(&layout_of(folder_of({"J D_1_assignsubmission_file_", "index.html"})) == &kMoodle);
  CHECK(&layout_of(folder_of({"submission_1", "submission_metadata.yml"})) == &kGradescope);
  CHECK(&layout_of(folder_of({"1-2 - A B - Nov 2, 2026 105 PM", "index.html"})) == &kBrightspace);
  ClassFolder git = folder_of({"x-ann", "x-bob"}, EntryKind::folder);
  for (Entry& entry : git.entries) entry.has_git = true;
  CHECK(&layout_of(git) == &kGithub);
  CHECK(&layout_named("moodle") == &kMoodle);
  CHECK(contains(error_of([] { layout_named("sakai"); }), "there are: gradescope, moodle"));
  CHECK(contains(error_of([] { list_class_folder("/nowhere"); }), "there is no folder"));
}

TEST_CASE("file kinds: by the end of the name, whatever its capitals") {
  for (const char* name : {"a.zip", "a.TAR.GZ", "a.tgz", "a.rar", "a.tar.zst", "a.7z"})
    CHECK(is_archive(name));
  for (const char* name : {"naive.cu.gz", "a.bz2", "a.XZ"})
    CHECK((is_compressed(name) && !is_archive(name)));
  CHECK((!is_archive("a.cu") && !is_compressed("a.tar.gz")));
  CHECK(without_extension("a.b.TAR.gz") == "a.b");
  CHECK(without_extension("a.cu") == "a.cu");
}

}  // namespace
}  // namespace kit::classroom
